package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
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

// BenchmarkFiveYears runs status and lint, as whole processes, on a workspace
// with a note for every day of five years, all of them known to the ledger.
func BenchmarkFiveYears(b *testing.B) {
	program := filepath.Join(b.TempDir(), "wisdom")
	out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput()
	require.NoErrorf(b, err, "%v: %s", err, out)
	dir := fiveYears(b)
	if out, err := exec.Command(program, "-C", dir, "--now", "2026-11-21", "run", "--engine", "builtin", "-q").
		CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	for name, args := range map[string][]string{
		"status":  {"-C", dir, "--now", "2026-11-21", "status", "--no-model"},
		"not-due": {"-C", dir, "--now", "2026-11-21", "run", "--due"},
		"lint":    {"-C", dir, "lint"},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				timed(program, args...)
			}
		})
	}
}

// fiveYears writes a workspace with 1,826 notes of some 2.7 KB, and a lesson in
// each.
func fiveYears(b *testing.B) string {
	dir := b.TempDir()
	write := func(name, text string) {
		require.NoError(b, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	require.NoError(b, os.Mkdir(filepath.Join(dir, "memory"), 0o700))
	write("SOUL.md", "# Soul\n\nMe.\n")
	things := strings.Fields(
		"backup log token price mail order glue blade oven wheel hinge shelf parcel label stamp invoice",
	)
	prose := strings.Repeat("We sat by the stove and wrote down what the day had brought, which was little.\n", 32)
	first := time.Date(2021, 11, 21, 0, 0, 0, 0, time.UTC)
	for day := range 1826 {
		date := first.AddDate(0, 0, day).Format(time.DateOnly)
		lesson := fmt.Sprintf("- Check the %s before you touch the %s again.", things[day%16], things[(day/16+day)%16])
		write("memory/"+date+".md", "# "+date+"\n\n"+prose+"\n## Lessons learned\n\n"+lesson+"\n")
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
