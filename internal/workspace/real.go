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
	"syscall"

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

// Stat describes a file of the machine; it follows links.
func Stat(name string) (Entry, error) {
	info, err := os.Stat(name)
	if err != nil {
		return Entry{}, err
	}
	return entryOf(info), nil
}

func entryOf(info fs.FileInfo) Entry {
	return Entry{Name: info.Name(), Mode: info.Mode(), Size: info.Size(), Links: linkCount(info), Stamp: stampOf(info)}
}

// ReadFile implements FS.
func (r *Real) ReadFile(p Path, limit int64) ([]byte, error) {
	f, info, err := r.openRegular(p, os.O_RDONLY, r.root.Stat)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info.Size() > limit {
		return nil, &TooLargeError{p, info.Size(), limit}
	}
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

// openRegular opens a regular file that is there. look is Lstat where a link is not followed. What is something else is
// never opened: a pipe would block, a device would act. The flag and the second look are for what takes the place of a
// file after the first.
func (r *Real) openRegular(p Path, flag int, look func(string) (fs.FileInfo, error)) (*os.File, fs.FileInfo, error) {
	info, err := look(string(p))
	if err != nil {
		return nil, nil, r.unfollowed(p, err)
	}
	if !info.Mode().IsRegular() {
		return nil, nil, &NotRegularError{p, KindOf(info.Mode())}
	}
	f, err := r.root.OpenFile(string(p), flag|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, r.unfollowed(p, err)
	}
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() {
		err = &NotRegularError{p, KindOf(info.Mode())}
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, info, nil
}

// unfollowed says of a link that an os.Root does not follow what is the matter with it.
func (r *Real) unfollowed(p Path, err error) error {
	to, notLink := r.root.Readlink(string(p))
	switch {
	case notLink != nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission):
		return err
	case filepath.IsAbs(to):
		return &NotRegularError{p, "a symbolic link with an absolute path"}
	}
	return &NotRegularError{p, "a symbolic link that leads out of the folder"}
}

// folder opens a folder. What is none does not block.
func (r *Real) folder(p Path) (*os.File, error) {
	return r.root.OpenFile(string(p), os.O_RDONLY|syscall.O_NONBLOCK, 0)
}

// ReadDir implements FS.
func (r *Real) ReadDir(p Path) ([]Entry, error) {
	f, err := r.folder(p)
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

// Attributes implements FS.
func (r *Real) Attributes(p Path) (Attributes, error) {
	f, _, err := r.openRegular(p, os.O_RDONLY, r.root.Lstat)
	if err != nil {
		return Attributes{}, err
	}
	defer f.Close()
	return attributesOf(f)
}

// Mkdir implements FS.
func (r *Real) Mkdir(p Path, mode fs.FileMode) error {
	if err := r.changed().Mkdir(string(p), mode); err != nil {
		return err
	}
	f, err := r.folder(p)
	if err != nil {
		return err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.IsDir() { // something else took its place
		return err
	}
	return r.handOver(f)
}

// Create implements FS.
func (r *Real) Create(p Path, mode fs.FileMode) (File, error) { return r.create(p, 0, mode) }

func (r *Real) create(p Path, flag int, mode fs.FileMode) (File, error) {
	f, err := r.changed().OpenFile(string(p), os.O_WRONLY|os.O_CREATE|os.O_EXCL|flag, mode)
	if err != nil {
		return nil, err // not f: a nil *os.File is no nil File
	}
	if err := r.handOver(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return realFile{f}, nil
}

// Append implements FS.
func (r *Real) Append(p Path, mode fs.FileMode) (File, error) {
	for {
		f, _, err := r.openRegular(p, os.O_WRONLY|os.O_APPEND, r.root.Lstat)
		if err == nil {
			r.changed()
			return realFile{f}, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		made, err := r.create(p, os.O_APPEND, mode)
		if !errors.Is(err, fs.ErrExist) { // else another process made it since
			return made, err
		}
	}
}

// realFile is an open file on disk.
type realFile struct{ *os.File }

// SetAttributes implements File.
func (f realFile) SetAttributes(a Attributes) error { return setAttributes(f.File, a) }

// Rename implements FS.
func (r *Real) Rename(from, to Path) error { return r.changed().Rename(string(from), string(to)) }

// RenameNew implements FS.
func (r *Real) RenameNew(from, to Path) error { return r.rename(from, to, renameNoReplace) }

// Exchange implements FS.
func (r *Real) Exchange(a, b Path) error { return r.rename(a, b, renameExchange) }

// rename renames with flags, relative to the two opened parents: the os.Root has no such call, and a path from outside
// it could be led astray by a link.
func (r *Real) rename(from, to Path, flags uint) error {
	r.changed()
	source, err := r.folder(from.Dir())
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := r.folder(to.Dir())
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
	f, err := r.folder(p)
	if err != nil {
		return err
	}
	defer f.Close()
	return syncDir(f)
}

// Lock implements FS. The process id is written into the file for the message that the next run shows; the lock itself
// is the system's.
func (r *Real) Lock(p Path) (func() error, error) {
	if err := CheckTarget(r, p); err != nil {
		return nil, err
	}
	// The lock is taken by name, and makes no file: a link there could have it make one elsewhere.
	file, err := r.Append(p, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", p, err)
	}
	defer func() { _ = file.Close() }() // its content says only who holds the lock
	name := filepath.Join(r.dir, filepath.FromSlash(string(p)))
	lock := flock.New(name, flock.SetFlag(os.O_RDWR|syscall.O_NONBLOCK))
	taken, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", p, err)
	}
	if !taken {
		holder, _ := r.ReadFile(p, 200) // only for the message
		return nil, &LockedError{Holder: strings.TrimSpace(string(holder))}
	}
	f := file.(realFile)
	if err = f.Truncate(0); err == nil {
		_, err = fmt.Fprintf(f, "process %d\n", os.Getpid())
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("write %s: %w", p, err), lock.Unlock())
	}
	return lock.Unlock, nil
}
