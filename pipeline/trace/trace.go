package trace

import (
	"cmp"
	"fmt"
	"slices"

	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
	"wisdom/pipeline/collect"
	"wisdom/review"
)

// Finder looks for a subject in everything that holds lessons.
type Finder struct {
	*collect.Result // the lessons as they stand now
	Log             *review.Log
	Entries         []section.Entry          // of the section
	Current         map[string]lesson.Lesson // the lessons by their IDs

	fsys    workspace.FS
	warn    func(error)
	records review.Records
	// newest is the newest draft about the section; nil where there is none.
	newest *review.Draft
	drafts map[string]*review.Draft // that were loaded; nil for a damaged one
}

// New reads a workspace with these lessons; file holds the section. warn is told of drafts that cannot be read.
func New(
	fsys workspace.FS, file workspace.Path, collected *collect.Result, warn func(error),
) (*Finder, error) {
	f := &Finder{Result: collected, fsys: fsys, warn: warn, drafts: map[string]*review.Draft{}}
	soul, err := lint.ReadSoul(fsys, file)
	if err != nil {
		return nil, err
	}
	s, err := section.In(soul)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	f.Entries = s.Entries()
	if f.records, err = review.ReadRecords(fsys); err != nil {
		return nil, err
	}
	if f.Log, err = review.ReadLog(fsys); err != nil {
		return nil, err
	}
	f.Current = lesson.ByID(f.Lessons)
	for _, id := range f.Log.Drafts() {
		if d := f.Draft(id); d != nil && (d.Changes(d.SectionFile()) || len(d.Dropped) > 0) {
			f.newest = d
			break
		}
	}
	return f, nil
}

// Draft loads a draft once; nil where id is empty, and where it cannot be read, which is a warning.
func (f *Finder) Draft(id string) *review.Draft {
	if id == "" {
		return nil
	}
	if d, loaded := f.drafts[id]; loaded {
		return d
	}
	d, err := f.Log.Load(f.fsys, id)
	if err != nil {
		f.warn(err)
		d = nil
	}
	f.drafts[id] = d
	return d
}

// Find returns what a subject may mean, and the subject as it was compared.
func (f *Finder) Find(subject string) (phrase string, found []Match) {
	q := newQuery(subject)
	all := slices.Concat(f.InSection(), f.InDraft(), f.NotIncluded())
	backed := map[string]bool{}
	for _, m := range all {
		for _, l := range m.Lessons {
			backed[l.ID] = true
		}
	}
	for _, l := range f.Lessons {
		if !backed[l.ID] {
			all = append(all, Match{Where: LessonOnly, Name: l.Sentence(), Lessons: []lesson.Lesson{l}, Gone: []string{}})
		}
	}
	best := noMatch
	for i := range all {
		all[i].rank = q.rank(&all[i])
		best = min(best, all[i].rank)
	}
	isOut := func(m Match) bool { return m.rank == noMatch || best == isNamed && m.rank != isNamed }
	found = slices.DeleteFunc(all, isOut)
	order := []Where{InSection, InDraft, NotIncluded, LessonOnly}
	slices.SortStableFunc(found, func(x, y Match) int {
		return cmp.Or(slices.Index(order, x.Where)-slices.Index(order, y.Where), int(x.rank-y.rank))
	})
	return q.phrase, found
}

// InSection returns the entries that are in place.
func (f *Finder) InSection() []Match {
	var all []Match
	for _, e := range f.Entries {
		record, ours := f.records.Of(e.Name, e.Text)
		m := Match{Where: InSection, Name: e.Name, Text: e.Text, Origin: review.Kept, Draft: record.Draft}
		switch d := f.Draft(m.Draft); {
		case lint.IsRequired(e):
			m.Origin = review.Required
		case !ours:
			m.Origin = review.Hand
		case d != nil:
			m.Known = lesson.ByID(d.Lessons)
			f.approved(&m, d)
		}
		m.Lessons, m.Gone = f.Existing(record.Lessons)
		all = append(all, m)
	}
	return all
}

// approved tells who approved the item that brought an entry.
func (f *Finder) approved(m *Match, d *review.Draft) {
	for _, item := range d.Items {
		e := f.Log.DecidedBy(d.ID, item.ID)
		if e.Action == review.Approved && item.Name == m.Name && item.Text == m.Text {
			m.By, m.At, m.Reason, m.Reworded = e.By, e.At, e.Reason, item.Origin == review.Reworded
		}
	}
}

// InDraft returns the entries of the newest draft that are not in place.
func (f *Finder) InDraft() []Match {
	d := f.newest
	if d == nil {
		return nil
	}
	var all []Match
	decisions, state := f.Log.Decisions(d.ID), f.Log.State(d.ID)
	for _, item := range d.Items {
		if !item.InSection() || f.Log.InPlace(d.ID, item.ID) {
			continue
		}
		m := Match{
			Where: InDraft, Name: item.Name, Text: item.Text, Origin: item.Origin, Kind: item.Kind, Item: item.ID, Draft: d.ID,
			State: state, Decision: decisions[item.ID], Known: lesson.ByID(d.Lessons),
		}
		if m.Decision != "" {
			e := f.Log.DecidedBy(m.Draft, m.Item)
			m.By, m.At, m.Reason = e.By, e.At, e.Reason
		}
		m.Lessons, m.Gone = f.Existing(item.Lessons)
		all = append(all, m)
	}
	return all
}

// NotIncluded returns the themes and lessons that are not in the newest draft. Entries
// that leave the section are items of it.
func (f *Finder) NotIncluded() []Match {
	if f.newest == nil {
		return nil
	}
	var all []Match
	for _, dropped := range f.newest.Dropped {
		if dropped.Kind == "entry" {
			continue
		}
		m := Match{Where: NotIncluded, Name: dropped.Name, Draft: f.newest.ID, NotIncluded: &dropped}
		m.Lessons, m.Gone = f.Existing(dropped.Lessons)
		all = append(all, m)
	}
	return all
}

// Existing returns those of some lessons that are in a source now, and the IDs of those that are gone.
func (f *Finder) Existing(ids []string) (lessons []lesson.Lesson, gone []string) {
	lessons, gone = []lesson.Lesson{}, []string{}
	for _, id := range ids {
		if l, ok := f.Current[id]; ok {
			lessons = append(lessons, l)
		} else {
			gone = append(gone, id)
		}
	}
	return lessons, gone
}
