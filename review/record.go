package review

import (
	"slices"

	"wisdom/backups"
	"wisdom/internal/workspace"
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

// Refusal is an item that was refused.
type Refusal struct {
	Item   Item
	Draft  string
	Reason string
}

// Refusals lists the items whose last decision is a refusal, the newest first.
func (l *Log) Refusals(fsys workspace.FS) ([]Refusal, error) {
	var found []Refusal
	for _, id := range l.Drafts() {
		decisions := l.Decisions(id)
		if !slices.ContainsFunc(sortedIDs(decisions), func(item string) bool { return decisions[item] == Refused }) {
			continue
		}
		d, err := l.Load(fsys, id)
		if err != nil {
			return nil, err
		}
		for _, item := range d.Items {
			if decisions[item.ID] == Refused && item.Origin != Required {
				found = append(found, Refusal{item, id, l.reason(id, item.ID)})
			}
		}
	}
	return found, nil
}

func sortedIDs(decisions map[string]Decision) []string {
	ids := make([]string, 0, len(decisions))
	for id := range decisions {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// reason is what the reviewer said when refusing an item.
func (l *Log) reason(draft, item string) string {
	for _, e := range slices.Backward(l.Events) {
		if e.Action == Rejected && e.Draft == draft && slices.Contains(e.Items, item) {
			return e.Reason
		}
	}
	return ""
}

// Covers says whether a refusal still holds for an entry that would stand on the
// given lessons: it stood on all of them already.
func (r Refusal) Covers(kind ItemKind, name, text string, lessons []string) bool {
	if r.Item.Kind != kind || kind == DropEntry && (r.Item.Name != name || r.Item.Text != text) {
		return false
	}
	for _, id := range lessons {
		if !slices.Contains(r.Item.Lessons, id) {
			return false
		}
	}
	return len(lessons) > 0
}
