package backups

import (
	"fmt"
	"slices"

	"wisdom/internal/workspace"
)

// NewerError says that a rollback would destroy what somebody wrote: since the
// newest generation, or between the one that is wanted and the newest.
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

// PlanRollback works out how to undo the newest generation, which brings back
// the bytes from before it, or with to >= 0 how to go back to the state that
// generation to left. What somebody wrote since and would be lost is a
// *NewerError unless force is set; it is then backed up like everything else. A
// plan without targets says that the files are in that state already.
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
	for _, p := range everChanged(all) {
		back, edited := stateLeft(all[:wanted+1], p), false
		if to < 0 {
			newest := all[len(all)-1]
			if !slices.Contains(newest.Targets, p) {
				continue
			}
			back = newest.Before[p]
		} else {
			edited = editedSince(all, wanted, p)
		}
		_, now, err := workspace.ReadState(fsys, p, workspace.MaxState)
		if err != nil {
			return Change{}, err
		}
		if now == back.Hash {
			continue
		}
		if left := stateLeft(all, p); edited || now != left.Hash {
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

// everChanged lists the files that generations changed. What was promoted last,
// SOUL.md, also goes back last.
func everChanged(all []Generation) []workspace.Path {
	var paths []workspace.Path
	for _, g := range all {
		for _, p := range g.Targets {
			if !slices.Contains(paths, p) {
				paths = append(paths, p)
			}
		}
	}
	return paths
}

// stateLeft is the state in which generations left a file: what the newest that
// knows it says.
func stateLeft(all []Generation, p workspace.Path) State {
	for _, g := range slices.Backward(all) {
		if state, known := g.After[p]; known {
			return state
		}
	}
	return State{Hash: workspace.Absent}
}

// editedSince says whether somebody wrote into a file after all[index] and
// before the newest generation, and the file did not go back to what all[index]
// left since.
func editedSince(all []Generation, index int, p workspace.Path) bool {
	wanted := stateLeft(all[:index+1], p).Hash
	for i := len(all) - 1; i > index; i-- {
		before, changed := all[i].Before[p]
		switch {
		case all[i].After[p].Hash == wanted:
			return false
		case changed && before.Hash != stateLeft(all[:i], p).Hash:
			return true
		}
	}
	return false
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
