package schedule

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"wisdom/internal/workspace"
	"wisdom/pipeline"
)

// Home is where the records lie in the workspace.
const Home workspace.Path = ".wisdom/runs"

// Kept is how many records are kept: eight years of monthly runs.
const Kept = 100

// SchemaVersion is that of records.
const SchemaVersion = 1

// Outcome says what became of a run.
type Outcome string

// The outcomes of a run.
const (
	Staged      Outcome = "staged"      // a new draft is pending
	Waits       Outcome = "waits"       // a draft waited already, and would be the same
	Nothing     Outcome = "nothing"     // nothing changed that would change anything
	NoSource    Outcome = "no source"   // there is nothing to read
	Failed      Outcome = "failed"      // it did not come to its end
	Interrupted Outcome = "interrupted" // it was stopped
)

// Record is the stored record of a run.
type Record struct {
	SchemaVersion int     `json:"schema_version"`
	Number        int     `json:"number"`
	Started       string  `json:"started"` // RFC 3339
	Seconds       float64 `json:"seconds"`
	Version       string  `json:"version"` // of wisdom
	// Why is why the run was due; empty if a person started it.
	Why     string  `json:"why,omitempty"`
	Only    string  `json:"only,omitempty"` // wisdom or tools; empty for both
	Outcome Outcome `json:"outcome"`
	Error   string  `json:"error,omitempty"`
	// Unread reports that a model was to read the lessons and gave no usable answer.
	Unread bool `json:"unread,omitempty"`
	// ExamFailed reports that the reason was its exam.
	ExamFailed bool `json:"exam_failed,omitempty"`

	Engine string  `json:"engine,omitempty"`
	Model  string  `json:"model,omitempty"`
	Calls  *Calls  `json:"calls,omitempty"` // of the model; none without one
	Stages []Stage `json:"stages"`
	Found  Found   `json:"found"`
	// Missing are the sources that did not exist; null where none were looked for.
	Missing []string `json:"missing"`

	Draft      string `json:"draft,omitempty"`
	Items      int    `json:"items"`
	Superseded string `json:"superseded,omitempty"`
}

// Calls counts a run's requests to a model, as llm.Usage does.
type Calls struct {
	Requests int `json:"requests"`
	Cached   int `json:"cached"`
	Read     int `json:"tokens_read"`
	Written  int `json:"tokens_written"`
	Refused  int `json:"refused"`
}

// Stage is how long a stage took.
type Stage struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
}

// Found counts what a run found.
type Found struct {
	Sources int `json:"sources"`
	Lessons int `json:"lessons"`
	New     int `json:"new_lessons"`
	Themes  int `json:"themes"`
	Entries int `json:"entries"`
	Facts   int `json:"facts"`
	Dropped int `json:"dropped"`
}

// At returns when the run began; zero if the record does not say.
func (r Record) At() time.Time {
	at, err := time.Parse(time.RFC3339, r.Started)
	if err != nil {
		return time.Time{}
	}
	return at
}

// Completed reports whether the run looked for lessons, came to its end, and did not leave them for a better model.
func (r Record) Completed() bool {
	return r.Only != pipeline.OnlyTools && !r.Unread &&
		(r.Outcome == Staged || r.Outcome == Waits || r.Outcome == Nothing || r.Outcome == NoSource)
}

// Records reads the records, oldest first. It skips one that cannot be read: every decision that a record informs can
// be made again.
func Records(fsys workspace.FS) ([]Record, error) {
	numbers, err := numbers(fsys)
	if err != nil {
		return nil, err
	}
	var all []Record
	for _, n := range numbers {
		b, err := fsys.ReadFile(file(n), workspace.MaxState)
		if err != nil {
			return nil, fmt.Errorf("read the record of run %d: %w", n, err)
		}
		var r Record
		if json.Unmarshal(b, &r) == nil && r.SchemaVersion == SchemaVersion && r.Number == n {
			all = append(all, r)
		}
	}
	return all, nil
}

func numbers(fsys workspace.FS) ([]int, error) {
	entries, err := workspace.List(fsys, Home)
	if err != nil {
		return nil, fmt.Errorf("list the records of runs: %w", err)
	}
	var found []int
	for _, e := range entries {
		digits, ok := strings.CutSuffix(e.Name, ".json")
		if n, err := strconv.Atoi(digits); ok && err == nil && n > 0 && file(n).Base() == e.Name {
			found = append(found, n)
		}
	}
	slices.Sort(found)
	return found, nil
}

func file(number int) workspace.Path { return Home.Join(fmt.Sprintf("%06d.json", number)) }

// Save adds a record, and removes the oldest where there are too many. The
// caller holds the lock.
func Save(fsys workspace.FS, r Record) error {
	if err := workspace.MkdirAll(fsys, Home, 0o700); err != nil {
		return fmt.Errorf("make %s: %w", Home, err)
	}
	there, err := numbers(fsys)
	if err != nil {
		return err
	}
	r.SchemaVersion, r.Number = SchemaVersion, 1
	if len(there) > 0 {
		r.Number = there[len(there)-1] + 1
	}
	if err := workspace.ReplaceJSON(fsys, file(r.Number), r); err != nil {
		return fmt.Errorf("write the record of run %d: %w", r.Number, err)
	}
	for _, n := range there[:max(0, len(there)+1-Kept)] {
		if err := fsys.Remove(file(n)); err != nil {
			return fmt.Errorf("remove the record of run %d: %w", n, err)
		}
	}
	return nil
}

// stepBack is how far a clock may be set back without an earlier run counting as
// one from the future.
const stepBack = 24 * time.Hour

// Last returns the run that began last, of those that completed or whose model failed its exam, which it would again; ok
// is false if there is none. It ignores a run from the future: the clock was wrong, and the run would hide every time
// until then.
func Last(all []Record, now time.Time) (last Record, ok bool) {
	for _, r := range all {
		if (r.Completed() || r.ExamFailed && r.Only != pipeline.OnlyTools) && !r.At().After(now.Add(stepBack)) &&
			r.At().After(last.At()) {
			last, ok = r, true
		}
	}
	return last, ok
}

// EmptyInARow counts the newest completed runs after which no draft waited.
func EmptyInARow(all []Record) int {
	n := 0
	for _, r := range slices.Backward(all) {
		switch {
		case !r.Completed():
		case r.Outcome == Staged || r.Outcome == Waits:
			return n
		default:
			n++
		}
	}
	return n
}
