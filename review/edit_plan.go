package review

import (
	"fmt"
	"slices"

	"wisdom/internal/tokens"
	"wisdom/markdown/section"
	"wisdom/review/lint"
)

// add proposes an entry in a person's words, which are checked like all others.
func (p *Proposal) add(item Item, opts Options) error {
	if problems := lint.Entry(item.Entry(), opts.Lint.Budgets.Words); len(problems) > 0 {
		return &WordsError{"", problems}
	}
	item.ID, item.Kind, item.Target = p.nextID("e"), AddEntry, lint.SoulFile
	item.Tokens = opts.Lint.Budgets.Count.Of(tokens.Measure(item.Entry().String() + "\n"))
	p.Items = append(p.Items, item)
	p.Lines = append(p.Lines, item.line())
	return nil
}

// own adds a person's own entries.
func (p *Proposal) own(r Revision, opts Options) error {
	for _, e := range r.Own {
		if err := p.add(
			Item{Name: e.Name, Text: e.Text, Lessons: []string{}, Origin: Hand, Why: "written by " + opts.By},
			opts,
		); err != nil {
			return err
		}
	}
	return nil
}

// change drops entries that stand, or gives them other words for their lessons.
func (p *Proposal) change(r Revision, opts Options) error {
	for i, line := range slices.Clone(p.Lines) {
		to, changes := r.Kept[section.Entry{Name: line.Name, Text: line.Text}]
		if !changes || line.Item != "" || line.Origin == Required {
			continue
		}
		p.Lines[i].Item = p.nextID("e")
		p.Items = append(p.Items, Item{
			ID:      p.Lines[i].Item,
			Kind:    DropEntry,
			Target:  lint.SoulFile,
			Name:    line.Name,
			Text:    line.Text,
			Lessons: line.Lessons,
			Origin:  line.Origin,
			Why:     opts.By + " wants it out",
		})
		if to.Text == "" {
			continue
		}
		if err := p.add(
			Item{Name: to.Name, Text: to.Text, Lessons: line.Lessons, Origin: Reworded, Why: inWordsOf(line.Lessons, opts)},
			opts,
		); err != nil {
			return err
		}
	}
	return nil
}

func inWordsOf(lessons []string, opts Options) string {
	return fmt.Sprintf("%s, in the words of %s", count(len(lessons), "lesson", "lessons"), opts.By)
}

// rewrite proposes other text outside the section.
func (p *Proposal) rewrite(r Revision, opts Options) error {
	if r.Soul == nil {
		return nil
	}
	before := p.Bases[lint.SoulFile]
	now, err := sectionOf(r.Soul)
	if err != nil {
		return fmt.Errorf("%s: %w", lint.SoulFile, err)
	}
	if was, err := sectionOf(before); err != nil || (was == nil) != (now == nil) {
		return &ItemError{p.Revises, "", "the section of SOUL.md has lost its place: leave its heading where it is"}
	}
	p.Items = append(p.Items, Item{
		ID: p.nextID(
			"i",
		),
		Kind:    Rewrite,
		Target:  lint.SoulFile,
		Name:    "The text outside the section:",
		Lessons: []string{},
		Origin:  Hand,
		Text:    describe(before, r.Soul),
		Why:     "written by " + opts.By,
		Insert:  string(r.Soul),
	})
	return nil
}
