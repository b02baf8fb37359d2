package review

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
)

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

// revise stages what a person made of the rest of a draft, which replaces that one. Items that stay the same inherit
// their decisions; the others are undecided. Rejected entries are dropped if a person's words need their room. If a
// rule is broken, nothing is staged, and the error is an *InvalidError. If
// nothing remains to propose, the draft stays as it is.
func (l *Log) revise(ctx context.Context, fsys workspace.FS, d *Draft, p *Proposal, opts Options) (*Draft, error) {
	for _, line := range slices.Backward(p.Lines) { // the weakest entry comes last
		item, _ := p.Item(line.Item)
		invalid, broken := errors.AsType[*InvalidError](p.allValid(opts.Lint))
		if !broken || !invalid.isAboutRoom() {
			break
		}
		if item.Kind == AddEntry && item.Origin != Required && l.of(d.ID).decisions[item.ID] == Refused {
			p.leaveOut([]string{item.ID})
		}
	}
	if len(p.Items) == 0 {
		return d, nil
	}
	p.why = "a person wants it otherwise"
	return l.restage(ctx, fsys, d, p, opts)
}

// reword gives an entry other words. The required entry has none but its own.
func (p *Proposal) reword(id string, entry section.Entry, opts Options) error {
	i := slices.IndexFunc(p.Items, func(item Item) bool { return item.ID == id })
	switch {
	case i < 0:
		return &ItemError{"", id, "there is no such item that can be reworded"}
	case p.Items[i].Origin == Required:
		return &ItemError{"", id, "the required entry stays word for word"}
	case p.Items[i].Kind != AddEntry:
		return &ItemError{"", id, "it proposes no words of its own"}
	}
	item := &p.Items[i]
	was := item.Entry().String()
	if err := item.setWords(entry, opts); err != nil {
		return err
	}
	for j := range p.Items {
		if p.Items[j].Kind == SetTrigger && p.Items[j].Name == was { // it follows, and is asked anew
			p.Items[j].Name = item.Entry().String()
		}
	}
	item.Quotes = ""
	if item.Origin != Hand {
		item.Origin, item.Why = Reworded, inWordsOf(item.Lessons, opts)
	}
	for j := range p.Lines {
		if p.Lines[j].Item == id {
			p.Lines[j].Name, p.Lines[j].Text, p.Lines[j].Origin = item.Name, item.Text, item.Origin
		}
	}
	return nil
}

// setWords gives an item a person's words, which are checked like all others.
func (i *Item) setWords(e section.Entry, opts Options) error {
	e = e.WithStops()
	if problems := lint.Entry(e, opts.Lint.Budgets.Words); len(problems) > 0 {
		return &WordsError{i.ID, problems}
	}
	i.Name, i.Text = e.Name, e.Text
	i.Tokens = opts.Lint.Budgets.Cost(i.Entry().String() + "\n")
	return nil
}

// add proposes an entry in a person's words.
func (p *Proposal) add(e section.Entry, lessons []string, origin Origin, why string, opts Options) error {
	item := Item{Kind: AddEntry, Target: p.SectionFile(), Lessons: lessons, Origin: origin, Why: why}
	if err := item.setWords(e, opts); err != nil {
		return err
	}
	item.ID = p.nextID("e")
	p.Items = append(p.Items, item)
	p.Lines = append(p.Lines, item.line())
	return nil
}

func inWordsOf(lessons []string, opts Options) string {
	return fmt.Sprintf("%s, in the words of %s", text.Plural(len(lessons), "lesson"), opts.By)
}
