package review

import (
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/secrets"
	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
)

// Table is TOOLS_COMPACT.md as a draft would have it.
type Table struct {
	Rows []Row `json:"rows"`
	// Hand holds the handwritten lines; they stay.
	Hand lookup.Hand `json:"hand"`
	// Wanted replaces Hand once the item of kind Rewrite is approved; nil if there is none.
	Wanted *lookup.Hand `json:"wanted,omitempty"`
	// LeftOut are facts that are not in it, and why.
	LeftOut []LeftOut `json:"left_out"`
	// Lines are those of the tool documents that hold no fact.
	Lines []facts.Line `json:"lines,omitempty"`
	// Rules are prohibitions and conditions of TOOLS.md that go with no fact, and that the table does not carry.
	Rules  []facts.Rule `json:"rules,omitempty"`
	Tokens int          `json:"tokens"`
	Limit  int          `json:"limit"`
}

// Row is a fact of the table. With an Item it is there if that is approved, or,
// for a drop, if it is not; the others are there in any case.
type Row struct {
	facts.Fact
	Item string `json:"item,omitempty"`
	// Old is the value that stays unless the item is approved.
	Old          string `json:"old,omitempty"`
	OldQualifier string `json:"old_qualifier,omitempty"`
	// Gone: no source states it any more, and a reviewer kept it.
	Gone bool `json:"gone,omitempty"`
	// OldBans are those of the fact as it stays, OldHeading is its heading if that is another.
	OldBans    facts.Bans `json:"old_bans,omitzero"`
	OldHeading string     `json:"old_heading,omitempty"`
}

// Before is the fact of a row as it is unless its item is approved.
func (r Row) Before() facts.Fact {
	if r.Old != "" {
		r.Value, r.Qualifier, r.Bans = r.Old, r.OldQualifier, r.OldBans
	}
	if r.OldHeading != "" {
		if r.Key == r.Heading {
			r.Key = r.OldHeading
		}
		r.Heading = r.OldHeading
	}
	return r.Fact
}

// Replacing is a row with the fact that stays unless the item is approved, and that fact as people read it.
func (r Row) Replacing(old facts.Fact) (row Row, was string) {
	r.Old, r.OldQualifier, r.OldBans, was = old.Value, old.Qualifier, old.Bans, old.Told()
	if before, now := lookup.Heading(old.Heading), lookup.Heading(r.Heading); before != now {
		r.OldHeading = old.Heading
		if was = strings.TrimSuffix(was+" ", r.Told()+" "); was != "" {
			was += " "
		}
		was += fmt.Sprintf("below %q, now %q", before, now)
	}
	return r, was
}

// isNew reports whether a row is a fact to add that replaces no other value.
func (m *Manifest) isNew(r Row) bool {
	item, _ := m.Item(r.Item)
	return item.Kind == AddFact && r.Old == ""
}

// LeftOut is a fact that is not in the table, and why. Its JSON is part of the contract of run --dry-run --json.
type LeftOut struct {
	// ID names it for a reviewer who includes it: x1, x2, …; empty if that is not possible.
	ID    string `json:"id,omitempty"`
	Path  string `json:"path"`
	Line  int    `json:"line"`
	Key   string `json:"key"` // with its attribute
	Value string `json:"value"`
	// Reason is budget, grown, refused, hand, injection, long, unproven, unclear (the rules cannot tell what the value
	// is, or of what), part (of a list that cannot be included whole), condition (what forbids or limits it is too long),
	// or the broken rule: prose, secret.
	Reason string `json:"reason"`
	// The rest of the fact.
	Heading string     `json:"heading,omitempty"`
	Attr    string     `json:"attr,omitempty"`
	Kind    facts.Kind `json:"kind,omitempty"`
	// Qualifier follows the value in the table.
	Qualifier string `json:"qualifier,omitempty"`
	facts.Bans
}

// Leave returns a fact as one that is not included. It hides a secret.
func Leave(f facts.Fact, reason string) LeftOut {
	if reason == lint.RuleSecret {
		f.Value, f.Qualifier, f.Bans = secrets.Redacted, "", facts.Bans{}
	}
	return LeftOut{
		Path: f.Path, Line: f.Line, Key: f.Label(), Value: f.Value, Reason: reason,
		Heading: f.Heading, Attr: f.Attr, Kind: f.Kind, Qualifier: f.Qualifier, Bans: f.Bans,
	}
}

// Fact returns the fact that is not included.
func (l LeftOut) Fact() facts.Fact {
	return facts.Fact{
		Path: l.Path, Line: l.Line, Heading: l.Heading, Attr: l.Attr, Value: l.Value, Kind: l.Kind, Qualifier: l.Qualifier,
		Bans: l.Bans, Key: strings.TrimSuffix(strings.TrimSuffix(l.Key, l.Attr), " "),
	}
}

// LeftBefore reports which facts the table did not include. Values that had grown are excepted: the next table may
// include them. There may be very many.
func (t *Table) LeftBefore() func(facts.Fact) bool {
	left := map[[2]string]bool{}
	for _, l := range t.LeftOut {
		left[[2]string{l.Key, l.Value}] = l.Reason != "grown"
	}
	return func(f facts.Fact) bool { return left[[2]string{f.Label(), f.Value}] }
}

// Table is TOOLS_COMPACT.md as the decisions make it. Undecided items count as rejected.
func (d *Draft) Table(decisions map[string]Decision) []byte {
	table := d.final(decisions).Tools
	return []byte(lookup.Render(table.facts(), table.Hand))
}

// facts are those of the rows, in order.
func (t *Table) facts() []facts.Fact {
	all := make([]facts.Fact, len(t.Rows))
	for i, row := range t.Rows {
		all[i] = row.Fact
	}
	return all
}

// on is the table as a text of it is, whatever a person did to that. Items that cannot be applied to it are named, each
// with the reason. ours are the facts that a promotion wrote.
func (t *Table) on(m *Manifest, text string, ours []facts.Fact) (now *Table, unapplied map[string]string) {
	table, unapplied := *t, map[string]string{}
	hand, standing := lookup.Read(text, ours)
	stands := func(f facts.Fact) bool {
		i := slices.IndexFunc(standing, func(s facts.Fact) bool { return s.Label() == f.Label() && s.Told() == f.Told() })
		if i >= 0 {
			standing = slices.Delete(slices.Clone(standing), i, i+1)
		}
		return i >= 0
	}
	table.Hand, table.Rows = hand, nil
	if item, rewrites := m.rewriteOf(lookup.File); rewrites && table.Hand.Text() != t.Hand.Text() {
		unapplied[item.ID] = "the handwritten lines of the table have changed"
	}
	about := table.Hand.About()
	for _, row := range t.Rows {
		switch was, isNew := row.Before(), m.isNew(row); {
		case isNew && about(row.Fact):
			unapplied[row.Item] = fmt.Sprintf("a handwritten line of the table is about %s", row.Label())
		case isNew, stands(was):
			table.Rows = append(table.Rows, row)
		case row.Item != "":
			unapplied[row.Item] = fmt.Sprintf("the table does not say %s %s", row.Label(), was.Told())
		}
	}
	for _, l := range t.LeftOut {
		if l.ID != "" && about(l.Fact()) {
			unapplied[l.ID] = fmt.Sprintf("a handwritten line of the table is about %s", l.Key)
		}
	}
	for _, f := range standing {
		table.Rows = append(table.Rows, Row{Fact: f})
	}
	slices.SortStableFunc(table.Rows, func(a, b Row) int { return facts.ByPlace(a.Fact, b.Fact) })
	return &table, unapplied
}

// LastTable returns the newest draft of the table, whatever became of it; nil if there is none.
func (l *Log) LastTable(fsys workspace.FS) *Draft {
	for _, id := range l.Drafts() {
		if len(l.drafts[id].Files[lookup.File]) > 0 {
			if d, err := l.Load(fsys, id); err == nil && d.Tools != nil {
				return d
			}
		}
	}
	return nil
}

// ToolsInPlace returns the draft that made the promoted table, and its facts; nil if there is no table, or if it is
// handwritten.
func (l *Log) ToolsInPlace(fsys workspace.FS) (*Draft, []facts.Fact) {
	for _, id := range l.Drafts() {
		made, inPlace := l.drafts[id].placed[lookup.File]
		if !inPlace || made.hash == workspace.Absent {
			continue
		}
		d, err := l.Load(fsys, id)
		if err != nil || d.Tools == nil {
			continue // lost: the table counts as handwritten
		}
		decisions := map[string]Decision{}
		for item := range made.items {
			decisions[item] = Taken
		}
		return d, d.final(decisions).Tools.facts()
	}
	return nil, nil
}

// saidOtherwise parts the reason of a fact from what speaks against it.
const saidOtherwise = ", but "

// Contradicted is the reason of a fact, with what speaks against the fact if anything does.
func Contradicted(why, contradiction string) string {
	if contradiction == "" {
		return why
	}
	return why + saidOtherwise + contradiction
}

// Contradiction returns what speaks against a fact, such as "MEMORY.md:12 says 8095"; "" if nothing does.
func (i Item) Contradiction() string {
	if i.Kind != AddFact {
		return ""
	}
	_, contradiction, _ := strings.Cut(i.Why, saidOtherwise)
	return contradiction
}

// FactItem makes the item for a fact of the table.
func FactItem(f facts.Fact, kind ItemKind, old, why string, tokens int) Item {
	return Item{
		Kind: kind, Target: lookup.File, Name: f.Label(), Text: f.Told(), Lessons: []string{}, Tokens: tokens,
		Origin: New, Why: why, Source: placeOf(f), Old: old,
	}
}

func placeOf(f facts.Fact) string { return fmt.Sprintf("%s:%d", f.Path, f.Line) }
