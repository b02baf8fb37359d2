package similar

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestWeighted(t *testing.T) {
	t.Parallel()
	texts := []string{"close valve winter", "close valve frost", "close door", "open window", "close valve winter"}
	var stems [][]string
	for _, text := range texts {
		stems = append(stems, strings.Fields(text))
	}
	w := NewWeighted(stems, 4, func(i int) int { return i })
	if got := w.Alike(0, 4); got != 1 {
		t.Errorf("the same stems: %v, want 1", got)
	}
	if got := w.Alike(0, 2); got != 0 {
		t.Errorf("one stem in common: %v, want 0", got)
	}
	if got := w.Alike(0, 1); got < 0.4 || got > 0.7 {
		t.Errorf("two common stems of three: %v", got)
	}
	near := &Nearby{}
	for range 2 { // the room is empty again
		var found []int
		w.Near(0, 0.3, near, func(other int, alike float64) {
			if alike != w.Alike(0, other) {
				t.Errorf("text %d is near by %v, alike by %v", other, alike, w.Alike(0, other))
			}
			found = append(found, other)
		})
		slices.Sort(found)
		if !slices.Equal(found, []int{0, 1, 4}) {
			t.Errorf("near are %v, want [0 1 4]", found)
		}
	}
}

// Near finds every text that is so much alike, however common its stems are.
func TestNearMissesNothing(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 5))
	texts := make([][]string, 300)
	for i := range texts {
		for range 2 + random.IntN(9) {
			texts[i] = append(texts[i], strconv.Itoa(int(random.ExpFloat64()*12)))
		}
	}
	w, near := NewWeighted(texts, len(texts), func(i int) int { return i }), &Nearby{}
	for _, least := range []float64{0.2, 0.5, 0.9} {
		for text := range texts {
			found := map[int]bool{}
			w.Near(text, least, near, func(other int, _ float64) { found[other] = true })
			for other := range texts {
				if alike := w.Alike(text, other); alike >= least != found[other] {
					t.Fatalf("%v and %v are alike by %v, found: %t", texts[text], texts[other], alike, found[other])
				}
			}
		}
	}
}

// One document more changes the weights of its own stems only.
func TestWeightsStay(t *testing.T) {
	t.Parallel()
	texts := [][]string{{"valve", "frost"}, {"valve", "winter"}, {"rope", "knot"}}
	self := func(i int) int { return i }
	if a, b := NewWeighted(texts[:2], 2, self).Alike(0, 1), NewWeighted(texts, 3, self).Alike(0, 1); a != b {
		t.Errorf("%v, and %v with one more", a, b)
	}
}
