package pipeline_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/pipeline"
	"wisdom/pipeline/llm/fake"
	"wisdom/review"

	"github.com/stretchr/testify/require"
)

// habits is a reader by words, for jottings.
var habits = fake.Reader{
	"backup": {
		Name: "Restored backups", Line: "Restore every backup once before you trust it.",
	},
	"error": {
		Name: "Error text", Line: "Read the whole error text before you restart anything.",
	},
	"token": {
		Name: "Secret tokens", Line: "Keep every token out of chats, notes and logs.",
	},
	"invoice": {
		Name: "Counted invoices", Line: "Count what came in before you pay the invoice for it.",
	},
	"draft": {
		Name: "Shown drafts", Line: "Show a draft to its owner before anyone else reads it.",
	},
	"label": {
		Name: "Dated labels", Line: "Put a label with the day on whatever you store.",
	},
	"test": {
		Name: "Failing tests", Line: "See a test fail once before you believe that it passes.",
	},
}

// jottings is a workspace with n lessons of some forty tokens, as people write them, of seven
// practices and of none.
func jottings(n int) map[workspace.Path]string {
	things := strings.Fields("kitchen garden office cellar printer server calendar newsletter " +
		"archive library workshop boiler fridge camera bicycle invoice-folder mailbox studio greenhouse balcony")
	ends := strings.Fields("again alone early twice late slowly first together once more")
	abouts := []string{
		"Restore the backup of the %s before anyone relies on it, %s.",
		"Read the error of the %s to its end before a restart, %s.",
		"Keep the token of the %s out of chats and notes, %s.", "Count the boxes for the %s before the invoice is paid, %s.",
		"Show the draft about the %s to its owner before it goes out, %s.",
		"Put a label with the day on what the %s stores, %s.",
		"Let the test of the %s fail once before you believe it, %s.", "Spoons in the %s crack near the stove, %s.",
	}
	files := map[workspace.Path]string{"SOUL.md": "# Soul\n\n## Identity\n\nA bench.\n"}
	const days = 25
	for i := range n {
		path := workspace.Path("memory/" + benchDay.AddDate(0, 0, -(i%days)).Format(time.DateOnly) + ".md")
		if files[path] == "" {
			files[path] = "# Notes\n\n## Lessons learned\n\n"
		}
		what := things[i/8%len(things)] + " in room " + things[i/160%len(things)] + fmt.Sprint(" ", i)
		files[path] += "- " + fmt.Sprintf(abouts[i%len(abouts)], what, ends[i/8%len(ends)]) +
			fmt.Sprintf(" On the %d. try it went wrong and cost an afternoon, "+
				"since the paper said something else than the thing itself.\n", i/8+2)
	}
	return files
}

// countedRequests is what requests cost.
type countedRequests struct {
	steps          map[string]int
	prompts, saved int // tokens; saved are those at the beginning that the request before had
	answers        int
}

// counting is a server that counts into c.
func counting(t testing.TB, c *countedRequests, reader fake.Reader) *fake.Server {
	t.Helper()
	before := map[string]string{}
	server := fake.Start(func(r fake.Request) fake.Reply {
		reply := reader.Answer(r)
		c.steps[r.Step()]++
		c.prompts += tokens.Measure(r.Prompt).O200k
		c.answers += tokens.Measure(reply.Text).O200k
		c.saved += tokens.Measure(commonPrefix(r.Prompt, before[r.Step()])).O200k
		before[r.Step()] = r.Prompt
		return reply
	}, fake.Model{Name: "tiny:latest", Digest: "sha256:d1"})
	t.Cleanup(server.Close)
	return server
}

func commonPrefix(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return strings.ToValidUTF8(a[:n], "")
}

// tenMore are ten more lessons.
func tenMore() map[workspace.Path]string {
	return map[workspace.Path]string{"memory/2026-11-21-evening.md": strings.Join([]string{
		"# Evening\n\n## Lessons learned\n",
		"- The backup of the tablet was never restored before today, and it was empty.",
		"- Restoring the backup of the phone took the whole evening.",
		"- An error of the heating was read only in part.", "- Never put the token of the bank into a screenshot.",
		"- The invoice for the sand was paid before anyone weighed it.", "- A draft to the council went out unseen.",
		"- No label on the jam: which year is it?", "- A test that never failed checked nothing.",
		"- Bring an umbrella to the harbour.", "- Talk to the neighbours before the music starts.",
	}, "\n") + "\n"}
}

// BenchmarkRequests tells what requests cost: how many there are, their tokens, and how much
// of them a server may take from its cache, since the request of the same step before began
// with the same words. It is for -benchtime 1x.
func BenchmarkRequests(b *testing.B) {
	common := fake.Reader{}
	for word, w := range habits {
		common[word] = w
	}
	common["restart"] = habits["error"]
	for _, size := range []int{0, 1_000, 2_000} {
		files, name := jottings(size), fmt.Sprint(size)
		if size == 0 {
			files, name = sample(b), "sample"
		}
		fsys, c := workspacetest.NewMemory(files), &countedRequests{}
		server := counting(b, c, common)
		for _, state := range []string{"first", "unchanged", "ten-more"} {
			b.Run(name+"/"+state, func(b *testing.B) {
				if state == "ten-more" {
					for path, text := range tenMore() {
						require.NoError(b, workspace.Replace(fsys, path, []byte(text), 0o600))
					}
				}
				for b.Loop() { // after the first time nothing is new
					*c = countedRequests{steps: map[string]int{}}
					result, err := pipeline.Run(context.Background(), fsys, &review.Log{}, modelOptions(server))
					require.NoError(b, err)
					require.NoError(b, result.Ledger.Save(fsys))
				}
				for _, step := range []string{"find", "assign", "word", "verify"} {
					b.ReportMetric(float64(c.steps[step]), step)
				}
				b.ReportMetric(float64(c.prompts), "prompt-tokens")
				b.ReportMetric(float64(c.answers), "answer-tokens")
				b.ReportMetric(100*float64(c.saved)/float64(max(c.prompts, 1)), "%cached")
			})
		}
	}
}

// A first run on 2,000 lessons, with a server that takes a minute for each answer, ends when
// its time is over, says so, and the next runs go on there, although lessons come in between.
func TestALongFirstRunGoesOn(t *testing.T) {
	t.Parallel()
	fsys := workspacetest.NewMemory(jottings(2_000))
	now := benchDay
	requests := 0
	server := fake.Start(func(r fake.Request) fake.Reply {
		requests++
		now = now.Add(time.Minute)
		return habits.Answer(r)
	}, fake.Model{Name: "tiny:latest", Digest: "sha256:d1"})
	defer server.Close()
	opts := modelOptions(server)
	opts.Engine = pipeline.Auto
	opts.Model.Timeout, opts.Model.RunTimeout = 10*time.Minute, time.Hour
	opts.Model.Now = func() time.Time { return now }
	total, left := 0, 0
	for day := 1; day == 1 || left > 0; day++ {
		require.True(t, day <= 3, "no end")
		requests = 0
		result := ran(t, fsys, &review.Log{}, opts)
		assert.Truef(t, requests <= 61, "day %d: %d minutes", day, requests)
		total += requests
		before := left
		left = 0
		for _, f := range result.Findings {
			if strings.Contains(f.Message, "the time of the run was over") {
				if _, err := fmt.Sscanf(f.Message, "the time of the run was over before the model was asked about %d of",
					&left); err != nil || !strings.Contains(f.Hint, "goes on there") {
					t.Errorf("%+v: %v", f, err)
				}
			}
		}
		assert.Truef(t, result.Engine == pipeline.Ollama && (day <= 1 || left < before),
			"day %d: engine %s, %d left, before %d", day, result.Engine, left, before)
		assert.Truef(t, left != 0 || len(result.Entries) >= 4, "day %d: entries %+v", day, result.Entries)
		require.NoError(t, result.Ledger.Save(fsys))
		for path, text := range tenMore() {
			require.NoError(t, workspace.Replace(fsys, path+workspace.Path(fmt.Sprintf(".%d.md", day)), []byte(text), 0o600))
		}
	}
	assert.Truef(t, total <= 180, "%d requests, 150 in one run", total)
}
