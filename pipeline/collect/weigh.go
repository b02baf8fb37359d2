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
	leastToldChance = 0.25
)

// scale knows what each feature is worth.
type scale struct {
	number [kinds]map[string]int // of a feature, in worth
	worth  []float64
	base   float64
}

// mostWeights is how many weights there may be.
const mostWeights = 1 << 13

// weights are read from weightFile: a line is the kind of a feature, what it says, and its
// weight. The feature that says nothing is true of every text.
var weights = sync.OnceValue(func() *scale {
	s := &scale{}
	kind := map[string]FeatureKind{}
	for k := range kinds {
		s.number[k], kind[k.String()] = map[string]int{}, k
	}
	for line := range strings.Lines(weightFile) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		weight, err := strconv.ParseFloat(fields[2], 64)
		if err != nil || len(s.worth) == mostWeights {
			panic(fmt.Sprintf("collect: weights.tsv: %d weights, %v", len(s.worth), err))
		}
		if fields[1] == "" {
			s.base = weight
			continue
		}
		s.number[kind[fields[0]]][fields[1]] = len(s.worth)
		s.worth = append(s.worth, weight)
	}
	return s
})

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
