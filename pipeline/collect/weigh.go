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
	leastChance     = 0.55
	leastToldChance = 0.25
)

// weights are read from weightFile: a line is a feature and its weight. The feature
// without a name is that of every text.
var weights = sync.OnceValue(func() map[Feature]float64 {
	all := map[Feature]float64{}
	for line := range strings.Lines(weightFile) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		weight, err := strconv.ParseFloat(fields[1], 64)
		if err != nil {
			panic("collect: weights.tsv: " + err.Error())
		}
		all[Feature(fields[0])] = weight
	}
	return all
})

// weigh returns how likely a text is a lesson, from 0 to 1.
func (c *candidate) weigh() float64 {
	sum := weights()[""]
	for _, f := range c.features() {
		sum += weights()[f]
	}
	return 1 / (1 + math.Exp(-sum))
}

// because says how likely a text is a lesson, and which features weighed most.
func (c *candidate) because() string {
	features := c.features()
	slices.SortStableFunc(features, func(a, b Feature) int {
		return cmp.Compare(math.Abs(weights()[b]), math.Abs(weights()[a]))
	})
	var said []string
	for _, f := range features[:min(mostReasons, len(features))] {
		said = append(said, fmt.Sprintf("%s %+.2f", f, weights()[f]))
	}
	return fmt.Sprintf("%.0f %%: %s", 100*c.chance, strings.Join(said, ", "))
}

// mostReasons is how many features a reader is told.
const mostReasons = 3
