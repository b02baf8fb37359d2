package main

import (
	"context"

	"wisdom/internal/workspace"
	"wisdom/review"
)

// fit fits the draft to its files before it is walked. What both sides changed is
// asked about first, on a copy, so that nobody waits for the lock meanwhile.
func (w *walk) fit(ctx context.Context) error {
	chosen := map[string]review.Choice{}
	key := func(c review.Clash) string { return c.Item.ID + " " + c.Theirs.String() }
	dry := workspace.NewDryRun(w.a.fsys)
	log, err := review.ReadLog(dry)
	if err != nil {
		return err
	}
	_, fitting, err := review.Fit(ctx, dry, log, w.d, func(c review.Clash) (review.Choice, error) {
		choice, err := w.askClash(ctx, c)
		chosen[key(c)] = choice
		return choice, err
	}, w.opts)
	if err := w.a.tolerate(err); err != nil || fitting.Fits() {
		return err
	}
	return w.under(ctx, func() error {
		next, fitting, err := review.Fit(ctx, w.a.fsys, w.log, w.d, func(c review.Clash) (review.Choice, error) {
			if choice, asked := chosen[key(c)]; asked {
				return choice, nil
			}
			return "", &review.ClashError{Clash: c}
		}, w.opts)
		if err := w.a.tolerate(err); err != nil {
			return err
		}
		w.a.write(2, "%s", fitted(w.d, next, fitting))
		w.take(w.log, next)
		return nil
	})
}

// askClash asks whose entry it is to be.
func (w *walk) askClash(ctx context.Context, c review.Clash) (review.Choice, error) {
	w.a.write(0, "Item %s and an entry that somebody wrote since are about the same.", c.Item.ID)
	verb := "draft:   "
	if c.Item.Kind == review.DropEntry {
		verb = "draft drops:   "
	}
	w.a.write(4, "  %s%s", verb, c.Item.Entry())
	w.a.write(4, "  SOUL.md: %s", c.Theirs)
	for {
		answer, err := w.ask(ctx, "Which one is it to be: d the draft's, f that in the file, b both? [d,f,b]")
		if err != nil {
			return "", err
		}
		for letter, choice := range map[string]review.Choice{"d": review.KeepDraft, "f": review.KeepFile, "b": review.KeepBoth} {
			if answer == letter {
				return choice, nil
			}
		}
	}
}
