package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/stretchr/testify/require"
)

// Notes that are made to take for ever, or all the memory, end with a line that
// says what is wrong with them, and the lessons beside them are read.
func TestBlowUps(t *testing.T) {
	notUnderRace(t)
	s := &shell{dir: t.TempDir(), env: map[string]string{"NO_COLOR": "1", "OLLAMA_HOST": "127.0.0.1:1"}}
	s.write(t, "SOUL.md", plainSoul)
	s.write(t, "memory/2026-11-10.md", lessonsAboutBackups)
	s.write(t, "memory/2026-11-11-headings.md", strings.Repeat("# a\n", 30_000))
	s.write(t, "memory/2026-11-11-quotes.md", strings.Repeat("> ", 10_000)+"x\n")
	s.write(t, "memory/2026-11-11-lists.md", strings.Repeat("- ", 10_000)+"x\n")
	s.write(t, "memory/2026-11-11-brackets.md", strings.Repeat("[", 10_000)+"\n")
	s.write(t, "memory/2026-11-11-emphasis.md", strings.Repeat("*a ", 10_000)+"\n")
	s.write(t, "memory/2026-11-11-fences.md", strings.Repeat("```\n", 10_000))
	s.write(t, "memory/2026-11-11-comments.md", strings.Repeat("<!--", 10_000)+"\n")
	s.write(t, "memory/2026-11-11-line.md", "## Lessons\n\n- "+strings.Repeat("x ", 1<<18)+"\n")
	huge := filepath.Join(s.dir, "memory", "2026-11-11-huge.md")
	s.write(t, "memory/2026-11-11-huge.md", "")
	require.NoError(t, os.Truncate(huge, 1<<30))
	code, out, talk := s.wisdom("run", "--engine", "builtin")
	assert.Truef(t, code == exitDone && strings.Contains(out, "read     4 lessons"), "exit %d: %s%s", code, out, talk)
	for _, want := range []string{
		"memory/2026-11-11-huge.md: skipped, 1024 MiB is more than the 16 MiB that is read",
		"memory/2026-11-11-line.md:3: this text was skipped: it has more than 6000 bytes",
	} {
		assert.Contains(t, talk, want, "it is not said that")
	}
	// What the host would not read of SOUL.md is not read either.
	require.NoError(t, os.Truncate(filepath.Join(s.dir, "SOUL.md"), 1<<30))
	for _, args := range [][]string{{"run"}, {"status"}, {"review", "approve", s.draft()}} {
		if code, out, talk := s.wisdom(args...); strings.Contains(out+talk, "goroutine") ||
			code == exitDone && args[0] != "status" {
			t.Errorf("%q on a SOUL.md of 1 GiB: exit %d: %s%s", args, code, out, talk)
		}
	}
}
