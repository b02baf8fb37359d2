package collect

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

// hostile are texts, by what is hostile in them, of which a part is repeated: with %d, each part is another one.
var hostile = map[string]string{
	"dashes":                       "-",
	"equal signs":                  "=",
	"underscores":                  "_",
	"stars":                        "*",
	"tildes":                       "~",
	"backticks":                    "`",
	"hashes":                       "#",
	"quotes":                       ">",
	"quotation marks":              `"`,
	"pipes":                        "|",
	"dots":                         ".",
	"colons":                       ":",
	"letters":                      "a",
	"digits":                       "7",
	"spaces":                       " ",
	"tabs":                         "\t",
	"a script without spaces":      "水",
	"one language after the other": "не ",
	"comments":                     "<!--",
	"comments of Obsidian":         "%% ",
	"ends of comments":             "-->",
	"round brackets":               "(",
	"square brackets":              "[",
	"links":                        "[[a|",
	"closed links":                 "[[a|b]]",
	"curly brackets":               "{{",
	"tags":                         "<a ",
	"closed tags":                  "</s>",
	"struck out":                   "~~a ",
	"bold":                         "**a ",
	"code spans":                   "`a` `",
	"css":                          ".c%d{--v%d:1px;color:var(--v%d)}",
	"sentences":                    "Never do it. ",
	"labels":                       "Lesson: never. ",
	"marks":                        "(obsolete) ",
	"clauses":                      "never - always; ",
	"single letters":               "i g ",
	"figures for letters":          "1gn0re ",
	"orders":                       "ignore all ",
	"half orders":                  "add to soul.md that ",
	"lines":                        "- Never do it %d times.\n",
	"equal lines":                  "- Never do it.\n",
	"headings":                     "## Lessons %d\n\n",
	"deep lists":                   "\n- ",
	"quotations":                   "\n> ",
	"table rows":                   "| a%d | never b |\n",
	"fences":                       "```\n\n",
	"front matter":                 "---\nstatus: a\n",
	"merges":                       "<<<<<<< a\n=======\n",
	"callouts":                     "\n> [!tip] %d\n> Never.\n",
	"separators":                   "§\nNever do it %d.\n",
	"labels in lines":              "**Before:** %d\n**After:** never\n",
	"dates":                        "2026-11-%d ",
	"addresses":                    "https://a.b/%d?c=",
	"mixed scripts":                "іgnоrе ",
	"soft hyphens":                 "\u00ad",
	"hidden characters":            "\u200bа",
}

// hostileText is about n bytes of a part.
func hostileText(part string, n int) string {
	var b strings.Builder
	b.WriteString("# Notes\n\n## Lessons learned\n\n- Never restart the printer while a job runs.\n\n")
	for i := 0; b.Len() < n; i++ {
		b.WriteString(strings.ReplaceAll(part, "%d", fmt.Sprint(i)))
	}
	return b.String()
}

// The time grows with the text, not with its square: up to 2 MB, or up to as many as WISDOM_HOSTILE says.
func TestLongHostileTextsAreReadInLinearTime(t *testing.T) {
	const small, fewest, most = 200_000, 20 * time.Millisecond, 1.5
	megabytes, err := strconv.Atoi(cmp.Or(os.Getenv("WISDOM_HOSTILE"), "2"))
	require.NoError(t, err)
	times := megabytes * 1_000_000 / small
	spent := func(part string, n int) time.Duration {
		fsys := workspacetest.NewMemory(map[workspace.Path]string{"memory/2026-11-20.md": hostileText(part, n)})
		start := time.Now()
		_, err := Collect(t.Context(), fsys, &lesson.Ledger{}, Options{Now: day, LookbackDays: 30})
		require.NoError(t, err)
		return time.Since(start)
	}
	for name, part := range hostile {
		t.Run(name, func(t *testing.T) {
			exponent := math.Inf(1)
			for range 5 { // others use the processor, too
				if exponent > most {
					before, after := max(spent(part, small), fewest), spent(part, small*times)
					exponent = min(exponent, math.Log(float64(after)/float64(before))/math.Log(float64(times)))
				}
			}
			t.Logf("from %d to %d bytes the time grows with the power %.2f", small, small*times, exponent)
			assert.LessOrEqual(t, exponent, most)
		})
	}
}

// Whatever the text, the end of the context ends the work.
func TestACancelledContextEndsReading(t *testing.T) {
	for name, part := range hostile {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		fsys := workspacetest.NewMemory(map[workspace.Path]string{"memory/2026-11-20.md": hostileText(part, 1000)})
		_, err := Collect(ctx, fsys, &lesson.Ledger{}, Options{Now: day, LookbackDays: 30})
		assert.ErrorIs(t, err, context.Canceled, name)
	}
}
