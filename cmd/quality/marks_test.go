package quality

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/pipeline/distill"
	"wisdom/pipeline/distill/exam"
	"wisdom/pipeline/llm/fake"
	"wisdom/prompts"
)

var steps = []string{exam.Find, exam.Assign, exam.Word, exam.Verify}

// mostWrong is the share of entries that may be wrong at the marks.
const mostWrong = .05

// atMarks are the shares of answers that are spoilt at the marks, by step.
var atMarks = map[string]float64{exam.Find: .07, exam.Assign: .095, exam.Word: .083, exam.Verify: .06}

// each is the same share in some steps.
func each(share float64, some ...string) map[string]float64 {
	shares := map[string]float64{}
	for _, step := range some {
		shares[step] = share
	}
	return shares
}

// pooled counts the entries of all workspaces and some seeds.
func pooled(t *testing.T, all []*labelled, share map[string]float64, seeds int) (n, bad int) {
	var mu sync.Mutex
	var wait sync.WaitGroup
	for _, w := range all {
		wait.Go(func() {
			for seed := range seeds {
				more, worse, _ := w.entries(t, share, seed)
				mu.Lock()
				n, bad = n+more, bad+worse
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	return n, bad
}

// examinee answers the exam with its spoilt key.
type examinee struct{ spoiler }

func (*examinee) Prepare(int, int) {}
func (*examinee) Room(int) int     { return math.MaxInt32 }
func (*examinee) Expect(int)       {}

func (m *examinee) Ask(_ context.Context, _ prompts.Name, p prompts.Prompt, _ int, _ bool, into any) error {
	return json.Unmarshal([]byte(m.answer(fake.Request{Prompt: p.Text, Format: p.Schema}).Text), into)
}

// scores are the mean scores in the exam, by skill.
func scores(t *testing.T, share map[string]float64, seeds int) map[string]float64 {
	sum := map[string]float64{}
	for seed := range seeds {
		m := &examinee{spoiler{right: fake.Key, share: share, seed: seed, worded: map[int]int{}}}
		report, err := distill.Sit(t.Context(), m, nil, prompts.BuiltIn())
		require.NoError(t, err)
		for _, skill := range report.Skills {
			sum[skill.Name] += skill.Score / float64(seeds)
		}
	}
	return sum
}

// TestMarks spoils as many answers as the marks allow: few entries are wrong, and the exam gives the marks.
func TestMarks(t *testing.T) {
	const below, seeds = .03, 40 // a mark is a score that the exam can give
	for skill, score := range scores(t, atMarks, seeds) {
		mark := exam.All().Marks[skill].Least
		assert.Truef(t, mark <= score && mark > score-below, "%s: the mark is %.3f, the score %.3f", skill, mark, score)
	}
	n, bad := pooled(t, labelledWorkspaces(t), atMarks, 6)
	assert.Positive(t, n)
	assert.LessOrEqualf(t, float64(bad), mostWrong*float64(n), "%d of %d entries are wrong", bad, n)
}

// TestLongMarks prints the tables of docs/quality.md: entries and scores in the exam, by the share of answers that are
// spoilt. With the marks, few of very many entries are wrong; with a little more, it is too many.
func TestLongMarks(t *testing.T) {
	all := labelledWorkspaces(t)
	show := func(name string, share map[string]float64, seeds int) float64 {
		n, bad := pooled(t, all, share, seeds)
		low, high := interval(bad, n)
		wrong := float64(bad) / float64(n)
		fmt.Fprintf(t.Output(), "%-12s %5d entries %4d wrong %.3f (%.3f to %.3f)\n", name, n, bad, wrong, low, high)
		return wrong
	}
	for _, share := range []float64{.05, .06, .07, .08, .1, .2, .3, .4} {
		show(fmt.Sprint("all ", share), each(share, steps...), 20)
		fmt.Fprintln(t.Output(), "exam", scores(t, each(share, steps...), 200))
	}
	for _, share := range []float64{.1, .2, .3, .4} {
		for _, step := range steps {
			show(fmt.Sprint(step, " ", share), each(share, step), 5)
		}
	}
	assert.LessOrEqual(t, show("marks", atMarks, 40), mostWrong)
	assert.Greater(t, show("all .1", each(.1, steps...), 20), mostWrong)
}

// interval is that of a share with a confidence of 95 % (Wilson 1927).
func interval(bad, n int) (low, high float64) {
	const z = 1.96
	share, count := float64(bad)/float64(n), float64(n)
	middle, around := share+z*z/(2*count), z*math.Sqrt(share*(1-share)/count+z*z/(4*count*count))
	return (middle - around) / (1 + z*z/count), (middle + around) / (1 + z*z/count)
}
