package review

import (
	"slices"

	"github.com/aymanbagabas/go-udiff"

	"wisdom/internal/workspace"
)

// linesPart is the part of lines and texts in files that a person writes: AGENTS.md, and SOUL.md outside the section.
type linesPart struct{}

func (linesPart) name() Part { return PartLines }

// render implements part. Of the lines for one place, the first item comes first.
func (linesPart) render(_ *Draft, f *File, _ map[string]Decision) error {
	content := f.Content
	if i := slices.IndexFunc(f.approved, func(i Item) bool { return i.Kind == Rewrite }); i >= 0 {
		content = []byte(f.approved[i].Insert)
	}
	var lines []Item
	for _, item := range f.approved {
		if item.Kind == AddLine {
			at, there := moved(f.Content, content, item.At)
			if item.At = at; !there {
				item.At = len(content) // a person rewrote the text around it
			}
			lines = append(lines, item)
		}
	}
	slices.SortStableFunc(lines, func(a, b Item) int { return a.At - b.At })
	var with []byte
	from := 0
	for _, item := range lines {
		with = append(append(with, content[from:item.At]...), item.Insert...)
		from = item.At
	}
	with = append(with, content[from:]...)
	f.Content = with
	return nil
}

// settle implements part: a line that is there is the file's, and one that is not is nowhere.
func (linesPart) settle(*Manifest, func(item string) outcome) {}

// relocate finds the places of new lines in targets that changed. It removes an item whose place is gone.
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

// moved returns where a place of a text is in a later one; ok is false if the text around it is gone.
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

// PendingLines are the texts of the undecided lines of the newest draft: it is pending, or a reviewer requested changes
// to it and rejected no line by its ID.
func PendingLines(fsys workspace.FS, l *Log) (texts []string) {
	id := l.newest()
	state := l.State(id)
	if !state.Waits() && state != StateReturned {
		return nil
	}
	d, err := l.Load(fsys, id)
	if err != nil {
		return nil
	}
	for _, item := range d.Items {
		decision := l.drafts[id].decisions[item.ID]
		freed := state == StateReturned && decision == Freed
		if item.Part() == PartLines && (freed || l.isOpen(id, item.ID)) {
			texts = append(texts, item.Text)
		}
	}
	return texts
}

func (linesPart) take(workspace.FS, *Proposal, *Draft) bool { return true }

func (linesPart) inherit(_ workspace.FS, p *Proposal, _ *Draft, item Item, _ Options) (int, error) {
	return slices.IndexFunc(p.Items, item.same), nil
}
