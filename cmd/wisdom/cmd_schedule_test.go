package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/stretchr/testify/require"
)

// listener is the log of a daemon; it does something when it hears a word.
type listener struct {
	mutex sync.Mutex
	heard bytes.Buffer
	on    []hearing
}

type hearing struct {
	word string
	do   func()
}

func (l *listener) Write(b []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.heard.Write(b)
	if len(l.on) > 0 && strings.Contains(string(b), l.on[0].word) {
		l.on[0].do()
		l.on = l.on[1:]
	}
	return len(b), nil
}

// daemon runs wisdom schedule until it ends, and says what it logged.
func daemon(t *testing.T, dir string, on func(stop func()) []hearing, args ...string) string {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	log := &listener{on: on(stop)}
	code := run(ctx, append([]string{"wisdom", "-C", dir, "schedule", "--engine", "builtin"}, args...), streams{
		in: strings.NewReader(""), out: &bytes.Buffer{}, err: log,
		getenv: func(string) string { return "" }, login: func() string { return "mara" },
		now: func() time.Time { return time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC) }, getwd: os.Getwd,
	})
	assert.Truef(t, !errors.Is(ctx.Err(), context.DeadlineExceeded) && code == exitDone,
		"exit %d, %v: %s", code, ctx.Err(), log.heard.String())
	return log.heard.String()
}

func sampleWorkspace(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("../../testdata/sample")))
	return dir
}

// It is told to stop in the middle of a run: it ends with 0, nothing is staged,
// and the next one does the run.
func TestScheduleStopsInARun(t *testing.T) {
	dir := sampleWorkspace(t)
	log := daemon(t, dir, func(stop func()) []hearing {
		return []hearing{{"a run is due", stop}}
	}, "--json")
	if !strings.Contains(log, `"msg":"stopped in the middle of a run`) || strings.Contains(log, `"level":"ERROR"`) {
		t.Errorf("log: %s", log)
	}
	_, err := os.Stat(filepath.Join(dir, ".wisdom", "drafts"))
	assert.Error(t, err, "a draft was staged")
	log = daemon(t, dir, func(stop func()) []hearing {
		return []hearing{{"run ended", stop}}
	})
	assert.Contains(t, log, "outcome=staged", "log")
}

// Settings that cannot be read are told in the log, and once they can be read, they hold.
func TestScheduleReadsTheSettingsAtEachLook(t *testing.T) {
	dir, now := sampleWorkspace(t), time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC)
	a := &deps{program: "wisdom", streams: streams{
		err: &bytes.Buffer{}, getenv: func(string) string { return "" }, now: func() time.Time { return now },
	}}
	job := job(a, dir, runOptions{due: true, engine: "builtin"}, logger(a))
	require.NoError(t, job.Run(context.Background()))
	write := func(text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "wisdom.toml"), []byte(text), 0o600))
	}
	write("[schedule]\ncron = \"x\"\n")
	_, err := job.Look(context.Background(), now)
	require.ErrorContains(t, err, "line 2: schedule.cron")
	write("[schedule]\ncron = \"0 8 * * *\"\n")
	d, err := job.Look(context.Background(), now)
	require.NoError(t, err)
	assert.Equal(t, 8, d.Next.Hour())
}

// A failure is told once, not at every attempt.
func TestScheduleTellsFailuresOnce(t *testing.T) {
	dir, told := sampleWorkspace(t), filepath.Join(t.TempDir(), "told")
	a := &deps{program: "wisdom", streams: streams{
		err: &bytes.Buffer{}, getenv: func(string) string { return "127.0.0.1:1" }, now: time.Now, // nothing listens there
	}}
	notify := "cat >> " + told
	opts := runOptions{due: true, engine: "ollama", only: "wisdom", notify: notify, isNotify: true}
	job := job(a, dir, opts, logger(a))
	for range 3 {
		err := job.Run(context.Background())
		require.Equal(t, exitModel, codeOf(err), err)
	}
	b, err := os.ReadFile(told)
	assert.Truef(t, err == nil && strings.Count(string(b), `"event":"failed"`) == 1, "%v: %s", err, b)
}

func TestEveryExitCodeHasASeverity(t *testing.T) {
	for code := range meanings {
		assert.Containsf(t, severity, code, "exit code %d", code)
	}
}
