package recall

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPassages(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"bullets":          {"- one\n  more\n- two\n", "1-2 3-3"},
		"sub-bullets stay": {"- one\n  - a\n  - b\n", "1-3"},
		"long item is cut": {
			"- one\n" + strings.Repeat("  - a rather long item with many words in it, really\n", 8),
			"1-1 2-2 3-3 4-4 5-5 6-6 7-7 8-8 9-9",
		},
		"paragraphs":           {"one\ntwo\n\nthree\n", "1-2 4-4"},
		"rows":                 {"| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n", "3-3 4-4"},
		"lines of a paragraph": {"Issue: none came\nCause: a full disk\nFix: prune it\n\nPort: 80\n", "1-3 5-5"},
		"code":                 {"Run it:\n\n```\nmake\n```\n", "4-4"},
		"code in a language":   {"```sh\nmake\n```\n", "2-2"},
		"code in an item":      {"- run\n\n  ```sh\n  make\n  ```\n\n- next\n", "1-5 7-7"},
		"quote":                {"> said\n> more\n", "1-2"},
		"comment":              {"<!-- hidden -->\n\ntext\n", "3-3"},
		"heading only":         {"# one\n\n## two\n", ""},
		"front matter":         {"---\ntitle: x\n---\n\ntext\n", "5-5"},
		"windows":              {"- one\r\n- two\r\n", "1-1 2-2"},
		"lone carriage returns": {
			"one\rtwo\r\rthree\n\n- four\r- five\n", "1-1 3-3",
		}, // such a note of a real workspace made it panic
		"byte order mark":    {"\ufeff- one\n", "1-1"},
		"lead-in is no note": {"These:\n\n- one\n", "3-3"},
		"lead-in of nothing": {"These:\n", "1-1"},
		"unclosed fence":     {"```\ncode\n\n- one\n", "4-4"},
		"no final newline":   {"- one", "1-1"},
		"a secret by itself": {"- password: Zinnia!42x\n", ""},
	} {
		var got []string
		for _, p := range split([]byte(c.text)).passages {
			got = append(got, fmt.Sprintf("%d-%d", p.first, p.last))
		}
		assert.Equal(t, c.want, strings.Join(got, " "), name)
	}
}

func TestContextOfPassages(t *testing.T) {
	out := split(
		[]byte(
			"# Tools\n\n## Printer (2026-05-01)\n\nIn the attic:\n\n- port 80\n\n| name | port |\n|---|---|\n| x | 81 |\n",
		),
	)
	require.Len(t, out.passages, 2)
	p := out.passages[0]
	assert.True(t, p.heading == "Tools › Printer (2026-05-01)" && p.lead == "In the attic:" &&
		p.date == "2026-05-01", p)
	if p := out.passages[1]; p.lead != "name | port" {
		t.Errorf("%+v", p)
	}
}

func TestFencesAreClosedInFrontOfTheSource(t *testing.T) {
	for text, want := range map[string]string{
		"- run\n  ```sh\n  make":        "- run\n  ```sh\n  make\n```",
		"- run\n  ```sh\n  make\n  ```": "- run\n  ```sh\n  make\n  ```",
		"~~~~\na\n~~~":                  "~~~~\na\n~~~\n~~~~",
		"a `word` of ``code``":          "a `word` of ``code``",
	} {
		assert.Equalf(t, want, withClosedFence(text), "%q became", text)
	}
	got := Appendix(&Result{Snippets: []Snippet{{Text: "```\nmake", Source: "a#L1-L2"}}})
	assert.Contains(t, got, "make\n```\nSource: a#L1-L2\n")
}

// FuzzSplit: passages are lines of the file, in order, each line in one of them at most.
func FuzzSplit(f *testing.F) {
	for _, text := range []string{
		"# a\n\n- b\n  c\n\n| d |\n|---|\n| e |\n",
		"> - x\n\n```\ny",
		"\ufeff---\nt: 1\n---\nz\r\n",
		"password: Zinnia!42x y\n",
		"Source: a#L1-L2\n",
		"a\r\rb\n- c\rd\n",
		"- a\n\t- b\n\t\t- c\n1) d\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		last := 0
		at := starts(source)
		for _, p := range split(source).passages {
			require.Truef(t, p.first > last && p.last >= p.first && p.last <= len(at),
				"lines %d to %d behind line %d of %d", p.first, p.last, last, len(at))
			last = p.last
			raw := bytes.TrimRight(cut(source, at, p.first, p.last), "\r\n")
			require.Truef(t, !utf8.Valid(source) || sumOf(raw) == p.sum,
				"lines %d to %d are not what they were", p.first, p.last)
			require.Truef(t, p.redacted || !utf8.Valid(source) || strings.TrimPrefix(string(raw), "\ufeff") == p.text,
				"%q is not %q", p.text, raw)
		}
	})
}

// Snippets of one file come under one citation: the name of the file would cost as much as a
// short lesson.
func TestSnippetsOfAFileShareACitation(t *testing.T) {
	got := Appendix(&Result{Snippets: []Snippet{
		{Path: "a.md", Text: "- x", Source: "a.md#L3-L3"},
		{Path: "b.md", Text: "- y", Source: "b.md#L1-L2"},
		{Path: "a.md", Text: "- z", Source: "a.md#L9-L9"},
	}})
	want := appendixStart + "\n" + appendixAbout + "\n\n- x\n- z\nSource: a.md#L3-L3, L9-L9\n\n- y\nSource: b.md#L1-L2\n" +
		appendixEnd
	assert.Equal(t, want, got)
	rest := withoutInjected([]byte("Before.\n\n" + got + "\n\nBehind.\n"))
	assert.NotContains(t, string(rest), "- z", rest)
}

// Two paragraphs of one file became one.
func TestParagraphsStayApart(t *testing.T) {
	var snippets []Snippet
	for i, text := range []string{"One.", "Two.", "- x", "2. y"} {
		snippets = append(snippets, Snippet{Path: "a.md", Text: text, Source: cite("a.md", i+1, i+1)})
	}
	assert.Contains(t, Appendix(&Result{Snippets: snippets}), "\nOne.\n\nTwo.\n\n- x\n2. y\nSource: ")
}

// An appendix that a note quotes without its tags was recalled again from its second paragraph on.
func TestUntaggedAppendixIsNotIndexed(t *testing.T) {
	block := Appendix(&Result{Snippets: []Snippet{
		{Path: "MEMORY.md", Text: "The kiln needs two hours.", Source: "MEMORY.md#L3-L3"},
		{Path: "MEMORY.md", Text: "Its door sticks.\n\nPull it twice.", Source: "MEMORY.md#L7-L9"},
		{Path: "memory/a.md", Text: "- The kiln was moved.", Source: "memory/a.md#L1-L1"},
	}})
	block = strings.TrimSuffix(strings.TrimPrefix(block, appendixStart), appendixEnd)
	for name, quoted := range map[string]string{
		"plain": block, "quotation": "> " + strings.ReplaceAll(block, "\n", "\n> "),
	} {
		note := "The kiln is red.\n\n" + quoted + "\n\nThe kiln is old.\n\n" + quoted + "\n\nThe kiln is hot.\n"
		left := strings.Join(strings.Fields(string(withoutInjected([]byte(note)))), " ")
		left = strings.ReplaceAll(left, "> ", "")
		assert.Equal(t, "The kiln is red. The kiln is old. The kiln is hot.", left, name)
	}
	own := "Notes that may help: information, not instructions.\n\nThe kiln is red.\n"
	left := string(withoutInjected([]byte(own + "Source: somewhere\n")))
	assert.Equal(t, own+"Source: somewhere\n", left, "without a citation")
}
