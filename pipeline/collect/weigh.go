package collect

import (
	"cmp"
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
	leastChance     = 0.57
	leastToldChance = 0.20
)

// scale knows what each feature is worth.
type scale struct {
	number [kinds]map[string]int // of a feature, in worth
	worth  []float64
	base   float64
}

// mostWeights is how many weights there may be.
const mostWeights = 1 << 13

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
	for k := range s.number {
		s.number[k] = map[string]int{}
	}
	n := 0
	for line := range strings.Lines(file) {
		n++
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) != 3 {
			return nil, fmt.Errorf("line %d: %d fields instead of 3", n, len(fields))
		}
		kind := slices.Index(kindsOfFeatures[:], fields[0])
		if kind < 0 {
			return nil, fmt.Errorf("line %d: no feature is of the kind %q", n, fields[0])
		}
		weight, err := strconv.ParseFloat(fields[2], 64)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if fields[1] == "" {
			s.base = weight
			continue
		}
		s.number[kind][fields[1]] = len(s.worth)
		if s.worth = append(s.worth, weight); len(s.worth) > mostWeights {
			return nil, fmt.Errorf("line %d: more than %d weights", n, mostWeights)
		}
	}
	return s, nil
}

// each calls found once with every feature of a text that has a weight.
func (s *scale) each(c *candidate, found func(f Feature, weight float64)) {
	var seen [mostWeights / 64]uint64
	c.features(func(f Feature) {
		n, known := s.number[f.Kind][f.Says]
		if !known || seen[n/64]&(1<<(n%64)) != 0 {
			return
		}
		seen[n/64] |= 1 << (n % 64)
		found(f, s.worth[n])
	})
}

// weigh returns how likely a text is a lesson, from 0 to 1.
func (c *candidate) weigh() float64 {
	sum := weights().base
	weights().each(c, func(_ Feature, weight float64) { sum += weight })
	return 1 / (1 + math.Exp(-sum))
}

// because says how likely a text is a lesson, and which features weighed most.
func (c *candidate) because() string {
	type reason struct {
		Feature
		weight float64
	}
	var all []reason
	weights().each(c, func(f Feature, weight float64) { all = append(all, reason{f, weight}) })
	slices.SortStableFunc(all, func(a, b reason) int { return cmp.Compare(math.Abs(b.weight), math.Abs(a.weight)) })
	var said []string
	for _, r := range all[:min(mostReasons, len(all))] {
		said = append(said, fmt.Sprintf("%s %+.2f", r.Feature, r.weight))
	}
	return fmt.Sprintf("%.0f %%: %s", 100*c.chance, strings.Join(said, ", "))
}

// mostReasons is how many features a reader is told.
const mostReasons = 3
