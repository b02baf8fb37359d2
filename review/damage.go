package review

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"wisdom/backups"
	"wisdom/internal/workspace"
)

// DamagedFile keeps the lines that were taken out of the log, as they were found.
const DamagedFile workspace.Path = ".wisdom/log.damaged"

// Gap is a place where damaged lines were taken out of the log.
type Gap struct {
	// After is the hash of the line in front of it, Previous the one that the line behind it names.
	After    workspace.Hash `json:"after"`
	Previous workspace.Hash `json:"previous"`
}

// logLine is a line of the file.
type logLine struct {
	number int
	text   []byte // with its ending
	hash   workspace.Hash
	event  Event
	wrong  error // what is the matter with it, if it is damaged
}

func readLogLine(number int, text []byte) logLine {
	line := logLine{number: number, text: text, hash: workspace.HashOf(text)}
	err := json.Unmarshal(text, &line.event)
	switch e := line.event; {
	case e.SchemaVersion > SchemaVersion: // its fields may be others
	case err != nil:
		line.wrong = err
	case e.SchemaVersion < 1:
		line.wrong = errors.New("it has no schema version")
	case e.Generation == nil && (e.Action == Promoted || e.Action == RolledBack):
		line.wrong = errors.New("it does not say which generation it left")
	}
	return line
}

// logLines reads the lines of a log. A line is damaged if it cannot be read, or if the next one is good and names
// another hash. The last line must be good, and so must the first, if no damaged one is in front of it.
func logLines(b []byte) ([]logLine, error) {
	var lines []logLine
	known := map[Gap]bool{}
	for text := range bytes.Lines(b) {
		line := readLogLine(len(lines)+1, text)
		lines = append(lines, line)
		for _, gap := range line.event.Gaps {
			known[gap] = true
		}
	}
	follows := func(after, previous workspace.Hash) bool { return after == previous || known[Gap{after, previous}] }
	for i := len(lines) - 2; i >= 0; i-- {
		next := &lines[i+1]
		if lines[i].wrong == nil && next.wrong == nil && next.event.SchemaVersion <= SchemaVersion &&
			!follows(lines[i].hash, next.event.Previous) {
			lines[i].wrong = errors.New("it does not match the next line: it was changed, or a line after it was lost")
		}
	}
	for i, line := range lines {
		switch version := line.event.SchemaVersion; {
		case line.wrong != nil && i == len(lines)-1:
			return nil, &LogError{line.number, line.wrong}
		case line.wrong != nil:
		case version > SchemaVersion:
			return nil, &LogError{
				line.number, fmt.Errorf("schema version %d is not known to this version of wisdom", version),
			}
		case i == 0 && !follows(workspace.Absent, line.event.Previous):
			return nil, &LogError{line.number, errors.New("does not follow from the line before: a line was lost")}
		}
	}
	return lines, nil
}

// Damage names the lines of the log that are damaged, in their order. What they decided is not known, so nothing of a
// pending draft is decided but what is promoted.
func (l *Log) Damage() []*LogError { return l.damaged }

// setDamageAside moves damaged lines from the log to DamagedFile, and logs where they were. The caller holds the lock.
func (l *Log) setDamageAside(fsys workspace.FS, opts Options) error {
	if len(l.damaged) == 0 {
		return nil
	}
	lines, err := logLines(l.whole)
	if err != nil {
		return err
	}
	e := Event{At: opts.at(), Action: Damaged, Version: opts.Version, Reason: "lines are kept in " + string(DamagedFile)}
	var good, damaged []byte
	after := workspace.Absent
	for i, line := range lines {
		if line.wrong != nil {
			damaged = append(damaged, line.text...)
			continue
		}
		if i > 0 && lines[i-1].wrong != nil {
			e.Gaps = append(e.Gaps, Gap{after, line.event.Previous})
		}
		good, after = append(good, line.text...), line.hash
	}
	pending, err := backups.Pending(fsys)
	newest, lost := newestGeneration(fsys)
	if err = errors.Join(err, lost); err != nil {
		return err
	}
	if !pending { // else its line is still to come
		e.Generation = &newest // its line may be among the damaged ones
	}
	if e.Result, err = l.untoldViews(fsys); err != nil {
		return err
	}
	if err := keepDamage(fsys, damaged); err != nil {
		return err
	}
	line, err := l.line(&e)
	if err != nil {
		return err
	}
	if err := workspace.Replace(fsys, LogFile, append(good, line...), 0o600); err != nil {
		return fmt.Errorf("set damaged lines of the log aside: %w", err)
	}
	l.whole, l.damaged, l.torn = good, nil, false
	l.takeLine(e, line)
	return ShowWaiting(fsys, l, opts)
}

// untoldViews are the previews of drafts of which the log does not tell, so that the next draft may replace them.
func (l *Log) untoldViews(fsys workspace.FS) (map[workspace.Path]workspace.Hash, error) {
	drafts, err := workspace.List(fsys, draftsDir)
	views := map[workspace.Path]workspace.Hash{}
	for _, draft := range drafts {
		var m Manifest
		b, lost := fsys.ReadFile(draftsDir.Join(draft.Name, "manifest.json"), workspace.MaxState)
		if l.drafts[draft.Name] != nil || lost != nil || json.Unmarshal(b, &m) != nil {
			continue
		}
		for _, v := range m.Views {
			views[v.Path] = v.Hash
		}
	}
	return views, err
}

// keepDamage adds lines to DamagedFile. A crash may have left them there before.
func keepDamage(fsys workspace.FS, lines []byte) error {
	kept, _, err := workspace.ReadIfThere(fsys, DamagedFile, workspace.MaxState)
	if err != nil || bytes.HasSuffix(kept, lines) {
		return err
	}
	return workspace.Replace(fsys, DamagedFile, append(kept, lines...), 0o600)
}

// withdraw makes undecided what a pending draft holds and is not promoted.
func (h *history) withdraw() {
	for id, p := range h.drafts {
		if h.State(id).Waits() {
			maps.DeleteFunc(p.decisions, func(item string, _ Decision) bool { return !p.placed.holds(item) })
			p.failed = ""
		}
	}
	h.withdrawn = true
}
