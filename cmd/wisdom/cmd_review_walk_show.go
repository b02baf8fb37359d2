package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/review"
)

// How much of the lessons is shown: as many as leave the item on the screen, or
// all of them with their whole text and every place.
const (
	briefly = 4
	inFull  = 1 << 20
)

// goneSince tells the lessons of a draft that stand nowhere any more; none where
// that cannot be told. They make no draft stale: the host rewrites its notes.
func goneSince(ctx context.Context, a *deps, d *review.Draft) map[string]bool {
	gone := map[string]bool{}
	if len(d.Lessons) == 0 {
		return gone
	}
	found, err := collectLessons(ctx, a)
	if err != nil || found.NoSource() != nil {
		return gone
	}
	standing := lesson.ByID(found.Lessons)
	for _, l := range d.Lessons {
		if _, stands := standing[l.ID]; !stands && !slices.Contains(found.Hidden, l.ID) {
			gone[l.ID] = true
		}
	}
	return gone
}

// begin says what is pending, in few lines: an item must fit on the screen below.
func (w *walk) begin() {
	a, d := w.a, w.d
	from := textIf(d.Changes(lint.SoulFile), " from "+plural(d.Header.Lessons, "lesson"))
	a.writeIn(terminal.Bold, 2, "draft %s, %s since %s, made with %s%s", d.ID, w.log.State(d.ID), review.Day(d.Created),
		madeWith(d), from)
	if d.SentTo != "" {
		a.write(2, "lessons were sent to %s", d.SentTo)
	}
	if why := w.log.Failure(d.ID); why != "" {
		a.writeIn(terminal.Red, 2, "it could not be promoted: %s", why)
	}
	w.notes()
	w.losses()
	w.notIncluded()
	_, open := w.count()
	a.writeIn(terminal.Bold, 2, "%s undecided: %s", plural(open, "item"), w.keys.HowTo())
}

// notes tells of the findings of a draft by their severities: one in full, several by their rules.
func (w *walk) notes() {
	found := lint.Join(w.d.Findings, w.d.Lint...)
	for _, severity := range []lint.Severity{lint.Error, lint.Warning} {
		w.notesOf(severity, slices.DeleteFunc(slices.Clone(found), func(f lint.Finding) bool {
			return f.Severity != severity
		}))
	}
}

func (w *walk) notesOf(severity lint.Severity, found []lint.Finding) {
	switch len(found) {
	case 0:
	case 1:
		w.a.writeIn(tintOf[severity], 2, "%s: %s", severity, found[0].Text())
	default:
		rules := map[string]int{}
		for _, f := range found {
			rules[f.Rule]++
		}
		var parts []string
		for _, rule := range slices.Sorted(maps.Keys(rules)) {
			parts = append(parts, fmt.Sprintf("%d %s", rules[rule], rule))
		}
		w.a.writeIn(tintOf[severity], 2, "%s (%s): see %s", plural(len(found), string(severity)),
			strings.Join(parts, ", "), w.a.command("review show"))
	}
}

// losses says which entries would leave the section; their lessons are shown with their items.
func (w *walk) losses() {
	losses := w.d.Losses(w.log.WouldBe(w.d))
	const few = 2
	if len(losses) <= few {
		for _, loss := range losses {
			w.a.writeIn(terminal.Red, 2, "leaves: %s %s (%s): %s", loss.Item, loss.Name, loss.Why, lossText(len(loss.Lessons)))
		}
		return
	}
	lost := 0
	for _, loss := range losses {
		lost += len(loss.Lessons)
	}
	w.a.writeIn(terminal.Red, 2, "leaves: %s; %s; see %s", plural(len(losses), "entry"), lossText(lost),
		w.a.command("review show"))
}

// notIncluded counts what the draft does not include.
func (w *walk) notIncluded() {
	var left []string
	kinds := map[string]int{}
	for _, dropped := range w.d.Dropped {
		kinds[dropped.Kind]++
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		left = append(left, plural(kinds[kind], kind))
	}
	if w.d.Tools != nil && len(w.d.Tools.LeftOut) > 0 {
		left = append(left, plural(len(w.d.Tools.LeftOut), "fact"))
	}
	if len(left) > 0 {
		w.a.write(2, "not included: %s; see %s", strings.Join(left, ", "), w.a.command("review show"))
	}
}

// show prints an item with all that there is to know for deciding on it.
func (w *walk) show(ctx context.Context, item review.Item, lessons int) {
	a := w.a
	a.say("")
	all, _ := w.count()
	a.writeIn(tintOfItem(item), 2, "%s, %d of %d: %s, %d tokens (%s)",
		item.ID, len(w.required)+w.at+1, all, item.Label(), item.Tokens, item.Why)
	if lessons == inFull { // they may fill the screen, and the item is to be seen below them
		w.lessons(item, lessons)
	}
	for _, line := range content(item) {
		a.write(6, "    %s", line)
	}
	if lessons != inFull {
		w.lessons(item, lessons)
	}
	if item.Kind == review.AddFact && len(goneFacts(ctx, a, w.d, []string{item.ID})) > 0 {
		a.writeIn(terminal.Yellow, 2, "gone from there since")
	}
	for _, f := range problemsOf(item, w.opts.Lint) {
		a.writeIn(tintOf[f.Severity], 2, "%s: %s", f.Severity, f.Message)
	}
	w.budget(item)
	if decision := w.seen[item.ID]; decision != "" {
		a.writeIn(tintOfDecision[decision], 2, "%s", w.decided(item.ID))
	}
}

// problemsOf are the rules that a new entry breaks.
func problemsOf(item review.Item, opts lint.Options) (found []lint.Finding) {
	if item.Kind != review.AddEntry {
		return nil
	}
	for _, p := range lint.Entry(item.Entry(), opts.Budgets.Words) {
		if severity := opts.Of(p.Rule); severity != "" {
			found = append(found, lint.Finding{Rule: p.Rule, Severity: severity, Message: p.Message, Hint: p.Hint})
		}
	}
	return found
}

// content is what an item says, line by line.
func content(item review.Item) []string {
	switch {
	case item.Kind == review.Rewrite:
	case item.Target == lookup.File && item.Old != "":
		return []string{fmt.Sprintf("%s %s (was %s)", item.Name, item.Text, item.Old), "from " + item.Source}
	case item.Target == lookup.File:
		return []string{item.Name + " " + item.Text, "from " + item.Source}
	case item.Kind == review.AddEntry || item.Kind == review.DropEntry:
		return []string{item.Entry().String()}
	}
	return strings.Split(strings.TrimSpace(item.Name+"\n"+item.Text), "\n")
}

// lessons lists those that back an item: at most so many, unless all are wanted in full.
func (w *walk) lessons(item review.Item, most int) {
	if len(item.Lessons) == 0 {
		return
	}
	known := lesson.ByID(w.d.Lessons)
	for i, id := range item.Lessons {
		l, ok := known[id]
		switch {
		case i == most:
			w.a.write(2, "and %d more, l shows them in full", len(item.Lessons)-most)
		case i > most:
		case !ok:
			w.a.write(4, "  gone: %s", id)
		case most == inFull:
			w.inFull(l)
		default:
			w.briefly(l)
		}
	}
	if gone := goneOf(item, known, w.gone); gone > 0 {
		w.a.writeIn(terminal.Yellow, 2, "%s", goneText(gone, len(item.Lessons)))
	}
	w.misfits(item, known, most)
}

// misfits lists the lessons of the same practice that an item does not cover: at most so many, the others are counted.
func (w *walk) misfits(item review.Item, known map[string]lesson.Lesson, most int) {
	if len(item.Misfits) == 0 {
		return
	}
	w.a.writeIn(terminal.Yellow, 2, "does not cover %s of the same practice", plural(len(item.Misfits), "lesson"))
	for i, id := range item.Misfits {
		switch {
		case most == inFull:
			w.inFull(known[id])
		case i < most/2:
			w.briefly(known[id])
		}
	}
}

// goneOf counts the lessons of an item that stand nowhere any more.
func goneOf(item review.Item, known map[string]lesson.Lesson, gone map[string]bool) int {
	n := 0
	for _, id := range item.Lessons {
		if _, ok := known[id]; !ok || gone[id] {
			n++
		}
	}
	return n
}

func goneText(gone, all int) string {
	return fmt.Sprintf("%d of %s %s gone", gone, plural(all, "lesson"), are(gone))
}

// narrow is the width below which a lesson is shown below its place, not beside it.
const narrow = 60

func (w *walk) briefly(l lesson.Lesson) {
	if w.a.width() < narrow {
		w.a.write(2, "  %s", l.Place)
		w.a.write(4, "    %s", l.Sentence())
	} else {
		w.a.write(6, "  %s  %s", l.Place, l.Sentence())
	}
	if also := l.Also(); also != "" {
		w.a.write(4, "    %s", also)
	}
}

func (w *walk) inFull(l lesson.Lesson) {
	for _, p := range l.Places {
		w.a.write(2, "  %s", p)
	}
	w.a.write(4, "    %s", l.Text)
}

// budget tells what is left, without and with an item.
func (w *walk) budget(item review.Item) {
	decisions := w.log.Decisions(w.d.ID)
	without, limit, ok := w.measure(item.Target, decisions)
	if !ok {
		return
	}
	decisions[item.ID] = review.Taken
	with, _, _ := w.measure(item.Target, decisions)
	text := fmt.Sprintf("budget: %d of %d tokens with what is approved so far", without, limit)
	if w.seen[item.ID] != review.Taken {
		text += fmt.Sprintf(", %d with this", with)
	}
	w.a.sayBudget(text, with, limit)
}

// measure counts what the table, or the section of SOUL.md, takes with decisions.
func (w *walk) measure(file workspace.Path, decisions map[string]review.Decision) (n, limit int, ok bool) {
	switch {
	case file == lookup.File && w.d.Tools != nil:
		return w.a.countOf(string(w.d.Table(decisions))), w.d.Tools.Limit, true
	case file == lint.SoulFile && w.d.Changes(lint.SoulFile):
		_, text, err := w.d.Result(decisions)
		return w.a.countOf(text), w.d.Budget.SectionLimit, err == nil
	}
	return 0, 0, false
}

// outcome says what a decision means for the file.
func outcome(item review.Item, decision review.Decision) string {
	switch taken := decision == review.Taken; {
	case taken && item.Removes():
		return fmt.Sprintf("%s: will be removed from %s", item.ID, item.Target)
	case taken:
		return fmt.Sprintf("%s: will be added to %s", item.ID, item.Target)
	case item.Removes():
		return fmt.Sprintf("%s: stays in %s", item.ID, item.Target)
	}
	return fmt.Sprintf("%s: stays out of %s, and is not proposed again", item.ID, item.Target)
}

// outcomes says it for many.
func outcomes(n int, decision review.Decision) string {
	if decision == review.Taken {
		return fmt.Sprintf("%d changes will be made", n)
	}
	return fmt.Sprintf("%d changes will not be made, and are not proposed again", n)
}
