package recalltest

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// The same notes are made every time, and most of their words come once.
func TestNotesAreTheSameAndVaried(t *testing.T) {
	notes := Notes(60)
	counts, before := map[string]int{}, map[string]string{}
	for name, text := range notes {
		before[name] = text
		for _, word := range strings.Fields(text) {
			counts[word]++
		}
		if !utf8.ValidString(text) || len(text) < size {
			t.Errorf("%s: %d bytes, valid %t", name, len(text), utf8.ValidString(text))
		}
	}
	for name, text := range notes {
		if before[name] != text {
			t.Errorf("%s is another one the second time", name)
		}
	}
	once := 0
	for _, n := range counts {
		if n == 1 {
			once++
		}
	}
	if len(before) != 60 || once*2 < len(counts) {
		t.Errorf("%d notes; %d of %d words come once", len(before), once, len(counts))
	}
}
