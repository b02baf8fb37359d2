package review

import (
	"slices"

	"wisdom/internal/workspace"
)

// linesPart is the part of lines and texts in files that a person writes: AGENTS.md, and SOUL.md outside the section.
type linesPart struct{}

func (linesPart) name() Part { return PartLines }

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
