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
	text  []byte // with its ending
	hash  workspace.Hash
	event Event
	wrong error // what is the matter with it, if it is damaged
}

func readLogLine(text []byte) logLine {
	line := logLine{text: text, hash: workspace.HashOf(text)}
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

// lastOf is the hash of the last of lines, which the next one names.
func lastOf(lines []logLine) workspace.Hash {
	if len(lines) == 0 {
		return workspace.Absent
	}
	return lines[len(lines)-1].hash
}

// logLines reads the lines of a log. A line is damaged if it cannot be read, or if the next one is good and names
// another hash. The last line must be good, and so must the first, if no damaged one is in front of it.
func logLines(b []byte) ([]logLine, error) {
	var lines []logLine
	known := map[Gap]bool{}
	for text := range bytes.Lines(b) {
		line := readLogLine(text)
		lines = append(lines, line)
		for _, gap := range line.event.Gaps {
			known[gap] = true
		}
	}
	follows := func(after, previous workspace.Hash) bool { return after == previous || known[Gap{after, previous}] }
	for i := len(lines) - 2; i >= 0; i-- {
		next := lines[i+1]
		if lines[i].wrong == nil && next.wrong == nil && next.event.SchemaVersion <= SchemaVersion &&
			!follows(lines[i].hash, next.event.Previous) {
			lines[i].wrong = errors.New("it does not match the next line: it was changed, or a line after it was lost")
		}
	}
	for i, line := range lines {
		var err error
		switch version := line.event.SchemaVersion; {
		case line.wrong != nil && i == len(lines)-1:
			err = line.wrong
		case line.wrong != nil:
		case version > SchemaVersion:
			err = fmt.Errorf("schema version %d is not known to this version of wisdom", version)
		case i == 0 && !follows(workspace.Absent, line.event.Previous):
			err = errors.New("does not follow from the line before: a line was lost")
		}
		if err != nil {
			return nil, &LogError{i + 1, err}
		}
	}
	return lines, nil
}

// Damage names the lines of the log that are damaged, in their order. What they decided is not known, so nothing of a
// pending draft is decided but what is promoted.
func (l *Log) Damage() (damage []*LogError) {
	for i, line := range l.lines {
		if line.wrong != nil {
			damage = append(damage, &LogError{i + 1, fmt.Errorf("damaged: %w", line.wrong)})
		}
	}
	return damage
}

// setDamageAside moves damaged lines from the log to DamagedFile, and logs where they were. The caller holds the lock.
func (l *Log) setDamageAside(fsys workspace.FS, opts Options) error {
	e := Event{At: opts.at(), Action: Damaged, Version: opts.Version, Reason: "lines are kept in " + string(DamagedFile)}
	var good []logLine
	var damaged []byte
	for i, line := range l.lines {
		switch {
		case line.wrong != nil:
			damaged = append(damaged, line.text...)
			continue
		case i > 0 && l.lines[i-1].wrong != nil:
			e.Gaps = append(e.Gaps, Gap{lastOf(good), line.event.Previous})
		}
		good = append(good, line)
	}
	if damaged == nil {
		return nil
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
	return l.write(fsys, good, e)
}

// untoldViews are the previews of drafts of which the log does not tell, so that the next draft may replace them.
func (l *Log) untoldViews(fsys workspace.FS) (map[workspace.Path]workspace.Hash, error) {
	untold, err := l.untold(fsys)
	views := map[workspace.Path]workspace.Hash{}
	for _, id := range untold {
		var m Manifest
		b, lost := fsys.ReadFile(draftsDir.Join(id, "manifest.json"), workspace.MaxState)
		if lost != nil || json.Unmarshal(b, &m) != nil {
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
			maps.DeleteFunc(p.by, func(item string, _ int) bool { return !p.placed.holds(item) })
			p.failed = ""
		}
	}
	h.withdrawn = true
}
