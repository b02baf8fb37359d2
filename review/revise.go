package review

import (
	"context"
	"fmt"
	"slices"

	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/facts"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
)

// Revision holds what a person wants changed in a draft.
type Revision struct {
	// Words are other words for entries, by the items that propose them.
	Words map[string]section.Entry
	// Own are entries of the person's own. They need no lessons.
	Own []section.Entry
	// Kept maps existing entries to their new words, or to none if they go.
	Kept map[section.Entry]section.Entry
	// Without are items that the next draft does without.
	Without []string
	// Soul is SOUL.md with other text outside the section; nil if that stays.
	Soul []byte
	// Table is the new TOOLS_COMPACT.md; nil if it stays. Out are facts of the existing one that go.
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

// revise stages a draft with a person's changes, which replaces the pending one. Items that stay the same inherit
// their decisions; the others are undecided. Rejected entries are dropped if a person's words need their room. If a
// rule is broken, nothing is staged, and the error is a *WordsError or an *InvalidError. revise does not rebase on a
// file that changed since; Fit does. With a *QueueError the draft is staged. If nothing remains to propose, the draft
// stays as it is.
func (l *Log) revise(ctx context.Context, fsys workspace.FS, d *Draft, r Revision, opts Options) (*Draft, error) {
	bases := map[workspace.Path][]byte{}
	for _, t := range d.Targets {
		if base, err := l.known(fsys, d, t); err != nil {
			return nil, err
		} else if base != nil {
			bases[t.Path] = base
		}
	}
	p := l.rest(d, bases)
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
		entry = entry.WithStops()
		if problems := lint.Entry(entry, opts.Lint.Budgets.Words); len(problems) > 0 {
			return &WordsError{id, problems}
		}
		item := &p.Items[i]
		item.Name, item.Text, item.Quotes = entry.Name, entry.Text, ""
		if item.Origin != Hand {
			item.Origin, item.Why = Reworded, inWordsOf(item.Lessons, opts)
		}
		item.Tokens = opts.Lint.Budgets.Of(tokens.Measure(item.Entry().String() + newline))
		for j := range p.Lines {
			if p.Lines[j].Item == id {
				p.Lines[j].Name, p.Lines[j].Text, p.Lines[j].Origin = item.Name, item.Text, item.Origin
			}
		}
	}
	return nil
}
