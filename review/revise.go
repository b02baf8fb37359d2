package review

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"wisdom/internal/words"
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

// revise stages a draft with a person's changes, which replaces the pending one. Items that stay the same inherit
// their decisions; the others are undecided. Rejected entries are dropped if a person's words need their room. If a
// rule is broken, nothing is staged, and the error is a *WordsError or an *InvalidError. Edits of the files since are
// kept. If nothing remains to propose, the draft stays as it is.
func (l *Log) revise(ctx context.Context, fsys workspace.FS, d *Draft, e editPlan, opts Options) (*Draft, error) {
	p, err := l.rest(fsys, d)
	if err != nil {
		return nil, err
	}
	if e.Soul != nil {
		merged, ok := mergeTexts(d.Bases[lint.SoulFile], e.Soul, p.Bases[lint.SoulFile])
		if !ok {
			return nil, &ItemError{d.ID, "", "SOUL.md was edited on the same lines since: make the edit there"}
		}
		e.Soul = merged
	}
	if err := p.followSources(ctx, fsys); err != nil {
		return nil, err
	}
	p.leaveOut(e.without)
	for _, work := range []func(editPlan, Options) error{p.reword, p.change, p.rewrite, p.retable} {
		if err := work(e, opts); err != nil {
			return nil, err
		}
	}
	for _, line := range slices.Backward(p.Lines) { // the weakest entry comes last
		item, _ := p.Item(line.Item)
		invalid, broken := errors.AsType[*InvalidError](p.allValid(opts.Lint))
		if !broken || !invalid.isAboutRoom() {
			break
		}
		if item.Kind == AddEntry && item.Origin != Required && l.drafts[d.ID].decisions[item.ID] == Refused {
			p.leaveOut([]string{item.ID})
		}
	}
	if len(p.Items) == 0 {
		return d, nil
	}
	return l.restage(ctx, fsys, d, p, placing{why: "a person wants it otherwise", takenOver: e.TakenOver}, opts)
}

// reword gives entries other words. The required entry has none but its own.
func (p *Proposal) reword(e editPlan, opts Options) error {
	for id, entry := range e.words {
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
		if err := item.setWords(entry, opts); err != nil {
			return err
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
	item := Item{Kind: AddEntry, Target: lint.SoulFile, Lessons: lessons, Origin: origin, Why: why}
	if err := item.setWords(e, opts); err != nil {
		return err
	}
	item.ID = p.nextID("e")
	p.Items = append(p.Items, item)
	p.Lines = append(p.Lines, item.line())
	return nil
}

// change drops existing entries, rewords them for their lessons, and adds a person's own.
func (p *Proposal) change(e editPlan, opts Options) error {
	for i, line := range slices.Clone(p.Lines) {
		to, changes := e.kept[line.Entry()]
		if !changes || line.Item != "" || line.Origin == Required {
			continue
		}
		p.Lines[i].Item = p.nextID("e")
		drop := dropItem(p.Lines[i].Item, line.Entry(), line.Lessons, line.Origin, opts.By+" wants it out")
		p.Items = append(p.Items, drop)
		if to.Text == "" {
			continue
		}
		if err := p.add(to, line.Lessons, Reworded, inWordsOf(line.Lessons, opts), opts); err != nil {
			return err
		}
	}
	for _, entry := range e.own {
		if err := p.add(entry, []string{}, Hand, "written by "+opts.By, opts); err != nil {
			return err
		}
	}
	return nil
}

func inWordsOf(lessons []string, opts Options) string {
	return fmt.Sprintf("%s, in the words of %s", words.Plural(len(lessons), "lesson"), opts.By)
}

// rewrite proposes other text outside the section.
func (p *Proposal) rewrite(e editPlan, opts Options) error {
	if e.Soul == nil {
		return nil
	}
	before := p.Bases[lint.SoulFile]
	now, err := section.In(e.Soul)
	if err != nil {
		return fmt.Errorf("%s: %w", lint.SoulFile, err)
	}
	if was, err := section.In(before); err != nil || (was == nil) != (now == nil) {
		return &ItemError{p.Revises, "", "the section of SOUL.md has lost its place: leave its heading where it is"}
	}
	item := rewriteItem(p.nextID("i"), lint.SoulFile, opts)
	item.Name, item.Text, item.Insert = "The text outside the section:", describe(before, e.Soul), string(e.Soul)
	p.Items = append(p.Items, item)
	return nil
}

func rewriteItem(id string, target workspace.Path, opts Options) Item {
	return Item{ID: id, Kind: Rewrite, Target: target, Lessons: []string{}, Origin: Hand, Why: "written by " + opts.By}
}
