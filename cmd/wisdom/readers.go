package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"wisdom/cmd/wisdom/settings"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/pipeline/llm"
)

// machine is where a reader of the lessons is looked for.
type machine struct {
	readers func() []llm.Reader // that may be there; nil for none
	memory  uint64              // in bytes; 0 where it is not known
}

// lookAround finds what can read lessons on this machine.
func lookAround(ctx context.Context, a *deps) []llm.Reader {
	if a.machine.readers == nil {
		return nil
	}
	readers := a.machine.readers()
	for i, r := range readers {
		if r.API == llm.Ollama {
			readers[i].Host = cmp.Or(a.getenv("OLLAMA_HOST"), r.Host)
		}
	}
	return llm.Look(ctx, readers, func(name string) string { return onPath(a, name) })
}

// namesModel reports whether the settings say which model is asked.
func namesModel(a *deps) bool {
	m, usual := a.settings.Model, settings.Default().Model
	return m.API != usual.API || m.Name != usual.Name || m.Host != "" || len(m.Command) > 0
}

// pulls are models of Ollama's library, the largest first; docs/operating.md gives the reasons.
var pulls = []struct {
	from      uint64 // gigabytes of memory into which it fits, with a context of 16,000 tokens and the system beside it
	model     string
	gigabytes float64 // of its file
}{
	{28, "qwen3.5:35b", 24},
	{22, "qwen3:30b-instruct", 19},
	{12, "qwen3.5:9b", 6.6},
	{6, "qwen3.5:4b", 3.4},
	{0, "qwen3:4b-instruct", 2.5},
}

// pullHint is how to get a model that fits this machine, and "" where a model of this machine can answer.
func pullHint(a *deps, found []llm.Reader) string {
	if slices.ContainsFunc(found, func(r llm.Reader) bool { return len(answering(r)) > 0 }) {
		return ""
	}
	memory, i := a.machine.memory, 0
	get := textIf(!slices.ContainsFunc(found, isOllama), "install Ollama (https://ollama.com/download), then: ")
	for memory>>30 < pulls[i].from {
		i++
	}
	return get + fmt.Sprintf("ollama pull %s (%v GB, for %s)", pulls[i].model, pulls[i].gigabytes,
		either(memory == 0, "any machine", fmt.Sprintf("a memory of %d GB", (memory+1<<29)>>30)))
}

func isOllama(r llm.Reader) bool { return r.API == llm.Ollama }

// answering are the models of a server that can answer.
func answering(r llm.Reader) []llm.Candidate {
	return slices.DeleteFunc(slices.Clone(r.Models), func(m llm.Candidate) bool { return !m.Answers })
}

// offer is a reader that the settings may name.
type offer struct {
	Text     string `json:"text"`     // what it is, and where lessons would go
	Settings string `json:"settings"` // the lines for wisdom.toml
}

// offers are what may be named, the host's own and other programs last. Ollama's models need no settings.
func offers(found []llm.Reader) []offer {
	all := []offer{}
	for _, r := range found {
		switch r.API {
		case llm.Ollama:
		case llm.OpenAI:
			for _, m := range r.Models {
				all = append(all, offer{
					fmt.Sprintf("the model %s of %s, the usual address of %s: %s", m.Name, r.Host, r.Title, r.Goes),
					fmt.Sprintf("[model]\napi = %q\nhost = %q\nname = %q\n", r.API, r.Host, m.Name),
				})
			}
		default:
			all = append(all, offer{r.Title + ": " + r.Goes, fmt.Sprintf("[model]\napi = %q\n", r.API)})
		}
	}
	return all
}

// findReader looks for a reader where the settings name none. A person at a terminal is asked once which of those that
// need settings to take; elsewhere their lines are printed.
func findReader(ctx context.Context, a *deps, with *begun) error {
	found := lookAround(ctx, a)
	with.Offers, with.Pull, with.readers = offers(found), pullHint(a, found), readersText(found)
	with.looked = true
	if with.before != nil && with.before.Facts["reader"] == with.readers {
		return nil
	}
	for _, r := range found {
		if n := len(answering(r)); isOllama(r) && n > 0 {
			a.say("model    Ollama at %s has %s: a run uses the best one that passes its exam, and needs no settings", r.Host,
				plural(n, "model"))
		}
	}
	if with.Pull != "" {
		a.say("model    none is on this machine: %s", with.Pull)
	}
	if len(with.Offers) == 0 || a.flags.json {
		return nil
	}
	asks := a.interactive()
	a.say("model    these can read the lessons too%s:", textIf(!asks, "; add the lines of one to "+string(settings.File)))
	for i, o := range with.Offers {
		if asks {
			a.write(9, "%7d  %s", i+1, o.Text)
		} else {
			sayOffer(a, o)
		}
	}
	if !asks {
		return nil
	}
	question := a.shown(fmt.Sprintf("Let one of them? 1 to %d, or just Enter for none:", len(with.Offers)))
	for keys := a.keyboard(); ; {
		typed, err := keys.Line(ctx, question)
		switch n, bad := strconv.Atoi(typed); {
		case errors.Is(err, io.EOF), err == nil && typed == "":
			return nil
		case err != nil:
			return err
		case bad == nil && n >= 1 && n <= len(with.Offers):
			adopt(a, "model", with.Offers[n-1])
			return nil
		}
	}
}

func sayOffer(a *deps, o offer) {
	a.say("         %s", o.Text)
	for line := range strings.Lines(o.Settings) {
		a.say("             %s", strings.TrimSuffix(line, "\n"))
	}
}

// adopt writes an offer into the settings and reads them again. Where they cannot take its lines, they stay as they are
// and the lines are printed.
func adopt(a *deps, what string, o offer) {
	p := settings.Place(a.fsys)
	if err := putSettings(a, p, o.Settings); err != nil {
		a.say("%-8s %s stays as it is (%v); to take this one, change it by hand:", what, p, err)
		sayOffer(a, o)
		return
	}
	a.say("%-8s written to %s: %s", what, p, strings.Join(strings.Fields(o.Settings), " "))
}

// putSettings adds lines to the settings and reads them again, first where nothing is written.
func putSettings(a *deps, p workspace.Path, lines string) error {
	now, err := addSettings(workspace.NewDryRun(a.fsys), p, lines)
	if err == nil {
		now, err = addSettings(a.fsys, p, lines)
		a.ctrlC.settle()
	}
	if err == nil {
		a.settings, a.paths = now, now.Places()
	}
	return err
}

// reDotted finds keys of a table that is not opened: the parser takes a table beside them, which TOML forbids.
var reDotted = text.Lazily(`(?m)^\s*"?(model|section|sources)"?\s*\.`)

// addSettings adds lines to the end of the settings, in their line ends, changes nothing else there, and reads them.
func addSettings(fsys workspace.FS, p workspace.Path, lines string) (*settings.Settings, error) {
	before, old, err := workspace.ReadState(fsys, p, workspace.MaxState)
	like := workspace.Attributes{Mode: 0o644, UID: -1, GID: -1}
	if err == nil && old != workspace.Absent {
		like, err = fsys.Attributes(p)
	}
	if err = errors.Join(err, workspace.CheckTarget(fsys, p),
		workspace.CheckWritable(fsys, p)); err != nil {
		return nil, err
	}
	text := string(before)
	if m := reDotted().FindStringSubmatch(text); m != nil {
		return nil, fmt.Errorf("it has dotted keys of [%s]", m[1])
	}
	lines = textIf(text != "" && !strings.HasSuffix(text, "\n"), "\n") + textIf(text != "", "\n") + lines
	if strings.Contains(text, "\r\n") {
		lines = strings.ReplaceAll(lines, "\n", "\r\n")
	}
	next := p.Dir().Join(fmt.Sprintf(".%s.%d%s", p.Base(), os.Getpid(), workspace.TemporarySuffix))
	if err := workspace.WriteLike(fsys, next, []byte(text+lines), like); err != nil {
		return nil, err
	}
	if err := workspace.Swap(fsys, p, next, old, false); err != nil {
		return nil, errors.Join(err, workspace.RemoveIfThere(fsys, next))
	}
	return settings.Read(fsys)
}
