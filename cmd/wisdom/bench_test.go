package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"wisdom/pipeline/schedule"

	"github.com/stretchr/testify/require"
)

// BenchmarkStartUp starts the program and, in turn, /bin/true, so that the ratio
// holds on a machine whose speed drifts.
func BenchmarkStartUp(b *testing.B) {
	idle, err := exec.LookPath("true")
	if err != nil {
		b.Skip("needs true")
	}
	program := filepath.Join(b.TempDir(), "wisdom")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	for name, args := range map[string][]string{
		"help": {"--help"},
		"lint": {"-C", "../../testdata/sample", "lint"},
	} {
		b.Run(name, func(b *testing.B) {
			var ours, theirs time.Duration
			for b.Loop() {
				ours += timed(program, args...)
				b.StopTimer()
				theirs += timed(idle)
				b.StartTimer()
			}
			b.ReportMetric(float64(ours)/float64(theirs), "x-true")
		})
	}
}

// timed runs a program to its end; lint ends with 1 where it finds something.
func timed(program string, args ...string) time.Duration {
	start := time.Now()
	_ = exec.Command(program, args...).Run()
	return time.Since(start)
}

// BenchmarkFiveYears runs commands, as whole processes, on a workspace with a note for every day of five years, all of
// them known to the ledger: first each as if nothing were kept, then with what the calls before it kept.
func BenchmarkFiveYears(b *testing.B) {
	program := filepath.Join(b.TempDir(), "wisdom")
	out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput()
	require.NoErrorf(b, err, "%v: %s", err, out)
	dir := fiveYears(b)
	at := []string{"-C", dir, "--now", "2026-11-21"}
	out, err = exec.Command(program, append(at, "run", "--engine", "builtin", "-q")...).CombinedOutput()
	require.NoErrorf(b, err, "%v: %s", err, out)
	time.Sleep(3 * time.Second) // notes that are new by the clock are read again
	for _, line := range []string{"status --no-model", "run --due", "lint", "lessons --json"} {
		args := slices.Concat(at, strings.Fields(line))
		b.Run("cold "+line, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				require.NoError(b, os.RemoveAll(filepath.Join(dir, ".wisdom", "notes")))
				b.StartTimer()
				timed(program, args...)
			}
		})
		b.Run("warm "+line, func(b *testing.B) {
			for b.Loop() {
				timed(program, args...)
			}
		})
	}
}

// fiveYears writes a workspace with 1,825 notes of some 2 to 4 KB: what happened, a table, and in most of them one to
// three lessons.
func fiveYears(b *testing.B) string {
	dir, random := b.TempDir(), rand.New(rand.NewPCG(1, 2))
	require.NoError(b, os.Mkdir(filepath.Join(dir, "memory"), 0o700))
	write := func(name, text string) {
		require.NoError(b, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	write("SOUL.md", "# Soul\n\nMe.\n")
	pick := func(of string) string { all := strings.Fields(of); return all[random.IntN(len(all))] }
	thing := func() string {
		return pick("backup log token price mail glue blade oven wheel hinge shelf parcel label stamp kiln") + " " +
			pick("north south old new small spare red blue first last outer inner") + fmt.Sprint(random.IntN(40))
	}
	first := time.Date(2021, 11, 22, 0, 0, 0, 0, time.UTC)
	for day := range 1825 {
		date := first.AddDate(0, 0, day).Format(time.DateOnly)
		text := "# " + date + "\n\n## What happened\n\n"
		for range 12 + random.IntN(20) {
			text += fmt.Sprintf("- We looked at the %s beside the %s, which had come by %d in the morning.\n", thing(), thing(),
				random.IntN(12))
		}
		text += fmt.Sprintf(
			"\n| thing | count |\n|---|---|\n| %s | %d |\n\n## Lessons learned\n\n",
			thing(),
			random.IntN(900),
		)
		for range random.IntN(4) {
			text += fmt.Sprintf("- %s %s the %s before you touch the %s.\n", pick("Always Never"),
				pick("check restart weigh rinse rotate copy mount drain sort"), thing(), thing())
		}
		write("memory/"+date+".md", text)
	}
	return dir
}

// BenchmarkDaemonYear lets a daemon live through a year of minutes in a small
// workspace, with real looks and real runs, and says what memory is alive before
// and after it.
func BenchmarkDaemonYear(b *testing.B) {
	for b.Loop() {
		dir := b.TempDir()
		for name, text := range map[string]string{
			"SOUL.md": "# Soul\n\nMe.\n",
			"MEMORY.md": "## Lessons\n\n- Restore a backup before trusting it. The report was green for weeks.\n" +
				"- Backups count once restored.\n- Every backup gets a restore test.\n",
		} {
			require.NoError(b, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		}
		now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		a := &deps{
			program: "wisdom",
			streams: streams{err: io.Discard, getenv: func(string) string { return "" }, now: func() time.Time { return now }},
		}
		log := logger(a)
		job := job(a, dir, runOptions{due: true, engine: "builtin"}, log)
		daemon := &schedule.Daemon{Jobs: []*schedule.Job{job}, Log: log, Now: a.now}
		daemon.Pass(context.Background())
		before := alive()
		for range 365 * 24 * 60 {
			now = now.Add(schedule.Tick)
			daemon.Pass(context.Background())
		}
		b.ReportMetric(float64(before)/1e6, "MB-first-day")
		b.ReportMetric(float64(alive())/1e6, "MB-last-day")
		runs, err := os.ReadDir(filepath.Join(dir, ".wisdom", "runs"))
		require.NoError(b, err)
		b.ReportMetric(float64(len(runs)), "runs")
	}
}

// alive is the memory in bytes that is still in use.
func alive() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
