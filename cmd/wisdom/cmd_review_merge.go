package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/internal/workspace"
	"wisdom/review"
)

// choices say whose entry wins where a draft and a person both changed one.
var choices = []string{string(review.KeepDraft), string(review.KeepFile), string(review.KeepBoth)}

func newMerge(a *app) *cobra.Command {
	var keep, reviewer string
	cmd := &cobra.Command{
		Use:   "merge ID",
		Short: "Rebase a draft on files that changed after it was created",
		Long: `Rebase a pending draft on its files as they are now. A new draft with the same
decisions replaces it. Entries that a person added to the section since then stay,
and entries that a person removed stay removed. If the draft and that person
changed the same entry, --on-conflict says which one to keep; on a terminal, wisdom
review asks. If only text outside the section changed, approve does this by itself.`,
		Example:     "  wisdom review merge 3fa9c1\n  wisdom review merge 3fa9c1 --on-conflict file",
		Annotations: inWorkspace(exitNothing, exitLocked, exitStale, exitUnfinished),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.onDraft(cmd.Context(), args[0], reviewer,
				func(log *review.Log, d *review.Draft, opts review.Options) error {
					choose := chosen(func(review.Clash) string { return keep })
					next, fitting, err := review.Fit(cmd.Context(), a.fsys, log, d, choose, opts)
					if err := a.tolerate(err); err != nil {
						return err
					}
					switch {
					case fitting.Fits():
						return a.reply(a.answerOn(log, d, nil), "nothing to do: draft %s fits its files", d.ID)
					case next.ID == d.ID:
						return &hintedError{fitting.Stale[0], a.command("run") + " creates a new draft from the current file"}
					}
					return a.reply(a.answerOn(log, next, nil), "%s\nnext     %s", fitted(d, next, fitting), a.command("review"))
				})
		},
	}
	addChoice(cmd, cmd.Flags(), &keep, "on-conflict", "",
		"which entry to keep if both changed the same one: draft, file or both", choices...)
	addReviewer(cmd, &reviewer)
	return cmd
}

// chosen answers what a draft and a person both changed by what was chosen before; where nothing was, it is an error.
func chosen(by func(review.Clash) string) func(review.Clash) (review.Choice, error) {
	return func(c review.Clash) (review.Choice, error) {
		if choice := by(c); choice != "" {
			return review.Choice(choice), nil
		}
		return "", &review.ClashError{Clash: c}
	}
}

// fitted says what became of a draft that was rebased on its files.
func fitted(d, next *review.Draft, fitting *review.Fitting) string {
	text := fmt.Sprintf("draft %s replaces %s: rebased on %s", next.ID, d.ID, fitting)
	text += textIf(len(fitting.Gone) > 0, fmt.Sprintf("; done or out of place: %s", strings.Join(fitting.Gone, ", ")))
	if len(fitting.Crowded) > 0 {
		text += fmt.Sprintf("; no room any more, left to a later run: %s", strings.Join(fitting.Crowded, ", "))
	}
	for _, stale := range fitting.Stale {
		text += fmt.Sprintf("; not to %s (%s)", stale.Path, stale.How)
	}
	return text
}

// fit rebases a draft on its files as far as no question is open, and says so.
func (a *app) fit(ctx context.Context, log *review.Log, d *review.Draft, opts review.Options) (*review.Draft, error) {
	next, fitting, err := review.Fit(ctx, a.fsys, log, d, nil, opts)
	if is[*review.ItemError](err) {
		return d, nil // whoever works on it says so
	}
	if err := a.tolerate(err); err != nil {
		return nil, err
	}
	if next.ID != d.ID {
		a.talk("%s", fitted(d, next, fitting))
	}
	return next, nil
}

// showChange shows how a file changed since, where an error is about that.
// What --json printed before stays the only answer.
func (a *app) showChange(err error) error {
	stale, ok := errors.AsType[*review.StaleError](err)
	if !ok || stale.Before == nil && stale.Now == nil {
		return err
	}
	patch := review.Change{Path: stale.Path, Before: stale.Before, After: stale.Now}.Patch(review.Context)
	a.printPatch(patch)
	if a.flags.json && !is[*review.LeftError](err) {
		err = errors.Join(a.printJSON(staleAnswer{stale.Draft, stale.Path, patch}), err)
	}
	return err
}

// staleAnswer is how a file changed since a draft was created.
type staleAnswer struct {
	Draft string         `json:"draft"`
	Path  workspace.Path `json:"path"`
	Patch string         `json:"patch"`
}

// mayShrink are the files of the flag.
func mayShrink(files []string) ([]workspace.Path, error) {
	var paths []workspace.Path
	for _, file := range files {
		p, err := workspace.ParsePath(file)
		if err != nil {
			return nil, fmt.Errorf("--allow-shrink: %w", err)
		}
		paths = append(paths, p)
	}
	return paths, nil
}
