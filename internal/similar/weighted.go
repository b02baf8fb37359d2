package similar

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// Weighted compares texts by their stems. The fewer documents hold a stem, the more it weighs.
type Weighted struct {
	holdings
	weight  []float64 // by text, of all its stems together
	weights []float64 // by stem
}

// NewWeighted reads the stems of texts. document returns the document that a text is part of; only those below
// documents count for the weights.
func NewWeighted(texts [][]string, documents int, document func(text int) int) *Weighted {
	w := &Weighted{holdings: holdingsOf(texts), weight: make([]float64, len(texts))}
	// Up to the next power of two, so that one document more changes the weights of its own stems only.
	total := float64(max(int(1)<<bits.Len(uint(documents)), leastDocuments))
	for _, texts := range w.holding {
		n, last := 0, -1 // the documents with the stem, and the last one that was counted
		for _, i := range texts {
			if of := document(int(i)); of != last && of < documents {
				n, last = n+1, of
			}
		}
		w.weights = append(w.weights, math.Log(1+total/float64(max(n, 1))))
	}
	for i, stems := range w.stems {
		for _, stem := range stems { // in the order of the stems, which the order of the texts does not change
			w.weight[i] += w.weights[stem]
		}
	}
	return w
}

// Alike is the weight of the stems that two texts share, as a share of the mean of both: from 0 to 1. It is 0 for texts
// that share fewer than leastCommon.
func (w *Weighted) Alike(a, b int) float64 {
	shared, n := 0.0, 0
	x, y := w.stems[a], w.stems[b]
	for len(x) > 0 && len(y) > 0 {
		switch {
		case x[0] < y[0]:
			x = x[1:]
		case x[0] > y[0]:
			y = y[1:]
		default:
			shared += w.weights[x[0]]
			n++
			x, y = x[1:], y[1:]
		}
	}
	if n < leastCommon {
		return 0
	}
	return 2 * shared / (w.weight[a] + w.weight[b])
}

// Nearby is room for one search of Weighted at a time: the weight of the stems that texts share with another. Between
// searches all are zero.
type Nearby struct {
	shared  []float64
	touched []int32
	stems   []int32 // the rarest first
}

// Near calls found for every text that is at least so much alike to another one, by a rare stem of which it can be
// found.
func (w *Weighted) Near(text int, least float64, near *Nearby, found func(other int, alike float64)) {
	if near.shared == nil {
		near.shared = make([]float64, len(w.stems))
	}
	near.touched, near.stems = near.touched[:0], append(near.stems[:0], w.stems[text]...)
	slices.SortFunc(near.stems, func(a, b int32) int {
		return cmp.Or(cmp.Compare(len(w.holding[a]), len(w.holding[b])), cmp.Compare(a, b))
	})
	nearly := least * (1 - 1e-9)           // sums are not exact
	rest := w.weight[text]                 // of the stems that were not looked for
	enough := nearly / (2 - nearly) * rest // what a text must share at least, as it weighs no less than that
	for _, stem := range near.stems {
		if len(w.holding[stem]) > commonStem || rest < enough {
			break
		}
		for _, at := range w.holding[stem] {
			if near.shared[at] == 0 {
				near.touched = append(near.touched, at)
			}
			near.shared[at] += w.weights[stem]
		}
		rest -= w.weights[stem]
	}
	for _, at := range near.touched {
		may := 2*(near.shared[at]+rest) >= nearly*(w.weight[text]+w.weight[at])
		near.shared[at] = 0
		if !may {
			continue
		}
		if alike := w.Alike(text, int(at)); alike >= least {
			found(int(at), alike)
		}
	}
}
