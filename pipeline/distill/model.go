package distill

import (
	"context"
	"fmt"

	"wisdom/prompts"
)

// Model is a language model that answers a prompt in JSON. No answer counts before it
// was checked.
type Model interface {
	// Prepare is called once, with the tokens (o200k_base) of the longest prompt and
	// of the longest answer of the run, so that all requests share one context.
	Prepare(longest, written int)
	// Room is how many tokens (o200k_base) a prompt may have if its answer may take
	// so many.
	Room(written int) int
	// Expect announces so many more requests, for the progress that people see.
	Expect(requests int)
	// Ask sends a prompt and decodes the answer, of at most written tokens, into a
	// value. It returns a *BadAnswerError if the answer cannot be used, and a
	// *TooLongError if the context does not hold the request; every other error ends
	// the run. again tells that it repeats a request with what was wrong.
	Ask(ctx context.Context, step prompts.Name, p prompts.Prompt, written int, again bool, into any) error
}

// BadAnswerError says why an answer cannot be used, in words for the model.
type BadAnswerError struct{ Reason string }

func (e *BadAnswerError) Error() string { return "the model's answer cannot be used: " + e.Reason }

// TooLongError says that a request does not fit into the context of the model.
type TooLongError struct{ Context int } // tokens

func (e *TooLongError) Error() string {
	return fmt.Sprintf("the request is longer than the model's context of %d tokens", e.Context)
}
