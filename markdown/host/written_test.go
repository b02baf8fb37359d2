package host

import (
	"strings"
	"testing"
)

// Blocks that never end cost one search for their end. With one search for
// each, this runs into the time limit of the tests.
func TestUnclosedBlocksAreCheap(*testing.T) {
	MaskWritten(strings.Repeat("<!-- a:start -->\n# x\n<memory-x>\n# y\n", 200_000))
}

func FuzzMaskWritten(f *testing.F) {
	for _, s := range []string{
		"<!-- a:start -->\r\n- x\r<!-- a:end -->", "## Light Sleep\n- Theme: x", "<memory>\n</memory>",
		"user: a\nassistant: b\nuser: c\nassistant: d", "## Conversation Summary\nuser: x",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		masked, written := MaskWritten(text)
		if len(masked) != len(text) || len(lineSpans(masked)) != len(lineSpans(text)) {
			t.Fatalf("%q became %q", text, masked)
		}
		for _, b := range written {
			if b.First < 1 || b.Last < b.First || b.Last > len(lineSpans(text)) {
				t.Fatalf("%q: block %+v", text, b)
			}
		}
	})
}
