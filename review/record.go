package review

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"wisdom/backups"
	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
)

// Record is an entry with the lessons that it was approved for, and the draft that brought it.
type Record = backups.Entry

// Records knows the entries that were ever promoted.
type Records []backups.Generation

// ReadRecords reads what the generations hold.
func ReadRecords(fsys workspace.FS) (Records, error) {
	all, err := backups.Generations(fsys)
	return all, err
}

// Of returns the record of an entry of the section; ok is false for a handwritten one.
func (r Records) Of(name, text string) (Record, bool) {
	return backups.Lookup(r, name, text)
}

// ReadLedger reads the ledger. It rebuilds a lost one from the drafts: the lessons that back entries are known again,
// so that no entry loses its support. The practices come from the newest draft that has any, or else from the newest
// generation that records any, so that no model is asked about them again. A rebuilt ledger has no last run, so the
// next run reads the whole history again.
func ReadLedger(fsys workspace.FS, l *Log) (*lesson.Ledger, error) {
	known, err := lesson.LoadLedger(fsys)
	if err != nil || known.LastRun != "" {
		return known, err
	}
	for _, id := range l.order {
		d, err := l.Load(fsys, id)
		if err != nil {
			continue // it is lost too
		}
		known = known.Record(d.Lessons, slices.Collect(maps.Keys(known.Seen)), d.Created)
		known.Practices = cmp.Or(d.Practices, known.Practices)
	}
	known.LastRun = ""
	if known.Practices == nil {
		known.Practices = promotedPractices(fsys)
	}
	return known, nil
}

// promotedPractices returns those of the newest generation with any; nil if generations cannot be read, which
// ReadRecords reports.
func promotedPractices(fsys workspace.FS) *lesson.Practices {
	all, err := backups.Generations(fsys)
	if err != nil {
		return nil
	}
	for _, g := range slices.Backward(all) {
		var practices *lesson.Practices
		if len(g.Practices) > 0 && json.Unmarshal(g.Practices, &practices) == nil {
			return practices
		}
	}
	return nil
}

// Day is the date of a moment in RFC 3339.
func Day(at string) string {
	date, _, _ := strings.Cut(at, "T")
	return date
}

// Refusal is an item that was rejected, or that a rollback removed.
type Refusal struct {
	Item   Item
	Draft  string
	By     string
	At     string // RFC 3339
	Reason string
	// Undone reports whether the item was promoted before a rollback removed it.
	Undone bool
	gist   text.Text
}

// Refusals returns the items whose last decision is a rejection, or that a rollback removed, and the facts that a
// person removed from the table, the newest first. An item that another draft inherited is listed once.
func (h *history) Refusals() (found []Refusal) {
	for at := range slices.Backward(h.Events) {
		found = append(found, h.refusedBy(at)...)
	}
	return found
}

// refusedBy returns those that one event brought.
func (h *history) refusedBy(at int) (found []Refusal) {
	e := h.Events[at]
	add := func(draft string, items []Item, undone bool) {
		for _, item := range items {
			if last, id := h.latest(draft, item.ID); h.of(last).by[id] == at+1 {
				found = append(found, Refusal{item, draft, e.By, e.At, e.Reason, undone, text.Of(item.Text)})
			}
		}
	}
	add(e.Draft, e.Refused, false)
	for _, draft := range slices.Sorted(maps.Keys(e.Undone)) {
		add(draft, e.Undone[draft], true)
	}
	return found
}

// CoversFact reports whether a rejection applies to a fact. A rejection from before qualifiers existed applies to the
// value with any qualifier.
func (r Refusal) CoversFact(kind ItemKind, f facts.Fact) bool {
	return r.Covers(kind, f.Label(), f.Told(), nil) || r.Covers(kind, f.Label(), f.Value, nil)
}

// Covers reports whether a rejection still applies. The rejection of an entry applies to entries that only rejected
// lessons would back, and to near copies of its words if most of their lessons were rejected. The rejection of a
// drop, or of a fact, applies to just that, whatever happens to its lessons.
func (r Refusal) Covers(kind ItemKind, name, s string, lessons []string) bool {
	if r.Item.Kind != kind {
		return false
	}
	if kind != AddEntry {
		return r.Item.Name == name && r.Item.Text == s
	}
	known := 0
	for _, id := range lessons {
		if slices.Contains(r.Item.Lessons, id) {
			known++
		}
	}
	return len(lessons) > 0 &&
		(known == len(lessons) || s != "" && 2*known > len(lessons) && text.Of(s).NearCopy(r.gist))
}

// DecidedBy returns the event in which an item was decided on last, also if that was in a draft that it was carried
// over from; an empty one if there is none.
func (h *history) DecidedBy(draft, item string) (e Event) {
	if at := h.of(draft).by[item]; at > 0 {
		e = h.Events[at-1]
	}
	return e
}

// latest follows an item into the drafts that took the place of its own, as far as decisions on it were carried over.
func (h *history) latest(draft, item string) (string, string) {
	after := h.Successor(draft)
	c, carried := find(h.of(after).Carried, func(c Carried) bool { return c.From == item })
	if !carried {
		return draft, item
	}
	return h.latest(after, c.Item)
}
