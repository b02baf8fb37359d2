package rollout

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"wisdom/inject/hook"
	"wisdom/internal/secrets"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
)

// Prompt is a message to which an agent should not answer before it looked something up.
type Prompt struct {
	Criterion string `toml:"criterion"` // AC-3 or AC-9
	Text      string `toml:"text"`
	// Files are where the answer is; one of them is enough. A folder ends in "/".
	Files []string `toml:"files"`
	// Loaded are files that the session loads and that may have the answer.
	Loaded []string `toml:"loaded"`
}

// Prompts are those of the specification.
func Prompts() []Prompt {
	memory := []string{"MEMORY.md", "memory/"}
	tools := []string{"TOOLS.md", "AGENTS.md"} // the host moves the one into the other
	compact := []string{"TOOLS_COMPACT.md"}
	return []Prompt{
		{"AC-3", "What did we decide about local model strategy?", memory, nil},
		{"AC-3", "When did we run the APA shakedown and what were the results?", memory, nil},
		{"AC-3", "What's Forge's role and when was it set up?", memory, nil},
		{"AC-9", "Spawn Melody to fix a bug in the auth module", []string{"AGENTS.md"}, nil},
		{"AC-9", "What port does Mission Control run on?", tools, compact},
		{"AC-9", "What lessons did we learn about timeout settings?", memory, nil},
	}
}

// notice follows a prompt: an agent that is asked to do something must not do it.
const notice = "\n\n(wisdom accept sends this as a test. Answer in words only; start nothing and change nothing.)"

// checkPrompts is AC-3, in sessions of the main type, and AC-9, in topics.
func checkPrompts(ctx context.Context, p *Probe, c *Criterion) error {
	n := 0
	for _, prompt := range p.Prompts {
		if prompt.Criterion != c.ID {
			continue
		}
		n++
		key := p.key(mainKey, fmt.Sprintf("-memory-%d", n))
		if c.ID == "AC-9" {
			key = p.key(groupKey, fmt.Sprintf("-task-%d:topic:14", n))
		}
		if err := p.ask(ctx, c, key, prompt); err != nil {
			return err
		}
	}
	return nil
}

// ask sends a prompt, and looks for a file that the agent read, or found by a search.
func (p *Probe) ask(ctx context.Context, c *Criterion, key string, prompt Prompt) error {
	seen, err := p.say(ctx, key, prompt.Text+notice)
	if err != nil {
		return err
	}
	calls, err := p.Host.Calls(ctx, key)
	if err != nil {
		return err
	}
	for _, loaded := range seen.paths {
		if isAmong(string(loaded), prompt.Files) {
			c.Sees("%q: %s is loaded in %s", prompt.Text, loaded, key)
			c.Fails("%s is loaded, so the agent has nothing to look up", loaded)
			return nil
		}
	}
	if how := cmp.Or(p.lookedUp(calls, prompt.Files), p.knew(seen, prompt)); how != "" {
		c.Sees("%q: %s; it answers: %q", prompt.Text, how, excerpt(seen.answer))
	} else {
		c.Sees("%q: it called %s; it answers: %q", prompt.Text, callList(calls), excerpt(seen.answer))
		c.Fails("%q: the agent answered without a successful read or memory search of %s; [[accept.prompts]] in wisdom.toml "+
			"is for your own questions, and for the loaded files that may have the answer",
			prompt.Text, strings.Join(prompt.Files, " or "))
	}
	return nil
}

// lookedUp says how the agent came to one of the files, "" if it did not.
func (p *Probe) lookedUp(calls []hook.Call, files []string) string {
	for _, call := range calls {
		through, by, paths := "", " of ", []string{call.Path}
		if call.Nested {
			through = " through tool_call"
		}
		switch {
		case call.Failed:
			continue
		case call.Tool == "memory_search":
			by, paths = " that found ", call.Found
		case call.Tool != "read" && call.Tool != "memory_get":
			continue
		}
		for _, path := range paths {
			if path = p.named(path); isAmong(path, files) {
				return call.Tool + by + path + through
			}
		}
	}
	return ""
}

// named is a path as an agent writes it, as the workspace names it.
func (p *Probe) named(path string) string {
	if filepath.IsAbs(path) {
		return string(p.inWorkspace(path))
	}
	return filepath.ToSlash(filepath.Clean(path))
}

func isAmong(path string, files []string) bool {
	return slices.ContainsFunc(files, func(file string) bool {
		return path == file || strings.HasSuffix(file, "/") && strings.HasPrefix(path, file)
	})
}

// knew says from which loaded file the agent has the value that it answers with, "" where it names none.
func (p *Probe) knew(seen *observed, prompt Prompt) string {
	for _, file := range prompt.Loaded {
		path := workspace.Path(file)
		if !slices.Contains(seen.paths, path) {
			continue
		}
		text, err := p.FS.ReadFile(path, workspace.MaxTarget)
		if err != nil {
			continue
		}
		known, asked := reValue().FindAllString(string(text), -1), reValue().FindAllString(prompt.Text, -1)
		for _, value := range reValue().FindAllString(seen.answer, -1) {
			if slices.Contains(known, value) && !slices.Contains(asked, value) {
				return fmt.Sprintf("answered with %s, which %s has", value, file)
			}
		}
	}
	return ""
}

// reValue is a number of two digits or more, such as a port, an address or a version.
var reValue = text.Lazily(`\d[\d.]*\d`)

func callList(calls []hook.Call) string {
	if len(calls) == 0 {
		return "no tool"
	}
	var words []string
	for _, call := range calls {
		word := call.Tool
		if on := cmp.Or(call.Path, call.Query); on != "" {
			word += fmt.Sprintf(" (%s)", excerpt(on))
		}
		if call.Nested {
			word += " through tool_call"
		}
		if call.Failed {
			word += ", which failed"
		}
		words = append(words, word)
	}
	return strings.Join(words, "; ")
}

// excerpt is the beginning of a text on one line, without secrets.
func excerpt(text string) string {
	const most = 200 // characters
	text, _ = secrets.Redact(text)
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return string(runes)
}
