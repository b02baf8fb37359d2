package backups

import (
	"fmt"
	"slices"

	"wisdom/internal/workspace"
)

// NewerError says that files are not as the newest generation left them, so that
// a rollback would destroy somebody's edits.
type NewerError struct {
	Files []*workspace.ChangedError
}

func (e *NewerError) Error() string {
	first := e.Files[0].Error()
	if len(e.Files) > 1 {
		return fmt.Sprintf("%s, and %d more", first, len(e.Files)-1)
	}
	return first
}

// NoGenerationError says that there is nothing to go back to.
type NoGenerationError struct {
	Wanted int // -1 for the newest
	Newest int // -1 where there is none
}

func (e *NoGenerationError) Error() string {
	if e.Newest <= 0 {
		return "nothing was promoted yet, so there is nothing to roll back"
	}
	return fmt.Sprintf("there is no generation %d; the newest is %d", e.Wanted, e.Newest)
}

// PlanRollback works out how to undo the newest generation, or with to >= 0 how
// to go back to the state that generation to left. Files that were edited since
// are a *NewerError unless force is set; the edits are then backed up like
// everything else. A plan without targets says that the files are in that state
// already.
func PlanRollback(fsys workspace.FS, all []Generation, to int, force bool, by string) (Change, error) {
	wanted := len(all) - 2
	if to >= 0 {
		wanted = slices.IndexFunc(all, func(g Generation) bool { return g.Number == to })
	}
	if len(all) < 2 || wanted < 0 {
		missing := &NoGenerationError{Wanted: to, Newest: -1}
		if len(all) > 0 {
			missing.Newest = all[len(all)-1].Number
		}
		return Change{}, missing
	}
	change := Change{Why: Rollback, By: by, Restores: &all[wanted].Number, Entries: all[wanted].Entries}
	var newer []*workspace.ChangedError
	for _, p := range changedSince(all, wanted) {
		back := stateBefore(all, wanted, p)
		_, now, err := workspace.ReadState(fsys, p, workspace.MaxState)
		if err != nil {
			return Change{}, err
		}
		if now == back.Hash {
			continue
		}
		if left := stateLeft(all, p); now != left.Hash {
			newer = append(newer, &workspace.ChangedError{Path: p, Want: left.Hash, Got: now})
		}
		t := Target{Path: p, Old: now, Remove: back.Hash == workspace.Absent, Attributes: back.Attributes}
		if !t.Remove {
			if t.New, err = Object(fsys, back.Hash); err != nil {
				return Change{}, &DamagedError{all[wanted].Number, p, err}
			}
		}
		change.Targets = append(change.Targets, t)
	}
	if len(newer) > 0 && !force {
		return Change{}, &NewerError{newer}
	}
	return change, nil
}

// changedSince lists the files that generations after all[index] changed. What
// was promoted last, SOUL.md, also goes back last.
func changedSince(all []Generation, index int) []workspace.Path {
	var paths []workspace.Path
	for _, g := range all[index+1:] {
		for _, p := range g.Targets {
			if !slices.Contains(paths, p) {
				paths = append(paths, p)
			}
		}
	}
	return paths
}

// stateBefore is the state of a file before the first change after all[index].
func stateBefore(all []Generation, index int, p workspace.Path) State {
	for _, g := range all[index+1:] {
		if slices.Contains(g.Targets, p) {
			return g.Before[p]
		}
	}
	return State{Hash: workspace.Absent}
}

// stateLeft is the state in which the newest generation that changed a file left
// it.
func stateLeft(all []Generation, p workspace.Path) State {
	for _, g := range slices.Backward(all) {
		if slices.Contains(g.Targets, p) {
			return g.After[p]
		}
	}
	return State{Hash: workspace.Absent}
}

// Equals finds the newest generation whose file p has the content h; ok is false
// where none has.
func Equals(all []Generation, p workspace.Path, h workspace.Hash) (number int, ok bool) {
	for _, g := range slices.Backward(all) {
		if state, known := g.After[p]; known && state.Hash == h {
			return g.Number, true
		}
	}
	return 0, false
}

// Lookup finds what is recorded of an entry of the section, in the newest
// generation that holds it.
func Lookup(all []Generation, name, text string) (Entry, bool) {
	for _, g := range slices.Backward(all) {
		for _, e := range g.Entries {
			if e.Name == name && e.Text == text {
				return e, true
			}
		}
	}
	return Entry{}, false
}
