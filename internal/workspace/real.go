package workspace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"
)

// Real is a folder on disk.
type Real struct {
	root *os.Root
	dir  string
	// Before, if it is set, is called before every change of a file or folder.
	Before func()
}

// changed is the folder for a call that changes something in it.
func (r *Real) changed() *os.Root {
	if r.Before != nil {
		r.Before()
	}
	return r.root
}

// Open opens a folder on disk. Close gives it back.
func Open(dir string) (*Real, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("find %s: %w", dir, err)
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, fmt.Errorf("open folder: %w", err)
	}
	return &Real{root: root, dir: abs}, nil
}

// Close gives the folder back.
func (r *Real) Close() error { return r.root.Close() }

// Dir is the absolute path of the folder, as the system writes it.
func (r *Real) Dir() string { return r.dir }

// Lstat implements FS.
func (r *Real) Lstat(p Path) (Entry, error) {
	info, err := r.root.Lstat(string(p))
	if err != nil {
		return Entry{}, err
	}
	return entryOf(info), nil
}

func entryOf(info fs.FileInfo) Entry {
	return Entry{Name: info.Name(), Mode: info.Mode(), Size: info.Size(), Links: linkCount(info), Stamp: stampOf(info)}
}

// ReadFile implements FS. Opening a named pipe would block until a writer opens it, so ReadFile checks the kind first.
func (r *Real) ReadFile(p Path, limit int64) ([]byte, error) {
	info, err := r.root.Stat(string(p))
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &NotRegularError{p, KindOf(info.Mode())}
	}
	if info.Size() > limit {
		return nil, &TooLargeError{p, info.Size(), limit}
	}
	f, err := r.root.Open(string(p))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var b bytes.Buffer
	b.Grow(int(info.Size()) + bytes.MinRead)
	n, err := b.ReadFrom(io.LimitReader(f, limit+1)) // the file may grow while it is read
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", p, err)
	}
	if n > limit {
		return nil, &TooLargeError{p, n, limit}
	}
	return b.Bytes(), nil
}

// ReadDir implements FS.
func (r *Real) ReadDir(p Path) ([]Entry, error) {
	f, err := r.root.Open(string(p))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	infos, err := f.Readdir(-1)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", p, err)
	}
	entries := make([]Entry, len(infos))
	for i, info := range infos {
		entries[i] = entryOf(info)
	}
	return byName(entries), nil
}

// Names lists a folder with only what the folder itself records of its files; see the function Names.
func (r *Real) Names(p Path) ([]Entry, error) {
	f, err := r.root.Open(string(p))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	infos, err := listed(f)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", p, err)
	}
	entries := make([]Entry, len(infos))
	for i, info := range infos {
		entries[i] = Entry{Name: info.Name(), Mode: info.Type()}
	}
	return byName(entries), nil
}

// Attributes implements FS.
func (r *Real) Attributes(p Path) (Attributes, error) {
	f, err := r.root.Open(string(p))
	if err != nil {
		return Attributes{}, err
	}
	defer f.Close()
	return attributesOf(f)
}

// SetAttributes implements FS.
func (r *Real) SetAttributes(p Path, a Attributes) error {
	f, err := r.changed().Open(string(p))
	if err != nil {
		return err
	}
	defer f.Close()
	return setAttributes(f, a)
}

// Mkdir implements FS.
func (r *Real) Mkdir(p Path, mode fs.FileMode) error { return r.changed().Mkdir(string(p), mode) }

// Create implements FS.
func (r *Real) Create(p Path, mode fs.FileMode) (File, error) {
	return r.open(p, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
}

// Append implements FS.
func (r *Real) Append(p Path, mode fs.FileMode) (File, error) {
	return r.open(p, os.O_WRONLY|os.O_CREATE|os.O_APPEND, mode)
}

func (r *Real) open(p Path, flag int, mode fs.FileMode) (File, error) {
	f, err := r.changed().OpenFile(string(p), flag, mode)
	if err != nil {
		return nil, err // not f: a nil *os.File is no nil File
	}
	return f, nil
}

// Rename implements FS.
func (r *Real) Rename(from, to Path) error { return r.changed().Rename(string(from), string(to)) }

// RenameNew implements FS.
func (r *Real) RenameNew(from, to Path) error { return r.rename(from, to, renameNoReplace) }

// Exchange implements FS.
func (r *Real) Exchange(a, b Path) error { return r.rename(a, b, renameExchange) }

// rename renames with flags, relative to the two opened parents: the os.Root has no such call, and a path from outside
// it could be led astray by a link.
func (r *Real) rename(from, to Path, flags uint) error {
	source, err := r.changed().Open(string(from.Dir()))
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := r.root.Open(string(to.Dir()))
	if err != nil {
		return err
	}
	defer target.Close()
	if err := renameAt(source, from.Base(), target, to.Base(), flags); err != nil {
		return &os.LinkError{Op: "rename", Old: string(from), New: string(to), Err: err}
	}
	return nil
}

// Remove implements FS.
func (r *Real) Remove(p Path) error { return r.changed().Remove(string(p)) }

// SyncDir implements FS.
func (r *Real) SyncDir(p Path) error {
	f, err := r.root.Open(string(p))
	if err != nil {
		return err
	}
	defer f.Close()
	return syncDir(f)
}

// Lock implements FS. The process id is written into the file for the message that the next run shows; the lock itself
// is the system's.
func (r *Real) Lock(p Path) (func() error, error) {
	// The lock is taken by name and then written to: a link would lead the writing into another file.
	if err := CheckTarget(r, p); err != nil {
		return nil, err
	}
	name := filepath.Join(r.dir, filepath.FromSlash(string(p)))
	lock := flock.New(name, flock.SetPermissions(0o600), flock.SetFlag(os.O_CREATE|os.O_RDWR))
	taken, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", p, err)
	}
	if !taken {
		holder, _ := r.ReadFile(p, 200) // only for the message
		return nil, &LockedError{Holder: strings.TrimSpace(string(holder))}
	}
	if err := r.root.WriteFile(string(p), fmt.Appendf(nil, "process %d\n", os.Getpid()), 0o600); err != nil {
		return nil, errors.Join(fmt.Errorf("write %s: %w", p, err), lock.Unlock())
	}
	return lock.Unlock, nil
}
