package review

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"wisdom/internal/workspace"
	"wisdom/markdown/lookup"
)

const draftsDir workspace.Path = ".wisdom/drafts"

// replacingSchema is the version of drafts in which a new entry takes the place of another: an older program would only
// add it.
const replacingSchema = SchemaVersion + 1

// DamagedError says that a draft is not what it was when it was staged.
type DamagedError struct {
	ID  string
	Err error
}

// Error implements error.
func (e *DamagedError) Error() string { return fmt.Sprintf("draft %s: %v", e.ID, e.Err) }

// Unwrap gives the cause.
func (e *DamagedError) Unwrap() error { return e.Err }

// Load reads a draft and compares it with the log.
func (l *Log) Load(fsys workspace.FS, id string) (*Draft, error) {
	b, err := fsys.ReadFile(draftsDir.Join(id, "manifest.json"), workspace.MaxState)
	if err != nil {
		return nil, &DamagedError{id, err}
	}
	d := &Draft{Hash: workspace.HashOf(b), Bases: map[workspace.Path][]byte{}}
	if p := l.drafts[id]; p == nil || p.Hash != d.Hash {
		return nil, &DamagedError{id, errors.New("the manifest is not the one that was staged")}
	}
	if err := json.Unmarshal(b, &d.Manifest); err != nil {
		return nil, &DamagedError{id, err}
	}
	if d.SchemaVersion < 1 || d.SchemaVersion > replacingSchema {
		return nil, &DamagedError{id, fmt.Errorf("schema version %d is not known to this version of wisdom", d.SchemaVersion)}
	}
	_, rewrites := d.rewriteOf(lookup.File)
	_, changes := d.bases()[lookup.File]
	if d.ID != id || d.Tools == nil && (changes || d.Changes(lookup.File)) || rewrites && d.Tools.Wanted == nil {
		return nil, &DamagedError{id, errors.New("the manifest does not hold what it is about")}
	}
	for _, t := range d.Targets {
		if err := d.loadBase(fsys, t); err != nil {
			return nil, &DamagedError{id, err}
		}
	}
	return d, nil
}

// loadBase reads a target as the draft was made from it.
func (d *Draft) loadBase(fsys workspace.FS, t Target) error {
	if t.Base == workspace.Absent {
		return nil
	}
	content, err := fsys.ReadFile(draftsDir.Join(d.ID, "base", t.Path.Base()), workspace.MaxTarget)
	if err == nil && workspace.HashOf(content) != t.Base {
		err = errors.New("the base is not the one that was staged")
	}
	d.Bases[t.Path] = content
	return err
}

// write puts the draft on disk, whole or not at all, and sets its hash.
func (p *Proposal) write(fsys workspace.FS) error {
	b, err := json.MarshalIndent(p.Manifest, "", "  ")
	if err != nil {
		return fmt.Errorf("write draft %s: %w", p.ID, err)
	}
	b = append(b, '\n')
	p.Hash = workspace.HashOf(b)
	final := draftsDir.Join(p.ID)
	if old, err := fsys.ReadFile(final.Join("manifest.json"), workspace.MaxState); err == nil && bytes.Equal(old, b) {
		return nil // staged before
	}
	next := draftsDir.Join("." + p.ID + ".tmp")
	for _, dir := range []workspace.Path{final, next} {
		if err := workspace.RemoveAll(fsys, dir); err != nil {
			return err
		}
	}
	if err := workspace.MkdirAll(fsys, next.Join("base"), 0o700); err != nil {
		return err
	}
	for _, t := range p.Targets {
		if t.Base == workspace.Absent {
			continue
		}
		if err := workspace.WriteNew(fsys, next.Join("base", t.Path.Base()), p.Bases[t.Path], 0o600); err != nil {
			return err
		}
	}
	if err := workspace.WriteNew(fsys, next.Join("manifest.json"), b, 0o600); err != nil {
		return err
	}
	for _, dir := range []workspace.Path{next.Join("base"), next} {
		if err := fsys.SyncDir(dir); err != nil {
			return err
		}
	}
	if err := fsys.Rename(next, final); err != nil {
		return err
	}
	return fsys.SyncDir(draftsDir)
}

// tidy removes what a crash left of drafts that were never logged.
func tidy(fsys workspace.FS, l *Log) error {
	untold, err := l.untold(fsys)
	for _, name := range untold {
		err = errors.Join(err, workspace.RemoveAll(fsys, draftsDir.Join(name)))
	}
	return err
}
