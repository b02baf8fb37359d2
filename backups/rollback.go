package backups

import (
	"bytes"
	"fmt"
	"slices"

	"wisdom/internal/workspace"
)

// NewerError says that a rollback would destroy newer edits, made since the newest generation, or between the
// requested one and the newest.
type NewerError struct {
	Files []*workspace.ChangedError
}

// Error implements error.
func (e *NewerError) Error() string {
	text := e.Files[0].Error()
	if len(e.Files) > 1 {
		text += fmt.Sprintf(", and %d more", len(e.Files)-1)
	}
	return text
}

// NoGenerationError says that there is nothing to go back to.
type NoGenerationError struct {
	Wanted int // -1 for the newest
	Newest int // -1 if there is none
	// File is the one that was asked for, and that the newest generation, or with a wanted one all of them, left alone;
	// Changed is the newest that did not, -1 where none did.
	File    workspace.Path
	Changed int
	// Pruned: it was there once.
	Pruned bool
}

// Error implements error.
func (e *NoGenerationError) Error() string {
	switch {
	case e.Newest < 0, e.Newest == 0 && e.Wanted <= 0:
		return "nothing was promoted yet, so there is nothing to roll back"
	case e.File != "" && e.Changed < 0:
		return fmt.Sprintf("no generation changed %s, so there is nothing to roll back", e.File)
	case e.File != "":
		return fmt.Sprintf("generation %d did not change %s; generation %d did", e.Newest, e.File, e.Changed)
	case e.Pruned:
		return fmt.Sprintf("generation %d was pruned", e.Wanted)
	}
	return fmt.Sprintf("there is no generation %d; the newest is %d", e.Wanted, e.Newest)
}

// RollbackOptions say how far to go back.
type RollbackOptions struct {
	// To is the generation whose state is wanted; below 0 the newest one is undone.
	To int
	// Only is the one file to restore; empty for all of them.
	Only workspace.Path
	// Force restores the exact bytes even if that destroys newer edits, which are backed up like everything else, or if
	// a file is read-only.
	Force bool
	// Merge takes what one generation changed in a file out of the file as it is now, and keeps what was written
	// elsewhere in it since; ok is false where both changed the same place. Nil merges nothing.
	Merge func(undo Undo) (merged []byte, ok bool)
	By    string
	// Section is the file that holds the entries.
	Section workspace.Path
}

// Undo is a file as a generation found it, as the generation left it, and as it is now.
type Undo struct{ Before, After, Now []byte }

// PlanRollback plans how to undo the newest generation, which restores the bytes from before it, or how to restore
// the state that a generation left. Later edits elsewhere in a file are kept if Merge can do that. Edits that would
// be lost are a *NewerError, and a read-only file is a *workspace.ReadOnlyError, unless Force is set. A plan without
// targets means that the files are in that state already.
func PlanRollback(fsys workspace.FS, all []Generation, opts RollbackOptions) (Change, error) {
	wanted := len(all) - 2
	if opts.To >= 0 {
		wanted = indexOf(all, opts.To)
	}
	if len(all) < 2 || wanted < 0 {
		return Change{}, missing(all, opts.To)
	}
	paths, err := opts.paths(all)
	if err != nil {
		return Change{}, err
	}
	change := Change{
		Why: Rollback, By: opts.By, Restores: &all[wanted].Number, Only: opts.Only, Entries: all[len(all)-1].Entries,
	}
	if slices.Contains(paths, opts.Section) {
		change.Entries = all[wanted].Entries
	}
	newer := &NewerError{}
	for _, p := range paths {
		t, edited, err := planFile(fsys, all, wanted, p, opts)
		if err != nil {
			return Change{}, err
		}
		if edited != nil && !opts.Force && opts.mergeFile(fsys, all, wanted, t) {
			edited, change.Merged = nil, append(change.Merged, p)
		}
		if t != nil {
			change.Targets = append(change.Targets, *t)
		}
		if edited != nil {
			newer.Files = append(newer.Files, edited)
		}
	}
	if change.ReadOnly = opts.Force; opts.Force {
		return change, nil
	}
	if len(newer.Files) > 0 {
		return Change{}, newer
	}
	for _, t := range change.Targets {
		if err := workspace.CheckWritable(fsys, t.Path); err != nil {
			return Change{}, err
		}
	}
	return change, nil
}

func missing(all []Generation, wanted int) *NoGenerationError {
	e := &NoGenerationError{Wanted: wanted, Newest: -1}
	_, e.Pruned = Known(all)[wanted]
	if len(all) > 0 {
		e.Newest = all[len(all)-1].Number
	}
	return e
}

// paths returns the files to restore. SOUL.md is promoted last, and also restored last.
func (o RollbackOptions) paths(all []Generation) ([]workspace.Path, error) {
	newest := all[len(all)-1]
	paths := newest.Targets
	if o.To >= 0 {
		paths = everChanged(all)
	}
	if o.Only == "" {
		return paths, nil
	}
	if slices.Contains(paths, o.Only) {
		return []workspace.Path{o.Only}, nil
	}
	alone := &NoGenerationError{Wanted: o.To, Newest: newest.Number, File: o.Only, Changed: -1}
	for _, g := range all {
		if slices.Contains(g.Targets, o.Only) {
			alone.Changed = g.Number
		}
	}
	return nil, alone
}

// planFile plans how to restore one file. t is nil if it is in that state already; newer holds what would be lost.
func planFile(
	fsys workspace.FS, all []Generation, wanted int, p workspace.Path, opts RollbackOptions,
) (t *Target, newer *workspace.ChangedError, err error) {
	newest := len(all) - 1
	back, edited := all[newest].Before[p], false
	if opts.To >= 0 {
		back, edited = stateLeft(all, wanted, p), editedSince(fsys, all, wanted, p)
	}
	text, now, err := workspace.ReadState(fsys, p, workspace.MaxState)
	if err != nil || now == back.Hash {
		return nil, nil, err
	}
	left := stateLeft(all, newest, p)
	if edited || now != left.Hash && !sameLines(fsys, left.Hash, text) {
		newer = &workspace.ChangedError{Path: p, Want: left.Hash, Got: now}
	}
	t = &Target{Path: p, Old: now, Remove: back.Hash == workspace.Absent, Attributes: back.Attributes}
	if !t.Remove {
		if t.New, err = Object(fsys, back.Hash); err != nil {
			return nil, nil, &DamagedError{all[wanted].Number, p, err}
		}
	}
	return t, newer, nil
}

// mergeFile takes what the generations after the wanted one changed out of a file, the newest first, and keeps what was
// written elsewhere in it. It reports whether that leads to a file for the target; where it does not, the target stays.
func (o RollbackOptions) mergeFile(fsys workspace.FS, all []Generation, wanted int, t *Target) bool {
	if o.Merge == nil || t.Remove {
		return false
	}
	text, now, err := workspace.ReadState(fsys, t.Path, workspace.MaxState)
	if err != nil || now != t.Old || now == workspace.Absent {
		return false
	}
	for _, g := range slices.Backward(all[wanted+1:]) {
		if g.Pruned != nil { // the changes of pruned generations are unknown
			return false
		}
		if !slices.Contains(g.Targets, t.Path) {
			continue
		}
		before, lost := Object(fsys, g.Before[t.Path].Hash)
		after, err := Object(fsys, g.After[t.Path].Hash)
		if lost != nil || err != nil {
			return false
		}
		merged, ok := o.Merge(Undo{before, after, text})
		if !ok {
			return false
		}
		text = merged
	}
	// What is wanted must still be there, such as a section that another author removed.
	if text, ok := o.Merge(Undo{Before: t.New, After: t.New, Now: text}); ok {
		t.New, t.Attributes = text, nil
		return workspace.HashOf(text) != t.Old
	}
	return false
}

// everChanged lists the files that generations changed.
func everChanged(all []Generation) []workspace.Path {
	var paths []workspace.Path
	for _, g := range all {
		for _, p := range slices.Concat(g.gap().Changed, g.Targets) {
			if !slices.Contains(paths, p) {
				paths = append(paths, p)
			}
		}
	}
	return paths
}

// stateLeft is the state in which all[index] left a file: what the newest up to it that knows the file says, or, where
// none of them does, how the first after it found the file.
func stateLeft(all []Generation, index int, p workspace.Path) State {
	for _, g := range slices.Backward(all[:index+1]) {
		if state, known := g.After[p]; known {
			return state
		}
	}
	for _, g := range all[index+1:] {
		if state, known := g.Before[p]; known {
			return state
		}
	}
	return State{Hash: workspace.Absent}
}

// editedSince reports whether a file was edited after all[index] and before the newest generation, and has not
// returned to what all[index] left since.
func editedSince(fsys workspace.FS, all []Generation, index int, p workspace.Path) bool {
	wanted := stateLeft(all, index, p).Hash
	for i := len(all) - 1; i > index; i-- {
		switch {
		case all[i].After[p].Hash == wanted:
			return false
		case editedBefore(fsys, all, i, p):
			return true
		}
	}
	return false
}

// editedBefore reports whether a file was edited between all[i-1] and all[i].
func editedBefore(fsys workspace.FS, all []Generation, i int, p workspace.Path) bool {
	if all[i].Pruned != nil {
		return slices.Contains(all[i].Pruned.Edited, p)
	}
	before, known := all[i].Before[p]
	left := stateLeft(all, i-1, p).Hash
	if !known || before.Hash == left {
		return false
	}
	text, err := Object(fsys, before.Hash)
	return err != nil || !sameLines(fsys, left, text)
}

// sameLines reports whether a text is a content that was backed up, but for line ends: a tool such as git may write
// others, and that is no edit.
func sameLines(fsys workspace.FS, h workspace.Hash, text []byte) bool {
	left, err := Object(fsys, h)
	unix := func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")) }
	return err == nil && text != nil && bytes.Equal(unix(left), unix(text))
}

// Equals finds the newest generation whose file p has the content h; ok is false where none has.
func Equals(all []Generation, p workspace.Path, h workspace.Hash) (number int, ok bool) {
	for _, g := range slices.Backward(all) {
		if state, known := g.After[p]; known && state.Hash == h {
			return g.Number, true
		}
	}
	return 0, false
}

// Lookup finds what is recorded of an entry of the section, in the newest generation that held it.
func Lookup(all []Generation, name, text string) (Entry, bool) {
	is := func(e Entry) bool { return e.Name == name && e.Text == text }
	for _, g := range slices.Backward(all) {
		entries := slices.Concat(g.Entries, g.gap().Entries)
		if i := slices.IndexFunc(entries, is); i >= 0 {
			return entries[i], true
		}
	}
	return Entry{}, false
}

// indexOf is where the generation with a number is; below 0 for none.
func indexOf(all []Generation, number int) int {
	return slices.IndexFunc(all, func(g Generation) bool { return g.Number == number })
}

// StepBack finds the state before the one that a rollback restored: that of
// generation to, which generation since changed. to is -1 where there is none.
func StepBack(all []Generation, restored int) (to, since int) {
	at := OriginOf(all, indexOf(all, restored))
	if at <= 0 {
		return -1, 0
	}
	return all[at-1].Number, all[at].Number
}

// OriginOf returns the index of the generation whose state the one at an index left: its own, unless it is a rollback.
func OriginOf(all []Generation, at int) int {
	for at >= 0 && all[at].Restores != nil && all[at].Only == "" {
		origin := indexOf(all, *all[at].Restores)
		if origin < 0 {
			break // it was pruned
		}
		at = origin
	}
	return at
}
