package tokens

import (
	"strings"
	"testing"
)

// The quick way to find a piece agrees with the pattern, on all short texts of a few kinds of characters.
func TestQuickPieces(t *testing.T) {
	t.Parallel()
	kinds := strings.Split("a,B,1, ,-,',/,中,é,。,\n,²,\u0301", ",")
	e, quick := vocabulary(), 0
	var try func(text string, more int)
	try = func(text string, more int) {
		if text != "" {
			if got := quickPiece(text); got > 0 {
				quick++
				if want := e.slowPiece(text); got != want {
					t.Errorf("%q: the first piece has %d bytes, want %d", text, got, want)
				}
			}
		}
		for _, kind := range kinds {
			if more > 0 && !t.Failed() {
				try(text+kind, more-1)
			}
		}
	}
	try("", 5)
	if quick == 0 {
		t.Error("no piece was found in the quick way")
	}
}
