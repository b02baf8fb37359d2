package words

import (
	"cmp"
	"maps"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync"
)

// Space holds texts as vectors of term weights (TF-IDF, length 1), so that they
// can be compared.
type Space struct {
	vectors  [][]weight
	postings [][]posting // by term
}

type weight struct {
	term  int
	value float64
}

type posting struct {
	text  int
	value float64
}

// Edge joins two texts, A before B, that are alike; Weight is their cosine.
type Edge struct {
	A, B   int
	Weight float64
}

// NewSpace weighs the terms of texts. A term that stands in one text only
// cannot join anything, but keeps that text apart from others.
func NewSpace(texts [][]string) *Space {
	frequency := map[string]int{}
	counts := make([]map[string]int, len(texts))
	for i, terms := range texts {
		counts[i] = map[string]int{}
		for _, term := range terms {
			if counts[i][term]++; counts[i][term] == 1 {
				frequency[term]++
			}
		}
	}
	// Numbering terms by the alphabet fixes the order in which weights are
	// added up, and with it the last bits of every sum.
	number := map[string]int{}
	for i, term := range slices.Sorted(maps.Keys(frequency)) {
		number[term] = i
	}
	// The number of texts is taken up to the next power of two: one text more
	// then changes the weights of its own terms only, and nothing elsewhere tips
	// over.
	total := float64(int(1) << bits.Len(uint(len(texts))))
	s := &Space{vectors: make([][]weight, len(texts)), postings: make([][]posting, len(number))}
	for i, terms := range counts {
		s.vectors[i] = vector(terms, func(term string) (int, float64) {
			rarity := math.Log(1 + total/float64(frequency[term]))
			if isConcept(term) {
				rarity *= conceptWeight
			}
			return number[term], rarity
		})
		for _, w := range s.vectors[i] {
			s.postings[w.term] = append(s.postings[w.term], posting{i, w.value})
		}
	}
	return s
}

// conceptWeight is how much more a concept tells than a word that is as rare. It
// was tried on labelled notes: from 1.2 to 1.4 it makes little difference, below
// words prevail that say what a lesson is about and not what it teaches.
const conceptWeight = 1.3

func vector(counts map[string]int, weigh func(string) (int, float64)) []weight {
	vector := make([]weight, 0, len(counts))
	for term, n := range counts {
		number, rarity := weigh(term)
		vector = append(vector, weight{number, (1 + math.Log(float64(n))) * rarity})
	}
	slices.SortFunc(vector, func(a, b weight) int { return cmp.Compare(a.term, b.term) })
	sum := 0.0
	for _, w := range vector {
		sum += float64(w.value * w.value)
	}
	for i := range vector {
		vector[i].value /= math.Sqrt(sum)
	}
	return vector
}

// Cosine tells how alike two texts are, from 0 to 1.
func (s *Space) Cosine(a, b int) float64 {
	x, y := s.vectors[a], s.vectors[b]
	sum := 0.0
	for len(x) > 0 && len(y) > 0 {
		switch {
		case x[0].term < y[0].term:
			x = x[1:]
		case x[0].term > y[0].term:
			y = y[1:]
		default:
			sum += float64(x[0].value * y[0].value) // rounded: no fused step on any processor
			x, y = x[1:], y[1:]
		}
	}
	return sum
}

const (
	// commonTerm is the number of texts from which on a term is too common to
	// look for neighbours by: looking at all pairs that share it would take the
	// square of that number.
	commonTerm = 400
	// tellingTerms is how many terms of a text its neighbours are looked for by,
	// those that weigh most.
	tellingTerms = 16
)

// Near joins every text to its nearest neighbours, at most limit of them and
// none with a cosine below least. Edges come in the order of A, then B.
func (s *Space) Near(limit int, least float64) []Edge {
	near := make([][]Edge, len(s.vectors))
	workers := runtime.GOMAXPROCS(0)
	var group sync.WaitGroup
	for first := range workers {
		group.Go(func() {
			scores := scores{of: make([]float64, len(s.vectors))}
			for i := first; i < len(s.vectors); i += workers {
				near[i] = s.around(i, 2*limit, least, &scores)
			}
		})
	}
	group.Wait()
	edges := slices.Concat(near...)
	slices.SortFunc(edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B))
	})
	return prune(slices.Compact(edges), limit)
}

// scores are those of all texts beside one; between uses all are zero.
type scores struct {
	of      []float64
	touched []int // the texts that have one
}

// around joins text i to about n neighbours.
func (s *Space) around(i, n int, least float64, score *scores) []Edge {
	score.touched = score.touched[:0]
	for _, w := range telling(s.vectors[i]) {
		if len(s.postings[w.term]) > commonTerm {
			continue
		}
		for _, p := range s.postings[w.term] {
			if score.of[p.text] == 0 {
				score.touched = append(score.touched, p.text)
			}
			score.of[p.text] += float64(w.value * p.value)
		}
	}
	var edges []Edge
	for _, j := range nearest(score.touched, score.of, i, n) {
		if cosine := s.Cosine(min(i, j), max(i, j)); cosine >= least {
			edges = append(edges, Edge{min(i, j), max(i, j), cosine})
		}
	}
	for _, j := range score.touched {
		score.of[j] = 0
	}
	return edges
}

// telling are the heaviest terms of a vector.
func telling(vector []weight) []weight {
	if len(vector) <= tellingTerms {
		return vector
	}
	heaviest := slices.Clone(vector)
	slices.SortFunc(heaviest, func(a, b weight) int {
		return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.term, b.term))
	})
	return heaviest[:tellingTerms]
}

// nearest are the n of touched with the highest scores, without self, the
// highest first.
func nearest(touched []int, score []float64, self, n int) []int {
	best := make([]int, 0, n+1)
	for _, j := range touched {
		if j == self || len(best) == n && score[j] < score[best[n-1]] {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, j, func(b, j int) int {
			return cmp.Or(cmp.Compare(score[j], score[b]), cmp.Compare(b, j))
		})
		best = slices.Insert(best, at, j)
		best = best[:min(len(best), n)]
	}
	return best
}

// prune keeps the edges that are among the first of one of their two texts. They
// come with the heaviest in front.
func prune(edges []Edge, limit int) []Edge {
	taken := map[int]int{}
	kept := edges[:0]
	for _, e := range edges {
		if taken[e.A] < limit || taken[e.B] < limit {
			taken[e.A]++
			taken[e.B]++
			kept = append(kept, e)
		}
	}
	slices.SortFunc(kept, func(a, b Edge) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) })
	return kept
}
