package main

import (
	"strings"
	"testing"

	"wisdom/internal/workspace"
	"wisdom/review"
	"wisdom/review/lint"
)

// The way on from a broken rule once named --items and review edit also where there
// was no draft.
func TestHintForABrokenRuleWithoutADraft(t *testing.T) {
	for _, rule := range []string{lint.RuleToolsProse, lint.RuleToolsBudget, lint.RuleSectionBudget} {
		a := &app{fsys: workspace.NewMemory(nil)}
		hint := a.hintFor(&review.InvalidError{Findings: []lint.Finding{{Rule: rule, Severity: lint.Error}}})
		if hint == "" || strings.Contains(hint, "--items") || strings.Contains(hint, "edit") {
			t.Errorf("%s: hint %q", rule, hint)
		}
	}
}
