package review

import (
	"fmt"
	"slices"

	"wisdom/internal/tokens"
	"wisdom/internal/words"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
)

// add proposes an entry in a person's words, which are checked like all others.
func (p *Proposal) add(item Item, opts Options) error {
	e := item.Entry().WithStops()
	item.Name, item.Text = e.Name, e.Text
	if problems := lint.Entry(item.Entry(), opts.Lint.Budgets.Words); len(problems) > 0 {
		return &WordsError{"", problems}
	}
	item.ID, item.Kind, item.Target = p.nextID("e"), AddEntry, lint.SoulFile
	item.Tokens = opts.Lint.Budgets.Of(tokens.Measure(item.Entry().String() + "\n"))
	p.Items = append(p.Items, item)
	p.Lines = append(p.Lines, item.line())
	return nil
}

// own adds a person's own entries.
func (p *Proposal) own(r Revision, opts Options) error {
	for _, e := range r.Own {
		item := Item{Name: e.Name, Text: e.Text, Lessons: []string{}, Origin: Hand, Why: "written by " + opts.By}
		if err := p.add(item, opts); err != nil {
			return err
		}
	}
	return nil
}

// change drops existing entries, or rewords them for their lessons.
func (p *Proposal) change(r Revision, opts Options) error {
	for i, line := range slices.Clone(p.Lines) {
		to, changes := r.Kept[line.entry()]
		if !changes || line.Item != "" || line.Origin == Required {
			continue
		}
		p.Lines[i].Item = p.nextID("e")
		drop := dropItem(p.Lines[i].Item, line.entry(), line.Lessons, line.Origin, opts.By+" wants it out")
		p.Items = append(p.Items, drop)
		if to.Text == "" {
			continue
		}
		item := Item{Name: to.Name, Text: to.Text, Lessons: line.Lessons, Origin: Reworded}
		item.Why = inWordsOf(line.Lessons, opts)
		if err := p.add(item, opts); err != nil {
			return err
		}
	}
	return nil
}

func inWordsOf(lessons []string, opts Options) string {
	return fmt.Sprintf("%s, in the words of %s", words.Plural(len(lessons), "lesson"), opts.By)
}

// rewrite proposes other text outside the section.
func (p *Proposal) rewrite(r Revision, opts Options) error {
	if r.Soul == nil {
		return nil
	}
	before := p.Bases[lint.SoulFile]
	now, err := section.In(r.Soul)
	if err != nil {
		return fmt.Errorf("%s: %w", lint.SoulFile, err)
	}
	if was, err := section.In(before); err != nil || (was == nil) != (now == nil) {
		return &ItemError{p.Revises, "", "the section of SOUL.md has lost its place: leave its heading where it is"}
	}
	item := rewriteItem(p.nextID("i"), lint.SoulFile, opts)
	item.Name, item.Text, item.Insert = "The text outside the section:", describe(before, r.Soul), string(r.Soul)
	p.Items = append(p.Items, item)
	return nil
}

// rewriteItem is an item that puts a person's text into a file.
func rewriteItem(id string, target workspace.Path, opts Options) Item {
	return Item{ID: id, Kind: Rewrite, Target: target, Lessons: []string{}, Origin: Hand, Why: "written by " + opts.By}
}
