package text

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
)

// Index finds the texts that are most alike to another one. It looks only at texts that share a stem with that, and at no
// more than mostCompared of them.
type Index struct {
	number  map[string]int32 // of the stems, in their order
	stems   [][]int32        // by text, the numbers of its different stems, ascending
	holding [][]int32        // by stem, the texts that hold it, ascending
	seen    []int            // by text, the last look that came upon it
	looks   int
}

// NewIndex reads n texts. Once ctx ends the index is of no use.
func NewIndex(ctx context.Context, n int, text func(i int) string) *Index {
	stems := make([][]string, n)
	SideBySide(ctx, n, func(i int) { stems[i] = stemsOf(text(i)) })
	x := &Index{number: map[string]int32{}, stems: make([][]int32, n), seen: make([]int, n)}
	for _, list := range stems {
		for _, stem := range list {
			x.number[stem] = 0
		}
	}
	for i, stem := range slices.Sorted(maps.Keys(x.number)) {
		x.number[stem] = int32(i)
	}
	x.holding = make([][]int32, len(x.number))
	for i, list := range stems {
		for _, stem := range list { // sorted, each once
			number := x.number[stem]
			x.stems[i] = append(x.stems[i], number)
			x.holding[number] = append(x.holding[number], int32(i))
		}
	}
	return x
}

// MostAlike is the text that is most alike to another one, as by Text.Share, at least to the given share, of those that
// may be; the last of several that are as alike, or -1.
func (x *Index) MostAlike(text string, least float64, may func(i int) bool) int {
	best, most := -1, least
	x.Near(text, least, func(i int, alike float64) {
		if (alike > most || alike == most && i > best) && may(i) {
			best, most = i, alike
		}
	})
	return best
}

// Near calls found for the texts that are at least so much alike to another one, as by Text.Share.
func (x *Index) Near(text string, least float64, found func(i int, alike float64)) {
	x.looks++
	stems := stemsOf(text)
	all := len(stems)
	var known []int32
	for _, stem := range stems {
		if number, there := x.number[stem]; there {
			known = append(known, number)
		}
	}
	rarest := slices.Clone(known)
	slices.SortFunc(rarest, func(a, b int32) int {
		return cmp.Or(cmp.Compare(len(x.holding[a]), len(x.holding[b])), cmp.Compare(a, b))
	})
	// What is as alike shares so many stems at least; one of them is among the first.
	const rounding = 1e-9
	shares := int(math.Ceil(least*float64(all) - rounding))
	telling := rarest[:max(min(len(rarest)-shares+1, len(rarest)), 0)]
	compared := 0
	for _, stem := range telling {
		for _, i := range x.holding[stem] {
			if x.seen[i] == x.looks {
				continue
			}
			x.seen[i] = x.looks
			if compared++; compared > mostCompared {
				return
			}
			shared := common(known, x.stems[i])
			if alike := float64(shared) / float64(all+len(x.stems[i])-shared); alike >= least {
				found(int(i), alike)
			}
		}
	}
}
