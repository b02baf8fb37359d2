//go:build browser

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/chromedp/chromedp"

	"wisdom/review"

	"github.com/stretchr/testify/require"
)

// lead is how an entry begins in SOUL.md.
func lead(item review.Item) string { return "**" + item.Name + "**" }

// figures are the tokens of each budget as status gives them, under the names of the page.
func figures(t *testing.T, s *shell) map[string]int {
	t.Helper()
	var status struct {
		Budgets []struct {
			Name   string `json:"name"`
			Tokens int    `json:"tokens"`
		} `json:"budgets"`
	}
	decode(t, s.must(t, "status", "--json"), &status)
	found := map[string]int{}
	for _, budget := range status.Budgets {
		found[strings.Replace(budget.Name, "section", "Wisdom section", 1)] = budget.Tokens
	}
	return found
}

// figuresAfter are those after a copy of the workspace approved and promoted an entry.
func figuresAfter(t *testing.T, s *shell, entry review.Item) map[string]int {
	t.Helper()
	c := &shell{dir: filepath.Join(t.TempDir(), "copy"), env: s.env}
	require.NoError(t, os.CopyFS(c.dir, os.DirFS(s.dir)))
	c.must(t, "review", "approve", c.draft(), "--items", entry.ID)
	return figures(t, c)
}

// meters are the budgets in the words of the page.
func (b *tab) meters() (words string) {
	b.t.Helper()
	b.run(chromedp.Evaluate(`document.querySelector(".meters").innerText.replace(/\s+/g, " ")`, &words))
	return words
}

// sameFigures checks what the page says of budgets.
func sameFigures(t *testing.T, what, meters string, want map[string]int, names ...string) {
	t.Helper()
	for _, name := range names {
		if !strings.Contains(meters, fmt.Sprintf("%s %d ", name, want[name])) {
			t.Errorf("%s: %s has %d tokens, and the page says %q", what, name, want[name], meters)
		}
	}
}

// fill puts the ids of the draft into a selector or an expression: {1} is that of the
// first entry to decide on.
func (b *tab) fill(text string) string {
	for name, id := range b.names {
		text = strings.ReplaceAll(text, name, id)
	}
	return text
}

// nameEntries lets {1}, {2}, … stand for the entries of the draft in their order.
func (b *tab) nameEntries(s *shell) {
	b.t.Helper()
	b.names = map[string]string{}
	for i, item := range entriesOf(b.t, s) {
		b.names[fmt.Sprintf("{%d}", i+1)] = item.ID
	}
}

// promoted checks what a whole draft comes to.
func promoted(t *testing.T, s *shell, with, without []string) {
	t.Helper()
	soul := contents(t, s, "SOUL.md")
	for _, text := range with {
		assert.Contains(t, soul, text, "SOUL.md lacks")
	}
	for _, text := range without {
		assert.NotContains(t, soul, text, "SOUL.md has")
	}
}
