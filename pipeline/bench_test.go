package pipeline_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wisdom/internal/text"
	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/markdown/lint"
	"wisdom/pipeline"
	"wisdom/pipeline/collect"
	"wisdom/review"
)

var benchDay = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

// notebook writes a workspace with n lessons of about 500 bytes each, spread
// over MEMORY.md and thirty dated notes. The words are made up; topics share
// some of them, as real lessons do.
func notebook(n int) map[workspace.Path]string {
	random := rand.New(rand.NewPCG(7, uint64(n)))
	syllables := strings.Fields("ba ker lo mi tan ser vo ni cra pel do fu ris ta mon gal en ir os ul")
	word := func(i int) string {
		text := ""
		for i++; i > 0; i /= len(syllables) {
			text += syllables[i%len(syllables)]
		}
		return text
	}
	verbs := strings.Fields("check verify restore write ask keep read test send wait")
	topics := max(n/12, 1)
	lesson := func() string {
		topic := random.IntN(topics)
		var b strings.Builder
		fmt.Fprintf(
			&b, "- **%s the %s before every %s.** ", strings.ToUpper(verbs[topic%10][:1])+verbs[topic%10][1:],
			word(topic*3), word(topic*3+1),
		)
		for b.Len() < 480 {
			switch i := random.IntN(20); {
			case i == 0:
				fmt.Fprintf(&b, "on port %d ", 1024+random.IntN(60000))
			case i < 4:
				b.WriteString(word(topic*3+random.IntN(3)) + " ")
			default:
				b.WriteString(word(40000+int(random.ExpFloat64()*900)) + " ")
			}
		}
		return b.String() + "twice.\n"
	}
	files := map[workspace.Path]string{"SOUL.md": "# Soul\n\n## Identity\n\nA bench.\n"}
	per := n/31 + 1
	for day := range 31 {
		var b strings.Builder
		b.WriteString("# Notes\n\n## Lessons learned\n\n")
		for range min(per, n) {
			b.WriteString(lesson())
		}
		n -= min(per, n)
		path := workspace.Path("memory/" + benchDay.AddDate(0, 0, -day).Format(time.DateOnly) + ".md")
		if day == 30 {
			path = "MEMORY.md"
		}
		files[path] = b.String()
	}
	return files
}

func size(files map[workspace.Path]string) (bytes int64) {
	for _, content := range files {
		bytes += int64(len(content))
	}
	return bytes
}

func options() pipeline.Options {
	return pipeline.Options{
		Support: 3,
		Collect: collect.Options{Now: benchDay, LookbackDays: 30},
		Review: review.Options{
			Initiative: "initiatives/aci",
			Queue:      "QUEUE.md",
			Now:        func() time.Time { return benchDay },
			Version:    "bench",
			Lint: lint.Options{
				Budgets: tokens.Budget{Section: 150, Soul: 200, Tools: 300, Words: 15, Entries: 15, Count: tokens.Larger},
			},
		},
	}
}

const lessonsInBench = 10_000

// sideBySide works on all files on all processors, as the collector does.
func sideBySide(files map[workspace.Path]string, work func(content string)) {
	contents := slices.Collect(maps.Values(files))
	text.SideBySide(context.Background(), len(contents), func(i int) { work(contents[i]) })
}

// BenchmarkRun is a whole dry run, by the number of lessons.
func BenchmarkRun(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			files := notebook(n)
			fsys := workspacetest.NewMemory(files)
			b.SetBytes(size(files))
			b.ReportAllocs()
			for b.Loop() {
				_, err := pipeline.Run(context.Background(), fsys, &review.Log{}, options())
				require.NoError(b, err)
			}
		})
	}
}
