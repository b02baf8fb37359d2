package review

import (
	"context"
	"fmt"
	"slices"

	"github.com/aymanbagabas/go-udiff"

	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/facts"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
	"wisdom/review/lint"
)

// Revision is what a person wants otherwise in a draft.
type Revision struct {
	// Words are other words for entries, by the items that propose them.
	Words map[string]section.Entry
	// Own are entries of the person's own. They need no lessons.
	Own []section.Entry
	// Kept says what is to become of entries that stand already: other words, or
	// none.
	Kept map[section.Entry]section.Entry
	// Without are items that the next draft does without.
	Without []string
	// Soul is SOUL.md as it is to be outside of the section; nil where that stays.
	Soul []byte
	// Table is TOOLS_COMPACT.md as it is to be, nil where that stays; Out are facts
	// that stand in it and are to go.
	Table []byte
	Out   []facts.Fact
	// TakenOver are views as they were read: they may be replaced.
	TakenOver []View
}

// WordsError says what rules a person's words break.
type WordsError struct {
	Item     string // empty for an entry of the person's own
	Problems []lint.Problem
}

// Error implements error.
func (e *WordsError) Error() string {
	if e.Item == "" {
		return e.Problems[0].Message
	}
	return fmt.Sprintf("item %s: %s", e.Item, e.Problems[0].Message)
}

// revise stages a draft with what a person wants otherwise, in the place of the
// one that waits. What was decided on that goes over to the items that stay the
// same; the others are undecided. Rejected entries are left out where they take the
// room that a person's words need. Where a rule is broken nothing is staged: a
// *WordsError or an *InvalidError. A file that changed since stays so: Fit is for
// that. With a *QueueError the draft is staged. Where nothing is left to propose,
// the draft stays as it is.
func (l *Log) revise(ctx context.Context, fsys workspace.FS, d *Draft, r Revision, opts Options) (*Draft, error) {
	bases := map[workspace.Path][]byte{}
	for _, t := range d.Targets {
		if base, err := l.known(fsys, d, t); err != nil {
			return nil, err
		} else if base != nil {
			bases[t.Path] = base
		}
	}
	p := l.restOn(d, bases)
	if err := p.followSources(ctx, fsys); err != nil {
		return nil, err
	}
	p.leaveOut(r.Without)
	for _, work := range []func(Revision, Options) error{p.reword, p.change, p.own, p.rewrite, p.takeOut, p.retable} {
		if err := work(r, opts); err != nil {
			return nil, err
		}
	}
	p, _, _ = p.withRoom(l.weakestFirst(d, p, Refused), opts.Lint)
	if len(p.Items) == 0 {
		return d, nil
	}
	return l.restage(ctx, fsys, d, p, placing{why: "a person wants it otherwise", takenOver: r.TakenOver}, opts)
}

// relocate finds the places of lines that are to be put in, in targets that are
// not what they were before. Where a place is gone, so is the item.
func (p *Proposal) relocate(before map[workspace.Path][]byte) {
	var items []Item
	for _, item := range p.Items {
		there := true
		if item.Kind == AddLine {
			item.At, there = moved(before[item.Target], p.Bases[item.Target], item.At)
		}
		if there {
			items = append(items, item)
		}
	}
	p.Items = items
}

// moved is where a place in a text is in a later one; ok is false where what stood
// around it is gone.
func moved(before, after []byte, at int) (place int, ok bool) {
	place = at
	for _, edit := range udiff.Bytes(before, after) {
		switch {
		case edit.End <= at:
			place += len(edit.New) - (edit.End - edit.Start)
		case edit.Start < at:
			return 0, false
		}
	}
	return place, true
}

// standing are the lines of a draft once what was placed of it stands there like
// everything else.
func (d *Draft) standing(placed placed) []Line {
	var lines []Line
	for _, line := range d.Lines {
		item, _ := d.Item(line.Item)
		switch {
		case !placed.holds(line.Item):
		case item.Kind == DropEntry:
			continue
		default:
			line.Item = ""
			if line.Draft == "" {
				line.Draft = d.ID
			}
			if line.Origin == New || line.Origin == Reworded {
				line.Origin = Kept
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// standing is the table once what was placed of it stands there.
func (t *Table) standing(d *Draft, placed placed) *Table {
	next := *t
	if item, there := d.rewriteOf(lookup.File); there && placed.holds(item.ID) {
		next.Hand, next.Wanted = *t.Wanted, nil
	}
	next.Rows = nil
	for _, row := range t.Rows {
		item, _ := d.Item(row.Item)
		switch {
		case !placed.holds(row.Item):
		case item.Kind == DropFact:
			continue
		default:
			row = Row{Fact: row.Fact}
		}
		next.Rows = append(next.Rows, row)
	}
	next.LeftOut = nil
	for _, l := range t.LeftOut {
		if l.ID != "" && placed.holds(l.ID) {
			next.Rows = append(next.Rows, Row{Fact: l.Fact()})
		} else {
			next.LeftOut = append(next.LeftOut, l)
		}
	}
	slices.SortStableFunc(next.Rows, func(a, b Row) int { return facts.ByPlace(a.Fact, b.Fact) })
	return &next
}

// reword gives entries other words. The required entry has none but its own.
func (p *Proposal) reword(r Revision, opts Options) error {
	newline := markdown.Parse(p.Bases[lint.SoulFile]).Newline()
	for id, entry := range r.Words {
		i := slices.IndexFunc(p.Items, func(item Item) bool { return item.ID == id })
		switch {
		case i < 0:
			return &ItemError{"", id, "there is no such item that can be reworded"}
		case p.Items[i].Origin == Required:
			return &ItemError{"", id, "the required entry stays word for word"}
		case p.Items[i].Kind != AddEntry:
			return &ItemError{"", id, "it proposes no words of its own"}
		}
		if problems := lint.Entry(entry, opts.Lint.Budgets.Words); len(problems) > 0 {
			return &WordsError{id, problems}
		}
		item := &p.Items[i]
		item.Name, item.Text, item.Quotes = entry.Name, entry.Text, ""
		if item.Origin != Hand {
			item.Origin, item.Why = Reworded, inWordsOf(item.Lessons, opts)
		}
		item.Tokens = opts.Lint.Budgets.Count.Of(tokens.Measure(item.Entry().String() + newline))
		for j := range p.Lines {
			if p.Lines[j].Item == id {
				p.Lines[j].Name, p.Lines[j].Text, p.Lines[j].Origin = item.Name, item.Text, item.Origin
			}
		}
	}
	return nil
}

// carryAll takes over every decision on an item that stays the same.
func (l *Log) carryAll(d *Draft, p *Proposal) []Carried {
	var carried []Carried
	next := p.Draft()
	for _, id := range p.AllIDs() {
		old, was := d.Item(id)
		item, _ := next.Item(id)
		if decision := l.drafts[d.ID].decisions[id]; was && decision != "" && old.same(item) {
			carried = append(carried, Carried{id, id, decision})
		}
	}
	return carried
}

// Successor is the draft that took the place of one, or "".
func (h *history) Successor(draft string) string {
	if p := h.drafts[draft]; p != nil {
		return p.after
	}
	return ""
}
