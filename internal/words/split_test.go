package words

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

// The tables for ASCII must say what the function says for every character.
func FuzzSplit(f *testing.F) {
	f.Add("Don’t wait 5 minutes, l'année: naïve\u00a0écoles")
	f.Add("先读 a,b  \xff\xe2\x80x 'quoted' №5 ٣")
	f.Fuzz(func(t *testing.T, text string) {
		want := strings.FieldsFunc(text, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
		})
		if got := slices.Collect(Split(text)); !slices.Equal(got, want) {
			t.Errorf("%q is split into %q, not %q", text, got, want)
		}
		if got, want := hasCJK(text), strings.ContainsFunc(text, IsCJK); got != want {
			t.Errorf("%q has characters of a script without spaces: %v", text, got)
		}
		if got, want := hasSyllables(text), strings.ContainsFunc(text, IsSyllable); got != want {
			t.Errorf("%q has characters whose words go on without a space: %v", text, got)
		}
	})
}
