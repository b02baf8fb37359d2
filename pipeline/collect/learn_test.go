package collect

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/text"
)

// The flags of `make weights`.
var learning = struct{ judged, write, day, without, from, labelled *string }{
	flag.String("judged", "", "a file of judgements; judged_test.go has its form"),
	flag.String("write", "", "where to write the weights of all"),
	flag.String("day", "", "the day for the head of that file"),
	flag.String("without", "^$", "a pattern for features to leave out, such as 'a number'"),
	flag.String("from", "", "a file of weights to begin with and to be drawn to"),
	flag.String("labelled", "", "a pattern for the labels of workspaces such as those in testdata/lessonbench"),
}

// TestLearnWeights learns what the features of a text are worth from texts that people judged. With -write it puts them
// into a file; without, it prints how good that is on workspaces that it did not learn from, a twelfth of them at a
// time.
func TestLearnWeights(t *testing.T) {
	all := judgements{}
	if *learning.judged != "" {
		require.NoError(t, all.readFile(*learning.judged))
	}
	folders, err := filepath.Glob(*learning.labelled)
	require.NoError(t, err)
	for _, labels := range folders {
		require.NoError(t, all.readFolder(filepath.Dir(labels)))
	}
	if len(all) == 0 {
		t.Skip("make weights names what was judged")
	}
	examples, err := all.examples(t.Context())
	require.NoError(t, err)
	without := regexp.MustCompile(*learning.without)
	for _, e := range examples {
		e.features = slices.DeleteFunc(e.features, func(f Feature) bool { return without.MatchString(f.String()) })
	}
	old, head := emptyScale(), ""
	if *learning.from != "" {
		file, err := os.ReadFile(*learning.from)
		require.NoError(t, err)
		old, err = readWeights(string(file))
		require.NoError(t, err)
		head = strings.Join(regexp.MustCompile(`(?m)^#.*\n`).FindAllString(string(file), -1), "")
	}
	if *learning.write == "" {
		leaveOut(examples, old)
		report(t.Output(), examples)
		return
	}
	require.NoError(t, os.WriteFile(*learning.write, fit(examples, old).file(head, examples, *learning.day), 0o644))
}

// How the weights are learned: logistic regression with the same penalty on each weight.
const (
	penalty         = 10  // times half the square of a weight
	rounds          = 60  // at most
	smallestStep    = .01 // a round of smaller ones is the last
	leastExamples   = 10  // of a feature
	leastWorkspaces = 6   // with it, which also keeps private words out
	folds           = 12  // of workspaces
	leastWeight     = .05 // that is written down
)

func emptyScale() *scale {
	s, _ := readWeights("")
	return s
}

func (s *scale) sum(features []Feature) float64 {
	sum := s.base
	for _, f := range features {
		sum += s.worth[f.Kind][f.Says]
	}
	return sum
}

// leaveOut sets the chance of each example by the weights of workspaces other than its own.
func leaveOut(examples []*example, old *scale) {
	text.SideBySide(context.Background(), folds, func(fold int) {
		s := fit(slices.DeleteFunc(slices.Clone(examples), func(e *example) bool { return foldOf(e.folder) == fold }), old)
		for _, e := range examples {
			if foldOf(e.folder) == fold && e.features != nil {
				e.chance = chanceOf(s.sum(e.features))
			}
		}
	})
}

func foldOf(folder string) int {
	hash := fnv.New32a()
	hash.Write([]byte(folder))
	return int(hash.Sum32() % folds)
}

// use is a feature with the examples that have it.
type use struct {
	Feature
	of []int32
}

// usesOf are the features that enough examples of enough workspaces have, in order.
func usesOf(examples []*example) []*use {
	all := map[Feature]*use{}
	for i, e := range examples {
		for _, f := range e.features {
			if all[f] == nil {
				all[f] = &use{Feature: f}
			}
			all[f].of = append(all[f].of, int32(i))
		}
	}
	uses := slices.DeleteFunc(slices.Collect(maps.Values(all)), func(u *use) bool {
		folders := map[string]bool{}
		for _, i := range u.of {
			folders[examples[i].folder] = true
		}
		return len(u.of) < leastExamples || len(folders) < leastWorkspaces
	})
	slices.SortFunc(uses, func(a, b *use) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Says, b.Says)) })
	return uses
}

// fit learns the weights by Newton's steps, one weight after the other. They begin at those of an old scale, and are
// drawn to them.
func fit(examples []*example, old *scale) *scale {
	examples = slices.DeleteFunc(slices.Clone(examples), func(e *example) bool { return e.features == nil })
	everywhere := &use{of: make([]int32, len(examples))}
	sums, chances := make([]float64, len(examples)), make([]float64, len(examples))
	pulls := make([]float64, len(examples)) // of each example
	for i, e := range examples {
		everywhere.of[i] = int32(i)
		sums[i] = old.sum(e.features)
		chances[i] = chanceOf(sums[i])
		pulls[i] = math.Sqrt(e.weight)
	}
	uses := append(usesOf(examples), everywhere)
	changes := make([]float64, len(uses))
	for range rounds {
		largest := 0.0
		for n, u := range slices.Backward(uses) {
			slope, curve := penalty*changes[n], float64(penalty)
			if u == everywhere {
				slope, curve = 0, 1e-6
			}
			for _, i := range u.of {
				p := chances[i]
				slope += pulls[i] * (p - examples[i].lesson)
				curve += pulls[i] * p * (1 - p)
			}
			step := max(-1, min(-slope/curve, 1))
			largest = max(largest, math.Abs(step))
			changes[n] += step
			for _, i := range u.of {
				sums[i] += step
				chances[i] = chanceOf(sums[i])
			}
		}
		if largest < smallestStep {
			break
		}
	}
	learned := emptyScale()
	learned.base = old.base + changes[len(uses)-1]
	for kind := range old.worth {
		maps.Copy(learned.worth[kind], old.worth[kind])
	}
	for n, u := range uses[:len(uses)-1] {
		learned.worth[u.Kind][u.Says] += changes[n]
	}
	return learned
}

// file is the content of weights.tsv, below the head of an old one.
func (s *scale) file(head string, examples []*example, day string) []byte {
	folders, lessons, texts := map[string]bool{}, 0.0, 0
	for _, e := range examples {
		if e.features != nil {
			folders[e.folder] = true
			lessons += e.lesson
			texts++
		}
	}
	if day != "" {
		day = ", on " + day
	}
	var b strings.Builder
	b.WriteString(cmp.Or(head, "# What features of a text are worth; make weights wrote it.\n"))
	const learned = "# Learned from %d texts of %d workspaces, %.0f of them lessons%s.\n"
	fmt.Fprintf(&b, learned, texts, len(folders), lessons, day)
	fmt.Fprintf(&b, "%s\t\t%.3f\n", Fact, s.base)
	for kind, worth := range s.worth {
		for _, says := range slices.Sorted(maps.Keys(worth)) {
			if w := worth[says]; math.Abs(w) >= leastWeight {
				fmt.Fprintf(&b, "%s\t%s\t%.2f\n", FeatureKind(kind), says, w)
			}
		}
	}
	return []byte(b.String())
}

// score counts texts that weigh enough, and lessons among them, each as often as it stands for others.
type score struct{ collected, good, found, clear float64 }

func scoreFrom(examples []*example, least float64) score {
	var t score
	for _, e := range examples {
		is := e.lesson == 1 && !e.maybe
		if is {
			t.clear += e.weight
		}
		if e.chance < least {
			continue
		}
		t.collected += e.weight
		t.good += e.weight * e.lesson
		if is {
			t.found += e.weight
		}
	}
	return t
}

// report prints, by set, how many of the texts that weigh enough are lessons, and how many of the lessons they are.
func report(w io.Writer, examples []*example) {
	by := map[string][]*example{}
	for _, e := range examples {
		by[e.set] = append(by[e.set], e)
		by["all sets"] = append(by["all sets"], e)
	}
	for _, set := range slices.Sorted(maps.Keys(by)) {
		fmt.Fprintf(w, "%s: %d texts\n", set, len(by[set]))
		for _, least := range []float64{.2, .25, .4, .5, .55, .6, .7} {
			t := scoreFrom(by[set], least)
			fmt.Fprintf(w, "  from %.2f: %4.0f collected, precision %.3f, %4.0f of %.0f lessons (%.3f)\n", least, t.collected,
				t.good/max(1, t.collected), t.found, t.clear, t.found/max(1, t.clear))
		}
	}
}

// What is true of lessons in all workspaces is learned, and holds in the one that is kept back;
// what is true in one only is not.
func TestWeightsAreLearned(t *testing.T) {
	t.Parallel()
	var examples []*example
	for n := range 80 {
		p := judgedFile{"set", fmt.Sprint("workspace ", n%8), "MEMORY.md"}
		lesson := &example{judgedFile: p, features: []Feature{{Says: "order"}}, lesson: 1, weight: 1}
		if n%8 == 0 {
			lesson.features = append(lesson.features, Feature{Kind: Word, Says: "private"})
		}
		other := &example{judgedFile: p, features: []Feature{{Kind: Word, Says: "date"}}, weight: 1}
		examples = append(examples, lesson, other)
	}
	leaveOut(examples, emptyScale())
	for _, e := range examples {
		assert.Equal(t, e.lesson == 1, e.chance > .5, "%v", e.features)
	}
	file := string(fit(examples, emptyScale()).file("", examples, "2026-11-23"))
	assert.Contains(t, file, "160 texts of 8 workspaces")
	assert.Contains(t, file, "\nfact\torder\t")
	assert.NotContains(t, file, "private")
}

// Weights begin at those of an old file: what the examples say nothing about stays.
func TestWeightsBeginAtThoseOfAnOldFile(t *testing.T) {
	t.Parallel()
	old, err := readWeights("fact\t\t-1.000\nfact\tin a diary\t3.00\nfact\torder\t2.00\n")
	require.NoError(t, err)
	var examples []*example
	for n := range 80 {
		p := judgedFile{"set", fmt.Sprint("workspace ", n%8), "MEMORY.md"}
		plain := &example{judgedFile: p, features: []Feature{}, lesson: 1, weight: 1}
		diary := &example{judgedFile: p, features: []Feature{{Says: "in a diary"}}, weight: 1}
		examples = append(examples, plain, diary)
	}
	s := fit(examples, old)
	assert.Equal(t, 2.0, s.worth[Fact]["order"])
	assert.LessOrEqual(t, s.worth[Fact]["in a diary"], 0.0)
	assert.Equal(t, 3.0, old.worth[Fact]["in a diary"])
	assert.Greater(t, s.base, -1.0)
	assert.True(t, strings.HasPrefix(string(s.file("# kept\n", examples, "")), "# kept\n# Learned from 160 texts of 8"))
}
