package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/inject/session"
	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/host"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
)

// fileCost is what a file costs a session.
type fileCost struct {
	Path string `json:"path"`
	size
	Budget int `json:"budget"` // 0 for none
	Cap    int `json:"cap"`    // of the host, in chars
	// Injected is what reaches the prompt of the session that loads most.
	Injected size `json:"injected"`
	// LoadedBy is host; hook, where the host does not load it by itself; or none.
	LoadedBy string `json:"loaded_by"`
	// Lost are the first and the last line of which something is cut off.
	Lost    []int `json:"lost_lines,omitempty"`
	LeftOut bool  `json:"left_out"` // nothing of it gets in
}

// size is a text by both counts.
type size struct {
	Chars int `json:"chars"` // UTF-16 units
	Host  int `json:"host"`
	O200k int `json:"o200k"`
}

// tokens is the larger count, by which budgets hold.
func (s size) tokens() int { return max(s.Host, s.O200k) }

// What becomes of the required entry.
const (
	survives  = "survives"
	isCutOff  = "is cut off"
	isMissing = "is missing"
)

func newTokens(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "tokens",
		Short: "Show the tokens of each file, on disk and as the host injects it",
		Long: `Show the size of every file that the host loads, on disk and as it reaches the
prompt after the host's caps, by the host's count (a quarter of the characters) and
in o200k_base tokens. Show whether the required entry survives. For each type of
session, show the sum as the host fills it by itself and with the plugin or hook of
wisdom (wisdom hook), beside its limit and the host's caps. A budget holds if the
larger count fits. How the host cuts AGENTS.md is only known approximately.`,
		Example:     "  wisdom tokens\n  wisdom tokens --json",
		Annotations: inWorkspace(),
		RunE:        func(*cobra.Command, []string) error { return runTokens(a) },
	}
}

func runTokens(a *app) error {
	table := a.settings.SessionTable()
	files := a.hostFiles()
	costs, required := a.costs(files, table)
	sessions, isFound, err := a.sessionsSinceFound(table)
	if err != nil {
		return err
	}
	answer := object{"schema_version": 1, "files": costs, "required_entry": required, "sessions": sessions}
	return a.respond(answer, func() {
		a.printCosts(costs)
		a.say("")
		a.say("The required entry %s.", required)
		a.say("")
		a.printTypes(sessions, isFound)
	})
}

// hostFiles are the files there are of those that sessions load.
func (a *app) hostFiles() []host.File {
	var files []host.File
	for _, p := range host.Files {
		b, err := a.fsys.ReadFile(p, host.FileBytes)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			a.warn("%s", err)
		default:
			files = append(files, host.File{Path: p, Text: string(b)})
		}
	}
	return files
}

// of are the files with these paths.
func of(files []host.File, paths []workspace.Path) []host.File {
	return slices.DeleteFunc(slices.Clone(files), func(f host.File) bool { return !slices.Contains(paths, f.Path) })
}

// costs are the files one by one, the section below its file, and what becomes of
// the required entry.
func (a *app) costs(files []host.File, table *session.Table) (costs []fileCost, required string) {
	most := host.Inject(of(files, host.Loads(host.Private)))
	costs, required = []fileCost{}, isMissing
	for _, f := range files {
		in := host.Inject([]host.File{f})[0]
		if at := slices.IndexFunc(most, func(in host.Injected) bool { return in.Path == f.Path }); at >= 0 {
			in = most[at]
		}
		costs = append(costs, a.costOf(f, in, loadedBy(table, f.Path)))
		if f.Path != lint.SoulFile {
			continue
		}
		if text := sectionIn([]byte(f.Text)); text != "" {
			costs = append(costs, fileCost{
				Path:     "SOUL.md ## Wisdom",
				size:     sizeOf(text),
				Budget:   a.settings.Budgets.Section,
				Injected: sizeOf(sectionIn([]byte(in.Text))),
				LoadedBy: byHost,
			})
		}
		switch {
		case hasRequired(in.Text):
			required = survives
		case hasRequired(f.Text):
			required = isCutOff
		}
	}
	return costs, required
}

func (a *app) costOf(f host.File, in host.Injected, by string) fileCost {
	raw := sizeOf(f.Text)
	c := fileCost{
		Path: string(f.Path), size: raw, Cap: host.Cap(f.Path), Injected: raw,
		LoadedBy: by, LeftOut: in.Left,
	}
	if in.Cut || in.Left {
		c.Injected, c.Lost = sizeOf(in.Text), []int{in.FirstLost, in.LastLost}
	}
	switch f.Path {
	case lint.SoulFile:
		c.Budget = a.settings.Budgets.Soul
	case lookup.File:
		c.Budget = a.settings.Budgets.Tools
	}
	return c
}

// Who loads a file.
const (
	byHost = "host" // by itself
	byHook = "hook" // or the plugin, which chooses files
	byNone = "none" // any more
)

// loadedBy is who loads a file into some session.
func loadedBy(table *session.Table, p workspace.Path) string {
	if slices.Contains(host.Loads(host.Private), p) {
		return byHost
	}
	if slices.ContainsFunc(table.Types, func(s session.Set) bool { return slices.Contains(s.Files, p) }) {
		return byHook
	}
	return byNone
}

func sizeOf(text string) size {
	return size{Chars: tokens.Units(text), Host: tokens.Host.Tokens(text), O200k: tokens.O200k.Tokens(text)}
}

// sectionIn is the wisdom section of a SOUL.md, or what is left of it, "" where there is none.
func sectionIn(soul []byte) string {
	s, err := section.Find(markdown.Parse(soul))
	if err != nil || s == nil {
		return ""
	}
	return string(soul[s.Start:s.End])
}

// entriesIn are the entries of the wisdom section of a SOUL.md.
func entriesIn(soul []byte) []section.Entry {
	s, err := section.Find(markdown.Parse(soul))
	if err != nil {
		return nil
	}
	return s.Entries()
}

// hasRequired reports whether the required entry, or one that does the same, is in
// the section of a text.
func hasRequired(text string) bool {
	isIt := func(e section.Entry) bool { return lint.IsRequired(e) || lint.StandsIn(e) }
	return slices.ContainsFunc(entriesIn([]byte(text)), isIt)
}

func (a *app) printCosts(costs []fileCost) {
	a.say("%-18s %8s %7s %7s | %8s %7s %7s | %6s", "file", "chars", "host", "o200k", "injected", "host", "o200k", "budget")
	for _, c := range costs {
		in := c.Injected
		a.say("%-18s %8d %7d %7d | %8d %7d %7d | %6s%s", c.Path, c.Chars, c.Host, c.O200k, in.Chars, in.Host, in.O200k,
			orDash(c.Budget), c.note())
	}
}

// note says what is wrong with the size of a file, and who loads it.
func (c fileCost) note() string {
	var notes []string
	switch {
	case c.LeftOut:
		notes = append(notes, "excluded: there is no room")
	case c.Lost != nil:
		notes = append(notes, fmt.Sprintf("cut off at %d: lost from line %d to %d", c.Cap, c.Lost[0], c.Lost[1]))
	}
	if c.Budget > 0 && c.tokens() > c.Budget {
		notes = append(notes, "over budget")
	}
	switch c.LoadedBy {
	case byHook:
		notes = append(notes, "only by a hook")
	case byNone:
		notes = append(notes, "read by no session any more")
	}
	if notes == nil {
		return ""
	}
	return "  " + strings.Join(notes, ", ")
}

func orDash(n int) string {
	if n == 0 {
		return "-"
	}
	return strconv.Itoa(n)
}
