package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/internal/workspace"
	"wisdom/review"
)

// walk goes through the pending draft, item by item, with a person at a terminal. Every decision is logged when it is
// made, under the lock for just that moment. A decision that another process makes meanwhile is noticed and shown.
type walk struct {
	a    *deps
	opts review.Options
	keys *terminal.Keyboard
	log  *review.Log
	d    *review.Draft
	gone map[string]bool // lessons that stand nowhere any more
	ids  []string        // of the items that are walked
	// required are the items that come with others: they count, and are not asked about.
	required []string
	// stale are files that nothing can be put into from the draft.
	stale []workspace.Path
	at    int
	seen  map[string]review.Decision // as they were shown
	// withdrawn are the items that the last decision left without an approved item that brings them along.
	withdrawn []string
	// oneByOne says that the person wants to see each fact of the table.
	oneByOne bool
}

var errLeft = errors.New("left")

func walkDraft(ctx context.Context, a *deps, reviewer string) error {
	opts, err := a.optionsOf(reviewer)
	if err != nil {
		return err
	}
	log, d, err := readDraft(a, "")
	if err != nil {
		return err
	}
	w := &walk{a: a, opts: opts, keys: a.keyboard(), gone: goneSince(ctx, a, d)}
	w.take(log, d)
	w.begin()
	err = w.decideAll(ctx)
	if err == nil {
		err = w.finish(ctx)
	}
	if errors.Is(err, errLeft) || errors.Is(err, io.EOF) {
		w.summary()
		return nil
	}
	if ctx.Err() != nil {
		a.say("")
		w.summary()
	}
	return err
}

// decideAll walks through the undecided items. Those that were skipped come back for
// as long as the person wants to see them.
func (w *walk) decideAll(ctx context.Context) error {
	for {
		for w.at = w.undecidedFrom(0); w.at < len(w.ids); {
			if err := w.step(ctx); err != nil {
				return err
			}
		}
		skipped := len(w.undecided(w.ids))
		if skipped == 0 {
			return nil
		}
		w.a.say("")
		again, err := w.yes(ctx,
			fmt.Sprintf("%s %s still undecided. Look at %s again?", plural(skipped, "item"), are(skipped), them(skipped)), true)
		if err != nil || !again {
			return err
		}
	}
}

func them(n int) string { return either(n == 1, "it", "them") }

// take looks at a draft as the log has it now.
func (w *walk) take(log *review.Log, d *review.Draft) {
	w.log, w.d, w.seen = log, d, log.Decisions(d.ID)
	w.ids, w.required = nil, nil
	accompanied := false
	for _, item := range d.Items {
		switch {
		case log.InPlace(d.ID, item.ID), slices.Contains(w.stale, item.Target):
		case item.Origin == review.Required: // it comes with the first other entry that is taken
			w.required = append(w.required, item.ID)
		default:
			w.ids = append(w.ids, item.ID)
			accompanied = accompanied || item.InSection()
		}
	}
	if !accompanied {
		w.ids, w.required = slices.Concat(w.required, w.ids), nil
	}
}

// undecided are those of some items that are not decided.
func (w *walk) undecided(ids []string) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return w.seen[id] != "" })
}

// count counts the items that can be decided on, with those that come with others, and of them the undecided ones.
func (w *walk) count() (all, open int) {
	ids := slices.Concat(w.required, w.ids)
	return len(ids), len(w.undecided(ids))
}

// undecidedFrom is the place of the first undecided item from i on.
func (w *walk) undecidedFrom(i int) int {
	for i < len(w.ids) && w.seen[w.ids[i]] != "" {
		i++
	}
	return i
}

// step shows an item, asks, and does what is wanted. A mistake or trouble with
// this item is told, and the item is asked again; anything else ends the walk.
func (w *walk) step(ctx context.Context) error {
	item, _ := w.d.Item(w.ids[w.at])
	if facts := w.undecidedFacts(); w.asksAtOnce(item, facts) {
		err := w.askTable(ctx, facts)
		if isAboutItem(err) {
			w.a.writeIn(terminal.Red, 0, "%s", err)
			return nil
		}
		return w.told(err)
	}
	w.show(ctx, item, briefly)
	for {
		err := w.press(ctx, item.Question()+"?", w.keysFor(ctx, item))
		if !isAboutItem(err) {
			return w.told(err)
		}
		w.a.writeIn(terminal.Red, 0, "%s", err)
	}
}

// isAboutItem reports whether an error keeps this item from being decided so, and nothing else.
func isAboutItem(err error) bool {
	return is[*review.ItemError](err) || is[*review.NotReviewerError](err) || is[*review.StaleError](err) ||
		is[*review.EditedError](err) || is[*review.InvalidError](err)
}

// keysFor are the keys that answer the question about an item.
func (w *walk) keysFor(ctx context.Context, item review.Item) []answerKey {
	return []answerKey{
		{"y", "approve it", func() error { return w.settle(ctx, review.Taken, []string{item.ID}) }},
		{"n", "reject it; asks why", func() error { return w.settle(ctx, review.Refused, []string{item.ID}) }},
		{"e", "edit it in your editor, and approve the result", func() error { return w.edit(ctx, item) }},
		{"s", "skip it; it comes again at the end", func() error {
			w.at = w.undecidedFrom(w.at + 1)
			return nil
		}},
		{"J", "go to the next item, K to the one before, decided ones too", func() error {
			return w.moveTo(w.at+1, "this is the last item; s goes on")
		}},
		{"K", "", func() error { return w.moveTo(w.at-1, "this is the first item") }},
		{"l", "show its lessons in full", func() error {
			return cmp.Or(w.paged(ctx, func() { w.show(ctx, item, inFull) }), errAgain)
		}},
		{"A", "approve this one and all undecided ones after it", func() error {
			return w.settle(ctx, review.Taken, w.rest())
		}},
		{"R", "reject them", func() error { return w.settle(ctx, review.Refused, w.rest()) }},
	}
}

// moveTo goes to an item, or tells that there is none at that place.
func (w *walk) moveTo(at int, none string) error {
	if at < 0 || at >= len(w.ids) {
		w.a.write(0, "%s", none)
		return errAgain
	}
	w.at = at
	return nil
}

// rest are the undecided items from this one on.
func (w *walk) rest() []string {
	return append([]string{w.ids[w.at]}, w.undecided(w.ids[w.at+1:])...)
}

// settle decides on items, tells what that means, and goes on behind them.
func (w *walk) settle(ctx context.Context, decision review.Decision, ids []string) error {
	reason := ""
	if decision == review.Refused {
		var err error
		if reason, err = w.line(ctx, "Why not? Type a reason, or just Enter:"); err != nil {
			return err
		}
	}
	err := w.decide(ctx, decision, ids, reason)
	if err != nil && !is[*review.LeftError](err) {
		return err
	}
	if err != nil {
		w.a.writeIn(terminal.Yellow, 0, "%s", err)
		ids = without(ids, leftIn(err))
	}
	if len(ids) > fewFacts {
		w.a.writeIn(tintOfDecision[decision], 0, "%s", outcomes(len(ids), decision))
	} else {
		for _, id := range ids {
			item, _ := w.d.Item(id)
			w.a.writeIn(tintOfDecision[decision], 0, "%s", outcome(item, decision))
		}
	}
	if text := w.openAgain(); text != "" {
		w.a.write(0, "%s", text)
	}
	w.at = w.undecidedFrom(w.at + 1)
	return nil
}
