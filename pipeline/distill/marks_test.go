package distill

import (
	"strings"
	"testing"
)

func FuzzMarks(f *testing.F) {
	f.Add("wait, and then ask, or not, because it is so since when，否则 so ")
	f.Add("，，, , and and ,")
	f.Fuzz(func(t *testing.T, text string) {
		for i, at := range endings.in(text) {
			if want := strings.Index(text, endings.phrases[i]); at != want {
				t.Errorf("%q stands at %d in %q, not at %d", endings.phrases[i], want, text, at)
			}
		}
	})
}
