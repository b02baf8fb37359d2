package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"wisdom/pipeline/collect"
)

// How the weights are learned: logistic regression by gradient descent, with a penalty on
// large weights that matters less the more texts have a feature.
const (
	penalty         = 40
	rounds          = 30
	rate            = 0.15
	leastExamples   = 10  // of a feature
	leastWorkspaces = 5   // with it
	mostFeatures    = 250 // those that weigh most
)

type model struct {
	weights map[collect.Feature]float64
	base    float64
}

func (m *model) chance(features []collect.Feature) float64 {
	sum := m.base
	for _, f := range features {
		sum += m.weights[f]
	}
	return 1 / (1 + math.Exp(-sum))
}

// leaveOneOut sets the chance of each example by the weights of all other workspaces.
func leaveOneOut(examples []*example) {
	by := map[string][]*example{}
	for _, e := range examples {
		by[e.folder] = append(by[e.folder], e)
	}
	var all sync.WaitGroup
	two := make(chan struct{}, 2)
	for folder, own := range by {
		two <- struct{}{}
		all.Go(func() {
			defer func() { <-two }()
			m := fit(slices.DeleteFunc(slices.Clone(examples), func(e *example) bool { return e.folder == folder }))
			for _, e := range own {
				if e.features != nil {
					e.chance = m.chance(e.features)
				}
			}
		})
	}
	all.Wait()
}

// fit learns the weights, and then again those of the features that weighed most.
func fit(examples []*example) *model {
	examples = slices.DeleteFunc(slices.Clone(examples), func(e *example) bool { return e.features == nil })
	counts, folders := map[collect.Feature]int{}, map[collect.Feature]map[string]bool{}
	for _, e := range examples {
		for _, f := range e.features {
			if counts[f]++; folders[f] == nil {
				folders[f] = map[string]bool{}
			}
			folders[f][e.folder] = true
		}
	}
	names := slices.DeleteFunc(slices.Collect(maps.Keys(counts)), func(f collect.Feature) bool {
		return counts[f] < leastExamples || len(folders[f]) < leastWorkspaces
	})
	m := descend(examples, names, counts)
	if len(names) <= mostFeatures {
		return m
	}
	matters := func(f collect.Feature) float64 { return math.Abs(m.weights[f]) * math.Sqrt(float64(counts[f])) }
	slices.SortFunc(names, func(a, b collect.Feature) int {
		return cmp.Or(cmp.Compare(matters(b), matters(a)), cmp.Compare(a, b))
	})
	return descend(examples, names[:mostFeatures], counts)
}

func descend(examples []*example, names []collect.Feature, counts map[collect.Feature]int) *model {
	names = slices.Sorted(slices.Values(names))
	at := map[collect.Feature]int{}
	for i, f := range names {
		at[f] = i
	}
	rows := make([][]int, len(examples))
	for i, e := range examples {
		for _, f := range e.features {
			if n, ok := at[f]; ok {
				rows[i] = append(rows[i], n)
			}
		}
	}
	weights, steps := make([]float64, len(names)), make([]float64, len(names))
	base, baseSteps := 0.0, 1e-6
	random := rand.New(rand.NewPCG(1, 1))
	for range rounds {
		for _, i := range random.Perm(len(rows)) {
			sum := base
			for _, n := range rows[i] {
				sum += weights[n]
			}
			slope := (1/(1+math.Exp(-sum)) - examples[i].lesson) * examples[i].weight
			baseSteps += slope * slope
			base -= rate * slope / math.Sqrt(baseSteps)
			for _, n := range rows[i] {
				own := slope + penalty*weights[n]/float64(counts[names[n]])
				steps[n] += own * own
				weights[n] -= rate * own / (math.Sqrt(steps[n]) + 1e-6)
			}
		}
	}
	m := &model{weights: map[collect.Feature]float64{}, base: base}
	for i, f := range names {
		m.weights[f] = weights[i]
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
	var b strings.Builder
	fmt.Fprintf(&b, "# What features of a text are worth; cmd/weights wrote it. Learned from %d texts of %d workspaces,\n"+
		"# %.0f of them lessons", texts, len(folders), lessons)
	if day != "" {
		fmt.Fprintf(&b, ", on %s", day)
	}
	fmt.Fprintf(&b, ".\n\t%.3f\n", m.base)
	for _, f := range slices.Sorted(maps.Keys(m.weights)) {
		if w := m.weights[f]; math.Abs(w) >= 0.005 {
			fmt.Fprintf(&b, "%s\t%.3f\n", f, w)
		}
	}
	return []byte(b.String())
}

// report prints, by set, how many of the texts that weigh enough are lessons, and how many
// of the lessons they are.
func report(w io.Writer, examples []*example) {
	by := map[string][]*example{}
	for _, e := range examples {
		by[e.set] = append(by[e.set], e)
		by["all sets"] = append(by["all sets"], e)
	}
	for _, set := range slices.Sorted(maps.Keys(by)) {
		fmt.Fprintf(w, "%s\n", set)
		for _, least := range []float64{0, .25, .4, .5, .55, .6, .65, .7} {
			kept, good, found, clear := 0, 0.0, 0, 0
			for _, e := range by[set] {
				is := e.lesson == 1 && !e.maybe
				if is {
					clear++
				}
				if e.chance < least {
					continue
				}
				kept++
				good += e.lesson
				if is {
					found++
				}
			}
			fmt.Fprintf(w, "  from %.2f: %4d collected, precision %.2f, %4d of %d lessons (%.2f)\n",
				least, kept, good/max(1, float64(kept)), found, clear, float64(found)/max(1, float64(clear)))
		}
	}
}
