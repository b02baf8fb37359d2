package session

import (
	"fmt"

	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
)

// Cost is what a session loads, and what that takes.
type Cost struct {
	Key    string `json:"key"`
	Type   Type   `json:"type"`
	Rule   string `json:"rule"`
	Files  []File `json:"files"`
	Tokens int    `json:"tokens"`
	Reason string `json:"reason"`
	// Kept is why the host's own list stays; Before is that list.
	Kept   string `json:"kept,omitempty"`
	Limit  int    `json:"limit"` // in tokens; 0 for none
	Before Sum    `json:"before"`
	After  Sum    `json:"after"`
}

// File is a file of a session.
type File struct {
	Path    workspace.Path `json:"path"`
	Name    string         `json:"name"` // what the host calls it
	Tokens  int            `json:"tokens"`
	Chars   int            `json:"chars"`
	Missing bool           `json:"missing"`
}

// Sum is what files cost a session together.
type Sum struct {
	Files []workspace.Path `json:"files"`
	Size
}

func (l *Sum) add(p workspace.Path, text string) {
	s := SizeOf(text)
	l.Files = append(l.Files, p)
	l.Chars, l.Host, l.O200k = l.Chars+s.Chars, l.Host+s.Host, l.O200k+s.O200k
}

// Costs returns what each type of session loads, by the example of its key. found is the workspace as wisdom found it,
// which Before is about then; nil where Before is what the host would load now. count counts as budgets do.
func (t *Table) Costs(fsys, found workspace.FS, count func(string) int) []Cost {
	if found == nil {
		found = fsys
	}
	var all []Cost
	for _, set := range t.Types {
		d := t.Classify(set.Example, []string{"owner"})
		all = append(all, t.Cost(fsys, found, set.Example, d, count))
	}
	return all
}

// Cost returns what the session with a key loads, which the rules decided about, and what the host loads from before.
func (t *Table) Cost(fsys, before workspace.FS, key string, d Decision, count func(string) int) Cost {
	load := t.Load(fsys, d)
	cost := Cost{
		Key: key, Type: d.Type, Rule: d.Rule, Files: []File{}, Kept: load.Kept, Limit: t.Set(d.Type).Limit,
		Reason: fmt.Sprintf("rule %q: %s", d.Rule, t.Set(d.Type).About),
		Before: Sum{Files: []workspace.Path{}}, After: Sum{Files: []workspace.Path{}},
	}
	for _, in := range HostLoads(before, d.Host) {
		cost.Before.add(in.Path, in.Text)
	}
	if d.Rule == "" {
		cost.Reason = "no rule knows the key"
	}
	for _, f := range load.Files {
		file := File{Path: f.Path, Name: f.Name, Missing: f.Missing}
		if !f.Missing {
			file.Tokens, file.Chars = count(f.Text), tokens.Units(f.Text)
			cost.After.add(f.Path, f.Text)
		}
		cost.Tokens += file.Tokens
		cost.Files = append(cost.Files, file)
	}
	return cost
}

// IsOver reports whether the files exceed the limit of the type.
func (c Cost) IsOver() bool {
	return c.Limit > 0 && c.After.Tokens() > c.Limit
}
