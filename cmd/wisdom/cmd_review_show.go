package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/internal/lesson"
	"wisdom/internal/secrets"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/pipeline"
	"wisdom/review"
)

func newReviewShow(a *deps) *cobra.Command {
	var sources bool
	cmd := &cobra.Command{
		Use: "show [ID]", Short: "Print a draft: its items and the lessons that back them",
		Long: `Print a draft: its items, the lessons that back them, how many of these lessons are
gone, and what is not included. With --sources, print each lesson in full with all
its places, and whether it still exists.`,
		Example:     "  wisdom review show\n  wisdom review show --sources\n  wisdom review show 20261121-3fa9c1 --json",
		Annotations: inWorkspace(exitNothing),
		RunE: func(cmd *cobra.Command, args []string) error {
			log, d, err := readDraft(a, first(args))
			if err != nil {
				return err
			}
			return show(cmd.Context(), a, log, d, sources)
		},
	}
	cmd.Flags().BoolVar(&sources, "sources", false, "print each lesson in full, with all its places")
	return cmd
}

// progressOf counts the items of a draft, or of a pending one the undecided items.
func progressOf(a *deps, log *review.Log, d *review.Draft) string {
	switch {
	case log.Overdue(d.ID, a.clock(), a.settings.DraftAge()):
		return "expired, undecided for more than " + a.settings.Review.MaxAge
	case log.State(d.ID).Waits():
		return log.Progress(d.ID)
	}
	return plural(len(d.Items), "item")
}

// show prints a draft, with sources each lesson in full.
func show(ctx context.Context, a *deps, log *review.Log, d *review.Draft, sources bool) error {
	gone := goneSince(ctx, a, d)
	if err := ctx.Err(); err != nil {
		return err
	}
	if a.flags.json {
		return showJSON(a, log, d, gone)
	}
	decisions := log.Decisions(d.ID)
	from := textIf(len(d.Lines) > 0, " from "+plural(d.Header.Lessons, "lesson"))
	a.say("draft %s, %s, %s, made with %s%s", d.ID, log.State(d.ID), review.Day(d.Created), madeWith(d), from)
	a.say("%s", progressOf(a, log, d))
	if d.SentTo != "" {
		a.say("lessons were sent to %s", d.SentTo)
	}
	for _, item := range d.Items {
		if item.InTable() {
			continue
		}
		what := either(item.Kind == review.DropEntry, "take out of ", "put into ") + string(item.Target)
		a.say("")
		head := fmt.Sprintf("%s  %s (%s, %d tokens)", item.ID, what, item.Why, item.Tokens)
		fmt.Fprintln(a.out, a.tinted(tintOfItem(item), head)+stateOf(a, decisions[item.ID])+sentBackText(a, log, d, item.ID))
		if item.Kind == review.AddLine {
			a.say("    %s", item.Text)
			continue
		}
		a.say("    %s", item.Entry())
		showLessons(a, d, item, gone, sources)
	}
	showTools(ctx, a, log, d, decisions)
	a.say("")
	if d.Changes(lint.SoulFile) {
		a.say("budget  section %d of %d tokens, SOUL.md %d (target %d)", d.Budget.SectionTokens, d.Budget.SectionLimit,
			d.Budget.SoulTokens, d.Budget.SoulLimit)
	}
	showLosses(a, log, d)
	showDropped(a, d)
	for _, f := range slices.Concat(d.Findings, d.Lint) {
		label := a.tinted(tintOf[f.Severity], fmt.Sprintf("%-7s", levelOf(f.Severity)))
		fmt.Fprintln(a.out, label+" "+a.shown(f.Text()))
	}
	return nil
}

// showLessons prints the lessons that back an item, and how many of them are gone.
func showLessons(a *deps, d *review.Draft, item review.Item, gone map[string]bool, sources bool) {
	known := lesson.ByID(d.Lessons)
	for _, id := range item.Lessons {
		l, ok := known[id]
		switch {
		case !ok:
			a.say("      (gone)  %s", id)
		case sources:
			for _, p := range l.Places {
				a.say("      %s", p)
			}
			a.say("        %s", l.Text)
			a.say("        (%s)", either(gone[id], "gone", "still exists"))
		default:
			sayLesson(a, "      ", l)
		}
	}
	n := 0
	for _, id := range item.Lessons {
		if _, ok := known[id]; !ok || gone[id] {
			n++
		}
	}
	if n > 0 {
		a.say("      %s", review.GoneText(n, len(item.Lessons)))
	}
	for _, id := range item.Misfits {
		a.say("      does not cover  %s  %s", known[id].Place, known[id].Headline)
	}
}

// sayLesson prints a lesson with its places.
func sayLesson(a *deps, indent string, l lesson.Lesson) {
	a.say("%s%s  %s", indent, l.Place, l.Sentence())
	if also := l.Also(); also != "" {
		a.say("%s  %s", indent, also)
	}
}

// stateOf is a decision behind what it is about, with its colour.
func stateOf(a *deps, decision review.Decision) string {
	if decision == "" {
		return ""
	}
	return ", " + a.tinted(tintOfDecision[decision], decision.String())
}

// sentBackText is the note with which an item was sent back.
func sentBackText(a *deps, log *review.Log, d *review.Draft, item string) string {
	note := log.NoteOn(d.ID, item)
	return textIf(note != "", ", sent back: "+a.shown(note))
}

// showTools prints the facts of a draft, each on a line, and those that are not included.
func showTools(
	ctx context.Context, a *deps, log *review.Log, d *review.Draft, decisions map[string]review.Decision,
) {
	if d.Tools == nil {
		return
	}
	a.say("")
	a.say("%s: %d of %d tokens, %d excluded", lookup.File, d.Tools.Tokens, d.Tools.Limit, len(d.Tools.LeftOut))
	gone := goneFacts(ctx, a, d, d.IDs())
	for _, item := range d.Items {
		if !item.InTable() {
			continue
		}
		what := reviewItemText(item.Kind, item.Name, item.Text)
		switch {
		case item.Kind == review.Rewrite:
			what = strings.Join(item.Content(), "\n       ")
		case item.Old != "":
			what = fmt.Sprintf("%s (was %s)", what, item.Old)
		}
		since := textIf(slices.Contains(gone, item.ID), ", gone")
		against := textIf(item.Contradiction() != "", ", but "+item.Contradiction())
		line := a.shown(fmt.Sprintf("%-4s %s  %s%s%s", item.ID, what, item.Source, against, since))
		fmt.Fprintln(a.out, line+stateOf(a, decisions[item.ID])+sentBackText(a, log, d, item.ID))
	}
	if hand, _ := secrets.Redact(d.Tools.Hand.Text()); hand != "" {
		a.say("%s written by hand, kept:", plural(strings.Count(hand, "\n")+1, "line"))
		a.say("      %s", strings.ReplaceAll(hand, "\n", "\n      "))
	}
	const most = 40 // lines; --json has them all
	for i, l := range d.Tools.LeftOut {
		if i == most {
			a.say("excluded  %d more; --json has them all", len(d.Tools.LeftOut)-most)
			break
		}
		a.say("excluded  %s", l.Text(decisions[l.ID]))
	}
}

// showLosses says which entries leave the section, and which lessons lose their entry with them.
func showLosses(a *deps, log *review.Log, d *review.Draft) {
	known := lesson.ByID(d.Lessons)
	for _, loss := range d.Losses(log.WouldBe(d)) {
		a.say("leaves    %s %s (%s): %s", loss.Item, loss.Name, loss.Why, loss.Cost())
		for _, id := range loss.Lessons {
			a.say("          %s  %s", known[id].Place, known[id].Sentence())
		}
	}
}

// showDropped lists the practices that are not in the draft, and sums up the rest. Lessons that
// stand alone are not summed up where a finding counts all that are in no entry.
func showDropped(a *deps, draft *review.Draft) {
	const most = 20 // lines; --json has them all
	told := slices.ContainsFunc(draft.Findings, func(f lint.Finding) bool { return f.Rule == pipeline.RuleUncovered })
	themes, counts := 0, map[string]int{}
	for _, d := range draft.Dropped {
		switch {
		case d.Kind == "lesson" && d.Reason == "support":
			if !told {
				counts["lesson fewer than three of them teach the same thing"]++
			}
		case d.Kind != "theme" || d.Name == "":
			general, _, _ := d.WhyNot()
			counts[d.Noun()+" "+general]++
		case themes < most:
			a.say("excluded  %s", d)
			themes++
		default:
			themes++
		}
	}
	if themes > most {
		a.say("excluded  %d more practices; --json has them all", themes-most)
	}
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		kind, reason, _ := strings.Cut(key, " ")
		a.say("excluded  %s: %s", plural(counts[key], kind), reason)
	}
}

func showJSON(a *deps, log *review.Log, d *review.Draft, gone map[string]bool) error {
	decided, decisions := log.Decisions(d.ID), map[string]review.Decision{}
	for _, item := range d.Items {
		decisions[item.ID] = cmp.Or(decided[item.ID], review.Undecided)
	}
	return a.printJSON(struct {
		review.Manifest
		State     review.State               `json:"state"`
		Hash      workspace.Hash             `json:"hash"`
		Decisions map[string]review.Decision `json:"decisions"`
		// Gone are lessons of the draft that stand nowhere any more.
		Gone []string `json:"gone"`
		// Losses are entries that leave the section, if what is undecided is approved.
		Losses []review.Loss `json:"losses"`
	}{
		d.Manifest, log.State(d.ID), d.Hash, decisions, append([]string{}, slices.Sorted(maps.Keys(gone))...),
		d.Losses(log.WouldBe(d)),
	})
}

// madeWith names the engine of a draft, and its model.
func madeWith(d *review.Draft) string {
	if d.Model == "" {
		return d.Engine
	}
	return d.Engine + " (" + d.Model + ")"
}
