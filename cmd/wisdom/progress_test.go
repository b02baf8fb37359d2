package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/stretchr/testify/require"
)

// Long work shows how far it is on a terminal, leaves nothing there, and is silent
// elsewhere.
func TestSlowWorkShowsProgress(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := &shell{dir: dir}
	s.write(t, "SOUL.md", "# Soul\n")
	for i := range 20 {
		s.write(t, fmt.Sprintf("memory/2026-10-%02d.md", i+1), "## Lessons\n\n- Restore a backup before trusting it.\n")
	}
	// Each look at the clock takes half a second, as if the machine were slow.
	wisdom := func(inPlace bool, args ...string) (out, talk string) {
		t.Helper()
		now := day
		var stdout, stderr bytes.Buffer
		code := run(context.Background(), append([]string{"wisdom", "-C", dir}, args...), streams{
			in: strings.NewReader(""), out: &stdout, err: &stderr, inPlace: inPlace, getwd: os.Getwd,
			getenv: func(string) string { return "" }, login: func() string { return "mara" },
			now: func() time.Time { now = now.Add(time.Second / 2); return now },
		})
		require.Equalf(t, exitDone, code, "%v: exit %d: %s", args, code, stderr.String())
		return stdout.String(), stderr.String()
	}
	for _, tc := range []struct{ command, shows string }{
		{"collect", "reading notes, 12 of "},
		{"run --engine builtin", "reading notes, 12 of "},
		{"init --engine builtin", ""},
		{"review approve DRAFT", ""},
		{"backups verify", "verifying generations, 1 of 2"},
		{"backups prune --yes", "pruning backups, 1 of "},
	} {
		args := strings.Fields(strings.ReplaceAll(tc.command, "DRAFT", s.draft()))
		if tc.shows == "" {
			wisdom(false, args...)
			continue
		}
		_, quiet := wisdom(true, append([]string{"-q"}, args...)...)
		_, piped := wisdom(false, args...)
		_, talk := wisdom(true, args...)
		assert.Containsf(t, talk, clearLine+"wisdom: "+tc.shows, "%s does not show %q", tc.command, tc.shows)
		what, _, _ := strings.Cut(tc.shows, ",")
		if at := strings.LastIndex(talk, what); at < 0 || !strings.Contains(talk[at:], clearLine) {
			t.Errorf("%s leaves its progress there: %q", tc.command, talk)
		}
		assert.Truef(t, !strings.Contains(quiet+piped, clearLine) && !strings.Contains(quiet+piped, " of 2"),
			"%s shows progress where none is wanted: %q %q", tc.command, quiet, piped)
	}
}

// A terminal shows progress of a first run, and colours, and nothing of it stays.
func TestTerminalShowsProgressAndColours(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 24, "NO_COLOR=")
	lessons := strings.Repeat("- Weigh a parcel before printing the label, and ask who packed it. It came back.\n", 2000)
	for i := range 30 {
		name := fmt.Sprintf("memory/%s.md", time.Date(2026, 10, 23+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly))
		require.NoError(t, os.WriteFile(filepath.Join(term.dir, name), []byte("## Lessons\n\n"+lessons), 0o600))
	}
	record := filepath.Join(term.dir, "..", "record")
	term.tmux("pipe-pane", "-t", term.name, "cat > "+quoted(record))
	term.run("clear; wisdom --now 2026-11-21 collect -q > /dev/null; wisdom --now 2026-11-21 collect > /dev/null")
	screen := term.screen()
	term.run("wisdom --now 2026-11-21 status --no-model")
	shown, err := os.ReadFile(record)
	require.NoError(t, err)
	if !strings.Contains(string(shown), "wisdom: reading notes, ") || strings.Contains(screen, "reading notes") {
		t.Errorf("no progress was shown, or it stayed: %q\n%s", shown, screen)
	}
	assert.Contains(t, term.tmux("capture-pane", "-p", "-e", "-t", term.name), "\x1b[33mdraft ", "status shows no colours")
}
