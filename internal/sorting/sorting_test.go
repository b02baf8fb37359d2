package sorting

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

type pair struct{ key, place int }

func byKey(a, b pair) int { return cmp.Compare(a.key, b.key) }

// A list is sorted as package slices sorts it, and equals keep their order.
func TestStable(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for length := range 200 {
		list := make([]pair, length)
		for i := range list {
			list[i] = pair{random.IntN(1 + length/3), i}
		}
		want := slices.Clone(list)
		slices.SortStableFunc(want, byKey)
		if Stable(list, byKey); !slices.Equal(list, want) {
			t.Fatalf("%v, want %v", list, want)
		}
	}
}
