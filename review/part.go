package review

import (
	"slices"

	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
	"wisdom/markdown/lint"
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
	case i.InSection():
		return PartSection
	case i.InTable():
		return PartTable
	}
	return PartLines
}

func itemsOf(items []Item, part Part) []Item {
	return slices.DeleteFunc(slices.Clone(items), func(i Item) bool { return i.Part() != part })
}

// settle makes a proposal what it is once items are decided: what an approved item changes has always been so then, and
// a rejected one was never proposed. The undecided items remain.
func (p *Proposal) settle(decisions map[string]Decision) {
	var lines []Line
	for _, line := range p.Lines {
		item, decidable := p.Item(line.Item)
		if decision := decisions[line.Item]; decidable && decision != "" {
			if (item.Kind == DropEntry) == (decision == Taken) {
				continue
			}
			line.Item = ""
			if decision == Taken {
				line.keptBy(p.ID)
			}
		}
		lines = append(lines, line)
	}
	p.Lines = lines
	if p.Tools != nil {
		p.Tools = p.Tools.settled(&p.Manifest, decisions)
	}
	p.Items = slices.DeleteFunc(slices.Clone(p.Items), func(i Item) bool { return decisions[i.ID] != "" })
}

// leaveOut takes items out; what they would have changed stays as it is.
func (p *Proposal) leaveOut(ids []string) {
	decisions := map[string]Decision{}
	for _, id := range ids {
		decisions[id] = Refused
	}
	p.settle(decisions)
}

// settled is the table of a manifest once items are decided.
func (t *Table) settled(m *Manifest, decisions map[string]Decision) *Table {
	table := *t
	if item, rewrites := m.rewriteOf(lookup.File); rewrites && decisions[item.ID] != "" {
		if decisions[item.ID] == Taken {
			table.Hand = *table.Wanted
		}
		table.Wanted = nil
	}
	table.Rows = nil
	for _, row := range t.Rows {
		item, decidable := m.Item(row.Item)
		if decision := decisions[row.Item]; decidable && decision != "" {
			taken := decision == Taken
			if item.Kind == DropFact && taken || item.Kind != DropFact && !taken && row.Old == "" {
				continue
			}
			if item.Kind != DropFact && !taken {
				row.Fact = row.Before()
			}
			row = Row{Fact: row.Fact}
		}
		table.Rows = append(table.Rows, row)
	}
	isIncluded := func(l LeftOut) bool { return l.ID != "" && decisions[l.ID] == Taken }
	for _, l := range table.LeftOut {
		if isIncluded(l) {
			table.Rows = append(table.Rows, Row{Fact: l.Fact()})
		}
	}
	table.LeftOut = slices.DeleteFunc(slices.Clone(table.LeftOut), isIncluded)
	slices.SortStableFunc(table.Rows, func(a, b Row) int { return facts.ByPlace(a.Fact, b.Fact) })
	return &table
}

// InPlace are the lines that the decisions leave in the section, in order.
func (d *Draft) InPlace(decisions map[string]Decision) []Line {
	return slices.DeleteFunc(slices.Clone(d.Lines), func(line Line) bool {
		item, decidable := d.Item(line.Item)
		return decidable && line.Origin != Required && (item.Kind == DropEntry) == (decisions[item.ID] == Taken)
	})
}

// keptBy makes a line one that a draft brought and that is kept.
func (l *Line) keptBy(draft string) {
	if l.Draft == "" {
		l.Draft = draft
	}
	if l.Origin == New || l.Origin == Reworded {
		l.Origin = Kept
	}
}

func (i Item) line() Line {
	return Line{Item: i.ID, Name: i.Name, Text: i.Text, Lessons: i.Lessons, Origin: i.Origin}
}

func dropItem(id string, e section.Entry, lessons []string, origin Origin, why string) Item {
	return Item{
		ID: id, Kind: DropEntry, Target: lint.SoulFile, Name: e.Name, Text: e.Text,
		Lessons: lessons, Origin: origin, Why: why,
	}
}

// on returns an item of a draft that was made from one text of its file as it is on another; ok is false if the text
// that it is about is gone. An entry or a fact names what it is about itself.
func (i Item) on(from, to []byte) (moved Item, ok bool) {
	if i.Kind != AddLine && i.Kind != Rewrite || i.InTable() {
		return i, true
	}
	alone := &Draft{Manifest: Manifest{Items: []Item{i}}, Bases: map[workspace.Path][]byte{i.Target: from}}
	f, err := alone.apply(i.Target, to, alone.Items, unplaced)
	if err != nil || f.unapplied[i.ID] != "" {
		return i, false
	}
	if i.Insert = string(f.Content); i.Kind == AddLine {
		for i.At = 0; i.At < len(to) && to[i.At] == f.Content[i.At]; {
			i.At++
		}
		i.Insert = i.Insert[i.At : i.At+len(f.Content)-len(to)]
	}
	return i, true
}

// keep adds an item of an older draft to the proposal of a run: an entry, a line, or what a person wants otherwise in the
// table. kept is false if there is no place or no room for it. open is what remains to decide of that draft.
func (p *Proposal) keep(open *Proposal, item Item, opts Options) (added Item, kept bool) {
	with := p.clone()
	if base, there := open.Bases[item.Target]; there {
		with.Bases[item.Target] = base
	} else if item.Part() == PartLines {
		return added, false
	}
	item.ID = p.nextID(item.ID[:1])
	with.Items = append(with.Items, item)
	there := true
	switch {
	case item.Kind == AddEntry && item.Origin != Required:
		there = with.guideEntry(open)
	case item.InTable() && item.Origin == Hand:
		there = with.guideFact(open)
	case item.Part() != PartLines:
		return added, false
	}
	if !there || with.aim() != nil || with.allValid(opts.Lint) != nil {
		return added, false
	}
	*p = *with
	return find(p.Items, item.same)
}

// guideEntry gives the last item, an entry, its place in the section; there is none if another entry is backed by its
// lessons. A person's wording replaces the run's for the same lessons.
func (p *Proposal) guideEntry(open *Proposal) (there bool) {
	last := len(p.Items) - 1
	item := p.Items[last]
	at := slices.IndexFunc(p.Lines, func(l Line) bool {
		return slices.ContainsFunc(l.Lessons, func(id string) bool { return slices.Contains(item.Lessons, id) })
	})
	p.Lessons = append(p.Lessons, missing(open.Lessons, item.Lessons, p.Lessons)...)
	switch {
	case at < 0:
		p.Lines = append(p.Lines, item.line())
	case item.Origin == Reworded && p.Lines[at].Origin == New:
		line := &p.Lines[at]
		i := slices.IndexFunc(p.Items, func(other Item) bool { return other.ID == line.Item }) // a new line has one
		item.ID, item.Lessons = line.Item, line.Lessons
		*line = item.line()
		p.Items[i], p.Items = item, p.Items[:last]
	default:
		return false
	}
	return true
}

// guideFact puts the last item, a person's, into the table: their lines, as long as the table has none that are newer,
// or a fact to go that is still in it.
func (p *Proposal) guideFact(open *Proposal) (there bool) {
	if p.Tools == nil { // the run proposes nothing for it
		rest := open.clone()
		rest.leaveOut(open.IDs())
		p.Tools = rest.Tools
	}
	table := *p.Tools
	table.Rows = slices.Clone(table.Rows)
	p.Tools = &table
	item := p.Items[len(p.Items)-1]
	if item.Kind == Rewrite {
		table.Wanted = open.Tools.Wanted
		return table.Hand.Text() == open.Tools.Hand.Text()
	}
	at := slices.IndexFunc(table.Rows, func(r Row) bool {
		return r.Item == "" && r.Label() == item.Name && r.Told() == item.Text
	})
	if item.Kind != DropFact || at < 0 {
		return false
	}
	table.Rows[at].Item = item.ID
	return true
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
