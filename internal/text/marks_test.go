package text

import (
	"strings"
	"testing"
)

func FuzzMarks(f *testing.F) {
	f.Add("wait, no longer, not any more, as of today since not anymore，不再 ya no")
	f.Add("，，, , ne plus ne plus ab jetzt ,")
	f.Add("no phrase at all")
	marks := MarksOf("no longer", "not any more", "anymore", "as of", "，", "不再", "ne plus", "ab jetzt", "e ", "[x]")
	f.Fuzz(func(t *testing.T, text string) {
		found := map[int]int{}
		marks.Each(text, func(phrase, at int) bool { found[phrase] += at + 1; return true })
		for i, phrase := range marks.Phrases {
			want := 0
			for at := range len(text) {
				if strings.HasPrefix(text[at:], phrase) {
					want += at + 1
				}
			}
			if found[i] != want {
				t.Errorf("%q stands in %q at %d, not at %d", phrase, text, want, found[i])
			}
		}
	})
}
