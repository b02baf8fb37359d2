package pipeline

import (
	"fmt"

	"wisdom/markdown/lint"
)

// RuleUncovered names the finding on lessons that are in no entry.
const RuleUncovered = "uncovered"

// uncovered says, of a run without a model, how many lessons are in no entry.
func (r *run) uncovered() []lint.Finding {
	if r.model != nil {
		return nil
	}
	uncovered := len(r.collected.Lessons)
	for i, theme := range r.themes {
		if theme.Anchor != nil || r.chosen[i] >= 0 {
			uncovered -= len(theme.Lessons)
		}
	}
	if uncovered < r.opts.Support {
		return nil
	}
	return []lint.Finding{{
		Rule:     RuleUncovered,
		Severity: lint.Note,
		Message: fmt.Sprintf(
			"%d lessons are in no entry: a model finds what they share; wisdom doctor says how to connect one",
			uncovered,
		),
	}}
}
