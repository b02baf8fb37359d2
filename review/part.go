package review

import (
	"cmp"
	"maps"
	"slices"

	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
)

// Part is a part of a draft that a run looks at, or leaves alone.
type Part string

// The parts of a draft.
const (
	PartSection Part = "section" // of SOUL.md
	PartTable   Part = "table"   // TOOLS_COMPACT.md
	PartLines   Part = "lines"   // in AGENTS.md, and in SOUL.md outside the section
)

// Part names the part that an item belongs to.
func (i Item) Part() Part {
	switch {
	case i.InSection(), i.Kind == SetTrigger:
		return PartSection
	case i.InTable():
		return PartTable
	}
	return PartLines
}

func itemsOf(items []Item, part Part) []Item {
	return slices.DeleteFunc(slices.Clone(items), func(i Item) bool { return i.Part() != part })
}

// settled is a draft once items are decided: what an approved item changes has always been so then, and a rejected one
// was never proposed. The undecided items remain.
func (d *Draft) settled(decisions map[string]Decision) Draft {
	s := *d
	s.Lines = nil
	for _, line := range d.Lines {
		if decision := decisions[line.Item]; line.Item != "" && decision != "" {
			if item, _ := d.Item(line.Item); (item.Kind == DropEntry) == (decision == Taken) {
				continue
			}
			if line.Item = ""; decision == Taken {
				line.Draft = cmp.Or(line.Draft, d.ID)
				if line.Origin == New || line.Origin == Reworded {
					line.Origin = Kept
				}
			}
		}
		if item, is := d.Replacing(line); is && decisions[item.ID] == Taken {
			continue
		}
		s.Lines = append(s.Lines, line)
	}
	if d.Tools != nil {
		s.Tools = d.settledTable(decisions)
	}
	s.Items = slices.DeleteFunc(slices.Clone(d.Items), func(i Item) bool { return decisions[i.ID] != "" })
	return s
}

// settledTable is the table once items are decided.
func (d *Draft) settledTable(decisions map[string]Decision) *Table {
	table := *d.Tools
	table.Rows, table.LeftOut = nil, []LeftOut{}
	if item, rewrites := d.rewriteOf(lookup.File); rewrites && decisions[item.ID] != "" {
		if decisions[item.ID] == Taken {
			table.Hand = *table.Wanted
		}
		table.Wanted = nil
	}
	for _, row := range d.Tools.Rows {
		if decision := decisions[row.Item]; row.Item != "" && decision != "" {
			item, _ := d.Item(row.Item)
			isApproved, isDrop := decision == Taken, item.Kind == DropFact
			switch {
			case isApproved && isDrop, !isApproved && d.isNew(row):
				continue
			case !isApproved && !isDrop:
				row.Fact = row.Before()
			}
			row = Row{Fact: row.Fact}
		}
		table.Rows = append(table.Rows, row)
	}
	for _, l := range d.Tools.LeftOut {
		if l.ID != "" && decisions[l.ID] == Taken {
			table.Rows = append(table.Rows, Row{Fact: l.Fact()})
		} else {
			table.LeftOut = append(table.LeftOut, l)
		}
	}
	slices.SortStableFunc(table.Rows, func(a, b Row) int { return facts.ByPlace(a.Fact, b.Fact) })
	return &table
}

// final is a draft once everything is decided. Undecided items count as rejected.
func (d *Draft) final(decisions map[string]Decision) Draft {
	all := map[string]Decision{}
	for _, id := range d.AllIDs() {
		all[id] = Refused
		if decisions[id] == Taken {
			all[id] = Taken
		}
	}
	return d.settled(all)
}

// leaveOut takes items out; what they would have changed stays as it is.
func (p *Proposal) leaveOut(ids []string) {
	decisions := map[string]Decision{}
	for _, id := range ids {
		decisions[id] = Refused
	}
	p.Draft = p.settled(decisions)
}

func (i Item) line() Line {
	return Line{Item: i.ID, Name: i.Name, Text: i.Text, Lessons: i.Lessons, Origin: i.Origin}
}

func (m *Manifest) dropItem(id string, e section.Entry, lessons []string, origin Origin, why string) Item {
	return Item{
		ID: id, Kind: DropEntry, Target: m.SectionFile(), Name: e.Name, Text: e.Text,
		Lessons: lessons, Origin: origin, Why: why,
	}
}

// on returns an item of a draft that was made from one text of its file as it is on another; ok is false if the text
// that it is about is gone. An entry or a fact names what it is about itself.
func (i Item) on(from, to []byte) (moves Item, ok bool) {
	ok = true
	switch {
	case i.Kind == AddLine:
		i.At, ok = i.placeIn(from, to)
	case i.Kind == Rewrite && !i.InTable():
		var merged []byte
		merged, ok = mergeTexts(from, []byte(i.Insert), to)
		i.Insert = string(merged)
	}
	return i, ok
}

// keep adds an item of an older draft to the proposal of a run, if there is a place for it: an entry, a line, or what a
// person wants otherwise in the table. open is what remains to decide of that draft.
func (p *Proposal) keep(open *Proposal, item Item) {
	item.ID = p.nextID(item.ID[:1])
	switch {
	case item.Kind == AddEntry && item.Origin != Required:
		p.keepEntry(open, item)
	case item.InTable() && item.Origin == Hand:
		p.keepFact(open, item)
	case item.Part() == PartLines:
		p.Items = append(p.Items, item)
	case item.Kind == SetTrigger:
		p.setTrigger(item)
	}
}

// keepEntry gives an entry its place in the section; there is none if another entry is backed by its lessons. A person's
// wording replaces the run's for the same lessons.
func (p *Proposal) keepEntry(open *Proposal, item Item) {
	if item.Old != "" && !slices.ContainsFunc(p.Lines, item.replaces) { // the entry in its way is gone
		return
	}
	at := slices.IndexFunc(p.Lines, func(l Line) bool {
		return slices.ContainsFunc(l.Lessons, func(id string) bool { return slices.Contains(item.Lessons, id) })
	})
	switch {
	case at < 0:
		p.Lines, p.Items = append(p.Lines, item.line()), append(p.Items, item)
	case item.Origin == Reworded && p.Lines[at].Origin == New:
		line := &p.Lines[at]
		i := slices.IndexFunc(p.Items, func(other Item) bool { return other.ID == line.Item }) // a new line has one
		item.ID, item.Lessons = line.Item, line.Lessons
		*line, p.Items[i] = item.line(), item
	default:
		return
	}
	p.Lessons = append(p.Lessons, missing(open.Lessons, item.Lessons, p.Lessons)...)
}

// keepFact puts what a person wants into the table: their lines, as long as the table has none that are newer, or a
// fact to go that is still in it.
func (p *Proposal) keepFact(open *Proposal, item Item) {
	if p.Tools == nil { // the run proposes nothing for it
		p.Tools = open.final(nil).Tools
	}
	at := slices.IndexFunc(p.Tools.Rows, func(r Row) bool {
		return r.Item == "" && r.Label() == item.Name && r.Told() == item.Text
	})
	switch {
	case item.Kind == Rewrite && p.Tools.Hand.Text() == open.Tools.Hand.Text():
		p.Tools.Wanted = open.Tools.Wanted
	case item.Kind == DropFact && at >= 0:
		p.Tools.Rows[at].Item = item.ID
	default:
		return
	}
	p.Items = append(p.Items, item)
}

// HasReopenedLines reports whether a reviewer reopened a line of a draft that is closed: a run proposes it again.
func (l *Log) HasReopenedLines(fsys workspace.FS) bool {
	return slices.ContainsFunc(l.order, func(id string) bool {
		decisions := l.drafts[id].decisions
		if !slices.Contains(slices.Collect(maps.Values(decisions)), Freed) {
			return false
		}
		d, err := l.Load(fsys, id)
		return err == nil && slices.ContainsFunc(itemsOf(d.Items, PartLines), func(i Item) bool {
			return decisions[i.ID] == Freed
		})
	})
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
