package review

import (
	"cmp"
	"fmt"
	"slices"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/markdown/lookup"
)

// StaleError says that a file changed under a draft.
type StaleError struct {
	Draft string
	Path  workspace.Path
	// How says in words what changed.
	How string
	// Before is the file as the draft expects it, Now the file as it is. Each is nil if the file does not exist or was
	// not read.
	Before, Now []byte
}

// Error implements error.
func (e *StaleError) Error() string {
	return fmt.Sprintf("%s: changed since draft %s was made (%s)", e.Path, e.Draft, e.How)
}

// CheckCurrent reports whether a draft is current: every target is what the draft was made from, or what a promotion
// of the same draft wrote, and no one edited the previews.
func CheckCurrent(fsys workspace.FS, l *Log, d *Draft) error {
	for _, t := range d.Targets {
		if err := l.checkTarget(fsys, d, t); err != nil {
			return err
		}
	}
	return nil
}

// checkTarget is CheckCurrent for one target, with the views that show it.
func (l *Log) checkTarget(fsys workspace.FS, d *Draft, t Target) error {
	if err := l.checkFile(fsys, d, t); err != nil {
		return err
	}
	for _, v := range d.Views {
		if shows(v.Path, t.Path) {
			if err := checkView(fsys, l, v.Path); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *Log) checkFile(fsys workspace.FS, d *Draft, t Target) error {
	if err := workspace.CheckTarget(fsys, t.Path); err != nil {
		return err
	}
	now, got, err := workspace.ReadState(fsys, t.Path, workspace.MaxTarget)
	if err != nil {
		return err
	}
	if got == l.standing(d.ID, t) {
		return nil
	}
	stale := &StaleError{Draft: d.ID, Path: t.Path, How: "it is not there any more"}
	if stale.Before, err = l.known(fsys, d, t); err != nil {
		return err
	}
	if got != workspace.Absent {
		stale.Now, stale.How = append([]byte{}, now...), describe(stale.Before, now)
	}
	return stale
}

// known returns a target as the draft expects it: the base of the draft, or what a promotion of the same draft wrote.
// It is nil if the file does not exist.
func (l *Log) known(fsys workspace.FS, d *Draft, t Target) ([]byte, error) {
	switch want := l.standing(d.ID, t); want {
	case workspace.Absent:
		return nil, nil
	case t.Base:
		return append([]byte{}, d.Bases[t.Path]...), nil
	default:
		return backups.Object(fsys, want)
	}
}

func shows(view, target workspace.Path) bool {
	return (target == lookup.File) == (view.Base() == ToolsDraft)
}

// standing is the file that a target must be: what the draft was made from, or once it was promoted what that made of
// it. A draft whose promotion was undone would bring back what was undone.
func (h *history) standing(draft string, t Target) workspace.Hash {
	return cmp.Or(h.of(draft).placed[t.Path].hash, t.Base)
}

// isCurrent reports whether the targets of items are what the draft was made from.
func (d *Draft) isCurrent(fsys workspace.FS, items []Item) (bool, error) {
	for _, t := range d.Targets {
		if !slices.ContainsFunc(items, func(i Item) bool { return i.Target == t.Path }) {
			continue
		}
		if _, now, err := workspace.ReadState(fsys, t.Path, workspace.MaxTarget); err != nil || now != t.Base {
			return false, err
		}
	}
	return true, nil
}
