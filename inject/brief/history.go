package brief

import (
	"cmp"
	"encoding/json"
	"errors"
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

// Remember appends an injection to the history, or only the outcome of one: its level is "" then.
func Remember(fsys workspace.FS, r Record) error {
	if err := workspace.MkdirIgnored(fsys, home); err != nil {
		return err
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return workspace.AppendRotated(fsys, HistoryFile, line, largestHistory, 0o600)
}

// History returns the injections, the oldest first, each with its last outcome. Of two with the same ID the newer
// counts. Lines that are none are skipped.
func History(fsys workspace.FS) (all []Record, err error) {
	lines, err := workspace.RotatedLines(fsys, HistoryFile, workspace.MaxState)
	at := map[string]int{}
	for _, text := range lines {
		var r Record
		if json.Unmarshal(text, &r) != nil || r.SchemaVersion != 1 || CheckID(r.InjectionID) != nil {
			continue
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
	return all, err
}

// UnknownError says that the history has no such injection, or that no block was assembled for it.
type UnknownError struct{ ID string }

// Error implements error.
func (e *UnknownError) Error() string { return fmt.Sprintf("no injection %s in this workspace", e.ID) }

// Complete adds what is reported of a task to its injection and returns what the history says of it now. What is not
// reported stays as it was.
func Complete(fsys workspace.FS, id string, reported Outcome) (Record, error) {
	all, err := History(fsys)
	if err != nil {
		return Record{}, err
	}
	isIt := func(r Record) bool { return r.InjectionID == id && r.Outcome.Assembled != Error }
	i := slices.IndexFunc(all, isIt)
	if i < 0 {
		return Record{}, &UnknownError{id}
	}
	r := all[i]
	o := &r.Outcome
	if reported.Status != "" {
		o.Status, o.Reported = reported.Status, true
	}
	o.Changes, o.Duration = cmp.Or(reported.Changes, o.Changes), cmp.Or(reported.Duration, o.Duration)
	return r, Remember(fsys, Record{Log: Log{SchemaVersion: 1, InjectionID: id, Outcome: r.Outcome}})
}

// Write puts the block and the log into a folder. Without a block, because it could not be assembled, it removes that
// of an earlier injection, which would pass for this one's. A file there that is neither is a *workspace.NotOursError, and
// then nothing is written.
func Write(folder workspace.FS, block string, log Log) error {
	const logMark = "{\n  \"schema_version\": 1,\n  \"injection_id\": "
	err := cmp.Or(workspace.CheckOurs(folder, BlockFile, "<zeos_context "), workspace.CheckOurs(folder, LogFile, logMark))
	switch {
	case err != nil:
	case block == "":
		err = workspace.RemoveIfThere(folder, BlockFile)
	default:
		err = replace(folder, BlockFile, log.InjectionID, []byte(block))
	}
	if err != nil {
		return err
	}
	return writeLog(folder, log)
}

// replace is workspace.Replace by way of a file that is named for the injection: several may write into one folder at
// once, and the last one stays.
func replace(folder workspace.FS, p workspace.Path, id string, data []byte) error {
	return workspace.ReplaceVia(folder, workspace.Path("."+string(p)+"."+id+workspace.TemporarySuffix), p, data, 0o600)
}

// Rewrite brings the log in a folder up to date. One of another injection, or none, stays as it is.
func Rewrite(folder workspace.FS, log Log) error {
	there, _, err := workspace.ReadIfThere(folder, LogFile, workspace.MaxState)
	var known Log
	if err != nil || json.Unmarshal(there, &known) != nil || known.InjectionID != log.InjectionID {
		return err
	}
	return writeLog(folder, log)
}

func writeLog(folder workspace.FS, log Log) error {
	b, err := workspace.PlainJSON(log, "  ")
	if err != nil {
		return err
	}
	return replace(folder, LogFile, log.InjectionID, b)
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

// InitAnchors writes the template to the first place of ANCHORS that is no pattern, unless there is a file at one of
// them, which is returned then.
func InitAnchors(fsys workspace.FS, sources Sources) (p workspace.Path, written bool, err error) {
	for _, pattern := range slices.Backward(sources.of(Anchors)) {
		if there := find(fsys, pattern); len(there) > 0 {
			return there[0], false, nil
		}
		if !strings.ContainsAny(pattern, special) {
			p = workspace.Path(pattern)
		}
	}
	if p == "" {
		return "", false, errors.New("no path for ANCHORS.md: [context] anchors in wisdom.toml has patterns only")
	}
	if err := workspace.MkdirAll(fsys, p.Dir(), 0o755); err != nil {
		return "", false, err
	}
	if err := workspace.WriteNew(fsys, p, []byte(AnchorsTemplate), 0o644); err != nil {
		return "", false, err
	}
	return p, true, fsys.SyncDir(p.Dir())
}
