package rival

import (
	"maps"
	"math"
	"math/bits"
	"slices"

	"wisdom/internal/lesson"
	"wisdom/internal/words"
)

// Clusters joins the two groups of lessons that are most alike, by the mean
// cosine of their TF-IDF vectors, until there are k groups. It returns the IDs of each.
func Clusters(lessons []lesson.Lesson, k int) [][]string {
	var themes [][]string
	for _, group := range averageLinkage(vectorsOf(lessons), k) {
		var ids []string
		for _, l := range group {
			ids = append(ids, lessons[l].ID)
		}
		themes = append(themes, ids)
	}
	return themes
}

// vector holds the weights of the terms of a text (TF-IDF, length 1).
type vector struct {
	terms   []string // sorted: that fixes the last bits of every sum
	weights map[string]float64
}

func vectorsOf(lessons []lesson.Lesson) []vector {
	all := make([]vector, len(lessons))
	frequency := map[string]int{}
	for i, l := range lessons {
		weights := map[string]float64{}
		for _, term := range words.Terms(l.Text) {
			weights[term.Stem]++
		}
		all[i] = vector{slices.Sorted(maps.Keys(weights)), weights}
		for term := range weights {
			frequency[term]++
		}
	}
	// The number of texts is taken up to the next power of two: one text more then changes the weights of its own terms
	// only, and nothing elsewhere tips over.
	total := float64(int(1) << bits.Len(uint(len(lessons))))
	for _, v := range all {
		sum := 0.0
		for _, term := range v.terms {
			weight := (1 + math.Log(v.weights[term])) * math.Log(1+total/float64(frequency[term]))
			v.weights[term] = weight
			sum += float64(weight * weight)
		}
		for term := range v.weights {
			v.weights[term] /= math.Sqrt(sum)
		}
	}
	return all
}

// cosine is how alike two texts are, from 0 to 1.
func (v vector) cosine(other vector) (sum float64) {
	for _, term := range v.terms {
		sum += float64(v.weights[term] * other.weights[term]) // rounded: no fused step on any processor
	}
	return sum
}

// averageLinkage groups vectors into k groups.
func averageLinkage(vectors []vector, k int) [][]int {
	groups := make([][]int, len(vectors))
	sums := make([][]float64, len(vectors)) // over pairs, by group
	for i := range groups {
		groups[i] = []int{i}
		sums[i] = make([]float64, len(vectors))
		for j := range i {
			sums[i][j] = vectors[i].cosine(vectors[j])
			sums[j][i] = sums[i][j]
		}
	}
	for left := len(vectors); left > max(k, 1); left-- {
		a, b := closest(groups, sums)
		groups[a] = append(groups[a], groups[b]...)
		groups[b] = nil
		for other := range groups {
			sums[a][other] += sums[b][other]
			sums[other][a] = sums[a][other]
		}
	}
	return slices.DeleteFunc(groups, func(g []int) bool { return g == nil })
}

// closest are the two groups that are most alike on average.
func closest(groups [][]int, sums [][]float64) (a, b int) {
	most := -1.0
	for i := range groups {
		for j := i + 1; j < len(groups); j++ {
			if groups[i] == nil || groups[j] == nil {
				continue
			}
			if mean := sums[i][j] / float64(len(groups[i])*len(groups[j])); mean > most {
				a, b, most = i, j, mean
			}
		}
	}
	return a, b
}
