package main

import (
	"wisdom/cmd/wisdom/terminal"
	"wisdom/markdown/lint"
	"wisdom/review"
)

// tintOf is the colour of findings of a severity; notes have none.
var tintOf = map[lint.Severity]terminal.Tint{lint.Error: terminal.Red, lint.Warning: terminal.Yellow}

var tintOfDecision = map[review.Decision]terminal.Tint{
	review.Taken:   terminal.Green,
	review.Refused: terminal.Red,
	review.Undone:  terminal.Red,
	review.Freed:   terminal.Yellow,
}

// tintOfState is the colour of a draft: yellow for one that needs a person; one that is closed has none.
var tintOfState = map[review.State]terminal.Tint{
	review.StatePromoted:    terminal.Green,
	review.StateNeedsReview: terminal.Red,
	damaged:                 terminal.Red,
	review.StateWaiting:     terminal.Yellow,
	review.StateApproved:    terminal.Yellow,
}

// tintOfItem is green for what is put in, red for what is taken out, yellow for what replaces something.
func tintOfItem(item review.Item) terminal.Tint {
	switch {
	case item.Removes():
		return terminal.Red
	case item.Old != "", item.Kind == review.Rewrite:
		return terminal.Yellow
	}
	return terminal.Green
}
