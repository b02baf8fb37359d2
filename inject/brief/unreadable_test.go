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
