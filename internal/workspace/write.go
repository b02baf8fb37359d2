package workspace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
)

// MaxState is the largest file of our own that is read back, in bytes.
const MaxState = 256 << 20

// MkdirAll makes p and the folders above it, and makes their names durable.
func MkdirAll(fsys FS, p Path, mode fs.FileMode) error {
	if p == Root {
		return nil
	}
	entry, err := fsys.Lstat(p)
	if err == nil {
		if !entry.Mode.IsDir() {
			return fmt.Errorf("%s: is %s, not a folder", p, KindOf(entry.Mode))
		}
		return fsys.SyncDir(p.Dir()) // the process that made it may have stopped before it synced
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := MkdirAll(fsys, p.Dir(), mode); err != nil {
		return err
	}
	if err := fsys.Mkdir(p, mode); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return fsys.SyncDir(p.Dir())
}

// WriteNew writes a new file and makes its content durable, not yet its name: the caller syncs the folder once for all
// files in it. Where it fails, what it had begun is removed.
func WriteNew(fsys FS, p Path, data []byte, mode fs.FileMode) error {
	return writeNew(fsys, p, data, mode, nil)
}

// WriteLike is WriteNew with the attributes of another file.
func WriteLike(fsys FS, p Path, data []byte, like Attributes) error {
	return writeNew(fsys, p, data, 0o600, &like)
}

func writeNew(fsys FS, p Path, data []byte, mode fs.FileMode, like *Attributes) error {
	f, err := fsys.Create(p, mode)
	if err != nil {
		return fmt.Errorf("create %s: %w", p, err)
	}
	_, err = f.Write(data)
	if err == nil && like != nil {
		err = f.SetAttributes(*like)
	}
	if err = finish(f, p, "write", err); err != nil {
		return errors.Join(err, RemoveIfThere(fsys, p))
	}
	return nil
}

// finish makes what was written to a file durable and closes the file. err is that of the writing, and verb names it.
func finish(f File, p Path, verb string, err error) error {
	if err == nil {
		verb, err = "sync", f.Sync()
	}
	if err != nil {
		return errors.Join(fmt.Errorf("%s %s: %w", verb, p, err), f.Close())
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("close %s: %w", p, err)
	}
	return nil
}

// TemporarySuffix ends the name of a file, with a dot in front, that Replace writes; a crash may leave one.
const TemporarySuffix = ".tmp"

// Temporary is the file that Replace writes first.
func Temporary(p Path) Path { return p.Dir().Join("." + p.Base() + TemporarySuffix) }

// Replace writes data as a whole or not at all. It is for files that only wisdom writes, under its lock; a file that
// others also write needs Swap.
func Replace(fsys FS, p Path, data []byte, mode fs.FileMode) error {
	return ReplaceVia(fsys, Temporary(p), p, data, mode)
}

// ReplaceJSON is Replace for a value that is kept as JSON, which only its owner reads.
func ReplaceJSON(fsys FS, p Path, v any) error {
	b, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("write %s: %w", p, err)
	}
	return Replace(fsys, p, append(b, '\n'), 0o600)
}

// PlainJSON is a value as a line of JSON, or as several with an indent, for people too: < and > are no escapes in it.
func PlainJSON(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	err := encoder.Encode(v)
	return b.Bytes(), err
}

// ReplaceVia is Replace by way of a file with a name of its own, next to the other, for files that several processes
// replace at once.
func ReplaceVia(fsys FS, next, p Path, data []byte, mode fs.FileMode) error {
	if err := RemoveIfThere(fsys, next); err != nil { // left by a crash
		return fmt.Errorf("clear %s: %w", next, err)
	}
	if err := WriteNew(fsys, next, data, mode); err != nil {
		return err
	}
	if err := fsys.Rename(next, p); err != nil {
		return errors.Join(fmt.Errorf("replace %s: %w", p, err), RemoveIfThere(fsys, next))
	}
	if err := fsys.SyncDir(p.Dir()); err != nil {
		return fmt.Errorf("sync %s: %w", p.Dir(), err)
	}
	return nil
}

// AppendLine adds a line to a file of our own and makes it durable. It rejects a link.
func AppendLine(fsys FS, p Path, line []byte, mode fs.FileMode) error {
	if err := CheckTarget(fsys, p); err != nil {
		return err
	}
	f, err := fsys.Append(p, mode)
	if err != nil {
		return fmt.Errorf("open %s: %w", p, err)
	}
	_, err = f.Write(append(line, '\n'))
	if err := finish(f, p, "append to", err); err != nil {
		return err
	}
	return fsys.SyncDir(p.Dir())
}

// rotated is the suffix of the file before the one that grows.
const rotated = ".1"

// RotatedLines are the lines of a file that is rotated as AppendRotated does it, the oldest first. limit is the most of
// each of its two files, in bytes.
func RotatedLines(fsys FS, p Path, limit int64) ([][]byte, error) {
	var lines [][]byte
	for _, file := range []Path{p + rotated, p} {
		b, _, err := ReadIfThere(fsys, file, limit)
		if err != nil {
			return nil, err
		}
		lines = slices.AppendSeq(lines, bytes.Lines(b))
	}
	return lines, nil
}

// AppendRotated is AppendLine for a file that grows with every call: from limit bytes on a new file is begun, and the
// one before it is kept with the suffix .1. A last line that a crash cut off is ended first, so that it spoils no
// other.
func AppendRotated(fsys FS, p Path, line []byte, limit int64, mode fs.FileMode) error {
	entry, err := fsys.Lstat(p)
	switch {
	case err == nil && entry.Size+int64(len(line)) > limit:
		err = fsys.Rename(p, p+rotated)
	case err == nil && entry.Mode.IsRegular():
		var there []byte
		if there, err = fsys.ReadFile(p, limit); len(there) > 0 && there[len(there)-1] != '\n' {
			line = append([]byte{'\n'}, line...)
		}
	}
	if err := ignoreMissing(err); err != nil {
		return err
	}
	return AppendLine(fsys, p, line, mode)
}

// MkdirIgnored makes a folder that only its owner reads and that git ignores.
func MkdirIgnored(fsys FS, p Path) error {
	if err := MkdirAll(fsys, p, 0o700); err != nil {
		return fmt.Errorf("make %s: %w", p, err)
	}
	ignore := p.Join(".gitignore")
	if there, err := Exists(fsys, ignore); err != nil || there {
		return err
	}
	// Of several processes that begin here at once, one writes it.
	if err := WriteNew(fsys, ignore, []byte("*\n"), 0o600); !errors.Is(err, fs.ErrExist) {
		return errors.Join(err, fsys.SyncDir(p))
	}
	return nil
}

// Ignore has git ignore a folder, unless it has a .gitignore. The caller holds the lock.
func Ignore(fsys FS, p Path) error {
	ignore := p.Join(".gitignore")
	if there, err := Exists(fsys, ignore); there || err != nil {
		return err
	}
	return Replace(fsys, ignore, []byte("*\n"), 0o600)
}

// Sweep removes a file that only the program makes, if it is there. What is no regular file is not ours.
func Sweep(fsys FS, p Path) error {
	entry, err := fsys.Lstat(p)
	if err != nil || !entry.Mode.IsRegular() {
		return ignoreMissing(err)
	}
	return RemoveIfThere(fsys, p)
}

// RemoveAll deletes p and everything below it. It deletes links and does not follow them.
func RemoveAll(fsys FS, p Path) error {
	entry, err := fsys.Lstat(p)
	if err != nil {
		return ignoreMissing(err)
	}
	var entries []Entry
	if entry.Mode.IsDir() {
		if entries, err = fsys.ReadDir(p); err != nil {
			return err
		}
	}
	for _, e := range entries {
		if err := RemoveAll(fsys, p.Join(e.Name)); err != nil {
			return err
		}
	}
	return fsys.Remove(p)
}

// RemoveIfThere removes p, which may be gone already.
func RemoveIfThere(fsys FS, p Path) error { return ignoreMissing(fsys.Remove(p)) }

// ReadIfThere reads a file of at most limit bytes that need not exist. One that a sync service has taken off this disk
// is a *NotDownloadedError.
func ReadIfThere(fsys FS, p Path, limit int64) (b []byte, there bool, err error) {
	b, err = fsys.ReadFile(p, limit)
	if errors.Is(err, fs.ErrNotExist) {
		if away := NotDownloaded(fsys, p); away != nil {
			return nil, false, away
		}
	}
	return b, err == nil, ignoreMissing(err)
}

// NotOursError says that a file holds what someone else wrote, where one of ours belongs.
type NotOursError struct{ Path Path }

// Error implements error.
func (e *NotOursError) Error() string {
	return fmt.Sprintf("%s: it holds other text, and is not overwritten", e.Path)
}

// CheckOurs is a *NotOursError where a file holds anything that does not begin with the mark of ours.
func CheckOurs(fsys FS, p Path, mark string) error {
	b, _, err := ReadIfThere(fsys, p, MaxState)
	if err == nil && len(bytes.TrimSpace(b)) > 0 && !bytes.HasPrefix(b, []byte(mark)) {
		return &NotOursError{p}
	}
	return err
}

// NotDownloaded returns a *NotDownloadedError where a sync service has taken a file off this disk, else nil.
func NotDownloaded(fsys FS, p Path) error {
	placeholder := p.Dir().Join("." + p.Base() + ".icloud")
	there, _ := Exists(fsys, p)
	if away, _ := Exists(fsys, placeholder); away && !there {
		return &NotDownloadedError{p, placeholder}
	}
	return nil
}

// List is ReadDir; a folder that does not exist has no entries.
func List(fsys FS, p Path) ([]Entry, error) {
	entries, err := fsys.ReadDir(p)
	return entries, ignoreMissing(err)
}

// Exists reports whether p exists, whatever its kind.
func Exists(fsys FS, p Path) (bool, error) {
	_, err := fsys.Lstat(p)
	return err == nil, ignoreMissing(err)
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
