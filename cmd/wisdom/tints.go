package main

import (
	"wisdom/cmd/wisdom/terminal"
	"wisdom/markdown/lint"
	"wisdom/review"
)

// tintOf is the colour of findings of a severity.
func tintOf(severity lint.Severity) terminal.Tint {
	switch severity {
	case lint.Error:
		return terminal.Red
	case lint.Warning:
		return terminal.Yellow
	}
	return terminal.Plain
}

// tintOfItem is green for what is put in, red for what is taken out, yellow for what
// replaces something.
func tintOfItem(item review.Item) terminal.Tint {
	switch {
	case item.Removes():
		return terminal.Red
	case item.Old != "", item.Kind == review.Rewrite:
		return terminal.Yellow
	}
	return terminal.Green
}

// tintOfDecision is yellow for what is undecided.
func tintOfDecision(decision review.Decision) terminal.Tint {
	switch decision {
	case review.Taken:
		return terminal.Green
	case review.Refused, review.Undone:
		return terminal.Red
	}
	return terminal.Yellow
}

// tintOfState is yellow for a draft that needs a person, plain for one that is closed.
func tintOfState(state review.State) terminal.Tint {
	switch state {
	case review.StatePromoted:
		return terminal.Green
	case review.StateNeedsReview, damaged:
		return terminal.Red
	case review.StateWaiting, review.StateApproved:
		return terminal.Yellow
	}
	return terminal.Plain
}

// sayBudget says an amount in green; one over its limit in red, and by how much.
func (a *app) sayBudget(text string, amount, limit int) {
	if amount > limit {
		a.writeIn(terminal.Red, 2, "%s: %d over", text, amount-limit)
		return
	}
	a.writeIn(terminal.Green, 2, "%s", text)
}
