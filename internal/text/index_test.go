package text

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// texts are n texts of random words, of a few or of many.
func texts(n, vocabulary int) []string {
	random := rand.New(rand.NewPCG(3, uint64(vocabulary)))
	list := make([]string, n)
	for i := range list {
		var b strings.Builder
		for range 3 + random.IntN(8) {
			b.WriteString(
				"w" + strings.Repeat("a", 1+random.IntN(2)) + string(
					rune('a'+random.IntN(26)),
				) + string(rune('a'+random.IntN(vocabulary))) + " ",
			)
		}
		list[i] = b.String()
	}
	return list
}

// Below its bound, the index finds what a look at all texts finds.
func TestIndexFindsTheMostAlike(t *testing.T) {
	for _, vocabulary := range []int{1, 4, 26} {
		all := texts(mostCompared, vocabulary)
		index := NewIndex(t.Context(), len(all), func(i int) string { return all[i] })
		read := make([]Text, len(all))
		for i := range all {
			read[i] = Of(all[i])
		}
		for asked, text := range texts(200, vocabulary+1) {
			may := func(i int) bool { return i%7 != asked%7 }
			one, want, most := Of(text), -1, Reworded
			for i := range all {
				if alike := one.Share(read[i]); may(i) && alike >= most {
					want, most = i, alike
				}
			}
			if got := index.MostAlike(text, Reworded, may); got != want {
				t.Fatalf("%d words: %q: got %d, want %d", 26*vocabulary, text, got, want)
			}
		}
	}
}

// With more texts than that, it looks at mostCompared of them and not at all.
func TestIndexIsBounded(t *testing.T) {
	all := slices.Repeat([]string{"check the backup before the deploy"}, 5*mostCompared)
	index := NewIndex(t.Context(), len(all), func(i int) string { return all[i] })
	asked := 0
	best := index.MostAlike(all[0], Reworded, func(int) bool { asked++; return true })
	if asked != mostCompared || best != mostCompared-1 {
		t.Errorf("looked at %d, found %d, want %d and %d", asked, best, mostCompared, mostCompared-1)
	}
}
