package main

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"wisdom/pipeline/schedule"

	_ "modernc.org/sqlite" // the plain table beside recall
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
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
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
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "memory"), 0o700); err != nil {
		b.Fatal(err)
	}
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
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				b.Fatal(err)
			}
		}
		now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		a := &app{
			program: "wisdom",
			streams: streams{err: io.Discard, getenv: func(string) string { return "" }, now: func() time.Time { return now }},
		}
		log := a.logger("text")
		job := a.job(dir, nil, scheduleOptions{runOptions: runOptions{due: true, engine: "builtin"}}, log)
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
		if err != nil {
			b.Fatal(err)
		}
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

// BenchmarkRecall asks for a message, as a whole process, in a workspace with 10,000
// notes of some 6 KB. In turn it asks a plain FTS5 table of the same lines, and lets
// ripgrep look for one of the words, if it is there; x-start-up says how many times as
// long as the bare program it takes. The first call, which builds the index, is reported
// in processor time.
func BenchmarkRecall(b *testing.B) {
	program := filepath.Join(b.TempDir(), "wisdom")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	dir, size := manyNotes(b)
	first := exec.Command(program, "-C", dir, "-q", "recall", "which port does the printer of hall 77 use")
	if out, err := first.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	index, err := os.Stat(filepath.Join(dir, ".wisdom", "recall.db"))
	if err != nil {
		b.Fatal(err)
	}
	time.Sleep(3 * time.Second) // notes that are new by the clock are read again
	timed(program, "-C", dir, "-q", "recall", "a first call settles the index")
	search, _ := exec.LookPath("rg")
	fts, query := plainFTS5(b, dir)
	var ours, bare, theirs, plain time.Duration
	var cpu []float64
	for b.Loop() {
		call := exec.Command(program, "-C", dir, "-q", "recall", "which port does the printer of hall 77 use")
		began := time.Now()
		if err := call.Run(); err != nil {
			b.Fatal(err)
		}
		ours += time.Since(began)
		cpu = append(cpu, float64((call.ProcessState.UserTime()+call.ProcessState.SystemTime()).Microseconds())/1000)
		b.StopTimer()
		began = time.Now()
		if _, err := fts.Exec(query); err != nil {
			b.Fatal(err)
		}
		plain += time.Since(began)
		bare += timed(program, "version")
		if search != "" {
			theirs += timed(search, "-c", "hall 77", dir)
		}
		b.StartTimer()
	}
	b.ReportMetric(float64(ours)/float64(bare), "x-start-up")
	if search != "" {
		b.ReportMetric(float64(ours)/float64(theirs), "x-ripgrep")
	}
	slices.Sort(cpu)
	b.ReportMetric(cpu[len(cpu)*95/100], "ms-cpu-p95")
	b.ReportMetric(float64(ours)/float64(plain), "x-fts5-query")
	b.ReportMetric((first.ProcessState.UserTime() + first.ProcessState.SystemTime()).Seconds(), "s-cpu-first")
	b.ReportMetric(float64(index.Size())/float64(size), "index/text")
}

// manyNotes writes 10,000 notes with words of their own, and returns their bytes.
func manyNotes(b *testing.B) (dir string, size int) {
	dir = b.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "memory"), 0o700); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "SOUL.md"), []byte("# Soul\n"), 0o600); err != nil {
		b.Fatal(err)
	}
	things := strings.Fields(
		"printer oven pump lathe camera switch heater sensor router scale drill kiln mixer press saw fan",
	)
	did := strings.Fields(
		"moved mended bought cleaned tested lent sold painted counted measured sealed oiled opened closed booked cancelled",
	)
	first := time.Date(2010, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range 10_000 {
		var t strings.Builder
		fmt.Fprintf(&t, "# Day %d\n", i)
		for j := 0; t.Len() < 6000; j++ {
			n := i*31 + j*17
			fmt.Fprintf(
				&t,
				"\n## Hall %d\n\n- The %s of hall %d was %s, it uses port %d since then, and lot w%dx came with it.\n",
				n%500, things[n%16], n%500, did[(n/16)%16], 1000+n%9000, n%70_000,
			)
		}
		size += t.Len()
		name := first.AddDate(0, 0, i/2).Format(time.DateOnly) + fmt.Sprintf("-%d.md", i%2)
		if err := os.WriteFile(filepath.Join(dir, "memory", name), []byte(t.String()), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	return dir, size
}

// plainFTS5 is a table with the lines of all notes, and a query for the words of the
// message, best first.
func plainFTS5(b *testing.B, dir string) (db *sql.DB, query string) {
	db, err := sql.Open("sqlite", filepath.Join(b.TempDir(), "plain.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	if _, err := db.Exec("CREATE VIRTUAL TABLE lines USING fts5 (path UNINDEXED, text)"); err != nil {
		b.Fatal(err)
	}
	tx, err := db.Begin()
	if err != nil {
		b.Fatal(err)
	}
	notes, err := filepath.Glob(filepath.Join(dir, "memory", "*.md"))
	if err != nil {
		b.Fatal(err)
	}
	for _, path := range notes {
		text, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if strings.TrimSpace(line) == "" {
				continue
			}
			if _, err := tx.Exec("INSERT INTO lines VALUES (?, ?)", path, line); err != nil {
				b.Fatal(err)
			}
		}
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
	return db, "SELECT path, text FROM lines WHERE lines MATCH 'port OR printer OR hall OR 77' ORDER BY rank LIMIT 6"
}
