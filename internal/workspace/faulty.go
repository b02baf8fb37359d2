package workspace

import (
	"errors"
	"fmt"
	"io/fs"
)

// ErrPower is what every call returns after a simulated power cut.
var ErrPower = errors.New("the power is cut")

// Faulty wraps an FS and counts the calls that reach it, those on open files
// included. It fails call number At (from 1), or every call from it on. An
// unlucky Write leaves half of its bytes behind.
type Faulty struct {
	FS
	// At is the call that fails; 0 never.
	At int
	// Err is the error that the call returns. After ErrPower every call fails.
	Err error
	// Lasting makes every later call that writes fail too, as on a full or
	// read-only disk.
	Lasting bool

	calls int
	trace []string
}

// Calls is the number of calls so far, and Trace what they were.
func (f *Faulty) Calls() int { return f.calls }

// Trace lists the calls so far, for the message of a failing test.
func (f *Faulty) Trace() []string { return f.trace }

// step counts a call and reports whether it fails.
func (f *Faulty) step(writes bool, op string, p Path) error {
	f.calls++
	f.trace = append(f.trace, fmt.Sprintf("%d %s %s", f.calls, op, p))
	switch {
	case f.At == 0 || f.calls < f.At:
		return nil
	case f.calls == f.At, errors.Is(f.Err, ErrPower), f.Lasting && writes:
		return &fs.PathError{Op: op, Path: string(p), Err: f.Err}
	}
	return nil
}

// Lstat implements FS.
func (f *Faulty) Lstat(p Path) (Entry, error) {
	if err := f.step(false, "lstat", p); err != nil {
		return Entry{}, err
	}
	return f.FS.Lstat(p)
}

// ReadFile implements FS.
func (f *Faulty) ReadFile(p Path, limit int64) ([]byte, error) {
	if err := f.step(false, "read", p); err != nil {
		return nil, err
	}
	return f.FS.ReadFile(p, limit)
}

// ReadDir implements FS.
func (f *Faulty) ReadDir(p Path) ([]Entry, error) {
	if err := f.step(false, "list", p); err != nil {
		return nil, err
	}
	return f.FS.ReadDir(p)
}

// Attributes implements FS.
func (f *Faulty) Attributes(p Path) (Attributes, error) {
	if err := f.step(false, "attributes", p); err != nil {
		return Attributes{}, err
	}
	return f.FS.Attributes(p)
}

// Mkdir implements FS.
func (f *Faulty) Mkdir(p Path, mode fs.FileMode) error {
	if err := f.step(true, "mkdir", p); err != nil {
		return err
	}
	return f.FS.Mkdir(p, mode)
}

// Create implements FS.
func (f *Faulty) Create(p Path, mode fs.FileMode) (File, error) {
	if err := f.step(true, "create", p); err != nil {
		return nil, err
	}
	open, err := f.FS.Create(p, mode)
	return f.wrap(p, open, err)
}

// Append implements FS.
func (f *Faulty) Append(p Path, mode fs.FileMode) (File, error) {
	if err := f.step(true, "append", p); err != nil {
		return nil, err
	}
	open, err := f.FS.Append(p, mode)
	return f.wrap(p, open, err)
}

func (f *Faulty) wrap(p Path, open File, err error) (File, error) {
	if err != nil {
		return nil, err
	}
	return &faultyFile{f, open, p}, nil
}

// SetAttributes implements FS.
func (f *Faulty) SetAttributes(p Path, a Attributes) error {
	if err := f.step(true, "setattributes", p); err != nil {
		return err
	}
	return f.FS.SetAttributes(p, a)
}

// Rename implements FS.
func (f *Faulty) Rename(from, to Path) error {
	if err := f.step(true, "rename", to); err != nil {
		return err
	}
	return f.FS.Rename(from, to)
}

// RenameNew implements FS.
func (f *Faulty) RenameNew(from, to Path) error {
	if err := f.step(true, "renamenew", to); err != nil {
		return err
	}
	return f.FS.RenameNew(from, to)
}

// Exchange implements FS.
func (f *Faulty) Exchange(a, b Path) error {
	if err := f.step(true, "exchange", b); err != nil {
		return err
	}
	return f.FS.Exchange(a, b)
}

// Remove implements FS.
func (f *Faulty) Remove(p Path) error {
	if err := f.step(false, "remove", p); err != nil { // works on a full disk
		return err
	}
	return f.FS.Remove(p)
}

// SyncDir implements FS.
func (f *Faulty) SyncDir(p Path) error {
	if err := f.step(true, "syncdir", p); err != nil {
		return err
	}
	return f.FS.SyncDir(p)
}

// Lock implements FS.
func (f *Faulty) Lock(p Path) (func() error, error) {
	if err := f.step(true, "lock", p); err != nil {
		return nil, err
	}
	return f.FS.Lock(p)
}

type faultyFile struct {
	f    *Faulty
	open File
	path Path
}

// Write implements File.
func (f *faultyFile) Write(b []byte) (int, error) {
	if err := f.f.step(true, "write", f.path); err != nil {
		n, werr := f.open.Write(b[:len(b)/2])
		return n, errors.Join(err, werr)
	}
	return f.open.Write(b)
}

// Sync implements File.
func (f *faultyFile) Sync() error {
	if err := f.f.step(true, "sync", f.path); err != nil {
		return err
	}
	return f.open.Sync()
}

// Close implements File.
func (f *faultyFile) Close() error {
	if err := f.f.step(false, "close", f.path); err != nil {
		return errors.Join(err, f.open.Close())
	}
	return f.open.Close()
}
