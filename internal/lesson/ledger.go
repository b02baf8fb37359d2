package lesson

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"wisdom/internal/workspace"
)

// LedgerFile is the path of the ledger in the workspace.
const LedgerFile workspace.Path = ".wisdom/ledger.json"

// LedgerVersion is the schema version of the file.
const LedgerVersion = 1

// Ledger holds the lessons that earlier runs saw.
type Ledger struct {
	SchemaVersion int `json:"schema_version"`
	// LastRun is when the last completed run began, in RFC 3339.
	LastRun string `json:"last_run"`
	// Seen holds the lessons of that run by their ids.
	Seen map[string]Seen `json:"seen"`
	// Notes are the paths of the dated notes that runs read. Ledgers of older programs lack them: what was older than the
	// window then counts as read.
	Notes []string `json:"notes,omitempty"`
	// Practices are those that a model found; nil where none was asked.
	Practices *Practices `json:"practices,omitempty"`
}

// Seen is the record of a lesson.
type Seen struct {
	Headline string  `json:"headline"`
	First    string  `json:"first"` // when the first run that saw it began, in RFC 3339
	Places   []Place `json:"places"`
	// Times is how often it was written down; see Lesson.Times. Ledgers of older programs lack it.
	Times int `json:"times,omitempty"`
}

// FirstAfter reports whether a lesson was first seen after a moment in RFC 3339;
// everything is after one that cannot be read.
func (s Seen) FirstAfter(moment string) bool {
	at, err := time.Parse(time.RFC3339, moment)
	first, unknown := time.Parse(time.RFC3339, s.First)
	return err != nil || unknown == nil && first.After(at)
}

// IsNewer reports whether a lesson was written down after a day, or the day of a moment in RFC 3339; one without a date,
// whether no run before that moment saw it.
func (l *Ledger) IsNewer(one *Lesson, than string) bool {
	if one.Date != "" {
		day, _, _ := strings.Cut(than, "T")
		return one.Date > day
	}
	_, err := time.Parse(time.RFC3339, than)
	seen, known := l.Seen[one.ID]
	return err == nil && (!known || seen.FirstAfter(than))
}

// Gone is a lesson that was seen once and exists no longer. A lesson in a place that cannot be read is not gone.
type Gone struct {
	ID       string  `json:"id"`
	Headline string  `json:"headline"`
	Places   []Place `json:"places"` // its last places
}

// LoadLedger reads the ledger of a workspace; one that is not there is empty.
func LoadLedger(fsys workspace.FS) (*Ledger, error) {
	l := &Ledger{SchemaVersion: LedgerVersion, Seen: map[string]Seen{}}
	b, err := fsys.ReadFile(LedgerFile, workspace.MaxState)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the ledger: %w", err)
	}
	if err := json.Unmarshal(b, l); err != nil {
		return nil, &DamagedError{err}
	}
	if l.SchemaVersion != LedgerVersion {
		return nil, &DamagedError{fmt.Errorf("schema version %d, this wisdom knows %d", l.SchemaVersion, LedgerVersion)}
	}
	if l.Seen == nil {
		l.Seen = map[string]Seen{}
	}
	l.LastRun = moment(l.LastRun)
	for id, seen := range l.Seen {
		seen.First = moment(seen.First)
		l.Seen[id] = seen
	}
	return l, nil
}

// moment is a time as the ledger has it now: an older program wrote only its date.
func moment(at string) string {
	if day, err := time.Parse(time.DateOnly, at); err == nil {
		return day.Format(time.RFC3339)
	}
	return at
}

// DamagedError says that the ledger cannot be read. You may delete it: a run rebuilds it, and every collected lesson
// that backs no entry is new then.
type DamagedError struct {
	Err error
}

// Error implements error.
func (e *DamagedError) Error() string { return fmt.Sprintf("%s: %v", LedgerFile, e.Err) }

// Unwrap gives the cause.
func (e *DamagedError) Unwrap() error { return e.Err }

// Knows reports whether a lesson was seen before.
func (l *Ledger) Knows(id string) bool {
	_, ok := l.Seen[id]
	return ok
}

// Times returns how often lessons were written down, all together.
func (l *Ledger) Times(ids []string) int {
	n := 0
	for _, id := range ids {
		n += max(1, l.Seen[id].Times)
	}
	return n
}

// Paths returns the files that contained known lessons, sorted.
func (l *Ledger) Paths() []string {
	paths := map[string]bool{}
	for _, seen := range l.Seen {
		for _, p := range seen.Places {
			paths[p.Path] = true
		}
	}
	return slices.Sorted(maps.Keys(paths))
}

// Missed returns the known lessons that are not among lessons: those that are gone, and the IDs of those whose place
// could not be read this time, which may still exist. Both are in the order of their IDs.
func (l *Ledger) Missed(lessons []Lesson, unread func(path string) bool) (gone []Gone, hidden []string) {
	still := map[string]bool{}
	for _, lesson := range lessons {
		still[lesson.ID] = true
	}
	for _, id := range slices.Sorted(maps.Keys(l.Seen)) {
		switch seen := l.Seen[id]; {
		case still[id]:
		case slices.ContainsFunc(seen.Places, func(p Place) bool { return unread(p.Path) }):
			hidden = append(hidden, id)
		default:
			gone = append(gone, Gone{id, seen.Headline, seen.Places})
		}
	}
	return gone, hidden
}

// Record is the ledger after a completed run that began at a moment in RFC 3339.
// What was hidden is remembered as it was.
func (l *Ledger) Record(lessons []Lesson, hidden []string, began string) *Ledger {
	next := &Ledger{SchemaVersion: LedgerVersion, LastRun: began, Seen: map[string]Seen{}, Practices: l.Practices}
	for _, id := range hidden {
		next.Seen[id] = l.Seen[id]
	}
	for _, lesson := range lessons {
		seen := Seen{Headline: lesson.Headline, First: began, Places: lesson.Places, Times: lesson.Times()}
		if before, ok := l.Seen[lesson.ID]; ok {
			seen.First = before.First
		}
		next.Seen[lesson.ID] = seen
	}
	return next
}

// Save writes the ledger.
func (l *Ledger) Save(fsys workspace.FS) error { return workspace.ReplaceJSON(fsys, LedgerFile, l) }
