package similar

import (
	"slices"
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

// One document more changes the weights of its own stems only.
func TestWeightsStay(t *testing.T) {
	t.Parallel()
	texts := [][]string{{"valve", "frost"}, {"valve", "winter"}, {"rope", "knot"}}
	self := func(i int) int { return i }
	if a, b := NewWeighted(texts[:2], 2, self).Alike(0, 1), NewWeighted(texts, 3, self).Alike(0, 1); a != b {
		t.Errorf("%v, and %v with one more", a, b)
	}
}
