package rival

import (
	"maps"
	"math"
	"math/bits"
	"slices"

	"wisdom/internal/words"
)

// vectors are texts as term weights (TF-IDF, length 1), so that they can be compared.
type vectors [][]weight

type weight struct {
	term  int32
	value float64
}

// space weighs the words of texts. A term of only one text cannot join it to others, but keeps it apart from them.
func space(texts []string) vectors {
	terms := make([][]string, len(texts))
	for i, text := range texts {
		for _, term := range words.Terms(text) {
			terms[i] = append(terms[i], term.Stem)
		}
	}
	numbered, names := numbers(terms)
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
	for term, n := range frequency {
		rarity[term] = math.Log(1 + total/float64(n))
	}
	all := make(vectors, len(texts))
	for i, terms := range numbered {
		all[i] = vector(terms, rarity)
	}
	return all
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

// cosine is how alike two texts are, from 0 to 1.
func (v vectors) cosine(a, b int) float64 {
	x, y := v[a], v[b]
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
