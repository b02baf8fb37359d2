package section

import (
	"bytes"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/markdown"
	"wisdom/markdown/mdtest"
)

func content() Content {
	return Content{
		Header:  Header{"2026-11-21", 64},
		Entries: []string{Required, "**Backups.** Restore a backup before you trust it."},
	}
}

const rendered = "## Wisdom\n\n_Last compressed: 2026-11-21 | Source lessons: 64_\n\n" +
	Required + "\n**Backups.** Restore a backup before you trust it.\n"

func TestRender(t *testing.T) {
	assert.Equal(t, rendered, content().Render("\n"), "rendered")
	c := content()
	c.Hand = "**Mine.** Be kind."
	assert.Equal(t, rendered+"**Mine.** Be kind.\n", c.Render("\n"), "rendered")
	c.Hand = "- **Mine.** Be kind."
	assert.Equal(t, rendered+"\n- **Mine.** Be kind.\n", c.Render("\n"), "rendered")
}

// Invariant 1: the bytes outside stay, wherever the section goes.
func TestPut(t *testing.T) {
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	cases := mdtest.Cases(t, "testdata/put.txtar", "{{section}}", strings.TrimSuffix(rendered, "\n"))
	maps.Copy(cases, map[string]mdtest.Case{ // which are about bytes
		"identity last": {Before: "# S\n\n## Who I am\n\nMe.", After: "# S\n\n## Who I am\n\nMe.\n\n" + rendered},
		"no heading":    {Before: "I am me.", After: "I am me.\n\n" + rendered},
		"byte order mark": {
			Before: "\xef\xbb\xbf# S\n\nMe.\n\n## Vibe\n",
			After:  "\xef\xbb\xbf# S\n\nMe.\n\n" + rendered + "\n## Vibe\n",
		},
		"CRLF": {
			Before: crlf("# S\n\nMe.\n\n## Vibe\n"),
			After:  crlf("# S\n\nMe.\n\n" + rendered + "\n## Vibe\n"),
		},
		"replace, no final newline": {
			Before: "# S\n\n## Wisdom\n\nold",
			After:  "# S\n\n" + strings.TrimRight(rendered, "\n"),
		},
	})
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			doc := markdown.Parse([]byte(tc.Before))
			s, err := Find(doc)
			require.NoError(t, err)
			c := content()
			got, err := Put(doc, s, c.Render(doc.Newline()))
			require.NoError(t, err)
			require.Equal(t, tc.After, string(got))
			again, err := Put(markdown.Parse(got), mustFind(t, got), c.Render(doc.Newline()))
			assert.Truef(t, err == nil && bytes.Equal(again, got), "putting it again gives %q, %v", again, err)
		})
	}
}

func mustFind(t *testing.T, source []byte) *Section {
	t.Helper()
	s, err := Find(markdown.Parse(source))
	require.NoError(t, err)
	require.NotNilf(t, s, "no section in %q", source)
	return s
}

func TestFindKeepsHeading(t *testing.T) {
	for _, heading := range []string{"## Wisdom", "  ## Wisdom ##", "## 🧠 Wisdom", "Wisdom\n------", "## WISDOM:"} {
		assert.Equal(t, heading, mustFind(t, []byte("# S\n\n"+heading+"\n\nold\n")).Heading)
	}
}

func TestFindRefuses(t *testing.T) {
	_, err := Find(markdown.Parse([]byte("## Wisdom\nx\n## Vibe\n\n## Wisdom\ny\n")))
	var duplicate *DuplicateError
	assert.Truef(t, errors.As(err, &duplicate) && err.Error() == `2 "## Wisdom" sections (lines 1, 5)`,
		"two sections: %v", err)
	for _, text := range []string{
		"## Wisdom\n\n<details>\n\n## Vibe\n\n</details>\n", "<details>\n\n## Wisdom\n\nx\n\n</details>\n",
	} {
		_, err := Find(markdown.Parse([]byte(text)))
		assert.ErrorContains(t, err, "<details> crosses the border", text)
	}
}

func TestPutRefusesInsideAFence(t *testing.T) {
	doc := markdown.Parse([]byte("# S\n\n```\nnever closed\n"))
	_, err := Put(doc, nil, content().Render("\n"))
	assert.ErrorContainsf(t, err, "line 3", "error %v, want one that names line 3", err)
}

func TestHand(t *testing.T) {
	source := "## Wisdom\n\nMy own words.\n\n_Last compressed: 2026-01-01 | Source lessons: 9_\n\n" + Required +
		"\n**Ours.** From lessons.\n- **Mine.** Be kind,\n  always.\n\n```\n**Ours.** From lessons.\n```\n\n### Notes\ntext\n"
	s := mustFind(t, []byte(source))
	hand := s.Hand(func(e Entry) bool { return e.Name == "Ours." })
	want := "My own words.\n\n- **Mine.** Be kind,\n  always.\n\n```\n**Ours.** From lessons.\n```\n\n### Notes\ntext"
	assert.Equal(t, want, hand, "hand-written part")
	// Invariant 2 and 3: read, rendered and read again it is the same.
	c := content()
	c.Hand = hand
	first := c.Render("\n")
	c.Hand = mustFind(t, []byte(first)).Hand(func(e Entry) bool { return e.Name == "Ours." || e.Name == "Backups." })
	assert.Equal(t, first, c.Render("\n"), "second time")
}

// Found by trying to break it: lines with another ending than most keep it, and
// the required entry counts as ours in whatever form.
func TestHandKeepsEndings(t *testing.T) {
	s := mustFind(t, []byte("## Wisdom\r\n\r\n- "+Required+"\r\n\r\nMine,\nand mine.\r\nLast.\r\n"))
	assert.Equal(t, "Mine,\nand mine.\r\nLast.", s.Hand(func(Entry) bool { return false }), "hand-written part")
}

// Found by review: an entry that a person switched off in a comment is none.
func TestCommentsAreVerbatim(t *testing.T) {
	s := mustFind(t, []byte("## Wisdom\n\n<!--\n**Off.** Not now.\n-->\n\n**On.** Now.\nplain line below\n"))
	var kinds []LineKind
	for _, line := range s.Lines {
		if line.Kind != Blank {
			kinds = append(kinds, line.Kind)
		}
	}
	assert.Equal(t, []LineKind{Other, Other, Other, EntryLine, Other}, kinds, "kinds")
}

func FuzzPut(f *testing.F) {
	for _, s := range []string{
		"", "# S\n\nHi.\n\n## Identity\n\nMe.\n\n## Vibe\n", "## Wisdom\n**A.** b\n---\n## N\n",
		"\xef\xbb\xbf---\na: b\n---\n", "x\r\n## Wisdom\r\n\r\n- **A.** b\r\n", "```\n## Wisdom\n",
		"## Wisdom\n\n<div>\n\n</div>", "a\rb\r## Wisdom\r", "- x\n  ## Wisdom\n", "## Wisdom\n    \n\tcode\n\n\n#",
		"<!--\n# a", "Wisdom\n---\n===", "1. ```\n## Wisdom",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		doc := markdown.Parse([]byte(source))
		s, err := Find(doc)
		if err != nil {
			return
		}
		c := content()
		start, end := Place(doc), Place(doc)
		if s != nil {
			start, end = s.Start, s.End
			c.Heading = s.Heading
			same, err := Put(doc, s, source[start:end])
			require.Truef(t, err == nil && string(same) == source, "put by itself: %q, %v", same, err)
			c.Hand = s.Hand(func(Entry) bool { return false })
		}
		out, err := Put(doc, s, c.Render(doc.Newline()))
		if err != nil {
			return // an error, and nothing written
		}
		require.Truef(t, bytes.HasPrefix(out, []byte(source[:start])) && bytes.HasSuffix(out, []byte(source[end:])),
			"bytes outside changed: %q", out)
		again := markdown.Parse(out)
		twice, err := Find(again)
		require.Truef(t, err == nil && twice != nil, "section not found again: %v", err)
		c.Hand = twice.Hand(func(e Entry) bool { return e.String() == c.Entries[1] })
		second, err := Put(again, twice, c.Render(again.Newline()))
		require.Truef(t, err == nil && bytes.Equal(second, out), "twice is not once:\n%q\n%q\n%v", out, second, err)
	})
}

// A person may leave the full stops out.
func TestWithStops(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, wantName, wantText string }{
		{"Backup", "Restore it first", "Backup.", "Restore it first."},
		{"Backup.", "Restore it first!", "Backup.", "Restore it first!"},
		{"Ask", "— then send", "Ask", "— then send."},
		{"备份", "先恢复再相信", "备份。", "先恢复再相信。"},
		{"Say", `"Done."`, "Say.", `"Done."`},
		{"Run", "Run `make test`", "Run.", "Run `make test`."},
		{"Why?", "Ask (and wait)", "Why?", "Ask (and wait)."},
		{"पहले", "पूछो।", "पहले.", "पूछो।"},
		{"Name only", "", "Name only.", ""},
	} {
		want := Entry{Name: test.wantName, Text: test.wantText}
		got := Entry{Name: test.name, Text: test.text}.WithStops()
		assert.Truef(t, got == want && got.WithStops() == want,
			"%q %q becomes %q %q", test.name, test.text, got.Name, got.Text)
	}
}

// Found by review: a formatter made one paragraph of the entries, and they were proposed again.
func TestWrappedParagraph(t *testing.T) {
	entries := []string{
		Required, "**Backups.** Restore a backup before you trust it. Say what failed.",
		"**Mine, too.** Be kind to those who ask.", "**Names.** A name says what it is.",
	}
	for width := 60; width <= 130; width++ {
		for _, newline := range []string{"\n", "\r\n"} {
			lines := wrapped(strings.Join(entries, " "), width)
			source := "## Wisdom" + newline + newline + strings.Join(lines, newline) + newline
			s := mustFind(t, []byte(source))
			var read []string
			var raw strings.Builder
			for _, line := range s.Lines {
				raw.WriteString(line.Raw + line.Ending)
				if line.Kind == EntryLine {
					read = append(read, line.Entry.String())
				}
			}
			require.Equalf(t, entries, read, "%d wide: %s", width, source)
			require.True(t, strings.HasSuffix(source, raw.String()), "%d wide: bytes were lost: %q", width, raw.String())
			hand := s.Hand(func(e Entry) bool { return e.Name != "Mine, too." })
			require.Equal(t, entries[2], strings.Join(strings.Fields(hand), " "))
			ours := s.Hand(func(e Entry) bool { return e.Name == "Mine, too." })
			again := mustFind(t, []byte("## Wisdom\n\n"+ours+"\n"))
			require.Lenf(t, again.Entries(), 2, "%d wide: what is kept around an entry that goes: %q", width, ours)
		}
	}
	s := mustFind(t, []byte("## Wisdom\n\n**On.** Now, and **always.** Yes. **No.** One line.\nplain line below\n"))
	want := []Entry{{Name: "On.", Text: "Now, and **always.** Yes. **No.** One line."}}
	assert.Equal(t, want, s.Entries(), "not wrapped")
}

// wrapped are the lines of a text as a formatter wraps it.
func wrapped(text string, width int) []string {
	lines := []string{""}
	for _, word := range strings.Fields(text) {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case len(*last)+1+len(word) <= width:
			*last += " " + word
		default:
			lines = append(lines, word)
		}
	}
	return lines
}
