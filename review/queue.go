package review

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"wisdom/internal/workspace"
)

// queueMark tells our line from everybody else's.
const queueMark = "<!-- wisdom -->"

// queueLine is the line for a draft that waits.
func queueLine(m *Manifest) string {
	lessons := map[string]bool{}
	for _, item := range m.Items {
		for _, id := range item.Lessons {
			lessons[id] = true
		}
	}
	return fmt.Sprintf("- [ ] REVIEW NEEDED: wisdom draft %s, %s, %s: run `wisdom review` %s",
		m.ID, count(len(m.Items), "entry", "entries"), count(len(lessons), "lesson", "lessons"), queueMark)
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// SetQueue puts the managed line into the queue file, or takes it out where line
// is empty. Every other byte stays. Somebody else may be writing the file too:
// what changed under our hands is read again.
func SetQueue(fsys workspace.FS, queue workspace.Path, line string) error {
	const attempts = 5
	var err error
	for range attempts {
		err = setQueue(fsys, queue, line)
		var changed *workspace.ChangedError
		if !errors.As(err, &changed) {
			break
		}
	}
	if err != nil {
		return &QueueError{queue, err}
	}
	return nil
}

// QueueError says that the line in the queue could not be brought up to date.
// Everything else was done.
type QueueError struct {
	Path workspace.Path
	Err  error
}

func (e *QueueError) Error() string {
	return fmt.Sprintf("the line in %s is not up to date: %v", e.Path, e.Err)
}

// Unwrap gives the cause.
func (e *QueueError) Unwrap() error { return e.Err }

func setQueue(fsys workspace.FS, queue workspace.Path, line string) error {
	if err := workspace.CheckTarget(fsys, queue); err != nil {
		return err
	}
	before, old, err := workspace.ReadState(fsys, queue, workspace.MaxTarget)
	if err != nil {
		return err
	}
	after := withLine(before, line)
	if bytes.Equal(before, after) {
		return nil
	}
	next := queue.Dir().Join("." + queue.Base() + ".wisdom-queue")
	if err := saveStray(fsys, queue, next, before); err != nil {
		return err
	}
	remove := len(after) == 0
	if !remove {
		like := workspace.Attributes{Mode: 0o644, UID: -1, GID: -1}
		if old != workspace.Absent {
			if like, err = fsys.Attributes(queue); err != nil {
				return err
			}
		}
		if err := workspace.WriteLike(fsys, next, after, like); err != nil {
			return err
		}
	}
	err = workspace.Swap(fsys, queue, next, old, remove)
	if err != nil && !remove {
		if clear := fsys.Remove(next); clear != nil && !errors.Is(clear, fs.ErrNotExist) {
			err = errors.Join(err, clear)
		}
	}
	return err
}

// saveStray deals with a file that a crash left between an exchange and the look
// at what came out. If it holds more than the queue does, it is kept under
// another name.
func saveStray(fsys workspace.FS, queue, stray workspace.Path, now []byte) error {
	left, h, err := workspace.ReadState(fsys, stray, workspace.MaxTarget)
	if err != nil || h == workspace.Absent {
		return err
	}
	if bytes.Equal(withLine(left, ""), withLine(now, "")) {
		return fsys.Remove(stray)
	}
	return fsys.RenameNew(stray, queue.Dir().Join(queue.Base()+".found-"+h.Hex()[:8]))
}

// withLine is text with line in it, or without any managed line. A line that is
// there is replaced in its place; a new one comes last.
func withLine(text []byte, line string) []byte {
	newline := "\n"
	if bytes.Contains(text, []byte("\r\n")) {
		newline = "\r\n"
	}
	var out strings.Builder
	placed := line == ""
	for old := range strings.Lines(string(text)) {
		if !strings.Contains(old, queueMark) {
			out.WriteString(old)
			continue
		}
		if !placed {
			out.WriteString(line + strings.TrimPrefix(old, strings.TrimRight(old, "\r\n")))
			placed = true
		} else if !strings.HasSuffix(old, "\n") {
			// It was put behind a last line without an ending.
			kept := strings.TrimSuffix(strings.TrimSuffix(out.String(), "\n"), "\r")
			out.Reset()
			out.WriteString(kept)
		}
	}
	if placed {
		return []byte(out.String())
	}
	if kept := out.String(); kept != "" && !strings.HasSuffix(kept, "\n") {
		return []byte(kept + newline + line)
	}
	return []byte(out.String() + line + newline)
}
