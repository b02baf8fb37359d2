package workspace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
)

// FS is the file-system interface of wisdom. Every side effect on a workspace goes through it. All methods return
// errors that match the io/fs ones where those fit (fs.ErrNotExist, fs.ErrExist, fs.ErrPermission).
type FS interface {
	// Lstat describes p without following a link at its end.
	Lstat(p Path) (Entry, error)
	// ReadFile reads a regular file of at most limit bytes; a larger one is a *TooLargeError, a folder, pipe or device a
	// *NotRegularError. A link that stays inside the folder is followed; another one is a *NotRegularError.
	ReadFile(p Path, limit int64) ([]byte, error)
	// ReadDir lists a folder, sorted by name.
	ReadDir(p Path) ([]Entry, error)
	// Attributes returns what a replacement of a regular file must keep. It follows no link.
	Attributes(p Path) (Attributes, error)

	// Mkdir makes one folder.
	Mkdir(p Path, mode fs.FileMode) error
	// Create makes a new file for writing; one that exists is fs.ErrExist.
	Create(p Path, mode fs.FileMode) (File, error)
	// Append opens a file for writing at its end, making it if need be. It follows no link.
	Append(p Path, mode fs.FileMode) (File, error)
	// Rename moves from over to, replacing what is there.
	Rename(from, to Path) error
	// RenameNew moves from to to; fs.ErrExist if to is there.
	RenameNew(from, to Path) error
	// Exchange swaps two files in one step; ErrNoExchange where the system cannot.
	Exchange(a, b Path) error
	// Remove deletes a file or an empty folder.
	Remove(p Path) error
	// SyncDir makes the names in a folder durable.
	SyncDir(p Path) error

	// Lock takes the exclusive lock held in file p, or fails at once with a *LockedError. The file stays when the lock is
	// given back: a deleted lock file could be held twice.
	Lock(p Path) (unlock func() error, err error)
}

// File is an open file that is being written.
type File interface {
	io.Writer
	// SetAttributes gives the file the attributes of another.
	SetAttributes(a Attributes) error
	// Sync makes the content and attributes durable, not the name.
	Sync() error
	Close() error
}

// Entry describes a file or folder.
type Entry struct {
	Name string
	Mode fs.FileMode
	Size int64
	// Links counts the hard links to a file; 1 where it is not known.
	Links uint64
	Stamp Stamp
}

// byName sorts entries.
func byName(entries []Entry) []Entry {
	slices.SortStableFunc(entries, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	return entries
}

// Stamp changes when a file is written or replaced, as far as the system reports that. If it does not, the stamp is
// zero.
type Stamp struct {
	// Modified and Changed are the times of the last change of the content and of the file's record, in nanoseconds since
	// 1970. File distinguishes the file from another one that replaces it.
	Modified, Changed int64
	File              uint64
}

// Attributes are the properties of a file besides its content.
type Attributes struct {
	Mode   fs.FileMode       `json:"mode"`
	UID    int               `json:"uid"`
	GID    int               `json:"gid"`
	XAttrs map[string][]byte `json:"xattrs,omitempty"`
}

// ErrNoExchange says that two files cannot be swapped in one step here.
var ErrNoExchange = errors.New("this file system cannot exchange two files")

// LockedError says that another run holds the lock.
type LockedError struct {
	// Holder describes the other run as far as it is known.
	Holder string
}

// Error implements error.
func (e *LockedError) Error() string {
	if e.Holder == "" {
		return "another run is at work in this workspace"
	}
	return "another run is at work in this workspace (" + e.Holder + ")"
}

// TooLargeError says that a file is larger than its reader takes.
type TooLargeError struct {
	Path        Path
	Size, Limit int64 // bytes
}

// Error implements error.
func (e *TooLargeError) Error() string {
	if size(e.Size) == size(e.Limit) {
		return fmt.Sprintf("%s: it has more than the %s that are read", e.Path, size(e.Limit))
	}
	return fmt.Sprintf("%s: %s is more than the %s that is read", e.Path, size(e.Size), size(e.Limit))
}

// NotRegularError says that a path is not a regular file.
type NotRegularError struct {
	Path Path
	Kind string // "a folder", "a symbolic link", …
}

// Error implements error.
func (e *NotRegularError) Error() string {
	return fmt.Sprintf("%s: is %s, not a regular file", e.Path, e.Kind)
}

// NotDownloadedError says that a sync service has taken a file off this disk and left a placeholder.
type NotDownloadedError struct{ Path, Placeholder Path }

// Error implements error.
func (e *NotDownloadedError) Error() string {
	return fmt.Sprintf("%s: is not downloaded, only its placeholder %s is there", e.Path, e.Placeholder)
}

// KindOf names the kind of a mode in words.
func KindOf(m fs.FileMode) string {
	switch {
	case m.IsRegular():
		return "a regular file"
	case m.IsDir():
		return "a folder"
	case m&fs.ModeSymlink != 0:
		return "a symbolic link"
	case m&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	default:
		return "a device"
	}
}

func size(n int64) string {
	switch {
	case n >= 10<<20:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 10<<10:
		return fmt.Sprintf("%d KiB", n>>10)
	default:
		return fmt.Sprintf("%d bytes", n)
	}
}
