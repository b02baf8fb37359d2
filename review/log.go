package review

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"wisdom/backups"
	"wisdom/internal/workspace"
)

// LogFile is where the log lies in the workspace: one JSON object a line.
const LogFile workspace.Path = ".wisdom/log.jsonl"

// SchemaVersion is that of log lines and of manifests.
const SchemaVersion = 1

// Action says what an event is about.
type Action string

// The actions that are logged.
const (
	Staged     Action = "staged"
	Approved   Action = "approved"
	Rejected   Action = "rejected"
	Superseded Action = "superseded"
	Promoted   Action = "promoted"
	RolledBack Action = "rolled-back"
	Unrefused  Action = "unrefused"
)

// Event is one line of the log.
type Event struct {
	SchemaVersion int    `json:"schema_version"`
	At            string `json:"at"` // RFC 3339
	Action        Action `json:"action"`
	By            string `json:"by,omitempty"`
	Reason        string `json:"reason,omitempty"`
	// Draft and Hash name the draft and its bytes.
	Draft string         `json:"draft,omitempty"`
	Hash  workspace.Hash `json:"hash,omitempty"`
	// Items are those that the action is about.
	Items []string `json:"items,omitempty"`
	// Bases are the targets as they were.
	Bases map[workspace.Path]workspace.Hash `json:"bases,omitempty"`
	// Generation is what a promotion or rollback left, Result its files.
	Generation *int                              `json:"generation,omitempty"`
	Result     map[workspace.Path]workspace.Hash `json:"result,omitempty"`
	Version    string                            `json:"version,omitempty"`
	// Previous is the hash of the line before, so that a line that was lost or
	// changed by accident is noticed. It is no proof against a forger.
	Previous workspace.Hash `json:"previous"`
}

// Log is everything that was done and decided.
type Log struct {
	Events []Event
	last   workspace.Hash
	torn   bool // the last line was cut off by a crash
	whole  []byte
}

// LogError says which line of the log cannot be read, or does not follow from
// the one before.
type LogError struct {
	Line int
	Err  error
}

func (e *LogError) Error() string { return fmt.Sprintf("%s: line %d: %v", LogFile, e.Line, e.Err) }

// Unwrap gives the cause.
func (e *LogError) Unwrap() error { return e.Err }

// ReadLog reads the log. A last line without its end was cut off by a crash
// before anything was reported as done, and is left out.
func ReadLog(fsys workspace.FS) (*Log, error) {
	l := &Log{last: workspace.Absent}
	b, err := fsys.ReadFile(LogFile, workspace.MaxState)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the log: %w", err)
	}
	number := 0
	for line := range bytes.Lines(b) {
		number++
		if !bytes.HasSuffix(line, []byte("\n")) {
			l.torn = true
			break
		}
		var e Event
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, &LogError{number, err}
		}
		if e.SchemaVersion != SchemaVersion {
			return nil, &LogError{number, fmt.Errorf("schema version %d is not known to this version of wisdom", e.SchemaVersion)}
		}
		if e.Previous != l.last {
			return nil, &LogError{number, errors.New("does not follow from the line before: a line was lost or changed")}
		}
		l.Events = append(l.Events, e)
		l.last = workspace.HashOf(line)
		l.whole = append(l.whole, line...)
	}
	return l, nil
}

// append adds an event. The caller holds the lock.
func (l *Log) append(fsys workspace.FS, e Event) error {
	e.SchemaVersion, e.Previous = SchemaVersion, l.last
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("write the log: %w", err)
	}
	if l.torn {
		if err := workspace.Replace(fsys, LogFile, l.whole, 0o600); err != nil {
			return fmt.Errorf("mend the log: %w", err)
		}
		l.torn = false
	}
	if err := workspace.AppendLine(fsys, LogFile, line, 0o600); err != nil {
		return err
	}
	l.Events = append(l.Events, e)
	l.last = workspace.HashOf(append(line, '\n'))
	l.whole = append(append(l.whole, line...), '\n')
	return nil
}

// finished writes the line for a generation, once.
func (l *Log) finished(fsys workspace.FS, g backups.Generation, version string) error {
	for _, e := range l.Events {
		if e.Generation != nil && *e.Generation == g.Number {
			return nil
		}
	}
	e := Event{
		At: g.At, Action: Promoted, By: g.By, Draft: g.Draft, Generation: &g.Number, Version: version,
		Bases: map[workspace.Path]workspace.Hash{}, Result: map[workspace.Path]workspace.Hash{},
	}
	if g.Why == backups.Rollback {
		e.Action = RolledBack
		e.Reason = fmt.Sprintf("back to generation %d", *g.Restores)
	}
	for _, p := range g.Targets {
		e.Bases[p], e.Result[p] = g.Before[p].Hash, g.After[p].Hash
	}
	return l.append(fsys, e)
}

// Decision is what was decided on an item.
type Decision string

// The decisions.
const (
	Undecided Decision = "undecided"
	Taken     Decision = "approved"
	Refused   Decision = "refused"
)

// Decisions are the last word on every item of a draft.
func (l *Log) Decisions(draft string) map[string]Decision {
	decisions := map[string]Decision{}
	for _, e := range l.Events {
		if e.Draft != draft {
			continue
		}
		for _, item := range e.Items {
			switch e.Action {
			case Approved:
				decisions[item] = Taken
			case Rejected:
				decisions[item] = Refused
			case Staged, Unrefused:
				delete(decisions, item)
			}
		}
	}
	return decisions
}

// State is where a draft is on its way.
type State string

// The states of a draft.
const (
	StateWaiting    State = "waiting"
	StateApproved   State = "approved" // decided, not promoted yet
	StateRejected   State = "rejected"
	StatePromoted   State = "promoted"
	StateRolledBack State = "rolled back"
	StateSuperseded State = "superseded"
)

// State follows a draft through the log.
func (l *Log) State(draft string) State {
	state := State("")
	var items []string
	promotedAs := -1
	for _, e := range l.Events {
		if e.Action == RolledBack && promotedAs >= 0 && e.Generation != nil {
			state = l.afterRollback(e, promotedAs, state)
		}
		if e.Draft != draft {
			continue
		}
		switch e.Action {
		case Staged:
			state, items = StateWaiting, e.Items
		case Superseded:
			state = StateSuperseded
		case Promoted:
			promotedAs = *e.Generation
			state = l.decided(draft, items, StatePromoted)
		case Approved:
			state = l.decided(draft, items, StateApproved)
		case Rejected:
			then := StateApproved
			if promotedAs >= 0 {
				then = StatePromoted
			}
			state = l.decided(draft, items, then)
		}
	}
	return state
}

// decided is the state of a draft whose items are all decided.
func (l *Log) decided(draft string, items []string, then State) State {
	decisions := l.Decisions(draft)
	taken := 0
	for _, item := range items {
		switch decisions[item] {
		case Taken:
			taken++
		case Refused:
		default:
			return StateWaiting
		}
	}
	if taken == 0 {
		return StateRejected
	}
	return then
}

// afterRollback is the state of a draft that was promoted as generation number,
// after the rollback e: in place again, or not.
func (l *Log) afterRollback(e Event, number int, state State) State {
	if state != StatePromoted && state != StateRolledBack {
		return state
	}
	for _, promoted := range l.Events {
		if promoted.Generation == nil || *promoted.Generation != number {
			continue
		}
		for p, h := range promoted.Result {
			if e.Result[p] != "" && e.Result[p] != h {
				return StateRolledBack
			}
		}
	}
	return StatePromoted
}

// Waiting is the draft that waits for decisions, or "".
func (l *Log) Waiting() string {
	for _, e := range slices.Backward(l.Events) {
		if e.Action == Staged && l.State(e.Draft) == StateWaiting {
			return e.Draft
		}
	}
	return ""
}

// Drafts lists all drafts, the newest first.
func (l *Log) Drafts() []string {
	var ids []string
	for _, e := range slices.Backward(l.Events) {
		if e.Action == Staged && !slices.Contains(ids, e.Draft) {
			ids = append(ids, e.Draft)
		}
	}
	return ids
}
