package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/internal/workspace"
	"wisdom/markdown/lookup"
	"wisdom/review"
)

// walk draws a session on a terminal, item by item, and reads keys.
type walk struct {
	a    *deps
	s    *review.Session
	keys *terminal.Keyboard
	at   int // in s.Asked
	// oneByOne says that the person wants to see each fact of the table.
	oneByOne bool
}

var errLeft = errors.New("left")

// openSession opens the review of the draft that id names, or of the pending one, which expires first if it is due.
func openSession(ctx context.Context, a *deps, id string, opts review.Options) (*review.Session, error) {
	log, err := a.readLog()
	if err != nil {
		return nil, err
	}
	lock := func(ctx context.Context, work func(*review.Log) error) error { return a.locked(ctx, opts, work) }
	if opts.By != "" && log.Overdue(log.Waiting(), opts.Now(), opts.MaxAge) {
		if err := lock(ctx, func(now *review.Log) error { log = now; return nil }); err != nil {
			return nil, err
		}
	}
	d, err := draftAt(a, log, id)
	if err != nil {
		return nil, err
	}
	return review.NewSession(a.fsys, log, d, opts, lock), nil
}

func walkDraft(ctx context.Context, a *deps) error {
	opts, err := a.reviewerOptions()
	if err != nil {
		return err
	}
	s, err := openSession(ctx, a, "", opts)
	if err != nil {
		return err
	}
	s.Gone = goneSince(ctx, a, s.Draft)
	w := &walk{a: a, s: s, keys: a.keyboard()}
	w.begin()
	if err = w.decideAll(ctx); err == nil {
		err = w.finish(ctx)
	}
	switch {
	case errors.Is(err, errLeft), errors.Is(err, io.EOF):
		w.summary()
		return nil
	case ctx.Err() != nil:
		w.a.say("")
		w.summary()
	}
	return err
}

// decideAll walks through the undecided items. Those that were skipped come back for
// as long as the person wants to see them.
func (w *walk) decideAll(ctx context.Context) error {
	for {
		for w.at = w.s.Next(0); w.at < len(w.s.Asked); {
			if err := w.step(ctx); err != nil {
				return err
			}
		}
		skipped := len(w.s.Undecided(w.s.Asked))
		if skipped == 0 {
			return nil
		}
		w.a.say("")
		again, err := w.yes(
			ctx,
			fmt.Sprintf("%s. Look at %s again?", w.s.Progress(), either(skipped == 1, "it", "them")),
			true,
		)
		if err != nil || !again {
			return err
		}
	}
}

// step shows an item, asks, and does what is wanted. A mistake or trouble with
// this item is told, and the item is asked again; anything else ends the walk.
func (w *walk) step(ctx context.Context) error {
	q := w.s.Question(ctx, w.s.Asked[w.at])
	ids, ask := []string{q.ID}, q.Question()+"?"
	if facts := w.s.Facts(); q.InTable() && q.Decision == "" && len(facts) > fewFacts && !w.oneByOne {
		ids, ask = facts, fmt.Sprintf("Make all %d changes to %s?", len(facts), lookup.File)
		if err := w.paged(ctx, func() { w.showFacts(ctx, facts) }); err != nil {
			return err
		}
	} else {
		w.show(q, briefly)
	}
	keys := w.keysFor(ctx, q, ids)
	for {
		err := w.press(ctx, ask, keys)
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

// fewFacts is how many facts are asked about one by one without asking for all at once: a table has forty.
const fewFacts = 3

// keysFor are the keys that answer the question about an item, or about all undecided facts at once: those that do
// something.
func (w *walk) keysFor(ctx context.Context, q review.Question, ids []string) []answerKey {
	from, to, alone := w.at, w.at+1, len(ids) == 1
	isFact := func(at int) bool { item, _ := w.s.Draft.Item(w.s.Asked[at]); return item.InTable() }
	for !alone && from > 0 && isFact(from-1) {
		from--
	}
	for !alone && to < len(w.s.Asked) && isFact(to) {
		to++
	}
	rest := w.s.Undecided(w.s.Asked[to:])
	all := slices.Concat(ids, rest)
	it, more := either(alone, "it", "them all"), len(rest) > 0
	decide := func(decision review.Decision, ids []string) func() error {
		why := textIf(decision == review.Refused, "Why not? Type a reason, or just Enter:")
		return func() error {
			return w.act(ctx, why, tintOfDecision[decision], func(reason string) (string, error) {
				return w.s.Decide(ctx, decision, ids, reason)
			})
		}
	}
	requestChanges := func() error {
		return w.act(ctx, "What should change? The next run reads it:", terminal.Yellow, func(note string) (string, error) {
			return w.s.RequestChanges(ctx, q.ID, note)
		})
	}
	moveTo := func(at int) func() error { return func() error { w.at = at; return nil } }
	return slices.DeleteFunc([]answerKey{
		{"y", "approve " + it, q.CanApprove || !alone, decide(review.Taken, ids)},
		{"n", "reject " + it + "; asks why", q.Decision != review.Refused, decide(review.Refused, ids)},
		{"e", "edit it in your editor, and approve the result", q.CanEdit, func() error { return w.edit(ctx, q) }},
		{"c", "request changes: send it back with a note", alone, requestChanges},
		{"i", "go through them one by one", !alone, func() error { w.oneByOne = true; return nil }},
		{"s", "skip " + it + "; comes again at the end", true, moveTo(w.s.Next(to))},
		{"J", "go on to the next item, decided ones too", to < len(w.s.Asked), moveTo(to)},
		{"K", "go back to the item before", from > 0, moveTo(from - 1)},
		{"l", "show its lessons in full", len(q.Backing) > 0, func() error {
			return cmp.Or(w.paged(ctx, func() { w.show(q, inFull) }), errAgain)
		}},
		{"A", "approve this and all undecided ones after it", more, decide(review.Taken, all)},
		{"R", "reject them", more, decide(review.Refused, all)},
	}, func(k answerKey) bool { return !k.does })
}

// act does something, with the line that answers a question if there is one, and goes on behind the item.
func (w *walk) act(ctx context.Context, question string, tint terminal.Tint, do func(string) (string, error)) error {
	typed := ""
	if question != "" {
		var err error
		if typed, err = quits(w.keys.Line(ctx, w.question(question+" (q quits)"))); err != nil {
			return err
		}
	}
	told, err := do(typed)
	return w.goOn(told, tint, err)
}

// goOn tells what was done, and goes to the next undecided item.
func (w *walk) goOn(told string, tint terminal.Tint, err error) error {
	if err != nil && !is[*review.PartialError](err) {
		return err
	}
	if err != nil {
		w.a.writeIn(terminal.Yellow, 0, "%s", err)
	}
	if told != "" {
		w.a.writeIn(tint, 0, "%s", told)
	}
	w.at = w.s.Next(w.at + 1)
	return nil
}

// told tells that the draft is no longer what was shown, if that is what err says; it is then shown again.
func (w *walk) told(err error) error {
	if !is[*review.MovedError](err) {
		return err
	}
	w.a.writeIn(terminal.Yellow, 0, "%s: look again", err)
	if !w.s.Log.State(w.s.Draft.ID).Waits() {
		return errLeft
	}
	return nil
}

// finish shows what would be promoted, and promotes exactly that after a yes.
func (w *walk) finish(ctx context.Context) error {
	for {
		shown, err := w.s.Finish()
		if err != nil {
			return err
		}
		if len(shown.Items) == 0 {
			w.summary()
			return nil
		}
		if err := w.paged(ctx, func() { w.preview(shown) }); err != nil {
			return err
		}
		wanted, err := w.yes(ctx, fmt.Sprintf("Put this into %s?", shown.Targets), false)
		if err != nil {
			return err
		}
		if !wanted {
			w.summary()
			return nil
		}
		if err = w.promote(ctx, shown); err == nil {
			return nil
		}
		if err := w.told(err); err != nil {
			return err
		}
	}
}

// promote promotes what was shown. It asks whether a file may lose as much as it would.
func (w *walk) promote(ctx context.Context, shown review.Finish) error {
	var may []workspace.Path
	for {
		err := w.place(ctx, shown, may)
		shrinks, ok := errors.AsType[*review.ShrinkError](err)
		if !ok {
			return err
		}
		wanted, err := w.yes(ctx, fmt.Sprintf("%s. Is that what you want?", shrinks), false)
		if err != nil {
			return err
		}
		if !wanted {
			return errLeft
		}
		may = append(may, shrinks.Path)
	}
}

// place promotes what was shown; some files may lose text by it.
func (w *walk) place(ctx context.Context, shown review.Finish, may []workspace.Path) error {
	return w.s.Promote(ctx, shown, may, func(log *review.Log, d *review.Draft, opts review.Options) error {
		return promote(ctx, w.a, log, d, nil, opts)
	})
}

// answerKey is a key that answers a question.
type answerKey struct {
	name, help string
	does       bool         // something now
	do         func() error // errAgain asks for another key
}

var errAgain = errors.New("ask again")

// press asks a question until a key answers it. Two keys are always among them: q quits, and ? lists the keys.
func (w *walk) press(ctx context.Context, question string, keys []answerKey) error {
	keys = append(keys, answerKey{name: "q", help: "quit; your decisions are kept"})
	keys = append(keys, answerKey{name: "?", help: "this list", do: func() error {
		for _, k := range keys {
			w.a.write(3, "%s  %s", k.name, k.help)
		}
		return errAgain
	}})
	var names []string
	for _, k := range keys {
		names = append(names, k.name)
	}
	question = fmt.Sprintf("%s [%s]", question, strings.Join(names, ","))
	typed := map[string]string{"yes": "y", "no": "n"} // where a terminal gives lines
	for {
		name, err := w.key(ctx, question)
		if err != nil {
			return err
		}
		at := slices.Index(names, cmp.Or(typed[name], name))
		if at < 0 {
			w.a.write(0, "%s", w.keys.HowTo())
		} else if err := keys[at].do(); !errors.Is(err, errAgain) {
			return err
		}
	}
}

// key asks for a key; q and Esc quit.
func (w *walk) key(ctx context.Context, question string) (string, error) {
	return quits(w.keys.Key(ctx, w.question(question)))
}

// quits is what was typed; q alone and Esc quit.
func quits(typed string, err error) (string, error) {
	if err == nil && (typed == "q" || strings.Contains(typed, terminal.Escape)) {
		return "", errLeft
	}
	return typed, err
}

// question is a question, broken to the width of the terminal with room for an answer.
func (w *walk) question(text string) string {
	return strings.Join(terminal.Wrapped(w.a.shown(text), max(w.a.width()-4, 20), 0), "\n")
}

// yes asks a question that is answered by y or n; Enter is the marked default.
func (w *walk) yes(ctx context.Context, question string, usually bool) (bool, error) {
	answers := map[string]bool{"": usually, "y": true, "yes": true, "n": false, "no": false}
	for {
		key, err := w.key(ctx, question+either(usually, " [Y/n/q]", " [y/N/q]"))
		if err != nil {
			return false, err
		}
		if wanted, known := answers[strings.ToLower(key)]; known {
			return wanted, nil
		}
	}
}
