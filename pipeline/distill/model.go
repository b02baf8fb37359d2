package distill

import (
	"context"
	"fmt"
)

// Model is a language model that proposes groups and wordings. Nothing that it
// answers is taken before it was checked.
//
// Its methods return a *BadAnswerError for an answer that cannot be used, so that
// it is asked again with the reason, and a *TooLongError for a request that its
// context does not hold. Every other error ends the run.
type Model interface {
	// Prepare is called once, with all the lessons that will be asked about.
	Prepare(texts []string)
	// Fits counts how many of texts, from the first on, one request to group
	// holds; at least one.
	Fits(texts []string) int
	// Expect tells that so many requests more will be made.
	Expect(requests int)
	// Group proposes groups: the numbers of texts, from 1, that teach the same.
	// wrong tells what was wrong with the answers before.
	Group(ctx context.Context, texts []string, wrong []string) ([][]int, error)
	// Word proposes how to say what texts teach.
	Word(ctx context.Context, texts []string, wrong []string) (Proposal, error)
}

// Proposal is how a model would word a theme.
type Proposal struct {
	Name, Full, Short, Tiny string
}

// BadAnswerError says why an answer cannot be used, in words for the model.
type BadAnswerError struct{ Reason string }

func (e *BadAnswerError) Error() string { return "the model's answer cannot be used: " + e.Reason }

// TooLongError says that a request does not fit into the context of the model.
type TooLongError struct{ Context int } // tokens

func (e *TooLongError) Error() string {
	return fmt.Sprintf("the request is longer than the model's context of %d tokens", e.Context)
}

// mostAsked is how often one thing is asked: once, and twice again with what was
// wrong.
const mostAsked = 3

// Notes count what became of a model's answers. All are zero without a model.
type Notes struct {
	Lessons   int // that it was asked to group
	Invented  int // numbers of lessons that there are not
	Repeated  int // lessons that it put into a second theme
	Parted    int // lessons that say the opposite of others in their theme
	PutBack   int // lessons that it left out, put to the theme they are like
	Forgotten int // lessons of themes that it left out whole, while it left out most
	Unnamed   int // themes of the built-in engine of which it named no lesson
	LeftOut   int // lessons that it left out, and that are like no theme
	TooLong   int // lessons longer than its context, grouped without it
	Worded    int // themes that speak with its words
	Refused   int // answers that were asked again
	GroupedBy int // requests to group that the built-in engine answered in its place
	WordedBy  int // themes that the built-in engine worded in its place
}
