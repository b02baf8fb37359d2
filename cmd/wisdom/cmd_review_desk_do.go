package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wisdom/cmd/wisdom/web"
	"wisdom/review"
)

// Do implements web.Desk. What was seen must still be so: else nothing is done.
func (d *desk) Do(ctx context.Context, action web.Action) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if action.Name == "stop" {
		d.stop()
		return
	}
	if action.Version != d.Version() {
		const problem = "The draft or a file changed while this page was open. This is how it is now: look again."
		d.answer = deskAnswer{Told: web.Told{Problem: problem}}
		return
	}
	var said bytes.Buffer
	notice, err := d.carryOut(ctx, d.quiet(&said), action)
	d.answer = deskAnswer{Told: web.Told{Notices: remarksOf(&said)}, about: action}
	if notice != "" {
		d.answer.Notices = slices.Insert(d.answer.Notices, 0, notice)
	}
	if err == nil {
		return
	}
	d.answer.Problem = err.Error()
	d.answer.Hint, d.answer.Go = d.hintFor(err)
	if shrinks, ok := errors.AsType[*review.ShrinkError](err); ok {
		d.answer.shrinks, d.answer.Hint = string(shrinks.Path), ""
	}
}

// hintFor names what to click after an error, and the part of the page where it is. A hint with a command for a
// terminal is none.
func (d *desk) hintFor(err error) (hint, leadsTo string) {
	switch hint := d.a.hintFor(err); {
	case is[*review.EditedError](err):
		return "Click Take the edits over at the top of this page first.", "edited"
	case strings.Contains(hint, d.a.command("")), strings.Contains(hint, "--"):
		return "", ""
	default:
		return hint, ""
	}
}

// carryOut does what the walk on a terminal does for a key.
func (d *desk) carryOut(ctx context.Context, a *deps, action web.Action) (notice string, err error) {
	switch action.Name {
	case "undo":
		return d.undo(ctx, a, action.Generation)
	case "reopen":
		return d.reopen(ctx, a)
	}
	log, draft, err := readDraft(a, "")
	if err != nil {
		return "", err
	}
	w := d.walkOf(a, log, draft)
	switch action.Name {
	case "promote":
		return d.promote(ctx, log, draft, a, action.Shrink)
	case "approve":
		return d.decide(ctx, w, review.Taken, action)
	case "reject":
		return d.decide(ctx, w, review.Refused, action)
	case "reword":
		return d.reword(ctx, w, action)
	case "take-over":
		if err := w.fromFiles(ctx); err != nil {
			return "", err
		}
		return fmt.Sprintf("Your edits are taken over and approved; this is draft %s now.", w.d.ID), nil
	}
	return "", fmt.Errorf("%q is nothing that this page does", action.Name)
}

// decide decides on items. A request without any must not mean all of them.
func (d *desk) decide(ctx context.Context, w *walk, decision review.Decision, action web.Action) (string, error) {
	if len(action.Items) == 0 {
		return "", errors.New("no item is named")
	}
	for _, id := range action.Items {
		if !slices.Contains(w.ids, id) {
			return "", &review.ItemError{Draft: w.d.ID, Item: id, Message: "it is not asked about"}
		}
	}
	err := w.decide(ctx, decision, action.Items, strings.TrimSpace(action.Reason))
	if err != nil && !is[*review.LeftError](err) {
		return "", err
	}
	decided := without(action.Items, leftIn(err))
	if len(decided) == 0 {
		return "", err
	}
	notice := inFewWords(decided) + " " + decision.String() + "."
	if text := w.openAgain(); text != "" {
		notice += " " + text + "."
	}
	return notice, err
}

func (d *desk) reword(ctx context.Context, w *walk, action web.Action) (string, error) {
	if len(action.Items) != 1 || !slices.Contains(w.ids, action.Items[0]) {
		return "", errors.New("one item is reworded at a time")
	}
	entry, problem := oneEntry("**" + strings.TrimSpace(action.Entry) + "** " + action.Text)
	if problem == "" && (entry.Name == "" || entry.Text == "") {
		problem = "error: an entry has a name and a text"
	}
	if problem == "" {
		var err error
		if problem, err = w.reword(ctx, action.Items[0], entry); err != nil {
			return "", err
		}
	}
	if problem != "" {
		return "", errors.New(oneProblem(problem))
	}
	return fmt.Sprintf("%s approved in your words; this is draft %s now.", action.Items[0], w.d.ID), nil
}

// promote puts in place what the page showed.
func (d *desk) promote(
	ctx context.Context, log *review.Log, draft *review.Draft, a *deps, shrink string,
) (string, error) {
	w := d.walkOf(a, log, draft)
	changes, err := review.Changes(a.fsys, log, draft, log.Decisions(draft.ID))
	if err != nil {
		return "", err
	}
	w.opts.Confirm = review.HashOf(changes) // the page shows it
	if shrink != "" {
		may, err := mayShrink([]string{shrink})
		if err != nil {
			return "", err
		}
		w.opts.MayShrink = may
	}
	if err := w.refuseRequired(ctx); err != nil {
		return "", err
	}
	ids := w.fittingItems()
	if len(ids) == 0 {
		return "", errors.New("nothing is approved yet")
	}
	err = w.put(ctx, w.log.Decisions(w.d.ID))
	if err != nil && !is[*review.LeftError](err) {
		return "", err
	}
	if ids = without(ids, leftIn(err)); len(ids) == 0 {
		return "", err
	}
	return fmt.Sprintf("Promoted: %s changed. The files from before are in %s/backups. You can undo it below.",
		w.targets(ids), w.opts.Initiative), err
}
