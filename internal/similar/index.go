package similar

import (
	"cmp"
	"context"
	"math"
	"slices"

	"wisdom/internal/words"
)

// Index finds the text that is most alike to another one. It looks only at texts that
// share a stem with that, and at no more than mostCompared of them.
type Index struct {
	number  map[string]int32 // of the stems
	stems   [][]int32        // by text, sorted
	holding [][]int32        // by stem, the texts that hold it
	seen    []int            // by text, the last look that came upon it
	looks   int
}

// NewIndex reads n texts. Once ctx ends the index is of no use.
func NewIndex(ctx context.Context, n int, text func(i int) string) *Index {
	x := &Index{number: map[string]int32{}, stems: make([][]int32, n), seen: make([]int, n)}
	terms := make([][]*words.Term, n)
	words.SideBySide(ctx, n, func(i int) { terms[i] = words.Terms(text(i)) })
	for i, list := range terms {
		for _, term := range list {
			number, there := x.number[term.Stem]
			if !there {
				number = int32(len(x.number))
				x.number[term.Stem] = number
				x.holding = append(x.holding, nil)
			}
			x.stems[i] = append(x.stems[i], number)
		}
		slices.Sort(x.stems[i])
		x.stems[i] = slices.Compact(x.stems[i])
		for _, number := range x.stems[i] {
			x.holding[number] = append(x.holding[number], int32(i))
		}
	}
	return x
}

// MostAlike is the text that is most alike to another one, as by Text.Share, at least
// to the given share, of those that may be; the last of several that are as alike, or
// -1.
func (x *Index) MostAlike(text string, least float64, may func(i int) bool) int {
	x.looks++
	stems, all := x.stemsOf(text)
	slices.SortFunc(stems, func(a, b int32) int {
		return cmp.Or(cmp.Compare(len(x.holding[a]), len(x.holding[b])), cmp.Compare(a, b))
	})
	// What is as alike shares so many stems at least; one of them is among the first.
	const rounding = 1e-9
	shares := int(math.Ceil(least*float64(all) - rounding))
	telling := stems[:max(min(len(stems)-shares+1, len(stems)), 0)]
	sorted := slices.Sorted(slices.Values(stems))
	best, most, compared := -1, least, 0
	for _, stem := range telling {
		for _, i := range x.holding[stem] {
			if x.seen[i] == x.looks {
				continue
			}
			x.seen[i] = x.looks
			if compared++; compared > mostCompared {
				return best
			}
			if !may(int(i)) {
				continue
			}
			shared := common(sorted, x.stems[i])
			alike := float64(shared) / float64(all+len(x.stems[i])-shared)
			if alike > most || alike == most && int(i) > best {
				best, most = int(i), alike
			}
		}
	}
	return best
}

// stemsOf are the stems of a text that are in the index, each once, and how many it
// has in all.
func (x *Index) stemsOf(text string) (known []int32, all int) {
	different := map[string]bool{}
	for _, term := range words.Terms(text) {
		if different[term.Stem] {
			continue
		}
		different[term.Stem] = true
		if number, there := x.number[term.Stem]; there {
			known = append(known, number)
		}
	}
	return known, len(different)
}
