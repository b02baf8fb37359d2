package facts

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/secrets"
	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/facts/factstest"
)

// holding are the lines that hold a fact or what is unclear.
func holding(found Found) map[int]bool {
	lines := map[int]bool{}
	for _, f := range slices.Concat(found.Facts, found.Unclear) {
		lines[f.Line] = true
	}
	return lines
}

// Invariant 4, on invented documents. Secrets are in no list.
func TestEveryLineEndsInOneList(t *testing.T) {
	t.Parallel()
	for seed := range uint64(600) {
		file := factstest.Make(seed)
		found := Find(t.Context(), "TOOLS.md", []byte(file.Source))
		ends := holding(found)
		for _, l := range found.Lines() {
			assert.Falsef(t, ends[l.Line], "seed %d: line %d is told twice\n%s", seed, l.Line, file.Source)
			ends[l.Line] = true
			for _, secret := range file.Secrets {
				assert.NotContainsf(t, l.Text, secret, "seed %d\n%s", seed, file.Source)
			}
			assert.NotEmptyf(t, l.List, "seed %d: line %d", seed, l.Line)
			assert.Equalf(t, l.List == LeftOut(secret), l.Text == "", "seed %d: %+v", seed, l)
		}
		require.Equalf(t, file.Counted, ends, "seed %d\n%s", seed, file.Source)
	}
}

// What a line ends as, and why.
func TestAccount(t *testing.T) {
	runCases(t, "account.txtar", func(t *testing.T, _, text string) string {
		found := Find(t.Context(), "TOOLS.md", []byte(text))
		all := printed(found, show)
		for _, f := range found.Unclear {
			all += "unclear: " + show(f) + "\n"
		}
		for _, l := range found.Lines() {
			all += strings.TrimSpace(show(Fact{Line: l.Line, Key: l.List, Value: l.Text})) + "\n"
		}
		return all
	})
}

// Beside a TOOLS.md with facts, a section of AGENTS.md is not read as a tool document, and nothing of it is accounted
// for.
func TestAccountOfAgentsSection(t *testing.T) {
	const text = "# Agents\n\nBe kind.\n\n## Tools\n\n- gate: 10.0.0.4\n- Ask first.\n\n## Rest\n\nx\n"
	agents := Document{"AGENTS.md", []byte(text)}
	alone := FindAll(t.Context(), []Document{{"TOOLS.md", nil}, agents})[1]
	assert.Equal(t, []Line{{List: Prose, Path: "AGENTS.md", Line: 8, Text: "- Ask first."}}, alone.Lines())
	both := FindAll(t.Context(), []Document{{"TOOLS.md", []byte("- barn: 10.0.0.5\n")}, agents})[1]
	assert.Empty(t, both.Lines())
}

// FuzzAccount guards invariant 4.
func FuzzAccount(f *testing.F) {
	for seed := range uint64(6) {
		f.Add(factstest.Make(seed).Source, false)
	}
	f.Add("a\n=\n- # b\n> ```\n> c\n\n| d |\n|---|\n| e |\n", false)
	f.Add("# x\n## Tools\n- a: 10.0.0.1\rb\n", true)
	f.Fuzz(func(t *testing.T, source string, isAgents bool) {
		path := Files[0]
		if isAgents {
			path = Files[1]
		}
		checkAccount(t, path, source)
	})
}

// checkAccount checks that each line of a document that holds letters or digits ends in one list, holds a fact, or is a
// mark of Markdown.
func checkAccount(t *testing.T, path workspace.Path, source string) {
	t.Helper()
	found := Find(t.Context(), path, []byte(source))
	ends, last := holding(found), 0
	for _, l := range found.Lines() {
		require.Truef(t, l.Line > last && !ends[l.Line] && l.List != "", "%+v after line %d", l, last)
		ends[l.Line], last = true, l.Line
	}
	clean, _ := secrets.Redact(strings.Join(linesOf([]byte(source)), "\n"))
	doc := markdown.ParseLoose([]byte(clean))
	from, to := scope(doc, path)
	isMark := map[int]bool{}
	var look func([]*markdown.Block)
	look = func(blocks []*markdown.Block) {
		for _, b := range blocks {
			switch first, last := doc.Line(b.Start), doc.Line(max(b.Start, b.End-1)); b.Kind {
			case markdown.Heading:
				for line := first; line <= last; line++ {
					isMark[line] = true
				}
			case markdown.Code:
				isMark[first], isMark[last] = true, true
			}
			look(b.Children)
		}
	}
	look(doc.Blocks)
	for i, line := range linesOf([]byte(source)) {
		if n := i + 1; n >= from && n < to && strings.ContainsFunc(line, isWordRune) {
			require.Truef(t, ends[n] || isMark[n], "line %d is in no list: %q", n, line)
		}
	}
}

// A line across the page and the mark of a quotation are lines, too.
func TestMarksAreAccountedFor(t *testing.T) {
	t.Parallel()
	const source = "# Tools\n\n***\n\n> Take care.\n>\n> Be kind.\n\n- port: 8091\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
	var at []int
	for _, l := range Find(t.Context(), "TOOLS.md", []byte(source)).Lines() {
		at = append(at, l.Line)
	}
	for _, line := range []int{3, 5, 6, 7} {
		assert.Contains(t, at, line)
	}
	assert.NotContains(t, at, 12)
}
