package words

import (
	"strings"
	"testing"
)

func FuzzMarks(f *testing.F) {
	f.Add("wait, no longer, not any more, as of today since not anymore，不再 ya no")
	f.Add("，，, , ne plus ne plus ab jetzt ,")
	f.Add("no phrase at all")
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := known().changes.AnyFold(
			strings.ToUpper(text),
		), known().changes.In(
			strings.ToLower(strings.ToUpper(text)),
		) != nil; got != want {
			t.Errorf("a phrase stands in the capitals of %q: %v", text, got)
		}
		found := known().changes.In(text)
		for i, phrase := range known().changes.Phrases {
			at := -1
			if found != nil {
				at = found[i]
			}
			if want := strings.Index(text, phrase); at != want {
				t.Errorf("%q stands at %d in %q, not at %d", phrase, want, text, at)
			}
		}
	})
}
