package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/cmd/wisdom/terminal"
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
	from := textIf(len(d.Lines) > 0 && d.Engine != review.ByHand, " from "+plural(d.Header.Lessons, "lesson"))
	paragraph(a, 2, "draft %s, %s, %s, made %s%s", d.ID, log.State(d.ID), review.Day(d.Created), madeWith(d), from)
	paragraph(a, 2, "%s", progressOf(a, log, d))
	if d.SentTo != "" {
		paragraph(a, 2, "lessons were sent to %s", d.SentTo)
	}
	for _, item := range d.Items {
		if item.InTable() {
			continue
		}
		what := either(item.Kind == review.DropEntry, "take out of ", "put into ") + string(item.Target)
		a.say("")
		showItem(a, log, d, item, fmt.Sprintf("%s  %s (%s, %d tokens)", item.ID, what, item.Why, item.Tokens))
		if item.Kind == review.AddLine {
			paragraph(a, 4, "    %s", item.Text)
			continue
		}
		paragraph(a, 4, "    %s", item.Entry())
		showLessons(a, d, item, gone, sources)
	}
	showTools(ctx, a, log, d)
	a.say("")
	if d.Changes(lint.SoulFile) {
		paragraph(a, 8, "budget  section %d of %d tokens, SOUL.md %d (target %d)", d.Budget.SectionTokens,
			d.Budget.SectionLimit, d.Budget.SoulTokens, d.Budget.SoulLimit)
	}
	showNotIncluded(a, log, d)
	for _, f := range slices.Concat(d.Findings, d.Lint) {
		label := fmt.Sprintf("%-7s", levelOf(f.Severity))
		for i, line := range linesAcross(a, 8, label+" "+a.shown(f.Text())) {
			if i == 0 {
				line = a.tinted(tintOf[f.Severity], label) + strings.TrimPrefix(line, label)
			}
			fmt.Fprintln(a.out, line)
		}
	}
	return nil
}

// paragraph prints a line of a draft, and on a terminal breaks it to its width.
func paragraph(a *deps, indent int, format string, args ...any) {
	for _, line := range linesAcross(a, indent, a.shown(fmt.Sprintf(format, args...))) {
		fmt.Fprintln(a.out, line)
	}
}

// linesAcross breaks a line to the width of a terminal; elsewhere it stays whole.
func linesAcross(a *deps, indent int, line string) []string {
	if !a.walks {
		return []string{line}
	}
	return terminal.Wrapped(line, max(a.width()-1, 20), indent)
}

// showItem prints what an item is about, with its decision, and the note with which it was sent back.
func showItem(a *deps, log *review.Log, d *review.Draft, item review.Item, head string) {
	decision, note := log.Decisions(d.ID)[item.ID], log.NoteOn(d.ID, item.ID)
	text := a.tinted(tintOfItem(item), head)
	if item.InTable() {
		text = a.shown(head)
	}
	if decision != "" {
		text += ", " + a.tinted(tintOfDecision[decision], decision.String())
	}
	fmt.Fprintln(a.out, text+textIf(note != "", ", sent back: "+a.shown(note)))
}

// showLessons prints the lessons that back an item, and how many of them are gone.
func showLessons(a *deps, d *review.Draft, item review.Item, gone map[string]bool, sources bool) {
	known, lost := lesson.ByID(d.Lessons), 0
	for _, id := range item.Lessons {
		l, ok := known[id]
		if !ok || gone[id] {
			lost++
		}
		switch {
		case !ok:
			a.say("      (gone)  %s", id)
		case sources:
			for _, p := range l.Places {
				a.say("      %s", p)
			}
			paragraph(a, 8, "        %s", l.Text)
			a.say("        (%s)", either(gone[id], "gone", "still exists"))
		default:
			sayLesson(a, "      ", l)
		}
	}
	if lost > 0 {
		a.say("      %s", review.GoneText(lost, len(item.Lessons)))
	}
	for _, id := range item.Misfits {
		paragraph(a, 8, "      does not cover  %s  %s", known[id].Place, known[id].Headline)
	}
}

// sayLesson prints a lesson with its places.
func sayLesson(a *deps, indent string, l lesson.Lesson) {
	paragraph(a, len(indent)+2, "%s%s  %s", indent, l.Place, l.Sentence())
	if also := l.Also(); also != "" {
		paragraph(a, len(indent)+2, "%s  %s", indent, also)
	}
}

// showTools prints the facts of a draft, each on a line, and the handwritten lines.
func showTools(ctx context.Context, a *deps, log *review.Log, d *review.Draft) {
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
		what := reviewItemText(item.Kind, item.Name, item.Text) + textIf(item.Old != "", " (was "+item.Old+")")
		if item.Kind == review.Rewrite {
			what = strings.Join(item.Content(), "\n       ")
		}
		against := textIf(item.Contradiction() != "", ", but "+item.Contradiction())
		since := textIf(slices.Contains(gone, item.ID), ", gone")
		showItem(a, log, d, item, fmt.Sprintf("%-4s %s  %s%s%s", item.ID, what, item.Source, against, since))
	}
	if hand, _ := secrets.Redact(d.Tools.Hand.Text()); hand != "" {
		a.say("%s written by hand, kept:", plural(strings.Count(hand, "\n")+1, "line"))
		a.say("      %s", strings.ReplaceAll(hand, "\n", "\n      "))
	}
}

// showNotIncluded lists the facts and practices that are not in the draft, and sums up the rest; before them the entries
// that leave the section, with the lessons that lose their entry. Lessons that stand alone are not summed up where a
// finding counts all that are in no entry.
func showNotIncluded(a *deps, log *review.Log, d *review.Draft) {
	known := lesson.ByID(d.Lessons)
	var facts, practices []string
	if d.Tools != nil {
		for _, l := range d.Tools.LeftOut {
			facts = append(facts, l.Text(log.Decisions(d.ID)[l.ID]))
		}
	}
	listExcluded(a, "facts", facts, 40)
	for _, loss := range d.Losses(log.WouldBe(d)) {
		paragraph(a, 10, "leaves    %s %s (%s): %s", loss.Item, loss.Name, loss.Why, loss.Cost())
		for _, id := range loss.Lessons {
			sayLesson(a, "          ", known[id])
		}
	}
	told := slices.ContainsFunc(d.Findings, func(f lint.Finding) bool { return f.Rule == pipeline.RuleUncovered })
	counts := map[string]int{}
	for _, one := range d.Dropped {
		switch alone := one.Kind == "lesson" && one.Reason == "support"; {
		case alone && !told:
			counts["lesson fewer than three of them teach the same thing"]++
		case alone:
		case one.Kind == "theme" && one.Name != "":
			practices = append(practices, one.String())
		default:
			general, _, _ := one.WhyNot()
			counts[one.Noun()+" "+general]++
		}
	}
	listExcluded(a, "practices", practices, 20)
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		kind, reason, _ := strings.Cut(key, " ")
		paragraph(a, 10, "excluded  %s: %s", plural(counts[key], kind), reason)
	}
}

// listExcluded prints so many lines at most; --json has them all.
func listExcluded(a *deps, what string, lines []string, most int) {
	for _, line := range lines[:min(most, len(lines))] {
		paragraph(a, 10, "excluded  %s", line)
	}
	if more := len(lines) - most; more > 0 {
		a.say("excluded  %d more %s; --json has them all", more, what)
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
	if d.Engine == review.ByHand {
		return "by hand"
	}
	return "with " + d.Engine + textIf(d.Model != "", " ("+d.Model+")")
}
