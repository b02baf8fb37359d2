package markdown

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/markdown/mdtest"
)

var kindNames = []string{
	"", "heading", "paragraph", "list", "item", "quote", "code", "html", "table", "row", "cell", "divider",
}

func outline(doc *Document, blocks []*Block, depth int, sb *strings.Builder) {
	for _, b := range blocks {
		fmt.Fprintf(sb, "%s%s", strings.Repeat(" ", depth), kindNames[b.Kind])
		if b.Level > 0 {
			fmt.Fprintf(sb, " %d", b.Level)
		}
		fmt.Fprintf(sb, " %q\n", doc.Source[b.Start:b.End])
		outline(doc, b.Children, depth+1, sb)
	}
}

func TestParse(t *testing.T) {
	cases := mdtest.Cases(t, "testdata/parse.txtar")
	maps.Copy(cases, map[string]mdtest.Case{ // which are about bytes
		"front matter and byte order mark": {
			Before: "\xef\xbb\xbf---\r\ntitle: x\r\n---\r\n# A\r\n", After: `heading 1 "# A\r\n"` + "\n",
		},
		"lone carriage returns": {
			Before: "# A\rtext\r## B\r",
			After:  `heading 1 "# A\r"` + "\n" + `paragraph "text\r"` + "\n" + `heading 2 "## B\r"` + "\n",
		},
		"no final newline": {Before: "end", After: `paragraph "end"` + "\n"},
		"empty":            {},
	})
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			doc := Parse([]byte(tc.Before))
			var sb strings.Builder
			outline(doc, doc.Blocks, 0, &sb)
			assert.Equal(t, tc.After, sb.String())
		})
	}
}

func TestUnclosed(t *testing.T) {
	for source, want := range map[string]int{
		"a\n\n```\ncode\n```\n":  0,
		"a\n\n```\ncode\n":       3,
		"a\n\n```\n":             3,
		"~~~\n```\n~~~~\n":       0,
		"a\n\n<!-- x\n\n# b\n":   3,
		"a\n\n<!-- x -->":        0,
		"    indented code\n":    0,
		"- x\n  ```\n  code\n":   2,
		"> ```\n> code\n\nafter": 0,
	} {
		assert.Equalf(t, want, Parse([]byte(source)).Unclosed, "%q: unclosed at", source)
	}
	doc := ParseLoose([]byte("# A\n\n```sh\ncode\n# comment\n\n## Lessons\n\n- x\n"))
	if headings := doc.Headings(); len(headings) != 2 || headings[1].Text != "Lessons" {
		t.Errorf("an unclosed fence still swallows: %d headings", len(headings))
	}
}

func TestNewline(t *testing.T) {
	for source, want := range map[string]string{"": "\n", "a\nb\r\n": "\n", "a\r\nb\r\nc\n": "\r\n", "a\rb\r": "\r"} {
		assert.Equalf(t, want, Parse([]byte(source)).Newline(), "%q has", source)
	}
}

// Invariant 1.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"# A\r\rb\n---\n", "\xef\xbb\xbf+++\n+++", "- > ```\n\t- | a |\n|-|", "<!--\n\r", "1)\n 2)\n   # x\n\x00",
		"---\n---\n---", "* >0\n\t#\n0\n -|",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		for _, doc := range []*Document{Parse([]byte(source)), ParseLoose([]byte(source))} {
			require.Equalf(t, source, string(doc.Source), "the source changed to %q", doc.Source)
			last := 0
			for _, b := range doc.Blocks {
				require.Truef(t, b.Start >= last && b.End >= b.Start && b.End <= len(source),
					"%q: block %+v after %d", source, b, last)
				last = b.End
				inside(t, b, source)
			}
		}
	})
}

func inside(t *testing.T, b *Block, source string) {
	for _, c := range b.Children {
		require.Truef(t, c.Start >= b.Start && c.End <= b.End && c.End >= c.Start,
			"%q: child %+v outside %d-%d", source, c, b.Start, b.End)
		inside(t, c, source)
	}
}

// Found by trying to break it: three thousand nested lists took 47 seconds, because every line was read once for each
// level. The depth limits that, and no text may be lost for it.
func TestNestingIsBounded(t *testing.T) {
	const levels = 3 * deepest
	for name, line := range map[string]func(level int) string{
		"bullets":         func(level int) string { return strings.Repeat("  ", level) + "- text\n" },
		"numbers":         func(level int) string { return strings.Repeat("    ", level) + "10) text\n" },
		"tabs":            func(level int) string { return strings.Repeat("\t", level) + "* text\n" },
		"quotes":          func(level int) string { return strings.Repeat(">", level+1) + " text\n" },
		"bullets in line": func(level int) string { return strings.Repeat("- ", level+1) + "text\n" },
	} {
		var source strings.Builder
		for level := range levels {
			source.WriteString(line(level))
		}
		doc := ParseLoose([]byte(source.String()))
		depth, texts := nesting(doc.Blocks)
		if depth > 2*deepest+1 { // a list and its item for each byte, and the text
			t.Errorf("%s: %d blocks in one another", name, depth)
		}
		assert.Equalf(t, levels, texts, "%s: %d texts of %d are left", name, texts, levels)
	}
}

// nesting returns how deep blocks are nested, and how often they have text.
func nesting(blocks []*Block) (depth, texts int) {
	for _, b := range blocks {
		below, inside := nesting(b.Children)
		depth = max(depth, below+1)
		texts += inside + strings.Count(b.Text, "text")
	}
	return depth, texts
}

func TestMarksEnd(t *testing.T) {
	for line, want := range map[string]int{
		"text": 0, "  text": 0, "- text": 1, "  10. > * text": 9,
		"---": 0, "- - -": 3, "2026-11-21 x": 0, "1.5 kg": 0, "**bold**": 0, ">>> a": 3,
	} {
		assert.Equal(t, want, marks([]byte(line)), line)
	}
}

// The markers of an unfinished merge are found in every form, and nothing that looks like them.
func TestCheckMerged(t *testing.T) {
	for _, test := range []struct {
		line   int
		source string
	}{
		{2, "a\n<<<<<<< HEAD\n- x\n=======\n- y\n>>>>>>> laptop\n"},
		{1, "<<<<<<< HEAD\n- x\n||||||| base\n- z\n=======\n- y\n>>>>>>> laptop\n"},
		{1, "<<<<<<<\n=======\n>>>>>>>\n"},
		{2, "a\r\n<<<<<<< HEAD\r\nx\r\n=======\r\ny\r\n>>>>>>> b\r\n"},
		{2, "- x\n<<<<<<< Updated upstream\n- y\n"},
		{2, "- x\n=======\n- y\n>>>>>>> Stashed changes\n"},
		{3, "## Lessons\n\n<<<<<<< conflict 1 of 1\n+++++++ a\n>>>>>>> ends\n"},
		{2, "text\n<<<<<<< HEAD"},
		{4, "```\ncode\n```\n<<<<<<< HEAD\nx\n=======\n>>>>>>> b\n"},
		{4, "---\nstatus: a\n---\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> b\n"},
		{3, "- a\n  - b\n<<<<<<< HEAD\n  - c\n=======\n  - d\n>>>>>>> refs/x\n- e\n"},
		{0, "A title\n=======\n\ntext\n"},
		{0, "======= x\n"},
		{0, ">>>>>>> a quotation\n"},
		{0, "<<<<<<<< eight\n"},
		{0, "<<<<<<left\n"},
		{0, " <<<<<<< HEAD in the middle <<<<<<< of a line\n"},
		{0, "A merge leaves `<<<<<<< HEAD` and `>>>>>>> b` behind.\n"},
		{0, "```\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> b\n```\n"},
		{0, "~~~text\n<<<<<<< HEAD\n=======\n>>>>>>> b\n~~~\n"},
		{0, "> > > > > > > deep\n=======\n"},
		{0, "|||||||\n|---|\n"},
	} {
		err := CheckMerged([]byte(test.source))
		found, is := errors.AsType[*UnmergedError](err)
		assert.Truef(t, is == (test.line > 0) && (!is || found.Line == test.line), "%q: %v", test.source, err)
	}
}
