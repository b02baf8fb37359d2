package workspace

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
)

// MaxTarget is the largest file that is ever replaced, in bytes: what the host reads of one file. See markdown/host.
const MaxTarget = 2 << 20

// ChangedError says that a file is not what the caller had read.
type ChangedError struct {
	Path      Path
	Want, Got Hash
}

// Error implements error.
func (e *ChangedError) Error() string {
	switch {
	case e.Want == Absent:
		return fmt.Sprintf("%s: was created since", e.Path)
	case e.Got == Absent:
		return fmt.Sprintf("%s: was removed since", e.Path)
	default:
		return fmt.Sprintf("%s: was edited since", e.Path)
	}
}

// CheckTarget says why p may not be replaced: a link, a file with a second name, a folder or device. One that is absent
// may be.
func CheckTarget(fsys FS, p Path) error {
	entry, err := fsys.Lstat(p)
	switch {
	case err != nil:
		return ignoreMissing(err)
	case !entry.Mode.IsRegular():
		return &NotRegularError{p, KindOf(entry.Mode)}
	case entry.Links > 1:
		return &NotRegularError{p, fmt.Sprintf("a file with %d hard links", entry.Links)}
	}
	return nil
}

// ReadOnlyError says that no one has permission to write a file.
type ReadOnlyError struct {
	Path Path
	Mode fs.FileMode
}

// Error implements error.
func (e *ReadOnlyError) Error() string {
	return fmt.Sprintf("%s: is read-only (mode %04o), so it is not replaced", e.Path, e.Mode.Perm())
}

// CheckWritable is a *ReadOnlyError where no one has permission to write p: the owner does not want it changed. To
// replace a file the system asks only for permission on its folder, and lets root do anything. A file that does not
// exist is writable.
func CheckWritable(fsys FS, p Path) error {
	const write = 0o222
	entry, err := fsys.Lstat(p)
	if err == nil && entry.Mode.Perm()&write == 0 {
		return &ReadOnlyError{p, entry.Mode}
	}
	return ignoreMissing(err)
}

// GroupError says that a replaced file has another group than before. The new group has no more permissions than others
// have.
type GroupError struct {
	Path      Path
	Want, Got int // group ids
}

// Error implements error.
func (e *GroupError) Error() string {
	return fmt.Sprintf("%s: its group (gid %d) could not be kept, since you are not a member; it has yours now (gid %d), "+
		"with the permissions of others", e.Path, e.Want, e.Got)
}

// CheckGroup is a *GroupError where p does not have the group that it is meant to have, as far as groups are known.
func CheckGroup(fsys FS, p Path, want Attributes) error {
	got, err := fsys.Attributes(p)
	if err == nil && want.GID >= 0 && got.GID != want.GID {
		return &GroupError{p, want.GID, got.GID}
	}
	return ignoreMissing(err)
}

// Swap replaces target with the prepared file next if target still has the content old, and removes what it displaced.
// With remove there is no next, and Swap removes target instead. If target has other content, Swap changes nothing,
// leaves next where it was, and returns a *ChangedError.
//
// Swap hashes the displaced file after the exchange, so that it notices a last-moment edit and restores it. If the
// system has no exchange (macOS, Windows, some mounts), Swap compares the content and then replaces it. An edit in the
// moment between is lost.
//
// Swap syncs the folder before it removes the displaced file.
func Swap(fsys FS, target, next Path, old Hash, remove bool) error {
	if err := expect(fsys, target, target, old); err != nil {
		return err
	}
	switch {
	case remove && old == Absent:
		return nil
	case remove: // it is moved aside, looked at, and only then deleted
		if err := fsys.RenameNew(target, next); err != nil {
			return fmt.Errorf("remove %s: %w", target, err)
		}
		return discardIf(fsys, target, next, old, true)
	case old == Absent:
		if err := fsys.RenameNew(next, target); err != nil {
			if errors.Is(err, fs.ErrExist) {
				return &ChangedError{target, Absent, "sha256:?"}
			}
			return fmt.Errorf("place %s: %w", target, err)
		}
		return fsys.SyncDir(target.Dir())
	}
	err := fsys.Exchange(next, target)
	exchanged := !errors.Is(err, ErrNoExchange)
	if !exchanged {
		err = fsys.Rename(next, target)
	}
	switch {
	case err != nil:
		return fmt.Errorf("replace %s: %w", target, err)
	case !exchanged:
		return fsys.SyncDir(target.Dir())
	}
	return discardIf(fsys, target, next, old, false)
}

// discardIf discards the displaced file if it has the expected content, and restores it otherwise.
func discardIf(fsys FS, target, displaced Path, old Hash, removed bool) error {
	if err := expect(fsys, displaced, target, old); err != nil {
		return cmp.Or(PutBack(fsys, target, displaced, removed), err)
	}
	return Discard(fsys, target, displaced)
}

// PutBack restores a displaced file. With removed, there is no other file at its path.
func PutBack(fsys FS, target, displaced Path, removed bool) error {
	back := fsys.Exchange
	if removed {
		back = fsys.RenameNew
	}
	if err := back(displaced, target); err != nil {
		return fmt.Errorf("put %s back, which now is %s: %w", target, displaced, err)
	}
	return fsys.SyncDir(target.Dir())
}

// Discard makes the new state of target durable and then deletes displaced, the previous file, whose content the caller
// has checked.
func Discard(fsys FS, target, displaced Path) error {
	if err := fsys.SyncDir(target.Dir()); err != nil {
		return fmt.Errorf("sync %s: %w", target.Dir(), err)
	}
	if err := fsys.Remove(displaced); err != nil {
		return fmt.Errorf("remove %s: %w", displaced, err)
	}
	return fsys.SyncDir(target.Dir())
}

// SetAside handles a file that may hold another process's edit: it removes the file if its content is one of ours, and
// otherwise keeps it beside p as NAME.found-HASH. A missing file is not an error.
func SetAside(fsys FS, p Path, name string, ours ...Hash) error {
	_, got, err := ReadState(fsys, p, MaxState)
	switch {
	case err != nil || got == Absent:
		return err
	case slices.Contains(ours, got):
		return fsys.Remove(p)
	}
	if err := fsys.Rename(p, p.Dir().Join(name+".found-"+got.Hex()[:8])); err != nil {
		return err
	}
	return fsys.SyncDir(p.Dir())
}

// expect compares the content at p; the error names target.
func expect(fsys FS, p, target Path, want Hash) error {
	_, got, err := ReadState(fsys, p, MaxState)
	if err == nil && got != want {
		return &ChangedError{target, want, got}
	}
	return err
}
