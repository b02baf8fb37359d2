package text

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// Index finds the texts that are most alike to another one. It looks only at texts that share a stem with that, and at no
// more than mostCompared of them.
type Index struct {
	stems   [][]string       // by text, sorted, each once
	holding map[string][]int // by stem, the texts that hold it, ascending
}

// NewIndex reads n texts. Once ctx ends the index is of no use.
func NewIndex(ctx context.Context, n int, text func(i int) string) *Index {
	return newIndex(ctx, n, func(i int) []string { return stemsOf(text(i)) })
}

func newIndex(ctx context.Context, n int, stems func(i int) []string) *Index {
	x := &Index{make([][]string, n), map[string][]int{}}
	SideBySide(ctx, n, func(i int) { x.stems[i] = stems(i) })
	for i, list := range x.stems {
		for _, stem := range list {
			x.holding[stem] = append(x.holding[stem], i)
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
	stems := stemsOf(text)
	rarest := slices.SortedStableFunc(slices.Values(stems), x.compareRarity)
	// What is as alike shares so many stems at least; one of them is among the first.
	const rounding = 1e-9
	shares := int(math.Ceil(least*float64(len(stems)) - rounding))
	seen := map[int]bool{}
	for _, stem := range rarest[:min(len(rarest)-shares+1, len(rarest))] {
		for _, i := range x.holding[stem] {
			if seen[i] {
				continue
			}
			if seen[i] = true; len(seen) > mostCompared {
				return
			}
			if alike := Share(stems, x.stems[i]); alike >= least {
				found(i, alike)
			}
		}
	}
}

func (x *Index) compareRarity(a, b string) int {
	return cmp.Compare(len(x.holding[a]), len(x.holding[b]))
}
