package brief

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/workspace"
)

const (
	home workspace.Path = ".wisdom"
	// HistoryFile is where every injection and every outcome is a line.
	HistoryFile workspace.Path = ".wisdom/contexts.jsonl"
	// largestHistory is the size in bytes from which on a new file is begun; the one before it is kept.
	largestHistory = 4 << 20

	// BlockFile holds the block of one injection.
	BlockFile workspace.Path = "context.md"
	// LogFile holds its log.
	LogFile workspace.Path = "context.json"
)

// Record is a line of the history: an injection, or only the outcome of one.
type Record struct {
	Log
	// Folder is where context.json was written, "" for nowhere.
	Folder string `json:"folder,omitempty"`
}

// Remember appends an injection to the history.
func Remember(fsys workspace.FS, r Record) error {
	if err := workspace.MkdirIgnored(fsys, home); err != nil {
		return err
	}
	return appendLine(fsys, r)
}

func appendLine(fsys workspace.FS, record any) error {
	line, err := json.Marshal(record)
	if err != nil {
		return err
	}
	return workspace.AppendRotated(fsys, HistoryFile, line, largestHistory, 0o600)
}

// History returns the injections, the oldest first, each with its last outcome. Of two with the same ID the newer
// counts. damaged is the number of lines that are none.
func History(fsys workspace.FS) (all []Record, damaged int, err error) {
	lines, err := workspace.RotatedLines(fsys, HistoryFile, workspace.MaxState)
	at := map[string]int{}
	for _, text := range lines {
		var r Record
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		if json.Unmarshal(text, &r) != nil || r.SchemaVersion != 1 || CheckID(r.InjectionID) != nil {
			damaged++
			continue
		}
		if r.Level != "" && r.Outcome.Assembled == "" { // of a version that did not write it
			r.Outcome.Assembled = r.Outcome.Status
		}
		i, known := at[r.InjectionID]
		switch {
		case r.Level == "" && known:
			r.Outcome.Assembled = all[i].Outcome.Assembled
			all[i].Outcome = r.Outcome
		case r.Level == "": // the injection was rotated away
		case known:
			all[i] = r
		default:
			at[r.InjectionID] = len(all)
			all = append(all, r)
		}
	}
	return all, damaged, err
}

// recordOf returns the record of an ID, nil if there is none.
func recordOf(fsys workspace.FS, id string) (*Record, error) {
	all, _, err := History(fsys)
	if i := slices.IndexFunc(all, func(r Record) bool { return r.InjectionID == id }); i >= 0 {
		return &all[i], err
	}
	return nil, err
}

// ReusedIDError says that an ID names another block or another task already.
type ReusedIDError struct {
	ID   string
	Task bool
}

// Error implements error.
func (e *ReusedIDError) Error() string {
	if e.Task {
		return e.ID + " names another task already"
	}
	return e.ID + " names another block already"
}

// Known returns the injection of an ID, nil if there is none or if no block was assembled for it.
func Known(fsys workspace.FS, id string) (*Record, error) {
	r, err := recordOf(fsys, id)
	if err != nil || r == nil || r.Outcome.Assembled == Error {
		return nil, err
	}
	return r, nil
}

// Repeats makes a log that of an injection that is known: the same block again keeps the outcome that was reported, and
// its task where this call names none. Another block or task with its ID is a *ReusedIDError, as far as the history
// names its bytes.
func (l *Log) Repeats(known *Record) error {
	if known == nil {
		return nil
	}
	if known.BlockHash != "" && l.BlockHash != known.BlockHash {
		return &ReusedIDError{ID: l.InjectionID}
	}
	if known.TaskHash != "" && l.TaskHash != "" && l.TaskHash != known.TaskHash {
		return &ReusedIDError{l.InjectionID, true}
	}
	l.TaskHash = cmp.Or(l.TaskHash, known.TaskHash)
	l.Outcome = known.Outcome
	return nil
}

// UnknownError says that the history has no such injection.
type UnknownError struct{ ID string }

// Error implements error.
func (e *UnknownError) Error() string {
	if e.ID == "" {
		return "no context was injected in this workspace"
	}
	return fmt.Sprintf("no injection %s in this workspace", e.ID)
}

// NoBlockError says that no block was assembled for an injection, so that no task can have ended with it.
type NoBlockError struct{ ID string }

// Error implements error.
func (e *NoBlockError) Error() string { return e.ID + ": no block was assembled for it" }

// Complete adds the outcome of a task to its injection and returns what the history says of it now. change sets what
// was reported, and Reported if that is how the task ended.
func Complete(fsys workspace.FS, id string, change func(*Outcome)) (Record, error) {
	r, err := recordOf(fsys, id)
	switch {
	case err != nil:
		return Record{}, err
	case r == nil:
		return Record{}, &UnknownError{id}
	case r.Outcome.Assembled == Error:
		return *r, &NoBlockError{id}
	}
	change(&r.Outcome)
	return *r, appendLine(fsys, struct {
		SchemaVersion int     `json:"schema_version"`
		InjectionID   string  `json:"injection_id"`
		Outcome       Outcome `json:"outcome"`
	}{1, id, r.Outcome})
}

// NotOursError says that a file that someone else wrote is where a block or a log belongs.
type NotOursError struct{ Path workspace.Path }

// Error implements error.
func (e *NotOursError) Error() string {
	return fmt.Sprintf("%s: it holds other text, and is not overwritten", e.Path)
}

// Write puts the block and the log into a folder. Without a block, because it could not be assembled, it removes that
// of an earlier injection, which would pass for this one's. A file there that is neither is a *NotOursError, and then
// nothing is written.
func Write(folder workspace.FS, block string, log Log) error {
	text, err := marshal(log)
	if err != nil {
		return err
	}
	if err := checkOurs(folder); err != nil {
		return err
	}
	if block == "" {
		err = workspace.RemoveIfThere(folder, BlockFile)
	} else {
		err = replace(folder, BlockFile, log.InjectionID, []byte(block))
	}
	if err != nil {
		return err
	}
	return replace(folder, LogFile, log.InjectionID, text)
}

// checkOurs returns an error if a block or a log of ours would overwrite another text.
func checkOurs(folder workspace.FS) error {
	const logMark = "{\n  \"schema_version\": 1,\n  \"injection_id\": "
	for p, mark := range map[workspace.Path]string{BlockFile: "<zeos_context ", LogFile: logMark} {
		there, err := folder.ReadFile(p, workspace.MaxState)
		switch {
		case isMissing(err):
		case err != nil:
			return err
		case len(bytes.TrimSpace(there)) > 0 && !strings.HasPrefix(string(there), mark):
			return &NotOursError{p}
		}
	}
	return nil
}

// replace is workspace.Replace by way of a file that is named for the injection: several may write into one folder at
// once, and the last one stays.
func replace(folder workspace.FS, p workspace.Path, id string, data []byte) error {
	return workspace.ReplaceVia(folder, workspace.Path("."+string(p)+"."+id+workspace.TemporarySuffix), p, data, 0o600)
}

// Rewrite brings the log in a folder up to date. One of another injection, or none, stays as it is.
func Rewrite(folder workspace.FS, log Log) error {
	there, err := folder.ReadFile(LogFile, workspace.MaxState)
	var known Log
	if isMissing(err) || err == nil && (json.Unmarshal(there, &known) != nil || known.InjectionID != log.InjectionID) {
		return nil
	}
	if err != nil {
		return err
	}
	text, err := marshal(log)
	if err != nil {
		return err
	}
	return replace(folder, LogFile, log.InjectionID, text)
}

func marshal(log Log) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(log)
	return b.Bytes(), err
}

// AnchorsTemplate is what ANCHORS.md begins with. It says nothing yet, so that it is not included before something is
// written.
const AnchorsTemplate = `# Anchors

<!-- Decisions that hold until they are revoked, and what no task may give up. Every block
for a task includes this file whole, and no summary shortens it: keep it below 150 tokens.
Write a line as: - Decision: reason (2026-01-31) -->

Decisions:

Non-Negotiables:
`

// NoPathError says that all sources of anchors are patterns, so that none names a file.
type NoPathError struct{}

// Error implements error.
func (*NoPathError) Error() string {
	return "no path for ANCHORS.md: [context] anchors has patterns only"
}

// InitAnchors writes the template to the first place of ANCHORS, unless there is a file at one of them, which is
// returned then.
func InitAnchors(fsys workspace.FS, sources Sources) (p workspace.Path, written bool, err error) {
	for _, pattern := range sources.of(Anchors) {
		if there := find(fsys, pattern); len(there) > 0 {
			return there[0], false, nil
		}
	}
	first, named := sources.anchorsFile()
	if !named {
		return "", false, &NoPathError{}
	}
	if err := workspace.MkdirAll(fsys, first.Dir(), 0o755); err != nil {
		return "", false, err
	}
	if err := workspace.WriteNew(fsys, first, []byte(AnchorsTemplate), 0o644); err != nil {
		return "", false, err
	}
	return first, true, fsys.SyncDir(first.Dir())
}
