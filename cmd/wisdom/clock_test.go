package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A command takes the time once: a clock that jumps while it runs, by years and in
// both directions, changes nothing of what it does, and no time that it tells is
// less than none.
func TestClockThatJumps(t *testing.T) {
	s := &shell{dir: t.TempDir(), env: map[string]string{"NO_COLOR": "1", "OLLAMA_HOST": "127.0.0.1:1"}}
	s.write(t, "SOUL.md", "# Soul\n\n## Vibe\n\nCalm.\n")
	s.write(t, "TOOLS.md", "## Hosts\n\n- gate: 10.0.0.1\n")
	s.write(t, "memory/2026-11-10.md", lessonsAboutBackups)
	soul := func() string {
		b, err := os.ReadFile(filepath.Join(s.dir, "SOUL.md"))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	before := soul()
	for _, jump := range []time.Duration{-10 * 365 * 24 * time.Hour, time.Hour, 10 * 365 * 24 * time.Hour} {
		for _, command := range [][]string{
			{"run", "--engine", "builtin"},
			{"review", "approve", "DRAFT"},
			{"status"},
			{"run", "--due", "--engine", "builtin"},
			{"rollback"},
			{"backups", "prune", "--yes"},
			{"backups", "verify"},
			{"review", "unrefuse", "DRAFT"},
		} {
			for i, arg := range command {
				if arg == "DRAFT" {
					command[i] = s.draft()
				}
			}
			asked := 0
			s.clock = func() time.Time {
				asked++
				return day.Add(time.Duration(asked-1) * jump)
			}
			if code, out, talk := s.wisdom(command...); code != exitDone {
				t.Errorf("%v, %q: exit %d: %s%s", jump, command, code, out, talk)
			}
		}
		if soul() != before {
			t.Errorf("%v: SOUL.md is %q", jump, soul())
		}
	}
	records, err := filepath.Glob(filepath.Join(s.dir, ".wisdom", "runs", "*"))
	if err != nil || len(records) == 0 {
		t.Fatalf("no records: %v", err)
	}
	for _, name := range records {
		var record struct {
			Started string  `json:"started"`
			Seconds float64 `json:"seconds"`
		}
		b, err := os.ReadFile(name)
		if err != nil || json.Unmarshal(b, &record) != nil || record.Seconds < 0 || record.Started != "2026-11-21T12:00:00Z" {
			t.Errorf("%s: %s %v", name, b, err)
		}
	}
}
