package quality

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
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

// atMarks is the share of answers that are spoilt at the marks.
const atMarks = .06

// each is the same share in some steps.
func each(share float64, some ...string) map[string]float64 {
	shares := map[string]float64{}
	for _, step := range some {
		shares[step] = share
	}
	return shares
}

// pooled counts in all workspaces and some seeds.
func pooled(t *testing.T, all []*labelled, share map[string]float64, seeds int) (sum tally) {
	var mu sync.Mutex
	var wait sync.WaitGroup
	for _, w := range all {
		wait.Go(func() {
			for seed := range seeds {
				more, _ := w.spoil(t, share, seed)
				mu.Lock()
				sum.GivenUp, sum.Entries, sum.Wrong = sum.GivenUp+more.GivenUp, sum.Entries+more.Entries, sum.Wrong+more.Wrong
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	return sum
}

// examinee answers the exam with its spoilt key.
type examinee struct{ spoiler }

func (*examinee) Prepare(int, int) {}
func (*examinee) Room(int) int     { return math.MaxInt32 }
func (*examinee) Expect(int)       {}

func (m *examinee) Ask(_ context.Context, _ prompts.Name, p prompts.Prompt, _ int, _ bool, into any) error {
	return json.Unmarshal([]byte(m.answer(fake.Request{Prompt: p.Text, Format: p.Schema}).Text), into)
}

// scores are the mean scores in the exam, by skill, without the highest and the lowest quarter: an answer that is useless
// as a whole scores nothing.
func scores(t *testing.T, share float64, seeds int) map[string]float64 {
	all, mean := map[string][]float64{}, map[string]float64{}
	for seed := range seeds {
		m := &examinee{spoiler{right: fake.Key, share: each(share, steps...), seed: seed, worded: map[int]int{}}}
		report, err := distill.Sit(t.Context(), m, nil, prompts.BuiltIn())
		require.NoError(t, err)
		for _, skill := range report.Skills {
			all[skill.Name] = append(all[skill.Name], skill.Score)
		}
	}
	for name, list := range all {
		slices.Sort(list)
		middle := list[len(list)/4 : len(list)*3/4]
		for _, score := range middle {
			mean[name] += score / float64(len(middle))
		}
	}
	return mean
}

// TestMarks spoils as many answers as the marks allow: few entries are wrong, and the exam gives the marks.
func TestMarks(t *testing.T) {
	const below, seeds = .06, 60 // a mark is a score that the exam can give, or a little less
	for skill, score := range scores(t, atMarks, seeds) {
		mark := exam.All().Marks[skill].Least
		assert.Truef(t, mark <= score && mark > score-below, "%s: the mark is %.3f, the score %.3f", skill, mark, score)
	}
	sum := pooled(t, labelledWorkspaces(t), each(atMarks, steps...), 20)
	assert.Positive(t, sum.Entries)
	assert.LessOrEqualf(t, float64(sum.Wrong), mostWrong*float64(sum.Entries), "%+v", sum)
}

// TestLongMarks prints the tables of docs/quality.md: entries and scores in the exam, by the share of answers that are
// spoilt. The marks are those of the largest share with which few entries are wrong.
func TestLongMarks(t *testing.T) {
	all := labelledWorkspaces(t)
	show := func(name string, share map[string]float64, seeds int) float64 {
		sum := pooled(t, all, share, seeds)
		low, high := interval(sum.Wrong, sum.Entries)
		wrong := float64(sum.Wrong) / float64(sum.Entries)
		fmt.Fprintf(t.Output(), "%-12s %d runs, %+v: %.3f (%.3f to %.3f)\n", name, seeds*len(all), sum, wrong, low, high)
		return wrong
	}
	largest := 0.0
	for _, share := range []float64{.05, .06, .07, .08, .1, .2, .3, .4} {
		if show(fmt.Sprint("all ", share), each(share, steps...), 20) <= mostWrong {
			largest = share
		}
		fmt.Fprintln(t.Output(), "exam", scores(t, share, 200))
	}
	for _, share := range []float64{.1, .2, .3, .4} {
		for _, step := range steps {
			show(fmt.Sprint(step, " ", share), each(share, step), 5)
		}
	}
	assert.InDelta(t, atMarks, largest, 0, "the largest share with few wrong entries")
}

// interval is that of a share with a confidence of 95 % (Wilson 1927).
func interval(bad, n int) (low, high float64) {
	const z = 1.96
	share, count := float64(bad)/float64(n), float64(n)
	middle, around := share+z*z/(2*count), z*math.Sqrt(share*(1-share)/count+z*z/(4*count*count))
	return (middle - around) / (1 + z*z/count), (middle + around) / (1 + z*z/count)
}
