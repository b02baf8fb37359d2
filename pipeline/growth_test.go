//go:build unix

package pipeline_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/text"

	"wisdom/internal/lesson"
	"wisdom/internal/secrets"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/pipeline"
	"wisdom/pipeline/collect"
	"wisdom/review"

	"github.com/stretchr/testify/require"
)

// BenchmarkCollect reads lessons, and in turn lets goldmark merely parse the same bytes and
// the secret scan look at them. The ratios are of processor time, so that they hold on a
// machine that others use.
func BenchmarkCollect(b *testing.B) {
	files := notebook(lessonsInBench)
	fsys := workspacetest.NewMemory(files)
	parser := goldmark.DefaultParser()
	b.SetBytes(size(files))
	var collecting, parsing, scanning time.Duration
	for b.Loop() {
		collecting += processorTime(b, func() {
			result, err := collect.Collect(context.Background(), fsys, &lesson.Ledger{}, options().Collect)
			require.Truef(b, err == nil && len(result.Lessons) == lessonsInBench, "%v %v", len(result.Lessons), err)
		})
		b.StopTimer()
		parsing += processorTime(b, func() {
			sideBySide(files, func(content string) { parser.Parse(text.NewReader([]byte(content))) })
		})
		scanning += processorTime(b, func() {
			sideBySide(files, func(content string) { secrets.Redact(content) })
		})
		b.StartTimer()
	}
	b.ReportMetric(float64(collecting)/float64(parsing), "x-goldmark")
	b.ReportMetric(float64(collecting-scanning)/float64(parsing), "x-goldmark-without-secrets")
}

// growthSizes are those of all notes together, in bytes; the largest is what one file
// may have.
var growthSizes = []int{100_000, 400_000, 1_600_000, 6_400_000, 16_000_000}

// BenchmarkGrowth tells how the time for one byte grows with the number of bytes, for
// notes of 25 words, in which nearly every lesson is like others, and for notes of
// several thousand. Each figure is the time beside that in which goldmark merely parses
// the same bytes, in turn, both as processor time, so that it holds on a machine that
// others use: a quadratic stage makes it four times as large from one size to the next.
func BenchmarkGrowth(b *testing.B) {
	works := map[string]func(fsys workspace.FS) error{
		"collect": func(fsys workspace.FS) error {
			_, err := collect.Collect(context.Background(), fsys, &lesson.Ledger{}, options().Collect)
			return err
		},
		"run": func(fsys workspace.FS) error {
			_, err := pipeline.Run(context.Background(), fsys, &review.Log{}, options())
			return err
		},
	}
	parser := goldmark.DefaultParser()
	for _, vocabulary := range []int{25, 5_000} {
		for _, name := range []string{"collect", "run"} {
			b.Run(fmt.Sprintf("%d-words/%s", vocabulary, name), func(b *testing.B) {
				for b.Loop() {
					for _, size := range growthSizes {
						files := jotted(vocabulary, size)
						fsys := workspacetest.NewMemory(files)
						const parses = 3 // one is over too soon
						parsing := processorTime(b, func() {
							for range parses {
								sideBySide(files, func(content string) { parser.Parse(text.NewReader([]byte(content))) })
							}
						})
						working := processorTime(b, func() {
							require.NoError(b, works[name](fsys))
						})
						b.ReportMetric(parses*float64(working)/float64(parsing), fmt.Sprintf("x-goldmark-at-%04.1fMB", float64(size)/1e6))
					}
				}
			})
		}
	}
}

// processorTime is that of the process, on all processors, while it works.
func processorTime(b *testing.B, work func()) time.Duration {
	runtime.GC() // of what was there before
	now := func() time.Duration {
		var used syscall.Rusage
		require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
		return time.Duration(used.Utime.Nano() + used.Stime.Nano())
	}
	start := now()
	work()
	return now() - start
}

// jotted writes a workspace with notes of so many bytes in all, a lesson a line, of so
// many different words; some come much more often than others.
func jotted(vocabulary, size int) map[workspace.Path]string {
	random := rand.New(rand.NewPCG(11, uint64(vocabulary)))
	syllables := strings.Fields("ba ker lo mi tan ser vo ni cra pel do fu ris ta mon gal en ir os ul")
	word := func() string {
		text := ""
		for i := min(
			int(random.ExpFloat64()*float64(vocabulary)/4), vocabulary-1,
		) + len(syllables); i > 0; i /= len(syllables) {
			text += syllables[i%len(syllables)]
		}
		return text
	}
	verbs := strings.Fields("Check Verify Restore Write Ask Keep Read Test Send Never Always")
	files := map[workspace.Path]string{"SOUL.md": "# Soul\n\n## Identity\n\nA bench.\n"}
	const notes = 30
	for day := range notes {
		var b strings.Builder
		b.WriteString("# Notes\n\n## Lessons learned\n\n")
		for b.Len() < size/notes {
			b.WriteString("- " + verbs[random.IntN(len(verbs))])
			for i := range 8 + random.IntN(8) {
				if i > 3 && random.IntN(8) == 0 {
					b.WriteString([]string{",", ".", ":"}[random.IntN(3)])
				}
				b.WriteString(" " + word())
			}
			b.WriteString(".\n")
		}
		files[workspace.Path("memory/"+benchDay.AddDate(0, 0, -day).Format(time.DateOnly)+".md")] = b.String()
	}
	return files
}
