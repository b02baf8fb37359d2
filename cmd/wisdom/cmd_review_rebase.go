package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"wisdom/internal/workspace"
	"wisdom/review"
)

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

// fit rebases a draft on its files as far as only other text changed, and says so.
func fit(ctx context.Context, a *deps, log *review.Log, d *review.Draft, opts review.Options) (*review.Draft, error) {
	next, fitting, err := review.Fit(ctx, a.fsys, log, d, opts)
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
func showChange(a *deps, err error) error {
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
