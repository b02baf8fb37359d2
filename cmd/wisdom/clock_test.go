package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"wisdom/backups"
	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
	"wisdom/pipeline/schedule"
	"wisdom/review"

	"github.com/stretchr/testify/require"
)

// A command decides by the time at which it began: a clock that jumps while it
// runs, by years and in both directions, changes nothing of what it does, and no
// duration that it tells is negative. Events have the time that the clock tells when
// they happen, so the drafts of this test never expire.
func TestClockThatJumps(t *testing.T) {
	s := &shell{dir: t.TempDir(), env: map[string]string{"NO_COLOR": "1", "OLLAMA_HOST": "127.0.0.1:1"}}
	s.write(t, "SOUL.md", "# Soul\n\n## Vibe\n\nCalm.\n")
	s.write(t, "wisdom.toml", "[review]\nmax_age = \"0d\"\n")
	s.write(t, "TOOLS.md", "## Hosts\n\n- gate: 10.0.0.1\n")
	s.write(t, "memory/2026-11-10.md", lessonsAboutBackups)
	soul := func() string {
		b, err := os.ReadFile(filepath.Join(s.dir, "SOUL.md"))
		require.NoError(t, err)
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
		assert.Equalf(t, before, soul(), "%v: SOUL.md", jump)
	}
	records, err := filepath.Glob(filepath.Join(s.dir, ".wisdom", "runs", "*"))
	require.Truef(t, err == nil && len(records) != 0, "no records: %v", err)
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

// slowPerson takes a minute for each line that they type.
type slowPerson struct {
	lines   []string
	minutes *atomic.Int64
}

// Read implements io.Reader.
func (p *slowPerson) Read(b []byte) (int, error) {
	p.minutes.Add(1)
	line := "n\n"
	if len(p.lines) > 0 {
		line, p.lines = p.lines[0], p.lines[1:]
	}
	return copy(b, line), nil
}

// Each decision of a walk once carried the time at which the process started. Every
// event has the time at which it happens, and so has the generation; --now fixes
// them all.
func TestEachDecisionOfAWalkHasItsOwnTime(t *testing.T) {
	for name, tc := range map[string]struct {
		options []string
		want    []string
	}{
		"the clock": {nil, []string{
			"staged 12:00", "approved 12:01", "approved 12:02", "promoted 12:03", "generation 0 12:03", "generation 1 12:03",
		}},
		"--now": {[]string{"--now", "2026-11-22T09:30:00Z"}, []string{
			"staged 12:00", "approved 09:30", "approved 09:30", "promoted 09:30", "generation 0 09:30", "generation 1 09:30",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s := &shell{
				dir:   t.TempDir(),
				env:   map[string]string{"NO_COLOR": "1", "OLLAMA_HOST": "127.0.0.1:1"},
				clock: func() time.Time { return day },
			}
			s.write(t, "SOUL.md", "# Soul\n\n## Vibe\n\nCalm.\n")
			s.write(t, "memory/2026-11-10.md", lessonsAboutBackups)
			s.write(
				t, "memory/2026-11-11.md",
				"## Lessons\n\n- [2026-11-07] Weigh a parcel before printing the label. One came back.\n"+
					"- [2026-11-08] Weigh the parcel twice before printing the label. It was too light.\n"+
					"- [2026-11-09] Weigh a parcel before printing the label. The box had changed.\n",
			)
			if code, out, talk := s.wisdom("run", "--engine", "builtin"); code != exitDone {
				t.Fatalf("run: exit %d: %s%s", code, out, talk)
			}
			var minutes atomic.Int64
			var out bytes.Buffer
			person := &slowPerson{[]string{"y\n", "y\n", "y\n"}, &minutes}
			code := run(context.Background(), slices.Concat([]string{"wisdom", "-C", s.dir, "review"}, tc.options), streams{
				in: person, out: &out, err: &out, walks: true, width: func() int { return 80 },
				getenv: func(name string) string { return s.env[name] }, login: func() string { return "mara" },
				now: func() time.Time { return day.Add(time.Duration(minutes.Load()) * time.Minute) }, getwd: os.Getwd,
			})
			require.Equalf(t, exitDone, code, "review: exit %d: %s", code, &out)
			got := timesIn(t, s.dir)
			assert.Equalf(t, tc.want, got, "%s\nwant %s\n%s", strings.Join(got, ", "), strings.Join(tc.want, ", "), &out)
		})
	}
}

// A daemon runs for months: each of its runs has its own time, in the record, the log
// and the ledger.
func TestEachRunOfADaemonHasItsOwnTime(t *testing.T) {
	s := &shell{dir: t.TempDir()}
	s.write(t, "SOUL.md", "# Soul\n\n## Vibe\n\nCalm.\n")
	now := day
	a := &deps{program: "wisdom", streams: streams{
		err: &bytes.Buffer{}, getenv: func(string) string { return "127.0.0.1:1" }, now: func() time.Time { return now },
	}}
	job := job(a, s.dir, runOptions{due: true, engine: "builtin"}, logger(a))
	for i, notes := range []string{
		lessonsAboutBackups, lessonsAboutBackups + "- Restore every backup once before you trust it.\n",
	} {
		now = day.AddDate(0, i, 0)
		s.write(t, "memory/"+now.AddDate(0, 0, -1).Format(time.DateOnly)+".md", notes)
		require.NoError(t, job.Run(context.Background()))
	}
	fsys, log := openLog(t, s.dir)
	records, err := schedule.Records(fsys)
	require.NoError(t, err)
	known, err := lesson.LoadLedger(fsys)
	require.NoError(t, err)
	var got []string
	for _, e := range log.Events {
		got = append(got, string(e.Action)+" "+e.At)
	}
	for _, r := range records {
		got = append(got, "run "+r.Started)
	}
	got = append(got, "ledger "+known.LastRun)
	want := []string{
		"staged 2026-11-21T12:00:00Z", "staged 2026-12-21T12:00:00Z",
		"run 2026-11-21T12:00:00Z", "run 2026-12-21T12:00:00Z", "ledger 2026-12-21T12:00:00Z",
	}
	assert.Equalf(t, want, got, "%s\nwant %s", strings.Join(got, ", "), strings.Join(want, ", "))
}

// openLog opens a workspace for the time of a test, and reads its log.
func openLog(t *testing.T, dir string) (*workspace.Real, *review.Log) {
	t.Helper()
	fsys, err := workspace.Open(dir)
	require.NoError(t, err)
	t.Cleanup(func() { _ = fsys.Close() })
	log, err := review.ReadLog(fsys)
	require.NoError(t, err)
	return fsys, log
}

// timesIn are the events of the log and the generations, each with its time.
func timesIn(t *testing.T, dir string) []string {
	t.Helper()
	fsys, log := openLog(t, dir)
	all, err := backups.Generations(fsys)
	require.NoError(t, err)
	var times []string
	add := func(what, at string) {
		moment, err := time.Parse(time.RFC3339, at)
		require.NoError(t, err, what)
		times = append(times, what+" "+moment.Format("15:04"))
	}
	for _, e := range log.Events {
		add(string(e.Action), e.At)
	}
	for _, g := range all {
		add(fmt.Sprintf("generation %d", g.Number), g.At)
	}
	return times
}

// A draft of the required entry and facts alone was never decided whole: the review asked about the facts only, and
// said again and again that one item is undecided.
func TestTheRequiredEntryIsAskedAboutWhereNoOtherEntryIs(t *testing.T) {
	t.Parallel()
	s := &shell{dir: t.TempDir(), env: map[string]string{"NO_COLOR": "1", "OLLAMA_HOST": "127.0.0.1:1"}}
	s.write(t, "SOUL.md", "# Soul\n\n## Vibe\n\nCalm.\n")
	s.write(t, "TOOLS.md", "# Tools\n\n## Printer\n\n- Address: 10.20.0.9\n")
	s.must(t, "run", "--engine", "builtin")
	var out, talk bytes.Buffer
	code := run(context.Background(), []string{"wisdom", "-C", s.dir, "review"}, streams{
		in: strings.NewReader(strings.Repeat("y\n", 8)), out: &out, err: &talk, walks: true, width: func() int { return 80 },
		getenv: func(name string) string { return s.env[name] }, login: func() string { return "mara" },
		now: time.Now, getwd: os.Getwd,
	})
	asked := out.String() + talk.String()
	assert.Truef(t, code == exitDone && strings.Contains(asked, "Put e1 into SOUL.md?"), "exit %d: %s", code, asked)
	assert.Contains(t, contents(t, s, "SOUL.md"), "## Wisdom", "no section")
}
