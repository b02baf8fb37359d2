package session

import (
	"slices"

	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/host"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/markdown/pointers"
	"wisdom/markdown/section"
)

// FileCost is what a file costs a session.
type FileCost struct {
	Path string `json:"path"`
	Size
	Budget int `json:"budget"` // 0 for none
	Cap    int `json:"cap"`    // of the host, in chars
	// Injected is what reaches the prompt of the session that loads most.
	Injected Size `json:"injected"`
	// LoadedBy is host; hook, where the host does not load it by itself; or none.
	LoadedBy string `json:"loaded_by"`
	// Lost are the first and the last line of which something is cut off.
	Lost    []int `json:"lost_lines,omitempty"`
	LeftOut bool  `json:"left_out"` // nothing of it gets in
}

// Size is a text by both counts.
type Size struct {
	Chars int `json:"chars"` // UTF-16 units
	Host  int `json:"host"`
	O200k int `json:"o200k"`
}

// Tokens is the larger count, by which budgets hold.
func (s Size) Tokens() int { return max(s.Host, s.O200k) }

// What becomes of the required entry.
const (
	Survives  = "survives"
	isCutOff  = "is cut off"
	isMissing = "is missing"
)

// FileCosts returns files one by one, the section below file, which holds it, and what becomes of the required entry.
func (t *Table) FileCosts(
	files []host.File, file workspace.Path, budget tokens.Budget,
) (costs []FileCost, required string) {
	most := host.InjectList(host.Private, files)
	budgets := map[workspace.Path]int{file: budget.Soul, lookup.File: budget.Tools}
	costs, required = []FileCost{}, isMissing
	for _, f := range files {
		in := host.Inject([]host.File{f})[0]
		if at := slices.IndexFunc(most, func(in host.Injected) bool { return in.Path == f.Path }); at >= 0 {
			in = most[at]
		}
		raw := SizeOf(f.Text)
		cost := FileCost{
			Path: string(f.Path), Size: raw, Budget: budgets[f.Path], Cap: host.Cap(f.Path), Injected: raw,
			LoadedBy: t.loadedBy(f.Path), LeftOut: in.Left,
		}
		if f.Path == file { // whatever the host is
			cost.LoadedBy = byHost
		}
		if in.Cut || in.Left {
			cost.Injected, cost.Lost = SizeOf(in.Text), []int{in.FirstLost, in.LastLost}
		}
		costs = append(costs, cost)
		if f.Path != file {
			continue
		}
		if text := section.TextIn([]byte(f.Text)); text != "" {
			injected := SizeOf(section.TextIn([]byte(in.Text)))
			costs = append(costs, FileCost{
				Path: string(file) + " ## Wisdom", Size: SizeOf(text), Budget: budget.Section, Injected: injected, LoadedBy: byHost,
			})
		}
		switch {
		case hasRequired(in.Text):
			required = Survives
		case hasRequired(f.Text):
			required = isCutOff
		}
	}
	return costs, required
}

// Who loads a file.
const (
	byHost = "host" // by itself
	ByHook = "hook" // or the plugin, which chooses files
	ByNone = "none" // any more
)

// loadedBy is who loads a file into some session.
func (t *Table) loadedBy(p workspace.Path) string {
	if slices.Contains(host.Loads(host.Private), p) {
		return byHost
	}
	if slices.ContainsFunc(t.Types, func(s Set) bool { return slices.Contains(s.Files, p) }) {
		return ByHook
	}
	return ByNone
}

// SizeOf measures a text.
func SizeOf(text string) Size {
	return Size{Chars: tokens.Units(text), Host: tokens.Host.Tokens(text), O200k: tokens.O200k.Tokens(text)}
}

// hasRequired reports whether a text holds the required entry, or what does the same.
func hasRequired(text string) bool {
	return pointers.Reminder(markdown.Parse([]byte(text))) >= 0 ||
		slices.ContainsFunc(section.EntriesIn([]byte(text)), lint.StandsIn)
}
