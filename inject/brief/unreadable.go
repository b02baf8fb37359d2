package brief

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"wisdom/internal/workspace"
)

// UnreadableError says that a file of a section is there and cannot be read.
type UnreadableError struct {
	// Path is the file as the log names it.
	Path string
	Err  error
}

// Error implements error.
func (e *UnreadableError) Error() string {
	why, _ := e.reason()
	return e.Path + " " + why
}

// Hint is the way on.
func (e *UnreadableError) Hint() string {
	_, hint := e.reason()
	return hint
}

// Unwrap returns what the system says.
func (e *UnreadableError) Unwrap() error { return e.Err }

func (e *UnreadableError) reason() (why, hint string) {
	var large *workspace.TooLargeError
	var other *workspace.NotRegularError
	switch {
	case errors.As(e.Err, &large):
		return fmt.Sprintf("has %d bytes, and %d are read", large.Size, large.Limit), "shorten it"
	case errors.As(e.Err, &other):
		return "is " + other.Kind + " and no file", "replace it by a file"
	case errors.Is(e.Err, syscall.ELOOP):
		return "is a symbolic link that leads in a circle", "replace it by the file"
	case errors.Is(e.Err, fs.ErrNotExist):
		return "is a symbolic link to a file that does not exist", "replace it by the file, or remove it"
	case errors.Is(e.Err, fs.ErrPermission):
		return "cannot be read: permission denied", "allow it: chmod u+r"
	case strings.Contains(e.Err.Error(), "escapes"): // os.Root has no value for this error
		return "is a symbolic link that leads out of its folder", "replace it by a copy of the file"
	}
	return fmt.Sprintf("cannot be read: %v", e.Err), "replace it by a file that can be read"
}

// isLink reports whether a symbolic link stands at a place.
func isLink(p place) bool {
	entry, err := p.fsys.Lstat(p.path)
	return err == nil && entry.Mode&fs.ModeSymlink != 0
}
