package main

import (
	"context"
	"slices"

	"wisdom/internal/workspace"
	"wisdom/review"
)

// fit fits the draft to its files before it is walked or edited. It tries that on a copy
// first, which needs no lock.
func (w *walk) fit(ctx context.Context) error {
	dry := workspace.NewDryRun(w.a.fsys)
	log, err := review.ReadLog(dry)
	if err != nil {
		return err
	}
	next, fitting, err := review.Fit(ctx, dry, log, w.d, w.opts)
	if err := w.a.tolerate(err); err != nil || fitting.Fits() {
		return err
	}
	for _, stale := range fitting.Stale {
		if slices.Contains(w.stale, stale.Path) {
			continue
		}
		w.tell("%s; nothing can be put into it from this draft, a new run proposes it again", stale)
		w.stale = append(w.stale, stale.Path)
	}
	if next.ID == w.d.ID {
		w.take(w.log, w.d)
		return nil
	}
	return w.under(ctx, func() error {
		next, fitting, err := review.Fit(ctx, w.a.fsys, w.log, w.d, w.opts)
		if err := w.a.tolerate(err); err != nil {
			return err
		}
		w.tell("%s", fitted(w.d, next, fitting))
		w.take(w.log, next)
		return nil
	})
}

// tell prints a message among the questions of a review on a terminal, and elsewhere beside the answer.
func (w *walk) tell(format string, args ...any) {
	if w.a.interactive() {
		w.a.write(0, format, args...)
		return
	}
	w.a.talk(format, args...)
}
