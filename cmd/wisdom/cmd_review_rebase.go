package main

import (
	"errors"

	"github.com/spf13/cobra"

	"wisdom/internal/workspace"
	"wisdom/review"
)

func newRebase(a *deps) *cobra.Command {
	return &cobra.Command{
		Use:         "rebase [ID]",
		Short:       "Show what a draft changes in its files as they are now",
		Hidden:      true,
		Annotations: inWorkspace(exitFindings, exitNothing, exitStale),
		RunE: func(_ *cobra.Command, args []string) error {
			a.talk("a draft follows its files, so there is nothing to rebase; this is what it changes in them now")
			return runDiff(a, first(args), review.Context, false)
		},
	}
}

// showChange shows the change that has to be confirmed, or else how a file changed, where an error is about that. What
// --json printed before stays the only answer.
func showChange(a *deps, err error) error {
	stale, ok := errors.AsType[*review.StaleError](err)
	if !ok || stale.Before == nil && stale.Now == nil {
		return err
	}
	patch := review.Patches(stale.Changes, review.Context)
	if patch == "" {
		patch = review.Change{Path: stale.Path, Before: stale.Before, After: stale.Now}.Patch(review.Context)
	}
	a.printPatch(patch)
	if a.flags.json && !is[*review.LeftError](err) {
		err = errors.Join(a.printJSON(staleAnswer{stale.Draft, stale.Path, patch, stale.Hash.Hex()}), err)
	}
	return err
}

// staleAnswer is what a draft would change now, with the hash that confirms it. Where nothing of it applies, it is how
// the file changed since the draft was created, without a hash.
type staleAnswer struct {
	Draft  string         `json:"draft"`
	Path   workspace.Path `json:"path"`
	Patch  string         `json:"patch"`
	Change string         `json:"change,omitempty"`
}
