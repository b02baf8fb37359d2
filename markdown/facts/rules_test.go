package facts

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/markdown/mdtest"
)

// ruleOf is the rule that a case is an example of.
func ruleOf(name string) string {
	rule, _, _ := strings.Cut(name, ": ")
	return rule
}

// Wanted are the rules that decided, each with its line and the value, and the facts.
func TestRules(t *testing.T) {
	runCases(t, "rules/*.txtar", func(t *testing.T, name, text string) string {
		found := Find(t.Context(), "TOOLS.md", []byte(text))
		assert.Truef(t, slices.ContainsFunc(found.Decisions, func(d Decision) bool { return d.Rule == ruleOf(name) }),
			"not by the rule %q: %+v", ruleOf(name), found.Decisions)
		all := ""
		for _, d := range found.Decisions {
			all += strings.TrimSpace(fmt.Sprintf("%d %s: %s", d.Line, d.Rule, d.Value)) + "\n"
		}
		return all + printed(found, show)
	})
}

func TestEachRuleHasAnExample(t *testing.T) {
	tested := map[string]bool{"no value": true}
	paths, err := filepath.Glob("testdata/cases/rules/*.txtar")
	require.NoError(t, err)
	for _, path := range paths {
		for name := range mdtest.Cases(t, path) {
			tested[ruleOf(name)] = true
		}
	}
	for _, rule := range rules {
		assert.Truef(t, tested[rule.name], "the rule %q has no example", rule.name)
	}
}
