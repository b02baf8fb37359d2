package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/internal/workspace"
	"wisdom/review"
)

// walk goes through the pending draft, item by item, with a person at a terminal.
// Every decision is logged when it is made, under the lock for just that moment.
// A decision that another process makes meanwhile is noticed and shown.
type walk struct {
	a    *app
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

// errLeft says that the person left.
var errLeft = errors.New("left")

func (a *app) walk(ctx context.Context, reviewer string) error {
	opts, err := a.optionsOf(reviewer)
	if err != nil {
		return err
	}
	log, d, err := a.readDraft("")
	if err != nil {
		return err
	}
	w := &walk{a: a, opts: opts, keys: a.keyboard(), gone: a.goneSince(ctx, d)}
	w.take(log, d)
	if err = w.fit(ctx); err == nil {
		w.begin()
	}
	if err == nil {
		err = w.decideAll(ctx)
	}
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
		skipped := 0
		for _, id := range w.ids {
			if w.seen[id] == "" {
				skipped++
			}
		}
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

func them(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}

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

// count counts the items that can be decided on, with those that come with others, and
// of them the undecided ones.
func (w *walk) count() (all, open int) {
	for _, id := range slices.Concat(w.required, w.ids) {
		if w.seen[id] == "" {
			open++
		}
		all++
	}
	return all, open
}

// undecidedFrom is the place of the first undecided item from i on.
func (w *walk) undecidedFrom(i int) int {
	for ; i < len(w.ids); i++ {
		if w.seen[w.ids[i]] == "" {
			break
		}
	}
	return i
}

// step shows an item, asks, and does what is wanted. A mistake or trouble with
// this item is told, and the item is asked again; anything else ends the walk.
func (w *walk) step(ctx context.Context) error {
	item, _ := w.d.Item(w.ids[w.at])
	if asked, err := w.table(ctx, item); asked || err != nil {
		if isAboutItem(err) {
			w.a.writeIn(terminal.Red, 0, "%s", err)
			return nil
		}
		return w.told(err)
	}
	w.show(ctx, item, briefly)
	for {
		key, err := w.key(ctx, fmt.Sprintf("%s? [y,n,e,s,J,K,l,A,R,q,?]", item.Question()))
		if err != nil {
			return err
		}
		again, err := w.press(ctx, item, key)
		switch {
		case isAboutItem(err):
			w.a.writeIn(terminal.Red, 0, "%s", err)
		case err != nil || !again:
			return w.told(err)
		}
	}
}

// isAboutItem reports whether an error keeps this item from being decided so, and
// nothing else.
func isAboutItem(err error) bool {
	return is[*review.ItemError](err) || is[*review.NotReviewerError](err) || is[*review.StaleError](err) ||
		is[*review.EditedError](err) || is[*review.InvalidError](err)
}

// press does what a key stands for; again asks for another one.
func (w *walk) press(ctx context.Context, item review.Item, key string) (again bool, err error) {
	switch key {
	case "y", "yes":
		return false, w.settle(ctx, review.Taken, []string{item.ID})
	case "n", "no":
		return false, w.settle(ctx, review.Refused, []string{item.ID})
	case "A":
		return false, w.settle(ctx, review.Taken, w.rest())
	case "R":
		return false, w.settle(ctx, review.Refused, w.rest())
	case "e":
		return false, w.edit(ctx, item)
	case "s":
		w.at = w.undecidedFrom(w.at + 1)
		return false, nil
	case "J", "K":
		return w.move(key), nil
	case "l":
		return true, w.paged(ctx, func() { w.show(ctx, item, inFull) })
	case "q":
		return false, errLeft
	case "?":
		w.help()
	default:
		w.a.write(0, "%s", w.keys.HowTo())
	}
	return true, nil
}

// move goes to the next item or the one before, decided ones too.
func (w *walk) move(key string) (again bool) {
	switch {
	case key == "J" && w.at+1 < len(w.ids):
		w.at++
	case key == "K" && w.at > 0:
		w.at--
	case key == "J":
		w.a.write(0, "this is the last item; s goes on")
		return true
	default:
		w.a.write(0, "this is the first item")
		return true
	}
	return false
}

// rest are the undecided items from this one on.
func (w *walk) rest() []string {
	ids := []string{w.ids[w.at]}
	for _, id := range w.ids[w.at+1:] {
		if w.seen[id] == "" {
			ids = append(ids, id)
		}
	}
	return ids
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
