package host

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Blocks that never end cost one search for their end. With one search for
// each, this runs into the time limit of the tests.
func TestUnclosedBlocksAreCheap(*testing.T) {
	MaskWritten(strings.Repeat("<memory-x> y\n", 200_000) + "</memory-x>\n")
	MaskWritten(strings.Repeat("<!-- a:start -->\n# x\n<memory-x>\n# y\n", 200_000))
}

// A note that speaks of a tag at the beginning of a line lost the lines behind it. A tag that is never closed takes its
// own line at most, and a mark its paragraph; what is closed takes its block.
func TestUnclosedTagsTakeTheirOwnLine(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		want []Written
	}{
		"a note about a tag":         {"# S\n\n- <memory> tags are escaped now\n- fixed rounding\n", nil},
		"a note about another":       {"# S\n\n- <relevant-memories> block removed from prompts\n- deployed", nil},
		"an open tag":                {"- a\n<zeos_context version=\"1.0\">\n- b\n\n- c\n", []Written{{2, 2, RecallBlock}}},
		"a block":                    {"- a\n<memory>\n- b\n\n## c\n</memory>\n- d\n", []Written{{2, 6, RecallBlock}}},
		"a block within lines":       {"User: <memory>b\n\nc</memory>\n- d\n", []Written{{1, 3, RecallBlock}}},
		"a note, then a block":       {"- <memory> is new\n- b\n\n<memory>\nc\n</memory>\n", []Written{{4, 6, RecallBlock}}},
		"notes about both ends":      {"- <memory> opens\n- b\n- and </memory> closes it\n", nil},
		"an open mark":               {"<!-- tasks:start -->\n- a\n\n- b\n", []Written{{1, 2, ManagedBlock}}},
		"a comment":                  {"<!-- start of the day -->\n\n- b\n- c\n", []Written{{1, 1, ManagedBlock}}},
		"a mark of many words":       {"<!-- DO NOT EDIT: managed by acme -->\n- a\n<!-- This is the end -->\n", []Written{{1, 3, ManagedBlock}}},
		"a mark between dashes":      {"<!-- --- BEGIN acme --- -->\n- a\n", []Written{{1, 2, ManagedBlock}}},
		"a bullet that a person hid": {"<!-- - Weigh it at the start, and at the end. -->\n- b\n", nil},
		"a block, and lines behind":  {"## Conversation Summary\n\nuser: x\nassistant: y\n\n", []Written{{3, 4, Transcript}}},
		"a block in carriage return": {"- a\r\n<recall>\r\nb\r\n</recall>\r\n- c", []Written{{2, 4, RecallBlock}}},
	} {
		_, got := MaskWritten(c.text)
		assert.Equal(t, c.want, got, name)
	}
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
		require.Truef(t, len(masked) == len(text) && len(lineSpans(masked)) == len(lineSpans(text)),
			"%q became %q", text, masked)
		for _, b := range written {
			require.Truef(t, b.First >= 1 && b.Last >= b.First && b.Last <= len(lineSpans(text)), "%q: block %+v", text, b)
		}
	})
}
