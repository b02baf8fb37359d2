package main

import (
	"context"
	"fmt"
	"slices"

	"wisdom/internal/lesson"
	"wisdom/internal/sorting"
	"wisdom/markdown"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
	"wisdom/review"
)

// finder looks for a subject in everything that holds lessons.
type finder struct {
	a       *app
	log     *review.Log
	records review.Records
	entries []section.Entry
	// newest is the newest draft about the section; nil where there is none.
	newest  *review.Draft
	drafts  map[string]*review.Draft // that were loaded; nil for a damaged one
	lessons []lesson.Lesson
	current map[string]lesson.Lesson // lessons, by ID
	// findings are those of collecting the lessons.
	findings []lint.Finding
}

func (a *app) newFinder(ctx context.Context) (*finder, error) {
	f := &finder{a: a, drafts: map[string]*review.Draft{}}
	soul, err := lint.ReadSoul(a.fsys)
	if err != nil {
		return nil, err
	}
	s, err := section.Find(markdown.Parse(soul))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", lint.SoulFile, err)
	}
	f.entries = s.Entries()
	if f.records, err = review.ReadRecords(a.fsys); err != nil {
		return nil, err
	}
	if f.log, err = review.ReadLog(a.fsys); err != nil {
		return nil, err
	}
	collected, err := a.collect(ctx, f.log)
	if err != nil {
		return nil, err
	}
	f.findings = collected.Findings
	f.lessons, f.current = collected.Lessons, byID(collected.Lessons)
	for _, id := range f.log.Drafts() {
		if d := f.draft(id); d != nil && (d.Changes(lint.SoulFile) || len(d.Dropped) > 0) {
			f.newest = d
			break
		}
	}
	return f, nil
}

// draft loads a draft once; nil where id is empty, and where it cannot be read, which is a warning.
func (f *finder) draft(id string) *review.Draft {
	if id == "" {
		return nil
	}
	d, loaded := f.drafts[id]
	if !loaded {
		var err error
		if d, err = f.log.Load(f.a.fsys, id); err != nil {
			f.a.warn("%s", err)
			d = nil
		}
		f.drafts[id] = d
	}
	return d
}

// find lists what a subject may mean, place by place, and within a place what
// matches best first. Something that has just this name is meant alone.
func (f *finder) find(q query) []match {
	all := slices.Concat(f.inSection(), f.inDraft(), f.notIncluded())
	backed := map[string]bool{}
	var found []match
	for _, m := range all {
		for _, l := range m.Lessons {
			backed[l.ID] = true
		}
		if m.rank = q.rank(&m); m.rank < noMatch {
			found = append(found, m)
		}
	}
	for _, l := range f.lessons {
		m := match{Where: lessonOnly, Name: l.Sentence(), Lessons: []lesson.Lesson{l}, Gone: []string{}}
		if m.rank = q.rank(&m); !backed[l.ID] && m.rank < noMatch {
			found = append(found, m)
		}
	}
	if slices.ContainsFunc(found, func(m match) bool { return m.rank == isNamed }) {
		found = slices.DeleteFunc(found, func(m match) bool { return m.rank != isNamed })
	}
	order := []where{inSection, inDraft, notIncluded, lessonOnly}
	sorting.Stable(found, func(x, y match) int {
		if x.Where != y.Where {
			return slices.Index(order, x.Where) - slices.Index(order, y.Where)
		}
		return int(x.rank) - int(y.rank)
	})
	return found
}

// inSection are the entries that are in place.
func (f *finder) inSection() []match {
	var all []match
	for _, e := range f.entries {
		record, ours := f.records.Of(e.Name, e.Text)
		m := match{Where: inSection, Name: e.Name, Text: e.Text, Origin: review.Kept, Draft: record.Draft}
		switch {
		case lint.IsRequired(e):
			m.Origin = review.Required
		case !ours:
			m.Origin = review.Hand
		default:
			f.approved(&m)
		}
		f.back(&m, record.Lessons)
		all = append(all, m)
	}
	return all
}

// approved finds who approved the item that brought an entry.
func (f *finder) approved(m *match) {
	d := f.draft(m.Draft)
	if d == nil {
		return
	}
	m.known = lessonsOf(d)
	for _, item := range d.Items {
		if item.Name != m.Name || item.Text != m.Text {
			continue
		}
		if e, ok := f.log.ApprovedBy(d.ID, item.ID); ok {
			m.By, m.At, m.Reason, m.reworded = e.By, e.At, e.Reason, item.Origin == review.Reworded
		}
	}
}

// inDraft are the entries of the newest draft that are not in place.
func (f *finder) inDraft() []match {
	d := f.newest
	if d == nil {
		return nil
	}
	var all []match
	decisions, state := f.log.Decisions(d.ID), f.log.State(d.ID)
	for _, item := range d.Items {
		if !item.InSection() || f.log.InPlace(d.ID, item.ID) {
			continue
		}
		m := match{
			Where: inDraft, Name: item.Name, Text: item.Text, Origin: item.Origin, Kind: item.Kind, Item: item.ID, Draft: d.ID,
			State: state, Decision: decisions[item.ID], known: lessonsOf(d),
		}
		f.decided(&m)
		f.back(&m, item.Lessons)
		all = append(all, m)
	}
	return all
}

// decided finds who made the decision on an item of a draft. A rollback that took it
// out again names no items: it is among the refusals.
func (f *finder) decided(m *match) {
	switch m.Decision {
	case "":
	case review.Undone:
		for _, r := range f.log.Refusals() {
			if r.Undone && r.Draft == m.Draft && r.Item.ID == m.Item {
				m.By, m.At, m.Reason = r.By, r.At, r.Reason
			}
		}
	default:
		if e, ok := f.log.DecidedBy(m.Draft, m.Item); ok {
			m.By, m.At, m.Reason = e.By, e.At, e.Reason
		}
	}
}

// notIncluded are the themes and lessons that are not in the newest draft. Entries
// that leave the section are items of it.
func (f *finder) notIncluded() []match {
	if f.newest == nil {
		return nil
	}
	var all []match
	for _, dropped := range f.newest.Dropped {
		if dropped.Kind == "entry" {
			continue
		}
		m := match{Where: notIncluded, Name: dropped.Name, Draft: f.newest.ID, NotIncluded: &dropped}
		f.back(&m, dropped.Lessons)
		all = append(all, m)
	}
	return all
}

// back tells the lessons behind something: those that are in a source now, and those
// that are gone.
func (f *finder) back(m *match, ids []string) {
	m.Lessons, m.Gone = []lesson.Lesson{}, []string{}
	for _, id := range ids {
		if l, ok := f.current[id]; ok {
			m.Lessons = append(m.Lessons, l)
		} else {
			m.Gone = append(m.Gone, id)
		}
	}
}
