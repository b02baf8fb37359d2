package words

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// nearCopy is the share of their common stems among all stems from which on two
// short texts say the same. It was tried on the labelled pairs in the test: at
// 0.5 a rule on another subject was taken for a copy, at 0.9 copies with a word
// more were missed; between 0.6 and 0.8 all were told apart.
const nearCopy = 0.7

// Gist is what is compared to find near-copies.
type Gist struct {
	stems   map[string]bool
	negates bool
	normal  string
	text    string
}

// GistOf reads the gist of a text.
func GistOf(text string) Gist {
	g := Gist{stems: map[string]bool{}, negates: Negations(text)%2 == 1, normal: Normal(text), text: text}
	for _, term := range Terms(text) {
		g.stems[term.Stem] = true
	}
	return g
}

// NearCopy says whether two texts say the same in nearly the same words. A
// negation in one of them parts them, and so do other values, whatever the rest.
func (g Gist) NearCopy(other Gist) bool {
	if g.normal == other.normal {
		return true
	}
	return g.negates == other.negates && g.Alike(other) >= nearCopy && !Opposed(g.text, other.text)
}

// Alike is the share of their common stems among all stems, from 0 to 1.
func (g Gist) Alike(other Gist) float64 {
	shared := g.shared(other)
	return share(shared, len(g.stems)+len(other.stems)-shared)
}

// Within is the share of the stems of g that other has too, from 0 to 1.
func (g Gist) Within(other Gist) float64 { return share(g.shared(other), len(g.stems)) }

func (g Gist) shared(other Gist) int {
	n := 0
	for stem := range g.stems {
		if other.stems[stem] {
			n++
		}
	}
	return n
}

func share(n, all int) float64 {
	if all == 0 {
		return 0
	}
	return float64(n) / float64(all)
}

// mostCompared is how many texts one text is compared with in an Index at most, those
// first that share its rarest stems.
const mostCompared = 500

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
	terms := make([][]*Term, n)
	SideBySide(ctx, n, func(i int) { terms[i] = Terms(text(i)) })
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

// MostAlike is the text that is most alike to another one, as by Gist.Alike, at least
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
			shared := inBoth(sorted, x.stems[i])
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
	for _, term := range Terms(text) {
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

// inBoth counts the numbers that are in two sorted lists.
func inBoth(a, b []int32) int {
	n := 0
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			n++
			a, b = a[1:], b[1:]
		}
	}
	return n
}
