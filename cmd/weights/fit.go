package main

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"wisdom/internal/text"
	"wisdom/pipeline/collect"
)

// How the weights are learned: logistic regression with the same penalty on each weight.
const (
	penalty         = 10  // times half the square of a weight
	rounds          = 60  // at most
	smallestStep    = .01 // a round of smaller ones is the last
	leastExamples   = 10  // of a feature
	leastWorkspaces = 6   // with it, which also keeps private words out
	folds           = 12  // of workspaces
)

type model struct {
	weights map[collect.Feature]float64
	base    float64
	head    string // of the file from which it was read
}

func (m *model) sum(features []collect.Feature) float64 {
	sum := m.base
	for _, f := range features {
		sum += m.weights[f]
	}
	return sum
}

// readModel reads a file of weights; without a name, all weights are nothing.
func readModel(name string) (*model, error) {
	m := &model{weights: map[collect.Feature]float64{}}
	if name == "" {
		return m, nil
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "#") {
			m.head += line
			continue
		}
		f, weight, err := collect.ReadWeight(line)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if f.Says == "" {
			m.base = weight
		} else {
			m.weights[f] = weight
		}
	}
	return m, nil
}

// leaveOut sets the chance of each example by the weights of workspaces other than its own.
func leaveOut(examples []*example, old *model) {
	text.SideBySide(context.Background(), folds, func(fold int) {
		m := fit(slices.DeleteFunc(slices.Clone(examples), func(e *example) bool { return foldOf(e.folder) == fold }), old)
		for _, e := range examples {
			if foldOf(e.folder) == fold && e.features != nil {
				e.chance = collect.ChanceOf(m.sum(e.features))
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
	collect.Feature
	of []int32
}

// usesOf are the features that enough examples of enough workspaces have, in order.
func usesOf(examples []*example) []*use {
	all := map[collect.Feature]*use{}
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
	slices.SortFunc(uses, func(a, b *use) int { return inOrder(a.Feature, b.Feature) })
	return uses
}

func inOrder(a, b collect.Feature) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Says, b.Says))
}

// fit learns the weights by Newton's steps, one weight after the other. They begin at those of an old model, and are
// drawn to them.
func fit(examples []*example, old *model) *model {
	examples = slices.DeleteFunc(slices.Clone(examples), func(e *example) bool { return e.features == nil })
	everywhere := &use{of: make([]int32, len(examples))}
	sums, chances := make([]float64, len(examples)), make([]float64, len(examples))
	pulls := make([]float64, len(examples)) // of each example
	for i, e := range examples {
		everywhere.of[i] = int32(i)
		sums[i] = old.sum(e.features)
		chances[i] = collect.ChanceOf(sums[i])
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
				chances[i] = collect.ChanceOf(sums[i])
			}
		}
		if largest < smallestStep {
			break
		}
	}
	m := &model{map[collect.Feature]float64{}, old.base + changes[len(uses)-1], old.head}
	maps.Copy(m.weights, old.weights)
	for n, u := range uses[:len(uses)-1] {
		m.weights[u.Feature] += changes[n]
	}
	return m
}

// file is the content of weights.tsv.
func (m *model) file(examples []*example, day string) []byte {
	folders, lessons := map[string]bool{}, 0.0
	texts := 0
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
	b.WriteString(cmp.Or(m.head, "# What features of a text are worth; cmd/weights wrote it.\n"))
	const head = "# Learned from %d texts of %d workspaces, %.0f of them lessons%s.\n"
	fmt.Fprintf(&b, head, texts, len(folders), lessons, day)
	fmt.Fprintf(&b, "%s\t\t%.3f\n", collect.Fact, m.base)
	for _, f := range slices.SortedFunc(maps.Keys(m.weights), inOrder) {
		if w := m.weights[f]; math.Abs(w) >= least {
			fmt.Fprintf(&b, "%s\t%s\t%.2f\n", f.Kind, f.Says, w)
		}
	}
	return []byte(b.String())
}

// least is the least weight that is written down.
const least = 0.05
