package main

import (
	"context"
	"slices"

	"wisdom/internal/workspace"
	"wisdom/review"
)

// fit fits the draft to its files before it is walked or edited. What both sides
// changed is asked about first, on a copy, so that no other process waits for the
// lock meanwhile; where no person can be asked, the section is left as it is.
func (w *walk) fit(ctx context.Context) error {
	choices := map[string]string{}
	key := func(c review.Clash) string { return c.Item.ID + " " + c.Theirs.String() }
	dry := workspace.NewDryRun(w.a.fsys)
	log, err := review.ReadLog(dry)
	if err != nil {
		return err
	}
	var ask, answer func(review.Clash) (review.Choice, error)
	if w.a.interactive() {
		ask = func(c review.Clash) (review.Choice, error) {
			choice, err := w.askClash(ctx, c)
			choices[key(c)] = string(choice)
			return choice, err
		}
		answer = chosen(func(c review.Clash) string { return choices[key(c)] })
	}
	next, fitting, err := review.Fit(ctx, dry, log, w.d, ask, w.opts)
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
		next, fitting, err := review.Fit(ctx, w.a.fsys, w.log, w.d, answer, w.opts)
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

// askClash asks whose entry it is to be.
func (w *walk) askClash(ctx context.Context, c review.Clash) (review.Choice, error) {
	w.a.write(0, "Item %s and an entry that was added since then are about the same.", c.Item.ID)
	verb := either(c.Item.Kind == review.DropEntry, "draft drops:   ", "draft:   ")
	w.a.write(4, "  %s%s", verb, c.Item.Entry())
	w.a.write(4, "  SOUL.md: %s", c.Theirs)
	for {
		answer, err := w.key(ctx, "Which one is it to be: d the draft's, f that in the file, b both? [d,f,b]")
		if err != nil {
			return "", err
		}
		letters := map[string]review.Choice{"d": review.KeepDraft, "f": review.KeepFile, "b": review.KeepBoth}
		if choice, known := letters[answer]; known {
			return choice, nil
		}
	}
}
