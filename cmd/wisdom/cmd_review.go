package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/internal/secrets"
	"wisdom/internal/workspace"
	"wisdom/markdown/lookup"
	"wisdom/pipeline"
	"wisdom/review"
	"wisdom/review/ledger"
	"wisdom/review/lint"
)

func newReview(a *app) *cobra.Command {
	var reviewer string
	var browser webOptions
	cmd := &cobra.Command{
		Use:   "review",
		Short: "Show and decide the pending draft",
		Long: `On a terminal, walk through the pending draft item by item. Each item shows the
lessons that back it and its share of the budget. In the end you see the diff, and
one confirmation promotes the draft.

Keys: y approve, n reject, e edit in $EDITOR, s skip, J and K next and previous,
l lessons in full, A and R approve or reject the rest, q quit, ? help. Where the
terminal reads single keys, you need no Enter. Skipped items come again in the end.
Decisions are kept when you quit.

Without a terminal, and with --no-input or --json, print the draft, its diff and
the exact commands that decide it.

With --web, serve a page on 127.0.0.1 on which you decide, promote and undo the
draft in a browser, with the same log. The printed address works once. Ctrl-C ends
the server. From a phone, use a tunnel: ssh -L 8765:127.0.0.1:8765, with --port 8765.`,
		Example:     "  wisdom review\n  wisdom review --web\n  wisdom review diff | git apply --check\n  wisdom review approve 20261121-3fa9c1\n  wisdom review reject 20261121-3fa9c1 --items e2 --reason \"too vague\"",
		Args:        knownCommand,
		Annotations: inWorkspace(exitNothing, exitLocked, exitStale, exitUnfinished, exitDamaged),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := browser.validate(cmd); err != nil {
				return err
			}
			if browser.web {
				return a.reviewWeb(cmd.Context(), reviewer, browser)
			}
			if a.interactive() {
				return a.walk(cmd.Context(), reviewer)
			}
			return runReview(cmd.Context(), a)
		},

		SuggestionsMinimumDistance: 2,
	}
	addReviewer(cmd, &reviewer)
	browser.addFlags(cmd)
	cmd.AddCommand(
		newReviewList(a),
		newReviewShow(a),
		newReviewDiff(a),
		newEdit(a),
		newApprove(a),
		newReject(a),
		newReturn(a),
		newMerge(a),
		newUnrefuse(a),
		newReviewLog(a),
	)
	return cmd
}

// draftAt loads the draft that id names, or the one that waits.
func (a *app) draftAt(log *review.Log, id string) (*review.Draft, error) {
	if id == "" {
		if id = log.Waiting(); id == "" {
			return nil, &review.NoDraftError{}
		}
	}
	id, err := log.Resolve(id)
	if err != nil {
		return nil, err
	}
	return log.Load(a.fsys, id)
}

// readDraft is draftAt for commands that only read.
func (a *app) readDraft(id string) (*review.Log, *review.Draft, error) {
	log, err := review.ReadLog(a.fsys)
	if err != nil {
		return nil, nil, err
	}
	d, err := a.draftAt(log, id)
	return log, d, err
}

func runReview(ctx context.Context, a *app) error {
	log, d, err := a.readDraft("")
	if err != nil {
		return err
	}
	if a.flags.json {
		return a.showJSON(ctx, log, d)
	}
	if err := a.show(ctx, log, d, false); err != nil {
		return err
	}
	patch, err := a.patchOf(log, d)
	if err != nil {
		return err
	}
	a.say("")
	a.printPatch(terminal.Printable(patch))
	a.say("")
	a.say("approve     %s", a.command("review approve "+d.ID))
	if part := examplePart(log, d); part != "" {
		a.say("or a part   %s", a.command("review approve "+d.ID+" --items "+part))
	}
	a.say("reject      %s", a.command("review reject "+d.ID+" --reason \"...\""))
	a.say("edit        %s", a.command("review edit "+d.ID))
	a.say("send back   %s", a.command("review request-changes "+d.ID+" --note \"...\""))
	a.say("undo later  %s", a.command("rollback"))
	return nil
}

// examplePart is an item that a person may want to approve alone: a new entry, else
// a fact, else another one; empty where there is no more than one to decide.
func examplePart(log *review.Log, d *review.Draft) string {
	decisions := log.Decisions(d.ID)
	undecided := slices.DeleteFunc(
		slices.Clone(d.Items),
		func(i review.Item) bool { return decisions[i.ID] != "" && decisions[i.ID] != review.Undecided },
	)
	if len(undecided) < 2 {
		return ""
	}
	for _, fits := range []func(review.Item) bool{
		func(i review.Item) bool { return i.Kind == review.AddEntry && i.Origin == review.New },
		func(i review.Item) bool { return i.Kind == review.AddEntry && i.Origin != review.Required },
		func(i review.Item) bool { return i.Kind == review.AddFact },
	} {
		if i := slices.IndexFunc(undecided, fits); i >= 0 {
			return undecided[i].ID
		}
	}
	return undecided[0].ID
}

// show prints a draft for people, with sources each lesson in full.
func (a *app) show(ctx context.Context, log *review.Log, d *review.Draft, sources bool) error {
	gone := a.goneSince(ctx, log, d)
	if err := ctx.Err(); err != nil {
		return err
	}
	decisions := log.Decisions(d.ID)
	from := ""
	if len(d.Lines) > 0 {
		from = " from " + plural(d.Header.Lessons, "lesson")
	}
	a.say("draft %s, %s, %s, made with %s%s", d.ID, log.State(d.ID), review.Day(d.Created), madeWith(d), from)
	if d.SentTo != "" {
		a.say("lessons were sent to %s", terminal.Printable(d.SentTo))
	}
	for _, item := range d.Items {
		if item.InTable() {
			continue
		}
		what := "put into " + string(item.Target)
		if item.Kind == review.DropEntry {
			what = "take out of " + string(item.Target)
		}
		state := stateOf(decisions[item.ID])
		a.say("")
		a.say("%s  %s (%s, %d tokens)%s", item.ID, what, item.Why, item.Tokens, state)
		if item.Kind == review.AddLine {
			a.say("    %s", item.Text)
			continue
		}
		a.say("    %s", item.Entry())
		a.showLessons(d, item, gone, sources)
	}
	a.showTools(ctx, d, decisions)
	a.say("")
	if d.Changes(lint.SoulFile) {
		a.say(
			"budget  section %d of %d tokens, SOUL.md %d (target %d)",
			d.Budget.SectionTokens,
			d.Budget.SectionLimit,
			d.Budget.SoulTokens,
			d.Budget.SoulLimit,
		)
	}
	a.showLosses(log, d)
	a.showDropped(d)
	for _, f := range slices.Concat(d.Findings, d.Lint) {
		a.say("note    %s", f.Text())
	}
	return nil
}

// showLessons prints what an item stands on, and how much of that is gone.
func (a *app) showLessons(d *review.Draft, item review.Item, gone map[string]bool, sources bool) {
	known := lessonsOf(d)
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
			a.say("        (%s)", standing(gone[id]))
		default:
			a.say("      %s  %s", l.Place, l.Sentence())
		}
	}
	if n := goneOf(item, known, gone); n > 0 {
		a.say("      %s", goneText(n, len(item.Lessons)))
	}
	for _, id := range item.Misfits {
		a.say("      does not cover  %s  %s", known[id].Place, known[id].Headline)
	}
}

func standing(gone bool) string {
	if gone {
		return "gone"
	}
	return "still exists"
}

// lessonsOf are the lessons of a draft by their ids.
func lessonsOf(d *review.Draft) map[string]ledger.Lesson { return byID(d.Lessons) }

func byID(lessons []ledger.Lesson) map[string]ledger.Lesson {
	known := map[string]ledger.Lesson{}
	for _, l := range lessons {
		known[l.ID] = l
	}
	return known
}

func stateOf(decision review.Decision) string {
	if decision == "" {
		return ""
	}
	return ", " + decision.String()
}

// showTools prints the facts of a draft, each on a line, and what is left out.
func (a *app) showTools(ctx context.Context, d *review.Draft, decisions map[string]review.Decision) {
	if d.Tools == nil {
		return
	}
	a.say("")
	a.say("%s: %d of %d tokens", lookup.File, d.Tools.Tokens, d.Tools.Limit)
	gone, _ := d.GoneFacts(ctx, a.fsys) // where they cannot be read nothing is known
	for _, item := range d.Items {
		if !item.InTable() {
			continue
		}
		what := item.Name + " " + item.Text
		switch {
		case item.Kind == review.Rewrite:
			what = strings.Join(content(item), "\n       ")
		case item.Kind == review.DropFact:
			what = "take out: " + what
		case item.Old != "":
			what = fmt.Sprintf("%s (was %s)", what, item.Old)
		}
		since := ""
		if slices.Contains(gone, item.ID) {
			since = ", gone"
		}
		a.say("%-4s %s  %s%s%s", item.ID, what, item.Source, since, stateOf(decisions[item.ID]))
	}
	if hand, _ := secrets.Redact(d.Tools.Hand.Text()); hand != "" {
		a.say("%s written by hand, kept:", plural(strings.Count(hand, "\n")+1, "line"))
		a.say("      %s", strings.ReplaceAll(hand, "\n", "\n      "))
	}
	const most = 40 // lines; --json has them all
	for i, l := range d.Tools.LeftOut {
		if i == most {
			a.say("excluded  %s more", plural(len(d.Tools.LeftOut)-most, "fact"))
			break
		}
		taken := ""
		if decisions[l.ID] == review.Taken {
			taken = ", " + review.Taken.String()
		}
		a.say("excluded  %-4s %s:%d  %s %s: %s%s", l.ID, l.Path, l.Line, l.Key, l.Fact().Told(), l.Reason, taken)
	}
}

// showLosses says which entries leave the section, and which lessons lose their
// entry with them.
func (a *app) showLosses(log *review.Log, d *review.Draft) {
	known := lessonsOf(d)
	for _, loss := range d.Losses(wouldBe(log, d)) {
		a.say("leaves    %s %s (%s): %s", loss.Item, loss.Name, loss.Why, lossText(len(loss.Lessons)))
		for _, id := range loss.Lessons {
			a.say("          %s  %s", known[id].Place, known[id].Sentence())
		}
	}
}

func lossText(lessons int) string {
	switch lessons {
	case 0:
		return "no lesson loses its entry"
	case 1:
		return "1 lesson loses its entry"
	}
	return plural(lessons, "lesson") + " lose their entry"
}

// showDropped lists the themes that are not in the draft, and sums up the rest. Lessons that
// stand alone are not summed up where a finding counts all that are in no entry.
func (a *app) showDropped(draft *review.Draft) {
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
			counts[d.Kind+" "+d.Reason]++
		case themes < most:
			a.say("excluded  %s", droppedText(d))
			themes++
		default:
			themes++
		}
	}
	if themes > most {
		a.say("excluded  %d more themes; --json has them all", themes-most)
	}
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		kind, reason, _ := strings.Cut(key, " ")
		a.say("excluded  %s: %s", plural(counts[key], kind), reason)
	}
}

// droppedText says of something that is not in a draft why.
func droppedText(d review.Dropped) string {
	text := fmt.Sprintf("%s %q", d.Kind, d.Name)
	if d.Kind == "theme" {
		text += ", " + plural(len(d.Lessons), "lesson")
	}
	text += ": " + d.Reason
	if d.Detail != "" {
		text += ", " + d.Detail
	}
	return text
}

func (a *app) showJSON(ctx context.Context, log *review.Log, d *review.Draft) error {
	gone := slices.Sorted(maps.Keys(a.goneSince(ctx, log, d)))
	if err := ctx.Err(); err != nil {
		return err
	}
	decisions := map[string]review.Decision{}
	for _, item := range d.Items {
		decisions[item.ID] = review.Undecided
		if decision := log.Decisions(d.ID)[item.ID]; decision != "" {
			decisions[item.ID] = decision
		}
	}
	return a.printJSON(struct {
		review.Manifest
		State     review.State               `json:"state"`
		Hash      workspace.Hash             `json:"hash"`
		Decisions map[string]review.Decision `json:"decisions"`
		// Gone are lessons of the draft that stand nowhere any more.
		Gone []string `json:"gone"`
		// Losses are entries that leave the section, if what is undecided is
		// approved.
		Losses []review.Loss `json:"losses"`
	}{
		d.Manifest, log.State(d.ID), d.Hash, decisions, append([]string{}, gone...),
		d.Losses(wouldBe(log, d)),
	})
}

// patchOf is changesOf as a patch.
func (a *app) patchOf(log *review.Log, d *review.Draft) (string, error) {
	changes, err := a.changesOf(log, d)
	return patchesOf(changes, review.Context), err
}

// changesOf is what a draft would change if everything undecided were approved.
func (a *app) changesOf(log *review.Log, d *review.Draft) ([]review.Change, error) {
	return a.changesWith(log, d, wouldBe(log, d))
}

// wouldBe are the decisions on a draft if everything undecided were approved.
func wouldBe(log *review.Log, d *review.Draft) map[string]review.Decision {
	decisions := d.All()
	for id, decision := range log.Decisions(d.ID) {
		decisions[id] = decision
	}
	return decisions
}

// changesWith is what decisions would change.
func (a *app) changesWith(
	log *review.Log,
	d *review.Draft,
	decisions map[string]review.Decision,
) ([]review.Change, error) {
	files, err := d.Files(decisions)
	if err != nil {
		return nil, err
	}
	current := review.CheckCurrent(a.fsys, log, d) == nil
	var changes []review.Change
	for _, f := range files {
		base := d.Bases[f.Path]
		if current {
			if base, _, err = workspace.ReadState(a.fsys, f.Path, workspace.MaxTarget); err != nil {
				return nil, err
			}
		}
		if c := (review.Change{Path: f.Path, Before: base, After: f.Content}); !c.IsEmpty() {
			changes = append(changes, c)
		}
	}
	return changes, nil
}

// madeWith names the engine of a draft, and its model.
func madeWith(d *review.Draft) string {
	if d.Model == "" {
		return d.Engine
	}
	return d.Engine + " (" + d.Model + ")"
}
