package review

import (
	"bytes"
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

// settled is a row that nothing decides on any more.
func (r Row) settled() Row { return Row{Fact: r.Before()} }

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

// facts are those that the decisions leave in the table, in order.
func (d *Draft) facts(decisions map[string]Decision) []facts.Fact {
	var all []facts.Fact
	for _, row := range d.Tools.Rows {
		item, decidable := d.Item(row.Item)
		taken := decisions[row.Item] == Taken
		f := row.Fact
		switch {
		case decidable && item.Kind == DropFact && taken:
			continue
		case decidable && item.Kind == AddFact && !taken && row.Old == "":
			continue
		case decidable && item.Kind == AddFact && !taken:
			f = row.Before()
		}
		all = append(all, f)
	}
	all = append(all, d.swappedIn(decisions)...)
	slices.SortStableFunc(all, facts.ByPlace)
	return all
}

// swappedIn are the facts that were left out and that the decisions take in.
func (d *Draft) swappedIn(decisions map[string]Decision) []facts.Fact {
	var all []facts.Fact
	if d.Tools == nil {
		return nil
	}
	for _, l := range d.Tools.LeftOut {
		if l.ID != "" && decisions[l.ID] == Taken {
			all = append(all, l.Fact())
		}
	}
	return all
}

// Table is TOOLS_COMPACT.md as the decisions make it.
func (d *Draft) Table(decisions map[string]Decision) []byte {
	hand := d.Tools.Hand
	if item, there := d.rewriteOf(lookup.File); there && decisions[item.ID] == Taken {
		hand = *d.Tools.Wanted
	}
	return []byte(lookup.Render(d.facts(decisions), hand))
}

// rewriteOf finds the item that puts a person's text into a file.
func (m *Manifest) rewriteOf(p workspace.Path) (Item, bool) {
	i := slices.IndexFunc(m.Items, func(item Item) bool { return item.Kind == Rewrite && item.Target == p })
	if i < 0 {
		return Item{}, false
	}
	return m.Items[i], true
}

// File is a target as decisions make it.
type File struct {
	Path    workspace.Path
	Content []byte // nil where there is no file
}

// Files are the targets of the draft as the decisions make them. One of which
// nothing is approved stays as it was. They depend on nothing else.
func (d *Draft) Files(decisions map[string]Decision) ([]File, error) {
	var files []File
	for _, t := range d.Targets {
		content := d.Bases[t.Path]
		if d.touches(t.Path, decisions) {
			var err error
			if content, err = d.made(t.Path, decisions); err != nil {
				return nil, err
			}
		}
		files = append(files, File{t.Path, content})
	}
	return files, nil
}

func (d *Draft) made(p workspace.Path, decisions map[string]Decision) ([]byte, error) {
	switch p {
	case lookup.File:
		return d.Table(decisions), nil
	case lint.SoulFile:
		soul, _, err := d.Result(decisions)
		return soul, err
	}
	return d.withLines(p, decisions), nil
}

// touches reports whether the decisions change a target.
func (d *Draft) touches(p workspace.Path, decisions map[string]Decision) bool {
	return p == lookup.File && len(d.swappedIn(decisions)) > 0 ||
		slices.ContainsFunc(d.Items, func(i Item) bool { return i.Target == p && decisions[i.ID] == Taken })
}

// Changes reports whether a draft is about a file.
func (m *Manifest) Changes(p workspace.Path) bool {
	return slices.ContainsFunc(m.Items, func(i Item) bool { return i.Target == p })
}

// introducedBy are the rules that a result breaks and that the files it was made
// from keep.
func (d *Draft) introducedBy(files []File, decisions map[string]Decision, opts lint.Options) []lint.Finding {
	var broken []lint.Finding
	for _, f := range files {
		before, after := d.Bases[f.Path], f.Content
		if bytes.Equal(before, after) {
			continue
		}
		broken = append(
			broken,
			introduced(lint.Text(f.Path, before, opts), lint.Text(f.Path, after, opts), d.addsTo(f.Path, decisions))...)
	}
	return broken
}

// addsTo reports whether decisions add text to a file that counts towards its
// budget.
func (d *Draft) addsTo(p workspace.Path, decisions map[string]Decision) bool {
	if p == lookup.File {
		return len(d.swappedIn(decisions)) > 0 || slices.ContainsFunc(d.Items, func(i Item) bool {
			return (i.Kind == AddFact || i.Kind == Rewrite && i.InTable()) && decisions[i.ID] == Taken
		})
	}
	return d.touchesSection(decisions) &&
		slices.ContainsFunc(
			d.InPlace(decisions),
			func(l Line) bool { return l.Origin == New || l.Origin == Reworded || l.Origin == Hand },
		)
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
