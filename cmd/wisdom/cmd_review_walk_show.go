package main

import (
	"context"
	"slices"
	"strings"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/cmd/wisdom/web"
	"wisdom/internal/lesson"
	"wisdom/markdown/lookup"
	"wisdom/review"
)

// How much of the lessons is shown: as many as leave the item on the screen, or
// all of them with their whole text and every place.
const (
	briefly = 4
	inFull  = 1 << 20
)

// goneSince tells the lessons of a draft that are in no source any more; none where
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
	existing := lesson.ByID(found.Lessons)
	for _, l := range d.Lessons {
		if _, exists := existing[l.ID]; !exists && !slices.Contains(found.Hidden, l.ID) {
			gone[l.ID] = true
		}
	}
	return gone
}

// begin says what is pending, in few lines: an item must fit on the screen below.
func (w *walk) begin() {
	w.a.writeIn(terminal.Bold, 2, "%s", w.s.Heading())
	for _, r := range w.s.Remarks() {
		w.remark(r, textIf(len(r.Details) > 0, "; see "+w.a.command("review show")))
	}
	w.a.writeIn(terminal.Bold, 2, "%s: %s", w.s.Progress(), w.keys.HowTo())
}

// remark prints what a reviewer should know about the draft, and the way on.
func (w *walk) remark(r review.Remark, more string) {
	more += textIf(r.Name == "edited", ": "+w.a.command("review edit --from-files"))
	w.a.writeIn(tintOf[r.Severity], 2, "%s%s", r.Text, more)
}

// show prints an item with all that there is to know for deciding on it.
func (w *walk) show(q review.Question, lessons int) {
	a := w.a
	a.say("")
	a.writeIn(tintOfItem(q.Item), 2, "%s (%s)", q.Head, q.Note)
	for _, line := range q.Lines {
		a.write(6, "    %s", line)
	}
	w.lessons(q, lessons)
	for _, warning := range q.Warnings {
		a.writeIn(terminal.Yellow, 2, "%s", warning)
	}
	for _, f := range q.Findings {
		a.writeIn(tintOf[f.Severity], 2, "%s: %s", f.Severity, f.Message)
	}
	if q.With != nil {
		w.meter(*q.With)
	}
	if q.Decided != "" {
		a.writeIn(tintOfDecision[q.Decision], 2, "%s", q.Decided)
	}
}

// lessons lists those that back an item: at most so many, unless all are wanted in full.
func (w *walk) lessons(q review.Question, most int) {
	for i, b := range q.Backing {
		mark := textIf(b.Gone, "gone: ") + textIf(b.Misfit, "not covered: ")
		switch {
		case i == most:
			w.a.write(2, "and %d more, l shows them in full", len(q.Backing)-most)
			return
		case most == inFull:
			for _, p := range b.Places {
				w.a.write(2, "  %s", p)
			}
			w.a.write(4, "    %s%s", mark, b.Text)
		default:
			sayLesson(w.a, mark, b.Lesson)
		}
	}
}

// sayLesson prints a lesson with its places, and a mark of what is special about it.
func sayLesson(a *deps, mark string, l lesson.Lesson) {
	a.write(6, "  %s  %s%s", l.Place, mark, l.Sentence())
	if also := l.Also(); also != "" {
		a.write(4, "    %s", also)
	}
}

// showFacts prints facts that are decided together, with the budget of the table if all are approved.
func (w *walk) showFacts(ctx context.Context, ids []string) {
	w.a.say("")
	for _, id := range ids {
		w.fact(w.s.Question(ctx, id))
	}
	sayNotUnderstood(w.a, w.s.Draft.Account(), "review show")
	for _, m := range w.s.Budgets() {
		if m.Name == string(lookup.File) {
			m.Amount, m.Then = m.Then, 0
			w.meter(m)
		}
	}
}

// fact prints an item of the table in a line.
func (w *walk) fact(q review.Question) {
	text := q.ID + "  " + strings.Join(append(q.Lines, q.Warnings...), ", ")
	text += textIf(q.Contradiction() != "", ", but "+q.Contradiction()) + textIf(q.Decided != "", ", "+q.Decided)
	w.a.writeIn(tintOfItem(q.Item), 6, "%s", text)
}

// preview shows the whole change, with the budgets that it leaves.
func (w *walk) preview(shown review.Finish) {
	w.a.say("This is the change:")
	w.a.say("")
	w.a.printPatch(review.Patches(shown.Changes, review.Context))
	w.a.say("")
	for _, m := range w.s.Budgets() {
		m.Then = 0
		w.meter(m)
	}
}

// meter prints a budget: red over its limit, yellow over its target, else green.
func (w *walk) meter(m review.Meter) {
	b, tint := barOf(m), terminal.Green
	switch {
	case b.IsOver() && m.Target:
		tint = terminal.Yellow
	case b.IsOver():
		tint = terminal.Red
	}
	w.a.writeIn(tint, 2, "%s: %s", b.Name, b.Words())
}

// barOf is a budget as pages draw it, and both surfaces word it.
func barOf(m review.Meter) web.Bar {
	return web.Bar{Name: m.Name, Amount: m.Amount, Limit: m.Limit, Then: m.Then, Was: m.Was, Target: m.Target}
}

// summary says how the draft stands, and the way on.
func (w *walk) summary() {
	id, log := w.s.Draft.ID, w.s.Log
	state := log.State(id)
	w.a.writeIn(tintOfState[state], 0, "%s", w.s.Summary())
	if log.Undecided(id) > 0 && state.Waits() {
		w.a.say("go on     %s", w.a.command("review"))
	}
	if len(log.ToPlace(w.s.Draft)) > 0 && state.Waits() {
		w.a.say("promote   %s", promoteCommand(w.a, log, w.s.Draft))
	}
}
