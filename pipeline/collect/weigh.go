package collect

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// weightFile holds what each feature is worth, learned from lines that people judged. Its
// head says from how many, and docs/quality.md how well it does on others.
//
//go:embed weights.tsv
var weightFile string

// The least chance of being a lesson, by the weights, of what is evidence, and of what is
// shown to a model.
const (
	LeastChance     = 0.50
	LeastToldChance = 0.20
)

// scale is what each feature is worth, by its kind. The base is that of every text.
type scale struct {
	base  float64
	worth [kinds]map[string]float64
}

// weights are those of weightFile.
var weights = sync.OnceValue(func() *scale {
	s, err := readWeights(weightFile)
	if err != nil {
		panic(fmt.Sprintf("collect: weights.tsv: %v", err))
	}
	return s
})

// readWeights reads a file of weights: a line is the kind of a feature, what it says, and its
// weight. The feature that says nothing is true of every text.
func readWeights(file string) (*scale, error) {
	s := &scale{}
	for kind := range s.worth {
		s.worth[kind] = map[string]float64{}
	}
	n := 0
	for line := range strings.Lines(file) {
		n++
		if strings.HasPrefix(line, "#") {
			continue
		}
		f, weight, err := readWeight(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if f.Says == "" {
			s.base = weight
			continue
		}
		s.worth[f.Kind][f.Says] = weight
	}
	return s, nil
}

// readWeight reads a line of such a file.
func readWeight(line string) (f Feature, weight float64, err error) {
	fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
	if len(fields) != 3 {
		return f, 0, fmt.Errorf("%d fields instead of 3", len(fields))
	}
	kind := slices.Index(kindsOfFeatures[:], fields[0])
	if kind < 0 {
		return f, 0, fmt.Errorf("no feature is of the kind %q", fields[0])
	}
	weight, err = strconv.ParseFloat(fields[2], 64)
	return Feature{FeatureKind(kind), fields[1]}, weight, err
}

// weigh returns how likely a text is a lesson, from 0 to 1.
func (c *candidate) weigh() float64 {
	sum := weights().base
	for _, r := range c.reasons() {
		sum += r.Weight
	}
	return chanceOf(sum)
}

// reasons are the features of a text that have a weight. Each counts once.
func (c *candidate) reasons() (all []Reason) {
	worth := &weights().worth
	c.features(func(f Feature) {
		if weight, known := worth[f.Kind][f.Says]; known && !slices.Contains(all, Reason{f, weight}) {
			all = append(all, Reason{f, weight})
		}
	})
	return all
}

// chanceOf is the chance, from 0 to 1, that a sum of weights stands for.
func chanceOf(sum float64) float64 { return 1 / (1 + math.Exp(-sum)) }
