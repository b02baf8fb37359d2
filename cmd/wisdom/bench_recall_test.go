package main

import (
	"database/sql"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"wisdom/inject/recall/recalltest"

	_ "modernc.org/sqlite" // the plain table beside recall

	"github.com/stretchr/testify/require"
)

// BenchmarkRecall asks for messages in turn, as whole processes, in a workspace with 10,000
// notes of some 6 KB, whose words are many as in real notes, or few. Beside each it asks a
// plain FTS5 table of the same lines, and lets ripgrep look for one of the words, if it is
// there; x-start-up says how many times as long as the bare program it takes. The first call,
// which builds the index, is reported in processor time.
func BenchmarkRecall(b *testing.B) {
	program := filepath.Join(b.TempDir(), "wisdom")
	out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput()
	require.NoErrorf(b, err, "%v: %s", err, out)
	for name, notes := range map[string]iter.Seq2[string, string]{
		"many words": recalltest.Notes(10_000), "few words": recalltest.FewWords(10_000),
	} {
		b.Run(name, func(b *testing.B) { benchmarkRecall(b, program, notes) })
	}
}

func benchmarkRecall(b *testing.B, program string, notes iter.Seq2[string, string]) {
	dir, size := writeNotes(b, notes)
	first := exec.Command(program, "-C", dir, "-q", "recall", recalltest.Messages[0])
	out, err := first.CombinedOutput()
	require.NoErrorf(b, err, "%v: %s", err, out)
	index, err := os.Stat(filepath.Join(dir, ".wisdom", "recall.db"))
	require.NoError(b, err)
	time.Sleep(3 * time.Second) // notes that are new by the clock are read again
	timed(program, "-C", dir, "-q", "recall", "a first call settles the index")
	search, _ := exec.LookPath("rg")
	fts, query := plainFTS5(b, dir)
	var ours, bare, theirs, plain time.Duration
	var cpu []float64
	for b.Loop() {
		call := exec.Command(program, "-C", dir, "-q", "recall", recalltest.Messages[len(cpu)%len(recalltest.Messages)])
		began := time.Now()
		require.NoError(b, call.Run())
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
	b.ReportMetric(cpu[len(cpu)/2], "ms-cpu-p50")
	b.ReportMetric(cpu[len(cpu)*95/100], "ms-cpu-p95")
	b.ReportMetric(float64(ours)/float64(plain), "x-fts5-query")
	b.ReportMetric((first.ProcessState.UserTime() + first.ProcessState.SystemTime()).Seconds(), "s-cpu-first")
	b.ReportMetric(float64(index.Size())/float64(size), "index/text")
}

// writeNotes writes notes into a workspace, and returns their bytes.
func writeNotes(b *testing.B, notes iter.Seq2[string, string]) (dir string, size int) {
	dir = b.TempDir()
	require.NoError(b, os.MkdirAll(filepath.Join(dir, "memory"), 0o700))
	require.NoError(b, os.WriteFile(filepath.Join(dir, "SOUL.md"), []byte("# Soul\n"), 0o600))
	for name, text := range notes {
		size += len(text)
		require.NoError(b, os.WriteFile(filepath.Join(dir, "memory", name), []byte(text), 0o600))
	}
	return dir, size
}

// plainFTS5 is a table with the lines of all notes, and a query for the words of the
// message, best first.
func plainFTS5(b *testing.B, dir string) (db *sql.DB, query string) {
	db, err := sql.Open("sqlite", filepath.Join(b.TempDir(), "plain.db"))
	require.NoError(b, err)
	b.Cleanup(func() { _ = db.Close() })
	if _, err := db.Exec("CREATE VIRTUAL TABLE lines USING fts5 (path UNINDEXED, text)"); err != nil {
		b.Fatal(err)
	}
	tx, err := db.Begin()
	require.NoError(b, err)
	notes, err := filepath.Glob(filepath.Join(dir, "memory", "*.md"))
	require.NoError(b, err)
	for _, path := range notes {
		text, err := os.ReadFile(path)
		require.NoError(b, err)
		for line := range strings.Lines(string(text)) {
			if strings.TrimSpace(line) == "" {
				continue
			}
			if _, err := tx.Exec("INSERT INTO lines VALUES (?, ?)", path, line); err != nil {
				b.Fatal(err)
			}
		}
	}
	require.NoError(b, tx.Commit())
	return db, "SELECT path, text FROM lines WHERE lines MATCH 'port OR printer OR hall OR 77' ORDER BY rank LIMIT 6"
}
