package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/internal/workspace"
	"wisdom/review"
)

// under does work under the lock, on the draft as it is then. Another run is waited for, but not for long.
func (w *walk) under(ctx context.Context, work func() error) error {
	const attempts, pause = 20, 100 * time.Millisecond
	for i := 0; ; i++ {
		err := w.a.locked(ctx, w.opts, func(log *review.Log) error {
			if err := w.follow(log); err != nil {
				return err
			}
			return work()
		})
		if !is[*workspace.LockedError](err) || i == attempts {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

// movedError says that the draft is another one than was shown.
type movedError struct{ what string }

func (e *movedError) Error() string { return e.what }

// follow goes on with the draft that took the place of the one that was shown, if
// one did, and says so instead of acting on it.
func (w *walk) follow(log *review.Log) error {
	id := w.d.ID
	for log.State(id) == review.StateSuperseded && log.Successor(id) != "" {
		id = log.Successor(id)
	}
	if id == w.d.ID {
		shown := w.seen
		w.take(log, w.d)
		w.seen = shown
		if state := log.State(id); !state.Waits() {
			return &movedError{fmt.Sprintf("draft %s is %s now", id, state)}
		}
		return nil
	}
	d, err := log.Load(w.a.fsys, id)
	if err != nil {
		return err
	}
	at := ""
	if w.at < len(w.ids) {
		at = w.ids[w.at]
	}
	before := w.d.ID
	w.take(log, d)
	w.at = max(slices.Index(w.ids, at), 0)
	return &movedError{fmt.Sprintf("draft %s replaced %s in the meantime", id, before)}
}

// decide records a decision on items, unless another process decided on one of them since it was shown.
func (w *walk) decide(ctx context.Context, decision review.Decision, ids []string, reason string) error {
	w.withdrawn = nil
	return w.under(ctx, func() error {
		now := w.log.Decisions(w.d.ID)
		for _, id := range ids {
			if now[id] != w.seen[id] {
				w.seen = now
				return &movedError{fmt.Sprintf("%s was %s in the meantime", id, w.decided(id))}
			}
		}
		ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return now[id] == decision })
		if len(ids) == 0 {
			return nil
		}
		opts := w.opts
		err := w.a.tolerate(review.Decide(w.a.fsys, w.log, w.d, decision, ids, reason, opts))
		if stale, ok := errors.AsType[*review.StaleError](err); ok && stale.Changes != nil && !is[*review.LeftError](err) {
			opts.Confirm = stale.Hash // the whole change is shown before it is promoted
			err = w.a.tolerate(review.Decide(w.a.fsys, w.log, w.d, decision, ids, reason, opts))
		}
		w.seen = w.log.Decisions(w.d.ID)
		w.withdrawn = slices.DeleteFunc(w.d.IDs(), func(id string) bool {
			return now[id] != review.Taken || w.seen[id] != "" || slices.Contains(ids, id)
		})
		return err
	})
}

// openAgain says what the last decision leaves undecided again; "" for nothing.
func (w *walk) openAgain() string {
	if len(w.withdrawn) == 0 {
		return ""
	}
	return strings.Join(w.withdrawn, ", ") + ": undecided again, because no approved item brings it along"
}

// decided says who decided what on an item.
func (w *walk) decided(id string) string {
	decision := w.log.Decisions(w.d.ID)[id]
	if decision == "" {
		return "left open"
	}
	text := decision.String()
	if e, ok := w.log.DecidedBy(w.d.ID, id); ok {
		text += " by " + e.By
		if e.Reason != "" {
			text += ": " + e.Reason
		}
	}
	return text
}

// told tells that the draft is another one than was shown, if that is what err says; the item is then shown again.
func (w *walk) told(err error) error {
	if !is[*movedError](err) {
		return err
	}
	w.a.writeIn(terminal.Yellow, 0, "%s: look again", err)
	if !w.log.State(w.d.ID).Waits() {
		return errLeft
	}
	return nil
}

// tell prints a message among the questions of a review on a terminal, and elsewhere beside the answer.
func (w *walk) tell(format string, args ...any) {
	if w.a.interactive() {
		w.a.write(0, format, args...)
		return
	}
	w.a.talk(format, args...)
}
