package distill

import (
	"testing"

	"wisdom/internal/words"
)

// Strays leave a group, but one that is too large to look at all its pairs stays whole.
func TestCoresAreBounded(t *testing.T) {
	for _, size := range []int{10, largestCore + 1} {
		texts := make([][]string, size+1)
		group := make([]int, size)
		for i := range group {
			texts[i], group[i] = []string{"backup", "restore"}, i
		}
		texts[0] = []string{"stove"}
		texts[size] = []string{"stove"} // else its word would join nothing
		groups := cores(t.Context(), words.NewSpace(texts), [][]int{group}, 3)
		if want := map[bool]int{true: 2, false: 1}[size <= largestCore]; len(groups) != want {
			t.Errorf("%d lessons, one of them a stray: %d groups, want %d", size, len(groups), want)
		}
	}
}
