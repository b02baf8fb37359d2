package workspacetest

import (
	"errors"
	"fmt"
	"io/fs"

	"wisdom/internal/workspace"
)

// ErrPower is what every call returns after a simulated power cut.
var ErrPower = errors.New("the power is cut")

// Faulty wraps an FS and counts the calls that reach it, those on open files included. It fails call number At (from
// 1), or every call from it on. An unlucky Write leaves half of its bytes behind.
type Faulty struct {
	workspace.FS
	// At is the call that fails; 0 never.
	At int
	// Err is the error that the call returns. After ErrPower every call fails.
	Err error
	// Lasting makes every later call that writes fail too, as on a full or read-only disk.
	Lasting bool

	calls int
	trace []string
}

// Calls is the number of calls so far, and Trace what they were.
func (f *Faulty) Calls() int { return f.calls }

// Trace lists the calls so far, for the message of a failing test.
func (f *Faulty) Trace() []string { return f.trace }

// step counts a call and reports whether it fails.
func (f *Faulty) step(writes bool, op string, p workspace.Path) error {
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

// attempt counts a call, and makes it unless it fails.
func attempt[T any](f *Faulty, writes bool, op string, p workspace.Path, call func() (T, error)) (T, error) {
	if err := f.step(writes, op, p); err != nil {
		return *new(T), err
	}
	return call()
}

// change is attempt for a call that returns nothing else.
func (f *Faulty) change(writes bool, op string, p workspace.Path, call func() error) error {
	_, err := attempt(f, writes, op, p, func() (any, error) { return nil, call() })
	return err
}

// Lstat implements FS.
func (f *Faulty) Lstat(p workspace.Path) (workspace.Entry, error) {
	return attempt(f, false, "lstat", p, func() (workspace.Entry, error) { return f.FS.Lstat(p) })
}

// ReadFile implements FS.
func (f *Faulty) ReadFile(p workspace.Path, limit int64) ([]byte, error) {
	return attempt(f, false, "read", p, func() ([]byte, error) { return f.FS.ReadFile(p, limit) })
}

// ReadDir implements FS.
func (f *Faulty) ReadDir(p workspace.Path) ([]workspace.Entry, error) {
	return attempt(f, false, "list", p, func() ([]workspace.Entry, error) { return f.FS.ReadDir(p) })
}

// Attributes implements FS.
func (f *Faulty) Attributes(p workspace.Path) (workspace.Attributes, error) {
	return attempt(f, false, "attributes", p, func() (workspace.Attributes, error) { return f.FS.Attributes(p) })
}

// Mkdir implements FS.
func (f *Faulty) Mkdir(p workspace.Path, mode fs.FileMode) error {
	return f.change(true, "mkdir", p, func() error { return f.FS.Mkdir(p, mode) })
}

// Rename implements FS.
func (f *Faulty) Rename(from, to workspace.Path) error {
	return f.change(true, "rename", to, func() error { return f.FS.Rename(from, to) })
}

// RenameNew implements FS.
func (f *Faulty) RenameNew(from, to workspace.Path) error {
	return f.change(true, "renamenew", to, func() error { return f.FS.RenameNew(from, to) })
}

// Exchange implements FS.
func (f *Faulty) Exchange(a, b workspace.Path) error {
	return f.change(true, "exchange", b, func() error { return f.FS.Exchange(a, b) })
}

// Remove implements FS.
func (f *Faulty) Remove(p workspace.Path) error {
	return f.change(false, "remove", p, func() error { return f.FS.Remove(p) }) // works on a full disk
}

// SyncDir implements FS.
func (f *Faulty) SyncDir(p workspace.Path) error {
	return f.change(true, "syncdir", p, func() error { return f.FS.SyncDir(p) })
}

// Lock implements FS.
func (f *Faulty) Lock(p workspace.Path) (func() error, error) {
	return attempt(f, true, "lock", p, func() (func() error, error) { return f.FS.Lock(p) })
}

// Create implements FS.
func (f *Faulty) Create(p workspace.Path, mode fs.FileMode) (workspace.File, error) {
	return f.open("create", p, func() (workspace.File, error) { return f.FS.Create(p, mode) })
}

// Append implements FS.
func (f *Faulty) Append(p workspace.Path, mode fs.FileMode) (workspace.File, error) {
	return f.open("append", p, func() (workspace.File, error) { return f.FS.Append(p, mode) })
}

func (f *Faulty) open(op string, p workspace.Path, call func() (workspace.File, error)) (workspace.File, error) {
	open, err := attempt(f, true, op, p, call)
	if err != nil {
		return nil, err
	}
	return &faultyFile{f, open, p}, nil
}

type faultyFile struct {
	f    *Faulty
	open workspace.File
	path workspace.Path
}

// Write implements File.
func (f *faultyFile) Write(b []byte) (int, error) {
	if err := f.f.step(true, "write", f.path); err != nil {
		n, werr := f.open.Write(b[:len(b)/2])
		return n, errors.Join(err, werr)
	}
	return f.open.Write(b)
}

// SetAttributes implements File.
func (f *faultyFile) SetAttributes(a workspace.Attributes) error {
	return f.f.change(true, "setattributes", f.path, func() error { return f.open.SetAttributes(a) })
}

// Sync implements File.
func (f *faultyFile) Sync() error {
	return f.f.change(true, "sync", f.path, f.open.Sync)
}

// Close implements File.
func (f *faultyFile) Close() error {
	if err := f.f.step(false, "close", f.path); err != nil {
		return errors.Join(err, f.open.Close())
	}
	return f.open.Close()
}
