package pipeline

import (
	"fmt"

	"wisdom/markdown/lint"
)

// RuleUncovered names the finding on lessons that are in no entry.
const RuleUncovered = "uncovered"

// uncovered says, of a run without a model, how many lessons are in no entry, and how one comes about.
func (r *run) uncovered() []lint.Finding {
	if r.model != nil {
		return nil
	}
	all := len(r.collected.Lessons)
	uncovered := all
	for i, theme := range r.themes {
		if theme.Anchor != nil || r.chosen[i] >= 0 {
			uncovered -= len(theme.Lessons)
		}
	}
	if uncovered < r.opts.Support {
		return nil
	}
	message := fmt.Sprintf("%d lessons are in no entry: a model finds what they share; ", uncovered)
	if uncovered == all {
		message = fmt.Sprintf("found nothing worth proposing in %d lessons: without a model, an entry is an order that "+
			"notes of %d days repeat in nearly the same words; a model finds what lessons share; ", all, r.opts.Support)
	}
	message += "wisdom doctor says how to connect one"
	return []lint.Finding{{Rule: RuleUncovered, Severity: lint.Note, Message: message}}
}
