package review

import (
	"maps"
	"slices"
	"strings"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/review/ledger"
)

// Record tells which lessons an entry was approved for, and which draft brought
// it.
type Record struct {
	Lessons []string
	Draft   string
}

// Records knows the entries that were ever promoted.
type Records struct {
	all []backups.Generation
}

// ReadRecords reads what the generations hold.
func ReadRecords(fsys workspace.FS) (Records, error) {
	all, err := backups.Generations(fsys)
	return Records{all}, err
}

// Of finds the record of an entry that stands in the section; ok is false for
// one that a person wrote.
func (r Records) Of(name, text string) (Record, bool) {
	e, ok := backups.Lookup(r.all, name, text)
	return Record{e.Lessons, e.Draft}, ok
}

// ReadLedger reads the ledger. One that was lost is made again from the drafts:
// the lessons that entries stand on are known again, so that no entry loses its
// support. Other lessons before the window are forgotten.
func ReadLedger(fsys workspace.FS, l *Log) (*ledger.Ledger, error) {
	known, err := ledger.Load(fsys)
	if err != nil || known.LastRun != "" {
		return known, err
	}
	for _, id := range l.order {
		d, err := l.Load(fsys, id)
		if err != nil {
			continue // it is lost too
		}
		known = known.Record(d.Lessons, slices.Collect(maps.Keys(known.Seen)), Day(d.Created))
	}
	known.LastRun = ""
	return known, nil
}

// Day is the date of a moment in RFC 3339.
func Day(at string) string {
	date, _, _ := strings.Cut(at, "T")
	return date
}

// Refusal is an item that was refused.
type Refusal struct {
	Item   Item
	Draft  string
	Reason string
}

// Refusals lists the items whose last decision is a refusal, the newest first.
func (l *Log) Refusals() []Refusal {
	var found []Refusal
	for _, e := range slices.Backward(l.Events) {
		if e.Action != Rejected {
			continue
		}
		for _, item := range e.Refused {
			if p := l.drafts[e.Draft]; p != nil && p.decisions[item.ID] == Refused {
				found = append(found, Refusal{item, e.Draft, e.Reason})
			}
		}
	}
	return found
}

// Covers says whether a refusal still holds. One to add an entry holds for
// entries that would stand on lessons that all were refused already; one to drop
// an entry, or about a fact, holds for just that, whatever happens to its lessons.
func (r Refusal) Covers(kind ItemKind, name, text string, lessons []string) bool {
	if r.Item.Kind != kind {
		return false
	}
	if kind != AddEntry {
		return r.Item.Name == name && r.Item.Text == text
	}
	return len(lessons) > 0 && !slices.ContainsFunc(lessons, func(id string) bool {
		return !slices.Contains(r.Item.Lessons, id)
	})
}
