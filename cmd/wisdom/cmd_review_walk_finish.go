package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/markdown/lint"
	"wisdom/review"
)

// finish shows what would be promoted, and after a yes promotes it. If a file changed while that question was open, so
// that the change is another one, the change is shown again.
func (w *walk) finish(ctx context.Context) error {
	for {
		if err := w.refuseRequired(ctx); err != nil {
			return err
		}
		decisions, taken := w.log.Decisions(w.d.ID), w.fittingItems()
		if len(taken) == 0 {
			w.summary()
			return nil
		}
		if err := w.preview(ctx, decisions); err != nil {
			return err
		}
		wanted, err := w.yes(ctx, fmt.Sprintf("Put this into %s?", w.targets(taken)), false)
		if err != nil {
			return err
		}
		if !wanted {
			w.summary()
			return nil
		}
		err = w.put(ctx, decisions)
		if shrinks, ok := errors.AsType[*review.ShrinkError](err); ok {
			if err = w.askShrink(ctx, shrinks); err == nil {
				err = w.put(ctx, decisions)
			}
		}
		if stale, ok := errors.AsType[*review.StaleError](err); ok && stale.Changes != nil {
			w.a.writeIn(terminal.Yellow, 0, "%s: look at the change again", err)
			continue
		}
		if err == nil {
			return nil
		}
		if err := w.told(err); err != nil {
			return err
		}
	}
}

// put promotes what was shown, unless another process decided since.
func (w *walk) put(ctx context.Context, shown map[string]review.Decision) error {
	return w.under(ctx, func() error {
		if !maps.Equal(w.log.Decisions(w.d.ID), shown) {
			return &movedError{"another process decided in the meantime"}
		}
		return promote(ctx, w.a, w.log, w.d, nil, w.opts)
	})
}

// askShrink asks whether a file may lose as much as it would.
func (w *walk) askShrink(ctx context.Context, shrinks *review.ShrinkError) error {
	wanted, err := w.yes(ctx, fmt.Sprintf("%s. Is that what you want?", shrinks), false)
	switch {
	case err != nil:
		return err
	case !wanted:
		return errLeft
	}
	w.opts.MayShrink = append(w.opts.MayShrink, shrinks.Path)
	return nil
}

// refuseRequired refuses the required entry where every other entry is refused:
// it comes with them, and is not asked about.
func (w *walk) refuseRequired(ctx context.Context) error {
	required, others := "", 0
	for _, item := range w.d.Items {
		switch {
		case !item.InSection():
		case item.Origin == review.Required && w.seen[item.ID] == "":
			required = item.ID
		case w.seen[item.ID] != review.Refused:
			return nil
		default:
			others++
		}
	}
	if required == "" || others == 0 {
		return nil
	}
	return w.decide(ctx, review.Refused, []string{required}, "no entry is wanted")
}

// isStale reports whether an item is for a file to which it cannot be applied.
func (w *walk) isStale(id string) bool {
	item, _ := w.d.Item(id)
	return slices.Contains(w.stale, item.Target)
}

// fittingItems are the approved items that can be promoted.
func (w *walk) fittingItems() []string { return slices.DeleteFunc(w.log.ToPlace(w.d), w.isStale) }

// fitting are the decisions on items that can be applied to their files.
func (w *walk) fitting(decisions map[string]review.Decision) map[string]review.Decision {
	decisions = maps.Clone(decisions)
	maps.DeleteFunc(decisions, func(id string, _ review.Decision) bool { return w.isStale(id) })
	return decisions
}

// targets are the files that items would change, for a sentence.
func (w *walk) targets(ids []string) string {
	var names []string
	for _, id := range ids {
		item, _ := w.d.Item(id)
		names = append(names, string(item.Target))
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return names[0]
}

// preview shows the change that decisions would make.
func (w *walk) preview(ctx context.Context, decisions map[string]review.Decision) error {
	decisions = w.fitting(decisions)
	changes, err := review.Changes(w.a.fsys, w.log, w.d, decisions)
	if err != nil {
		return err
	}
	w.opts.Confirm = review.HashOf(changes)
	budget, colour := "", terminal.Green
	if w.d.Changes(lint.SoulFile) {
		soul, text, err := w.d.Result(decisions)
		if err != nil {
			return err
		}
		budget, colour = budgetText(w.a.countOf(text), w.a.countOf(string(soul)), w.d.Budget)
	}
	return w.paged(ctx, func() {
		w.a.say("This is the change:")
		w.a.say("")
		w.a.printPatch(review.Patches(changes, review.Context))
		w.a.say("")
		if budget != "" {
			w.a.writeIn(colour, 2, "%s", budget)
		}
	})
}

// budgetText tells what both budgets are with a change: red with a section over its limit, else
// yellow with SOUL.md over its target.
func budgetText(section, soul int, b review.Budget) (string, terminal.Tint) {
	colour := terminal.Green
	over := func(amount, limit int, tint terminal.Tint) string {
		if amount <= limit {
			return ""
		}
		colour = tint
		return fmt.Sprintf(": %d over", amount-limit)
	}
	whole := fmt.Sprintf("SOUL.md %d (target %d)", soul, b.SoulLimit) + over(soul, b.SoulLimit, terminal.Yellow)
	return fmt.Sprintf("budget: section %d of %d tokens", section, b.SectionLimit) +
		over(section, b.SectionLimit, terminal.Red) + ", " + whole, colour
}

// summary says how the draft stands, and the way on.
func (w *walk) summary() {
	decisions, counts := w.log.Decisions(w.d.ID), map[review.Decision]int{}
	for _, id := range w.d.IDs() {
		counts[decisions[id]]++
	}
	waiting := len(w.log.ToPlace(w.d)) > 0
	inPlace := textIf(waiting, " but not promoted")
	state := w.log.State(w.d.ID)
	w.a.writeIn(tintOfState[state], 0, "draft %s is %s: %d approved%s, %d rejected, %d undecided", w.d.ID, state,
		counts[review.Taken], inPlace, counts[review.Refused], counts[""])
	if counts[""] > 0 && state.Waits() {
		w.a.say("go on     %s", w.a.command("review"))
	}
	if waiting && state.Waits() {
		w.a.say("promote   %s", w.a.command("promote "+w.d.ID))
	}
}
