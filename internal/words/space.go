package words

import (
	"cmp"
	"context"
	"maps"
	"math"
	"math/bits"
	"runtime"
	"slices"
)

// Space holds texts as vectors of term weights (TF-IDF, length 1), so that they
// can be compared.
type Space struct {
	vectors  [][]weight
	postings [][]posting // by term; none for a term by which no neighbours are looked for
}

type weight struct {
	term  int32
	value float64
}

type posting struct {
	text  int32
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
	numbered, names := numbers(texts)
	frequency := make([]int, len(names))
	for _, terms := range numbered {
		for i, term := range terms {
			if i == 0 || term != terms[i-1] {
				frequency[term]++
			}
		}
	}
	// The number of texts is taken up to the next power of two: one text more
	// then changes the weights of its own terms only, and nothing elsewhere tips
	// over.
	total := float64(int(1) << bits.Len(uint(len(texts))))
	rarity := make([]float64, len(names))
	s := &Space{vectors: make([][]weight, len(texts)), postings: make([][]posting, len(names))}
	for term, n := range frequency {
		rarity[term] = math.Log(1 + total/float64(n))
		if n > 1 && n <= commonTerm {
			s.postings[term] = make([]posting, 0, n)
		}
	}
	for i, terms := range numbered {
		s.vectors[i] = vector(terms, rarity)
		for _, w := range s.vectors[i] {
			if cap(s.postings[w.term]) > 0 {
				s.postings[w.term] = append(s.postings[w.term], posting{int32(i), w.value})
			}
		}
	}
	return s
}

// numbers gives every term a number, by the alphabet: that fixes the order in
// which weights are added up, and with it the last bits of every sum. It returns
// the terms of each text as numbers, sorted, and the terms by their numbers.
func numbers(texts [][]string) (numbered [][]int32, names []string) {
	met := map[string]int32{} // in the order in which they come
	numbered = make([][]int32, len(texts))
	for i, terms := range texts {
		numbered[i] = make([]int32, len(terms))
		for j, term := range terms {
			number, known := met[term]
			if !known {
				number = int32(len(met))
				met[term] = number
			}
			numbered[i][j] = number
		}
	}
	number := make([]int32, len(met))
	names = slices.Sorted(maps.Keys(met))
	for i, term := range names {
		number[met[term]] = int32(i)
	}
	for _, terms := range numbered {
		for j, term := range terms {
			terms[j] = number[term]
		}
		slices.Sort(terms)
	}
	return numbered, names
}

// vector weighs the terms of a text, which come sorted.
func vector(terms []int32, rarity []float64) []weight {
	vector := make([]weight, 0, len(terms))
	sum := 0.0
	for len(terms) > 0 {
		n := 1
		for n < len(terms) && terms[n] == terms[0] {
			n++
		}
		value := (1 + math.Log(float64(n))) * rarity[terms[0]]
		vector = append(vector, weight{terms[0], value})
		sum += float64(value * value)
		terms = terms[n:]
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
// none with a cosine below least. Edges come in the order of A, then B; once ctx ends,
// some are missing.
func (s *Space) Near(ctx context.Context, limit int, least float64) []Edge {
	near := make([][]Edge, len(s.vectors))
	workers := runtime.GOMAXPROCS(0)
	SideBySide(ctx, workers, func(first int) {
		scores := scores{of: make([]float64, len(s.vectors)), self: make([]float64, len(s.postings))}
		for i := first; i < len(s.vectors) && ctx.Err() == nil; i += workers {
			near[i] = s.around(i, 2*limit, least, &scores)
		}
	})
	edges := once(near)
	slices.SortFunc(edges, func(a, b Edge) int {
		switch {
		case a.Weight > b.Weight:
			return -1
		case a.Weight < b.Weight:
			return 1
		}
		return byTexts(a, b)
	})
	return prune(edges, len(s.vectors), limit)
}

// once are the edges around every text, each of them once: most are found from both
// sides.
func once(near [][]Edge) []Edge {
	total := 0
	for _, list := range near {
		total += len(list)
	}
	edges := make([]Edge, 0, total*2/3)
	for i, list := range near {
		for _, e := range list {
			if e.A == i || !slices.Contains(near[e.A], e) {
				edges = append(edges, e)
			}
		}
	}
	return edges
}

func byTexts(a, b Edge) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) }

// scores are those of all texts beside one; between uses all are zero.
type scores struct {
	of      []float64
	touched []int     // the texts that have one
	self    []float64 // the weights of the one, by term
}

// around joins text i to about n neighbours.
func (s *Space) around(i, n int, least float64, score *scores) []Edge {
	score.touched = score.touched[:0]
	for _, w := range telling(s.vectors[i]) {
		for _, p := range s.postings[w.term] {
			if score.of[p.text] == 0 {
				score.touched = append(score.touched, int(p.text))
			}
			score.of[p.text] += float64(w.value * p.value)
		}
	}
	for _, w := range s.vectors[i] {
		score.self[w.term] = w.value
	}
	var edges []Edge
	for _, j := range nearest(score.touched, score.of, i, n) {
		if cosine := score.cosine(s.vectors[j]); cosine >= least {
			edges = append(edges, Edge{min(i, j), max(i, j), cosine})
		}
	}
	for _, j := range score.touched {
		score.of[j] = 0
	}
	for _, w := range s.vectors[i] {
		score.self[w.term] = 0
	}
	return edges
}

// cosine is that of the one text and another, to the last bit what Cosine says:
// terms that the one does not have add nothing.
func (s *scores) cosine(other []weight) float64 {
	sum := 0.0
	for _, w := range other {
		sum += float64(s.self[w.term] * w.value)
	}
	return sum
}

// telling are the heaviest terms of a vector.
func telling(vector []weight) []weight {
	if len(vector) <= tellingTerms {
		return vector
	}
	heaviest := slices.Clone(vector)
	slices.SortFunc(heaviest, func(a, b weight) int {
		if a.value != b.value {
			return cmp.Compare(b.value, a.value)
		}
		return cmp.Compare(a.term, b.term)
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
			if score[j] != score[b] {
				return cmp.Compare(score[j], score[b])
			}
			return cmp.Compare(b, j)
		})
		best = slices.Insert(best, at, j)
		best = best[:min(len(best), n)]
	}
	return best
}

// prune keeps the edges that are among the first of one of their two texts. They
// come with the heaviest in front.
func prune(edges []Edge, texts, limit int) []Edge {
	taken := make([]int, texts)
	kept := edges[:0]
	for _, e := range edges {
		if taken[e.A] < limit || taken[e.B] < limit {
			taken[e.A]++
			taken[e.B]++
			kept = append(kept, e)
		}
	}
	slices.SortFunc(kept, byTexts)
	return kept
}
