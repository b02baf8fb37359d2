package collect

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"wisdom/internal/lang"
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

// scale knows what each feature is worth.
type scale struct {
	meanings [kinds]map[string]meaning
	common   glance    // at the words among them
	worth    []float64 // of each feature with a weight
	base     float64
}

// meaning is what is known of what a feature says.
type meaning struct {
	number number // among the features with a weight, or none
	// A word can be a verb that begins an order, one of norms, or one of norms that reports have too.
	isOrder, isNorm, isWeak bool
}

// glance tells most words that are not in a set, by three of their bytes and their length.
type glance [1 << 10]uint64

func placeIn(word string) (at uint32, bit uint64) {
	last := len(word) - 1
	hash := (uint32(word[0])<<16 | uint32(word[last/2])<<8 | uint32(word[last]) + uint32(last)<<24) * 0x9e3779b1 >> 16
	return hash >> 6, 1 << (hash & 63)
}

func (g *glance) add(word string) {
	at, bit := placeIn(word)
	g[at] |= bit
}

func (g *glance) has(word string) bool {
	at, bit := placeIn(word)
	return g[at]&bit != 0
}

// number is that of a feature with a weight; none is that of a feature without.
type number int16

const none number = -1

// mostWeights is how many weights there may be.
const mostWeights = 1 << 15

// weights are those of weightFile, with what is known of words.
var weights = sync.OnceValue(func() *scale {
	s, err := readWeights(weightFile)
	if err != nil {
		panic(fmt.Sprintf("collect: weights.tsv: %v", err))
	}
	words := s.meanings[Word]
	note := func(field func(*lang.Language) string, as func(*meaning)) {
		for word := range lang.WordSet(field) {
			m, there := words[word]
			if !there {
				m.number = none
			}
			as(&m)
			words[word] = m
		}
	}
	note(func(l *lang.Language) string { return l.Words.Imperatives }, func(m *meaning) { m.isOrder = true })
	note(func(l *lang.Language) string { return fold(l.Norms.Words) }, func(m *meaning) { m.isNorm = true })
	note(func(l *lang.Language) string { return fold(l.Norms.WeakWords) }, func(m *meaning) { m.isWeak = true })
	for word := range words {
		s.common.add(word)
	}
	return s
})

// readWeights reads a file of weights: a line is the kind of a feature, what it says, and its
// weight. The feature that says nothing is true of every text.
func readWeights(file string) (*scale, error) {
	s := &scale{}
	for k := range s.meanings {
		s.meanings[k] = map[string]meaning{}
	}
	n := 0
	for line := range strings.Lines(file) {
		n++
		if strings.HasPrefix(line, "#") {
			continue
		}
		f, weight, err := ReadWeight(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if f.Says == "" {
			s.base = weight
			continue
		}
		s.meanings[f.Kind][f.Says] = meaning{number: number(len(s.worth))}
		if s.worth = append(s.worth, weight); len(s.worth) > mostWeights {
			return nil, fmt.Errorf("line %d: more than %d weights", n, mostWeights)
		}
	}
	return s, nil
}

// number is that of a feature.
func (s *scale) number(f Feature) number {
	if m, there := s.meanings[f.Kind][f.Says]; there {
		return m.number
	}
	return none
}

// ReadWeight reads a line of such a file.
func ReadWeight(line string) (f Feature, weight float64, err error) {
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

// numbers are those of the features that are said.
func (s *scale) numbers(of func(say func(Feature))) []number {
	numbers := []number{}
	of(func(f Feature) {
		if n := s.number(f); n != none {
			numbers = append(numbers, n)
		}
	})
	return numbers
}

// weigh returns how likely a text is a lesson, from 0 to 1. Each feature counts once.
func (c *candidate) weigh(known *shared) float64 {
	var seen [mostWeights / 64]uint64
	s := weights()
	sum := s.base
	columns := s.numbers(func(say func(Feature)) { sayHeading(c.columns, say) })
	for _, numbers := range [...][]number{known.ofFacts(c.traits()), c.read().words, known.ofAbove(c.above), columns} {
		for _, n := range numbers {
			if bit := uint64(1) << (n % 64); seen[n/64]&bit == 0 {
				seen[n/64] |= bit
				sum += s.worth[n]
			}
		}
	}
	return ChanceOf(sum)
}

// ChanceOf is the chance, from 0 to 1, that a sum of weights stands for.
func ChanceOf(sum float64) float64 { return 1 / (1 + math.Exp(-sum)) }
