package review

import (
	"maps"
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

// inherit implements part. A line or text that was approved stays, if its place is still there.
func (linesPart) inherit(fsys workspace.FS, p *Proposal, old *Draft, item Item, opts Options) (int, error) {
	if i := slices.IndexFunc(p.Items, item.same); i >= 0 {
		return i, nil
	}
	with := *p
	with.Bases = maps.Clone(p.Bases)
	base, there := with.Bases[item.Target]
	if !there {
		now, hash, err := workspace.ReadState(fsys, item.Target, workspace.MaxTarget)
		if err != nil || hash == workspace.Absent {
			return -1, err
		}
		base, with.Bases[item.Target] = now, now
	}
	if item.Kind == Rewrite {
		merged, ok := mergeTexts(old.Bases[item.Target], []byte(item.Insert), base)
		item.Insert, there = string(merged), ok
	} else {
		item.At, there = moved(old.Bases[item.Target], base, item.At)
	}
	item.ID = p.nextID(item.ID[:1])
	with.Items = append(slices.Clone(p.Items), item)
	if !there || with.aim() != nil || with.allValid(opts.Lint) != nil {
		return -1, nil
	}
	*p = with
	return len(p.Items) - 1, nil
}
