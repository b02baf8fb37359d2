package text

import "testing"

// FuzzPolish looks for words that the module cannot take.
func FuzzPolish(f *testing.F) {
	f.Add("najpiękniejszymi wdrożeniami")
	f.Add("nie\xff zapomnij")
	f.Fuzz(func(_ *testing.T, text string) { polish(text) })
}
