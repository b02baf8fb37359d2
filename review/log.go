package review

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

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
	BackedUp   Action = "backed-up" // as it was found
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
	// Refused describes the items of a rejection, so that they are remembered
	// even if the draft is lost.
	Refused []Item `json:"refused,omitempty"`
	// Supersedes is the draft whose place a newly staged one takes.
	Supersedes string `json:"supersedes,omitempty"`
	// Generation is what a promotion or rollback left, Result its files;
	// Restores is the generation whose state a rollback brought back.
	Generation *int `json:"generation,omitempty"`
	Restores   *int `json:"restores,omitempty"`
	// Only is the one file that a rollback was about, where it was not all.
	Only    workspace.Path                    `json:"only,omitempty"`
	Result  map[workspace.Path]workspace.Hash `json:"result,omitempty"`
	Version string                            `json:"version,omitempty"`
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
	drafts map[string]*progress
	order  []string // of drafts, as they were staged
	// inPlace are the drafts that the newest generation holds, and those that
	// each generation holds.
	inPlace map[string]placed
	held    map[int]map[string]placed
}

// placed is what of a draft a generation holds: the files that it made.
type placed map[workspace.Path]part

// part is what a promotion made of a file, and the items that were in place then.
type part struct {
	hash  workspace.Hash
	items map[string]bool
}

// progress is how far a draft has come.
type progress struct {
	hash      workspace.Hash
	items     []string
	decisions map[string]Decision
	promoted  map[string]bool // items that a promotion put in place
	made      map[workspace.Path]workspace.Hash
	replaced  bool // superseded
}

// LogError says which line of the log cannot be read, or does not follow from
// the one before.
type LogError struct {
	Line int
	Err  error
}

func (e *LogError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", LogFile, e.Err)
	}
	return fmt.Sprintf("%s: line %d: %v", LogFile, e.Line, e.Err)
}

// Unwrap gives the cause.
func (e *LogError) Unwrap() error { return e.Err }

// ReadLog reads the log. A last line without its end was cut off by a crash
// before anything was reported as done, and is left out.
func ReadLog(fsys workspace.FS) (*Log, error) {
	l := &Log{last: workspace.Absent}
	b, err := fsys.ReadFile(LogFile, workspace.MaxState)
	if errors.Is(err, fs.ErrNotExist) {
		return l, l.complete(fsys)
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
		if e.Generation == nil && (e.Action == Promoted || e.Action == RolledBack) {
			return nil, &LogError{number, errors.New("does not say which generation it left")}
		}
		l.take(e, line)
	}
	return l, l.complete(fsys)
}

// complete says whether lines were lost at the end of the log, where no later one
// shows it: every generation has its line, and so has every draft but one that a
// crash may have cut off.
func (l *Log) complete(fsys workspace.FS) error {
	if unfinished, err := backups.Pending(fsys); unfinished || err != nil {
		return err // the line of a generation may be still to come
	}
	numbers, err := backups.Numbers(fsys)
	if err != nil {
		return err
	}
	told := map[int]bool{0: true} // it was found, not made
	for _, e := range l.Events {
		if e.Generation != nil {
			told[*e.Generation] = true
		}
	}
	for _, number := range numbers {
		if !told[number] {
			return &LogError{0, fmt.Errorf("lines were lost at its end: it does not tell of generation %d", number)}
		}
	}
	drafts, err := fsys.ReadDir(draftsDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	untold := 0
	for _, d := range drafts {
		if l.drafts[d.Name] == nil && !strings.HasPrefix(d.Name, ".") {
			untold++
		}
	}
	if untold > 1 {
		return &LogError{0, fmt.Errorf("lines were lost at its end: it does not tell of %d drafts", untold)}
	}
	return err
}

// take follows the drafts through one more event.
func (l *Log) take(e Event, line []byte) {
	l.Events = append(l.Events, e)
	l.last = workspace.HashOf(line)
	l.whole = append(l.whole, line...)
	if l.drafts == nil {
		l.drafts, l.inPlace, l.held = map[string]*progress{}, map[string]placed{}, map[int]map[string]placed{}
	}
	p := l.drafts[e.Draft]
	if p == nil && e.Action != Staged && e.Action != RolledBack {
		return // of a draft that was staged before the log begins
	}
	switch e.Action {
	case Staged:
		if old := l.drafts[e.Supersedes]; old != nil {
			old.replaced = true
		}
		l.drafts[e.Draft] = &progress{hash: e.Hash, items: e.Items, decisions: map[string]Decision{}, promoted: map[string]bool{}}
		l.order = append(slices.DeleteFunc(l.order, func(id string) bool { return id == e.Draft }), e.Draft)
	case Superseded:
		p.replaced = true
	case Approved, Rejected, Unrefused:
		state := l.State(e.Draft)
		for _, item := range e.Items {
			switch {
			case e.Action == Approved:
				p.decisions[item] = Taken
			case e.Action == Rejected:
				p.decisions[item] = Refused
			case state == StateWaiting || state == StateApproved:
				delete(p.decisions, item)
			default:
				p.decisions[item] = Freed
			}
		}
	case Promoted:
		for item, decision := range p.decisions {
			p.promoted[item] = decision == Taken
		}
		// A promotion names what it changed; what an earlier one of the same
		// draft made of another file still holds.
		p.made = maps.Clone(p.made)
		if p.made == nil {
			p.made = map[workspace.Path]workspace.Hash{}
		}
		maps.Copy(p.made, e.Result)
		l.inPlace = maps.Clone(l.inPlace)
		made := placed{}
		for path, hash := range p.made {
			made[path] = part{hash, maps.Clone(p.promoted)}
		}
		l.inPlace[e.Draft] = made
		l.held[*e.Generation] = l.inPlace
	case RolledBack:
		then := map[string]placed{}
		if e.Restores != nil && l.held[*e.Restores] != nil {
			then = l.held[*e.Restores]
		}
		if e.Only != "" {
			then = l.back(then, e.Only)
		}
		l.inPlace = then
		l.held[*e.Generation] = l.inPlace
	}
}

// back is what is in place once a single file went back to what was in place
// then.
func (l *Log) back(then map[string]placed, only workspace.Path) map[string]placed {
	after := map[string]placed{}
	for draft, made := range l.inPlace {
		made = maps.Clone(made)
		if delete(made, only); len(made) > 0 {
			after[draft] = made
		}
	}
	for draft, made := range then {
		if p, known := made[only]; known {
			if after[draft] == nil {
				after[draft] = placed{}
			}
			after[draft][only] = p
		}
	}
	return after
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
	l.take(e, append(line, '\n'))
	return nil
}

// newestGeneration is the highest number that the log tells of.
func (l *Log) newestGeneration() int {
	newest := 0
	for _, e := range l.Events {
		if e.Generation != nil {
			newest = max(newest, *e.Generation)
		}
	}
	return newest
}

// Missing are the generations that the log tells of and that have no backup,
// each as a *backups.DamagedError.
func (l *Log) Missing(all []backups.Generation) []error {
	var missing []error
	known := backups.Known(all)
	for _, e := range l.Events {
		if e.Generation == nil {
			continue
		}
		if _, ok := known[*e.Generation]; !ok {
			missing = append(missing, &backups.DamagedError{
				Generation: *e.Generation, Path: backups.Home, Err: errors.New("the log tells of it, and there is no backup of it"),
			})
		}
	}
	return missing
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
	switch g.Why {
	case backups.Promotion:
	case backups.Found:
		e.Action = BackedUp
	case backups.Rollback:
		e.Action, e.Restores, e.Only = RolledBack, g.Restores, g.Only
		e.Reason = fmt.Sprintf("back to generation %d", *g.Restores)
		if g.Only != "" {
			e.Reason = fmt.Sprintf("%s back to generation %d", g.Only, *g.Restores)
		}
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
	// Freed was refused in a draft that is done with, and may come again in
	// another one.
	Freed Decision = "freed"
)

// Decisions are the last word on every item of a draft.
func (l *Log) Decisions(draft string) map[string]Decision {
	if p := l.drafts[draft]; p != nil {
		return maps.Clone(p.decisions)
	}
	return map[string]Decision{}
}

// State is where a draft is on its way.
type State string

// The states of a draft.
const (
	StateWaiting    State = "waiting"
	StateApproved   State = "approved" // decided, and not all of it is in place
	StateRejected   State = "rejected"
	StatePromoted   State = "promoted"
	StateRolledBack State = "rolled back"
	StateSuperseded State = "superseded"
)

// State says where a draft is; "" for one that the log does not know.
func (l *Log) State(draft string) State {
	p := l.drafts[draft]
	_, inPlace := l.inPlace[draft]
	switch {
	case p == nil:
		return ""
	case p.made != nil && !inPlace:
		return StateRolledBack
	case p.replaced:
		return StateSuperseded
	}
	if slices.ContainsFunc(p.items, func(item string) bool { return p.decisions[item] == "" }) {
		return StateWaiting
	}
	state := StateRejected
	for item, decision := range p.decisions { // facts that were swapped in, too
		switch {
		case decision == Taken && !p.promoted[item]:
			return StateApproved
		case decision == Taken:
			state = StatePromoted
		}
	}
	return state
}

// Waiting is the draft that waits for decisions, or to be put in place, or "".
func (l *Log) Waiting() string {
	for _, id := range slices.Backward(l.order) {
		if state := l.State(id); state == StateWaiting || state == StateApproved {
			return id
		}
	}
	return ""
}

// Drafts lists all drafts, the newest first.
func (l *Log) Drafts() []string {
	ids := slices.Clone(l.order)
	slices.Reverse(ids)
	return ids
}

// Undecided is how many items of a draft nobody decided on.
func (l *Log) Undecided(draft string) int {
	n := 0
	if p := l.drafts[draft]; p != nil {
		for _, item := range p.items {
			if p.decisions[item] == "" {
				n++
			}
		}
	}
	return n
}

// ApprovedBy finds the event in which an item was approved last; ok is false
// where it was not.
func (l *Log) ApprovedBy(draft, item string) (e Event, ok bool) {
	for _, e := range slices.Backward(l.Events) {
		if e.Action == Approved && e.Draft == draft && slices.Contains(e.Items, item) {
			return e, true
		}
	}
	return Event{}, false
}
