package review

import (
	"errors"
	"slices"

	"wisdom/internal/workspace"
	"wisdom/markdown/lookup"
)

// Part is a part of a draft that a run looks at, or leaves alone.
type Part string

// The parts of a draft, in their order.
const (
	PartSection Part = "section" // of SOUL.md
	PartTable   Part = "table"   // TOOLS_COMPACT.md
	PartLines   Part = "lines"   // in AGENTS.md, and in SOUL.md outside the section
)

var partsInOrder = []Part{PartSection, PartTable, PartLines}

// Part is the part that an item belongs to.
func (i Item) Part() Part {
	switch {
	case i.InSection():
		return PartSection
	case i.InTable():
		return PartTable
	}
	return PartLines
}

// LinesWait reports whether the newest draft proposes lines that are undecided: it
// is pending, or it was sent back and none of them was refused by name.
func LinesWait(fsys workspace.FS, l *Log) bool { return len(PendingLines(fsys, l)) > 0 }

// PendingLines are the texts of the lines that LinesWait is about.
func PendingLines(fsys workspace.FS, l *Log) (texts []string) {
	if len(l.order) == 0 {
		return nil
	}
	id := l.order[len(l.order)-1]
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
		if item.Part() == PartLines && (freed || l.isOpen(d, item)) {
			texts = append(texts, item.Text)
		}
	}
	return texts
}

// openItems are the items of a part of a draft that are neither refused nor in place.
func (h *history) openItems(d *Draft, part Part) []Item {
	var items []Item
	for _, item := range d.Items {
		if item.Part() == part && h.isOpen(d, item) {
			items = append(items, item)
		}
	}
	return items
}

func (h *history) isOpen(d *Draft, item Item) bool {
	p := h.drafts[d.ID]
	decision := p.decisions[item.ID]
	return decision != Refused && decision != Freed && decision != Undone && !p.placed.holds(item.ID)
}

// carry takes over from the draft that waits what the run did not look at, so that
// a run about one part leaves the others waiting. What stands on a file that
// changed since is lost with its draft; a run about that part proposes it again.
func (p *Proposal) carry(fsys workspace.FS, l *Log, old *Draft) (lost []Part, err error) {
	for _, part := range partsInOrder {
		items := l.openItems(old, part)
		if slices.Contains(p.Parts, part) || len(items) == 0 {
			continue
		}
		current, err := old.isCurrent(fsys, items)
		if err != nil {
			return nil, err
		}
		var unproven *UnprovenError
		if part == PartTable && current && errors.As(old.prove(fsys), &unproven) {
			current = false
		}
		if !current {
			lost = append(lost, part)
			continue
		}
		p.take(old, part, items)
	}
	slices.SortStableFunc(p.Items, func(a, b Item) int {
		return slices.Index(partsInOrder, a.Part()) - slices.Index(partsInOrder, b.Part())
	})
	return lost, nil
}

// isCurrent reports whether the targets of items are what the draft was made from.
func (d *Draft) isCurrent(fsys workspace.FS, items []Item) (bool, error) {
	for _, t := range d.Targets {
		if !slices.ContainsFunc(items, func(i Item) bool { return i.Target == t.Path }) {
			continue
		}
		if _, now, err := workspace.ReadState(fsys, t.Path, workspace.MaxTarget); err != nil || now != t.Base {
			return false, err
		}
	}
	return true, nil
}

// take takes items of a part over, and what the draft says about that part.
func (p *Proposal) take(old *Draft, part Part, items []Item) {
	p.Items = append(p.Items, items...)
	for _, item := range items {
		if base, there := old.Bases[item.Target]; there {
			p.Bases[item.Target] = base
		}
	}
	for _, s := range old.Sources {
		if !slices.Contains(p.Sources, s) {
			p.Sources = append(p.Sources, s)
		}
	}
	open := func(id string) bool {
		return slices.ContainsFunc(items, func(i Item) bool { return i.ID == id })
	}
	switch part {
	case PartSection:
		p.Engine, p.Model, p.ModelDigest, p.ModelOptions, p.SentTo, p.PromptHash = old.Engine, old.Model, old.ModelDigest, old.ModelOptions, old.SentTo, old.PromptHash
		p.Header, p.Lessons, p.Dropped = old.Header, old.Lessons, old.Dropped
		p.Lines = settled(old, open)
	case PartTable:
		p.Tools = settledTable(old, open)
	case PartLines:
	}
}

// settled are the lines of a section without those that were refused; what was to
// be dropped and stays is a line like any other.
func settled(old *Draft, open func(string) bool) []Line {
	var lines []Line
	for _, line := range old.Lines {
		if item, decidable := old.Item(line.Item); decidable && !open(line.Item) {
			if item.Kind == AddEntry {
				continue
			}
			line.Item = ""
		}
		lines = append(lines, line)
	}
	return lines
}

// settledTable is a table without what was refused; a fact that was to be dropped
// or replaced and stays is a row like any other.
func settledTable(old *Draft, open func(string) bool) *Table {
	table := *old.Tools
	if item, rewrites := old.rewriteOf(lookup.File); rewrites && !open(item.ID) {
		table.Wanted = nil
	}
	table.Rows = nil
	for _, row := range old.Tools.Rows {
		if item, decidable := old.Item(row.Item); decidable && !open(row.Item) {
			if item.Kind == AddFact && row.Old == "" {
				continue
			}
			row = row.settled()
		}
		table.Rows = append(table.Rows, row)
	}
	return &table
}
