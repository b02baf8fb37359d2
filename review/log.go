package review

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wisdom/backups"
	"wisdom/internal/secrets"
	"wisdom/internal/workspace"
)

// LogFile is the log in the workspace: one JSON object per line.
const LogFile workspace.Path = ".wisdom/log.jsonl"

// SchemaVersion is that of log lines and of manifests.
const SchemaVersion = 2

// Action says what an event is about.
type Action string

// The actions that are logged.
const (
	Staged     Action = "staged"
	Approved   Action = "approved"
	Rejected   Action = "rejected"
	Returned   Action = "returned"
	Superseded Action = "superseded"
	Expired    Action = "expired"
	Promoted   Action = "promoted"
	Failed     Action = "failed" // a promotion that changed nothing
	RolledBack Action = "rolled-back"
	Reopened   Action = "unrefused"
	BackedUp   Action = "backed-up" // as it was found
	Damaged    Action = "damaged"   // lines before it were set aside
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
	// Changes names for each file the change that an approval confirmed, with everything that was approved before and is
	// not promoted yet; see HashOf.
	Changes map[workspace.Path]workspace.Hash `json:"changes,omitempty"`
	// Bases are the targets as they were.
	Bases map[workspace.Path]workspace.Hash `json:"bases,omitempty"`
	// Refused describes the items of a rejection or of a return, so that they are known even if the draft is lost.
	// Undone holds those that a rollback removed, by their drafts.
	Refused []Item            `json:"refused,omitempty"`
	Undone  map[string][]Item `json:"undone,omitempty"`
	// Supersedes is the draft whose place a newly staged one takes, Carried what
	// had been decided on items that are in both.
	Supersedes string    `json:"supersedes,omitempty"`
	Carried    []Carried `json:"carried,omitempty"`
	// Files are the targets of a draft, each with its items.
	Files map[workspace.Path][]string `json:"files,omitempty"`
	// Generation is the one that a promotion or rollback made, Result its files. Restores is the generation whose state
	// a rollback restored.
	Generation *int `json:"generation,omitempty"`
	Restores   *int `json:"restores,omitempty"`
	// Only is the one file that a rollback was about, where it was not all.
	Only   workspace.Path                    `json:"only,omitempty"`
	Result map[workspace.Path]workspace.Hash `json:"result,omitempty"`
	// Gaps are where damaged lines were taken out.
	Gaps []Gap `json:"gaps,omitempty"`
	// Places are where the files lie that the settings may move.
	Places  *Places `json:"places,omitempty"`
	Version string  `json:"version,omitempty"`
	// Previous is the hash of the line before, so that a line that was lost or
	// changed by accident is noticed. It is no proof against a forger.
	Previous workspace.Hash `json:"previous"`
}

// Places are the paths that the settings may move. A draft and a generation
// record them, so that they can be found where the settings cannot be read.
type Places struct {
	// Initiative is the folder of the readable drafts and of the plain copies.
	Initiative workspace.Path `json:"initiative"`
	// Queue is the file that holds the line about a pending draft.
	Queue workspace.Path `json:"queue"`
}

func (o Options) places() *Places { return &Places{o.Initiative, o.Queue} }

// Places returns those of the newest draft or generation; ok is false if there is none. The queue is empty if an
// older program wrote the record.
func (h *history) Places() (places Places, ok bool) {
	for _, e := range slices.Backward(h.Events) {
		switch {
		case e.Places != nil:
			return *e.Places, true
		case e.Action == Staged:
			for path := range e.Result { // the readable drafts lie in the same folder
				return Places{Initiative: path.Dir()}, true
			}
		}
	}
	return Places{}, false
}

// Log is everything that was done and decided, and the lines of the file that says so.
type Log struct {
	history
	lines []logLine
	// Notice tells the reviewer that a secret was redacted in a reason, "" if none was.
	Notice string
}

// LogError says which line of the log cannot be read, or does not follow from the one before.
type LogError struct {
	Line int
	Err  error
}

// Error implements error.
func (e *LogError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", LogFile, e.Err)
	}
	return fmt.Sprintf("%s: line %d: %v", LogFile, e.Line, e.Err)
}

// Unwrap gives the cause.
func (e *LogError) Unwrap() error { return e.Err }

// ReadLog reads the log. It ignores a last line without an end: a crash cut it off before anything was reported as
// done. It leaves out damaged lines before the last one, and withdraws what they may have decided; see Damage. Damage
// at an end, and a line of a newer program, are a *LogError.
func ReadLog(fsys workspace.FS) (*Log, error) {
	b, _, err := workspace.ReadIfThere(fsys, LogFile, workspace.MaxState)
	if err != nil {
		return nil, fmt.Errorf("read the log: %w", err)
	}
	l := &Log{}
	if l.lines, err = logLines(b[:bytes.LastIndexByte(b, '\n')+1]); err != nil {
		return nil, err
	}
	for _, line := range l.lines {
		if line.wrong == nil {
			l.take(line.event)
		}
	}
	if len(l.Damage()) > 0 {
		l.withdraw()
		return l, nil
	}
	return l, l.complete(fsys)
}

// complete reports whether lines were lost at the end of the log, where no later one shows it: every generation has its
// line, and so has every draft but one that a crash may have cut off, unless its line was damaged.
func (l *Log) complete(fsys workspace.FS) error {
	if unfinished, err := backups.Pending(fsys); unfinished || err != nil {
		return err // the line of a generation may be still to come
	}
	newest, err := newestGeneration(fsys)
	if err != nil {
		return err
	}
	if newest > l.newestTold() {
		return &LogError{0, fmt.Errorf("lines were lost at its end: it does not tell of generation %d", newest)}
	}
	untold, err := l.untold(fsys)
	untold = slices.DeleteFunc(untold, func(name string) bool { return strings.HasPrefix(name, ".") })
	if len(untold) > 1 && !l.withdrawn {
		return &LogError{0, fmt.Errorf("lines were lost at its end: it does not tell of %d drafts", len(untold))}
	}
	return err
}

// untold are the folders of drafts of which the log does not tell.
func (l *Log) untold(fsys workspace.FS) (names []string, err error) {
	folders, err := workspace.List(fsys, draftsDir)
	for _, folder := range folders {
		if l.drafts[folder.Name] == nil {
			names = append(names, folder.Name)
		}
	}
	return names, err
}

// newestGeneration is the highest number of a generation; 0 where there is none.
func newestGeneration(fsys workspace.FS) (int, error) {
	numbers, err := backups.Numbers(fsys)
	return slices.Max(append(numbers, 0)), err
}

// newestTold is the newest generation that the log tells of; 0 was found, not made.
func (l *Log) newestTold() int { return slices.Max(append(l.generations(), 0)) }

// event begins a line of the log about a draft.
func (l *Log) event(action Action, d *Draft, opts Options) Event {
	return Event{
		At: opts.at(), Action: action, By: opts.By, Draft: d.ID, Hash: d.Hash, Version: opts.Version, Bases: d.bases(),
	}
}

// append adds an event, without what looks like a secret in its reason. The caller holds the lock.
func (l *Log) append(fsys workspace.FS, e Event) error {
	reason, found := secrets.Redact(e.Reason)
	if len(found) > 0 {
		l.Notice = "redacted a secret (" + found[0].Rule + ") in what you wrote: change it where it is used"
	}
	e.Reason = reason
	return l.write(fsys, l.lines, e)
}

// write makes lines and an event behind them the whole log, and reads it back. Where the lines are what the file holds,
// it is appended to, else replaced: it may hold damaged lines, or a part of one after a crash or an error.
func (l *Log) write(fsys workspace.FS, lines []logLine, e Event) error {
	e.SchemaVersion, e.Previous = SchemaVersion, lastOf(lines)
	text, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("write the log: %w", err)
	}
	var whole []byte
	for _, line := range lines {
		whole = append(whole, line.text...)
	}
	now, _, err := workspace.ReadIfThere(fsys, LogFile, workspace.MaxState)
	switch {
	case err != nil:
	case bytes.Equal(now, whole):
		err = workspace.AppendLine(fsys, LogFile, slices.Clip(text), 0o600)
	default:
		err = workspace.Replace(fsys, LogFile, slices.Concat(whole, text, []byte("\n")), 0o600)
	}
	if err != nil {
		return fmt.Errorf("write the log: %w", err)
	}
	text = append(text, '\n')
	if back, err := fsys.ReadFile(LogFile, workspace.MaxState); err != nil || !bytes.Equal(back, append(whole, text...)) {
		return cmp.Or(err, error(&LogError{0, errors.New("it is another when it is read back than was written")}))
	}
	l.lines = append(slices.Clip(lines), logLine{text: text, hash: workspace.HashOf(text), event: e})
	l.take(e)
	return nil
}

func (h *history) generations() []int {
	var numbers []int
	for _, e := range h.Events {
		if e.Generation != nil {
			numbers = append(numbers, *e.Generation)
		}
	}
	return numbers
}

// Missing returns the generations in the log that have no backup, each as a *backups.DamagedError.
func (l *Log) Missing(all []backups.Generation) (missing []error) {
	known, lost := backups.Known(all), errors.New("the log tells of it, and there is no backup of it")
	for _, number := range l.generations() {
		if _, ok := known[number]; !ok {
			missing = append(missing, &backups.DamagedError{Generation: number, Path: backups.Home, Err: lost})
		}
	}
	return missing
}

// finished writes the line for a generation, once.
func (l *Log) finished(fsys workspace.FS, g backups.Generation, opts Options) error {
	if slices.Contains(l.generations(), g.Number) {
		return nil
	}
	e := Event{
		At: g.At, Action: Promoted, By: g.By, Draft: g.Draft, Generation: &g.Number,
		Places: opts.places(), Version: opts.Version,
		Bases: map[workspace.Path]workspace.Hash{}, Result: map[workspace.Path]workspace.Hash{},
	}
	switch g.Why {
	case backups.Promotion:
	case backups.Found:
		e.Action = BackedUp
	case backups.Rollback:
		e.Action, e.Restores, e.Only = RolledBack, g.Restores, g.Only
		e.Reason = strings.TrimSpace(fmt.Sprintf("%s back to generation %d", g.Only, *g.Restores))
		e.Undone = l.undoneBy(fsys, e)
	}
	for _, p := range g.Targets {
		e.Bases[p], e.Result[p] = g.Before[p].Hash, g.After[p].Hash
	}
	return l.append(fsys, e)
}

// Leaving is what a rollback does to drafts.
type Leaving struct {
	// Rejected are the promoted items that it takes out, by draft: they count as rejected then.
	Rejected map[string][]string
	// Closed is the pending draft, if nothing of it stays promoted: then it is pending no more. Open is how many of
	// its items are neither promoted nor rejected.
	Closed string
	Open   int
}

// Leaving returns what a rollback to a generation, of one file or with "" of all, does to drafts.
func (l *Log) Leaving(generation int, only workspace.Path) Leaving {
	e := Event{Restores: &generation, Only: only}
	found := Leaving{Rejected: l.leaving(e)}
	if id := l.Waiting(); id != "" && l.drafts[id].promoted && len(l.drafts[id].placedAfter(e)) == 0 {
		found.Closed = id
		for _, item := range l.drafts[id].Items {
			if l.isOpen(id, item) {
				found.Open++
			}
		}
	}
	return found
}

// undoneBy are the items that a rollback takes out. One whose draft is lost cannot be described, and is not remembered.
func (l *Log) undoneBy(fsys workspace.FS, e Event) map[string][]Item {
	undone := map[string][]Item{}
	for id, items := range l.leaving(e) {
		if d, err := l.Load(fsys, id); err == nil {
			undone[id] = d.described(items)
		}
	}
	return undone
}
