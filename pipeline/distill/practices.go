package distill

import (
	"context"

	"wisdom/review/ledger"
)

// Practices finds what lessons teach with a model.
func Practices(ctx context.Context, lessons []ledger.Lesson, anchors []Anchor, opts Options) ([]Theme, Notes, error) {
	themes, err := Themes(ctx, lessons, anchors, opts)
	return themes, Notes{}, err
}

// Longest is how many tokens the longest prompt about lessons has, and its answer, at
// most.
func Longest(lessons []string) (prompt, written int) { return 0, 0 }

// Notes count what became of a model's answers. All are zero without a model.
type Notes struct {
	Refused int // answers that were asked again
}
