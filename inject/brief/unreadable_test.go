package brief

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"wisdom/internal/workspace"
)

// A file that cannot be read: the message names it, what is wrong and the way on, and no
// error of the system is shown as it is.
func TestUnreadableFilesAreExplained(t *testing.T) {
	t.Parallel()
	pathError := func(err error) error { return &fs.PathError{Op: "openat", Path: "x.md", Err: err} }
	for _, c := range []struct {
		err       error
		why, hint string
	}{
		{pathError(syscall.ELOOP), "leads in a circle", "by the file"},
		{pathError(syscall.EACCES), "permission denied", "chmod"},
		{pathError(syscall.ENOENT), "does not exist", "remove"},
		{pathError(errors.New("path escapes from parent")), "leads out of its folder", "copy"},
		{&workspace.NotRegularError{Path: "x.md", Kind: "a folder"}, "is a folder", "by a file"},
		{&workspace.TooLargeError{Path: "x.md", Size: 3 << 20, Limit: 2 << 20}, "3145728 bytes", "shorten"},
		{fmt.Errorf("read: %w", syscall.EIO), "cannot be read", "can be read"},
	} {
		e := &UnreadableError{"workspace:x.md", c.err}
		if text := e.Error(); !strings.HasPrefix(text, "workspace:x.md ") || !strings.Contains(text, c.why) ||
			strings.Contains(text, "openat") || !strings.Contains(e.Hint(), c.hint) || !errors.Is(e, c.err) {
			t.Errorf("%q, %q", e, e.Hint())
		}
	}
}

// A journal that cannot be read is passed over with a warning, and another one is taken;
// the other sections go on.
func TestUnreadableJournalIsPassedOver(t *testing.T) {
	t.Parallel()
	files := map[workspace.Path]string{"session-journals/2026-01-02.md": "- Text.\n"}
	files["session-journals/2026-01-03.md"] = strings.Repeat("x", 3<<20)
	got, warnings := journalOf(t, files)
	if got != "session-journals/2026-01-02.md" || !strings.Contains(warnings, "it is passed over (shorten it)") {
		t.Errorf("%s, %s", got, warnings)
	}
}

// An empty newest journal was passed over without a word.
func TestEmptyNewestJournalIsNamed(t *testing.T) {
	t.Parallel()
	files := map[workspace.Path]string{
		"session-journals/2026-01-02.md": "- Text.\n", "session-journals/2026-01-03.md": "\n",
	}
	got, warnings := journalOf(t, files)
	if got != "session-journals/2026-01-02.md" ||
		!strings.Contains(warnings, "session-journals/2026-01-03.md: it holds no text; passed over") {
		t.Errorf("%s, %s", got, warnings)
	}
}

// closedFS is a folder in which docs may not be opened.
type closedFS struct{ workspace.FS }

func (c closedFS) Lstat(p workspace.Path) (workspace.Entry, error) {
	if strings.HasPrefix(string(p), "docs/") {
		return workspace.Entry{}, fs.ErrPermission
	}
	return c.FS.Lstat(p)
}

func (c closedFS) ReadFile(p workspace.Path, limit int64) ([]byte, error) {
	if strings.HasPrefix(string(p), "docs/") {
		return nil, fs.ErrPermission
	}
	return c.FS.ReadFile(p, limit)
}

// A folder that may not be opened passed for one without the file.
func TestUnreadableFolderIsNamed(t *testing.T) {
	t.Parallel()
	o := optionsFor(t, "full", map[workspace.Path]string{"SOUL.md": "I am.\n", "docs/ANCHORS.md": "- One.\n"})
	o.Repo = closedFS{o.Repo}
	made, err := Build(o)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(made.Log.Warnings, "\n")
	if !strings.Contains(text, "docs/ANCHORS.md cannot be read: permission denied") {
		t.Error(text)
	}
}
