package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/stretchr/testify/require"
)

// damaged is a workspace with everything in .wisdom that there can be: two
// generations that were promoted, one that a rollback left, and a draft that
// waits.
func damagedWorkspace(t *testing.T) *shell {
	t.Helper()
	s := &shell{dir: t.TempDir(), env: map[string]string{"NO_COLOR": "1", "OLLAMA_HOST": "127.0.0.1:1"}}
	s.write(t, "SOUL.md", "# Soul\n\n## Vibe\n\nCalm.\n")
	s.write(t, "AGENTS.md", "# Agents\n\nBe kind.\n")
	s.write(t, "MEMORY.md", "# Memory\n")
	s.write(t, "DAILY_EXECUTION_QUEUE.md", "- [ ] water the plants\n")
	s.write(t, "memory/2026-11-10.md", lessonsAboutBackups)
	expect := func(args ...string) {
		t.Helper()
		code, out, talk := s.wisdom(args...)
		require.Equalf(t, exitDone, code, "%q: exit %d: %s%s", args, code, out, talk)
	}
	expect("run", "--engine", "builtin")
	expect("review", "approve", s.draft())
	expect("rollback")
	expect("rollback")
	s.write(
		t,
		"memory/2026-11-11.md",
		"## Lessons\n\n- [2026-11-07] Open the log before forming a theory. It named the cause.\n"+
			"- [2026-11-08] Open the slow log before forming a theory. One query took all the time.\n"+
			"- [2026-11-09] Open the log before forming a theory. The disk was full.\n",
	)
	s.write(
		t,
		".wisdom/rollout.json",
		`{"schema_version": 1, "events": [{"at": "2026-11-21T12:00:00Z", "from": 0, "to": 1, "by": "mara", "generation": `+
			`1}]}`,
	)
	expect("context", "--id", contextOfDamage, "-q")
	first := s.draft()
	expect("run", "--engine", "builtin")
	require.NotEqual(t, first, s.draft(), "no second draft was staged")
	return s
}

// damages are what can happen to a file of ours.
var damages = map[string]func(b []byte) []byte{
	"truncated": func(b []byte) []byte { return b[:len(b)/2] },
	"emptied":   func([]byte) []byte { return []byte{} },
	"garbled": func(b []byte) []byte {
		b = bytes.Clone(b)
		for i := range b {
			if i%7 == 3 {
				b[i] ^= 0x55
			}
		}
		return b
	},
	"newer": func(b []byte) []byte {
		return regexp.MustCompile(`("schema_version": ?)1`).ReplaceAll(b, []byte("${1}99"))
	},
	"deleted": func([]byte) []byte { return nil },
}

// contextOfDamage is a context block in the history of the damaged workspace.
const contextOfDamage = "INJ-20260103-183000-a1b2c3"

// commandsOnDamage are typed on every damage: first those that only read.
var commandsOnDamage = []string{
	"status",
	"collect",
	"review",
	"review list",
	"review log",
	"review diff",
	"backups list",
	"backups verify",
	"backups prune",
	"lint",
	"why restore",
	"rollout",
	"run --dry-run --engine builtin",
	"rollback --dry-run",
	"context full",
	"context outcome " + contextOfDamage + " --status success",
	"rollout advance --override damage",
	"run --engine builtin",
	"review approve DRAFT",
	"rollback 0 --force",
	"backups prune --yes",
	"uninstall --yes",
}

const commandsThatRead = 15

// notUnderRace leaves a test out of make race: it takes minutes there, and does one
// thing after the other. Elsewhere it runs beside others.
func notUnderRace(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("make test runs it")
	}
	t.Parallel()
}

// Whatever happens to a file of ours, every command either does what it says or
// says what is wrong and how to go on; the agent's files are as some generation
// left them, and without .wisdom the next run begins afresh.
func TestDamage(t *testing.T) {
	notUnderRace(t)
	whole := damagedWorkspace(t)
	states := soulStates(t, whole.dir)
	agents := othersOf(t, whole.dir)
	for _, name := range filesToDamage(t, whole.dir) {
		for _, kind := range slices.Sorted(maps.Keys(damages)) {
			b, err := os.ReadFile(filepath.Join(whole.dir, name))
			require.NoError(t, err)
			after := damages[kind](b)
			if bytes.Equal(after, b) && after != nil {
				continue
			}
			t.Run(kindOfFile(name)+" "+kind, func(t *testing.T) {
				t.Parallel()
				testDamage(t, whole, name, after, states, agents)
			})
		}
	}
}

func testDamage(t *testing.T, whole *shell, name string, after []byte, states []string, agents map[string]string) {
	dir := t.TempDir()
	s := &shell{env: whole.env}
	for i, line := range commandsOnDamage {
		if i == 0 || i >= commandsThatRead && i < len(commandsOnDamage)-1 {
			s.dir = filepath.Join(dir, fmt.Sprint(i))
			require.NoError(t, os.CopyFS(s.dir, os.DirFS(whole.dir)))
			damaged := filepath.Join(s.dir, name)
			require.NoError(t, os.Remove(damaged))
			if after != nil {
				require.NoError(t, os.WriteFile(damaged, after, 0o600))
			}
		}
		code, out, talk := s.wisdom(strings.Fields(strings.ReplaceAll(line, "DRAFT", whole.draft()))...)
		t.Logf("exit %-3d %s", code, line)
		switch code {
		case exitDone, exitFindings, exitNothing:
		case exitTrouble, exitStale, exitUnfinished, exitDamaged:
			assert.Containsf(t, talk, "wisdom: hint: ", "%q (exit %d) does not say how to go on:\n%s", line, code, out)
		default:
			t.Errorf("%q: exit %d:\n%s%s", line, code, out, talk)
		}
		soul, err := os.ReadFile(filepath.Join(s.dir, "SOUL.md"))
		assert.Truef(t, err == nil && slices.Contains(states, string(soul)),
			"%q (exit %d) left SOUL.md as %q, %v", line, code, soul, err)
		assert.Truef(t, (i >= commandsThatRead || string(soul) == states[0]) && maps.Equal(othersOf(t, s.dir), agents),
			"%q changed the agent's files", line)
	}
	// Without .wisdom only history is lost.
	s.dir = filepath.Join(dir, "0")
	require.NoError(t, os.RemoveAll(filepath.Join(s.dir, ".wisdom")))
	if code, out, talk := s.wisdom("run", "--engine", "builtin"); code != exitDone &&
		code != exitStale { // the views are the old draft's
		t.Errorf("starting afresh: exit %d:\n%s%s", code, out, talk)
	}
}

// soulStates are what SOUL.md may be: as it is, as it was found, and with the
// draft that waits.
func soulStates(t *testing.T, dir string) []string {
	t.Helper()
	var states []string
	for _, name := range []string{
		"SOUL.md",
		"initiatives/adaptive-context-injection/backups/original/SOUL.md",
		"initiatives/adaptive-context-injection/SOUL_COMPRESSED_DRAFT.md",
	} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		states = append(states, string(b))
	}
	return states
}

// othersOf are the agent's files besides SOUL.md.
func othersOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, pattern := range []string{"AGENTS.md", "MEMORY.md", "memory/*", "TOOLS*.md"} {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		require.NoError(t, err)
		for _, name := range names {
			b, err := os.ReadFile(name)
			require.NoError(t, err)
			files[strings.TrimPrefix(name, dir)] = string(b)
		}
	}
	return files
}

// filesToDamage are the files in .wisdom; of the contents and the records of runs
// just one, since they are all alike.
func filesToDamage(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	alike := map[string]bool{}
	err := fs.WalkDir(os.DirFS(dir), ".wisdom", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if folder := path.Base(path.Dir(name)); folder == "objects" || folder == "runs" {
			if alike[folder] {
				return nil
			}
			alike[folder] = true
		}
		names = append(names, name)
		return nil
	})
	require.NoError(t, err)
	return names
}

// kindOfFile is the name of a file without what differs from day to day.
func kindOfFile(name string) string {
	return regexp.MustCompile(`[0-9a-f]{64}|\d{8}-[0-9a-f]{6}`).ReplaceAllString(strings.TrimPrefix(name, ".wisdom/"), "N")
}
