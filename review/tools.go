package review

import (
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/secrets"
	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
	"wisdom/markdown/lookup"
	"wisdom/review/lint"
)

// Table is TOOLS_COMPACT.md as a draft would have it.
type Table struct {
	Rows []Row `json:"rows"`
	// Hand is what a person wrote into it; it stays.
	Hand lookup.Hand `json:"hand"`
	// Wanted is what a person wants it to be instead of Hand, once the item of kind
	// Rewrite is approved; nil where there is none.
	Wanted *lookup.Hand `json:"wanted,omitempty"`
	// LeftOut are facts that are not in it, and why.
	LeftOut []LeftOut `json:"left_out"`
	// Named are the facts that a model named; the others have the names of their sources.
	Named  []Named `json:"named,omitempty"`
	Tokens int     `json:"tokens"`
	Limit  int     `json:"limit"`
	// Worth is what the facts that were added are worth by use, Bound what no
	// choice among those that could be can exceed. Neither has a unit.
	Worth int `json:"worth"`
	Bound int `json:"bound"`
}

// Named is a fact as the table names it, with the heading, the label and the qualifier that
// it has by its source.
type Named struct {
	Fact      facts.Fact `json:"fact"`
	Heading   string     `json:"heading"`
	Label     string     `json:"label"`
	Qualifier string     `json:"qualifier,omitempty"`
}

// Row is a fact of the table. With an Item it is there if that is approved, or,
// for a drop, if it is not; the others are there in any case.
type Row struct {
	facts.Fact
	Item string `json:"item,omitempty"`
	// Old is the value that stands there unless the item is approved.
	Old          string `json:"old,omitempty"`
	OldQualifier string `json:"old_qualifier,omitempty"`
}

// Before is the fact of a row as it is unless its item is approved.
func (r Row) Before() facts.Fact {
	if r.Old != "" {
		r.Value, r.Qualifier = r.Old, r.OldQualifier
	}
	return r.Fact
}

// LeftOut is a fact that is not in the table, and why. Its JSON is part of the
// contract of run --dry-run --json.
type LeftOut struct {
	// ID is what names it in a swap: x1, x2, …; empty where it may not come in.
	ID    string `json:"id,omitempty"`
	Path  string `json:"path"`
	Line  int    `json:"line"`
	Key   string `json:"key"` // with its attribute
	Value string `json:"value"`
	// Reason is budget, grown, refused, hand, injection, long, unproven, seldom (a model would
	// not look it up), unclear (the rules cannot tell what the value is, or of what), or the
	// rule that it breaks: prose, secret.
	Reason string `json:"reason"`
	// The rest of the fact.
	Heading string     `json:"heading,omitempty"`
	Attr    string     `json:"attr,omitempty"`
	Kind    facts.Kind `json:"kind,omitempty"`
	// Qualifier stands behind the value in the table.
	Qualifier string `json:"qualifier,omitempty"`
}

// Leave is a fact as one that is left out. A secret is not told.
func Leave(f facts.Fact, reason string) LeftOut {
	if reason == lint.RuleSecret {
		f.Value, f.Qualifier = secrets.Redacted, ""
	}
	return LeftOut{
		Path:      f.Path,
		Line:      f.Line,
		Key:       f.Label(),
		Value:     f.Value,
		Reason:    reason,
		Heading:   f.Heading,
		Attr:      f.Attr,
		Kind:      f.Kind,
		Qualifier: f.Qualifier,
	}
}

// Fact is what is left out.
func (l LeftOut) Fact() facts.Fact {
	return facts.Fact{
		Path:      l.Path,
		Line:      l.Line,
		Heading:   l.Heading,
		Key:       strings.TrimSuffix(strings.TrimSuffix(l.Key, l.Attr), " "),
		Attr:      l.Attr,
		Value:     l.Value,
		Kind:      l.Kind,
		Qualifier: l.Qualifier,
	}
}

// MaySwap reports whether a reviewer may take it in.
func (l LeftOut) MaySwap() bool {
	return slices.Contains([]string{"budget", "refused", "long", "seldom"}, l.Reason)
}

// LeftBefore says which facts the table left out. Values that had grown are to
// come in with the next one. There may be very many.
func (t *Table) LeftBefore() func(facts.Fact) bool {
	left := map[[2]string]bool{}
	for _, l := range t.LeftOut {
		left[[2]string{l.Key, l.Value}] = l.Reason != "grown"
	}
	return func(f facts.Fact) bool { return left[[2]string{f.Label(), f.Value}] }
}

// ToolsInPlace finds the draft whose table is in place, and its facts; nil where
// the table, if there is one, is a person's.
func (l *Log) ToolsInPlace(fsys workspace.FS) (*Draft, []facts.Fact) {
	for _, id := range l.Drafts() {
		made, inPlace := l.drafts[id].placed[lookup.File]
		if !inPlace || made.hash == workspace.Absent {
			continue
		}
		d, err := l.Load(fsys, id)
		if err != nil || d.Tools == nil {
			continue // lost: what stands there counts as a person's
		}
		decisions := map[string]Decision{}
		for item := range made.items {
			decisions[item] = Taken
		}
		return d, d.facts(decisions)
	}
	return nil, nil
}

// FactItem makes the item for a fact of the table.
func FactItem(f facts.Fact, kind ItemKind, old, why string, tokens int) Item {
	return Item{
		Kind:    kind,
		Target:  lookup.File,
		Name:    f.Label(),
		Text:    f.Told(),
		Lessons: []string{},
		Tokens:  tokens,
		Origin:  New,
		Why:     why,
		Source:  placeOf(f),
		Old:     old,
	}
}

func placeOf(f facts.Fact) string { return fmt.Sprintf("%s:%d", f.Path, f.Line) }
