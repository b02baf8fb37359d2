package review

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"wisdom/internal/workspace"
	"wisdom/review/ledger"
)

// handOn takes over what was decided on the draft whose place a proposal takes:
// approvals of items that are in both, and entries that were approved, are not in
// place, and that the run does not propose any more for want of room or lessons,
// as far as they still fit. Refusals are remembered anyway; see Refusals.
func (l *Log) handOn(fsys workspace.FS, old *Draft, p *Proposal, opts Options) ([]Carried, error) {
	var carried []Carried
	for _, id := range l.ToPlace(old) {
		item, _ := old.Item(id)
		if item.InTable() && item.Origin == Hand {
			if stands, err := old.isCurrent(fsys, []Item{item}); err != nil {
				return nil, err
			} else if !stands {
				continue
			}
		}
		i := slices.IndexFunc(p.Items, item.same)
		if i < 0 {
			if i = p.keep(old, item, opts); i < 0 {
				continue
			}
		}
		carried = append(carried, Carried{p.Items[i].ID, item.ID, Taken})
	}
	return carried, nil
}

// same reports whether a decision on one item is one on the other.
func (i Item) same(other Item) bool {
	return i.Kind == other.Kind && i.Target == other.Target && i.Name == other.Name && i.Text == other.Text &&
		i.Old == other.Old
}

// keep puts an approved entry into a proposal, and tells its place among the
// items: -1 where it does not fit, or where another entry speaks for its lessons.
// A person's words take the place of the run's for the same lessons.
func (p *Proposal) keep(old *Draft, item Item, opts Options) int {
	if item.InTable() && item.Origin == Hand {
		return p.keepInTable(old, item, opts)
	}
	if item.Kind != AddEntry || item.Origin == Required {
		return -1
	}
	spoken := func(lessons []string) bool {
		return slices.ContainsFunc(lessons, func(id string) bool { return slices.Contains(item.Lessons, id) })
	}
	with := *p
	with.Items, with.Lines = slices.Clone(p.Items), slices.Clone(p.Lines)
	at := slices.IndexFunc(with.Lines, func(l Line) bool { return spoken(l.Lessons) })
	i := len(with.Items)
	switch {
	case at < 0:
		item.ID = p.nextID("e")
		with.Items = append(with.Items, item)
		with.Lines = append(
			with.Lines,
			Line{Item: item.ID, Name: item.Name, Text: item.Text, Lessons: item.Lessons, Origin: item.Origin},
		)
	case item.Origin == Reworded && with.Lines[at].Origin == New:
		line := &with.Lines[at]
		i = slices.IndexFunc(with.Items, func(other Item) bool { return other.ID == line.Item }) // a new line has one
		item.ID, item.Lessons = line.Item, line.Lessons
		with.Items[i] = item
		line.Name, line.Text, line.Origin = item.Name, item.Text, Reworded
	default:
		return -1
	}
	with.Lessons = append(slices.Clone(p.Lessons), missing(old.Lessons, item.Lessons, p.Lessons)...)
	if _, _, err := with.Complete(opts); err != nil {
		return -1
	}
	if with.Draft().valid(with.Draft().All(), opts.Lint) != nil {
		return -1
	}
	*p = with
	return i
}

// keepInTable is keep for what a person wants otherwise in a table that is as it
// was: their lines, and a fact to go that still exists in it.
func (p *Proposal) keepInTable(old *Draft, item Item, opts Options) int {
	with := *p
	if with.Tools == nil { // the run proposes nothing for it
		with.Bases = maps.Clone(p.Bases)
		if base, there := old.Bases[item.Target]; there {
			with.Bases[item.Target] = base
		}
		with.Tools = settledTable(old, func(string) bool { return false })
	}
	table := *with.Tools
	table.Rows = slices.Clone(table.Rows)
	at := slices.IndexFunc(
		table.Rows,
		func(r Row) bool { return r.Item == "" && r.Label() == item.Name && r.Value == item.Text },
	)
	switch {
	case item.Kind == Rewrite:
		item.ID, table.Wanted = p.nextID("i"), old.Tools.Wanted
	case item.Kind == DropFact && at >= 0:
		item.ID = p.nextID("t")
		table.Rows[at].Item = item.ID
	default:
		return -1
	}
	with.Tools, with.Items = &table, append(slices.Clone(p.Items), item)
	if with.Draft().valid(with.Draft().All(), opts.Lint) != nil {
		return -1
	}
	*p = with
	return len(p.Items) - 1
}

// missing are the lessons with the given ids that are not known yet.
func missing(from []ledger.Lesson, ids []string, known []ledger.Lesson) []ledger.Lesson {
	var found []ledger.Lesson
	for _, lesson := range from {
		if slices.Contains(ids, lesson.ID) &&
			!slices.ContainsFunc(known, func(k ledger.Lesson) bool { return k.ID == lesson.ID }) {
			found = append(found, lesson)
		}
	}
	return found
}

// nextID is an id behind those of all items.
func (m *Manifest) nextID(letter string) string {
	last := 0
	for _, id := range m.IDs() {
		if n, err := strconv.Atoi(strings.TrimPrefix(id, letter)); err == nil {
			last = max(last, n)
		}
	}
	return letter + strconv.Itoa(last+1)
}

// returnedSame finds a draft that was sent back and would be the same in the parts
// that the run looked at, if nothing was staged since.
func (l *Log) returnedSame(fsys workspace.FS, p *Proposal) string {
	if len(l.order) == 0 {
		return ""
	}
	id := l.order[len(l.order)-1]
	if l.State(id) != StateReturned ||
		slices.ContainsFunc(l.drafts[id].items, func(item string) bool { return l.drafts[id].decisions[item] == Freed }) {
		return ""
	}
	d, err := l.Load(fsys, id)
	if err != nil {
		return ""
	}
	looked := slices.DeleteFunc(slices.Clone(d.Items), func(i Item) bool { return !slices.Contains(p.Parts, i.Part()) })
	if slices.EqualFunc(looked, p.Items, Item.same) {
		return id
	}
	return ""
}
