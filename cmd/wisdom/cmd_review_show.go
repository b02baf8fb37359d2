package main

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/internal/lesson"
	"wisdom/internal/secrets"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/review"
)

func newReviewShow(a *deps) *cobra.Command {
	var sources bool
	cmd := &cobra.Command{
		Use: "show [ID]", Short: "Print a draft: its items and the lessons that back them",
		Long: `Print a draft: its items, the lessons that back them, how many of these lessons are
gone, what is not included, and which lines of the tool documents are not understood.
With --sources, print each lesson in full with all its places, and whether it still exists.`,
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
	s := review.NewSession(a.fsys, log, d, a.reviewOptions(""), nil)
	s.Gone = goneSince(ctx, a, d)
	if err := ctx.Err(); err != nil {
		return err
	}
	if a.flags.json {
		return showJSON(a, log, d, s.Gone)
	}
	w, most := &walk{a: a, s: s}, len(d.Lessons)
	if sources {
		most = inFull
	}
	a.write(2, "%s", s.Heading())
	a.write(2, "%s", progressOf(a, log, d))
	var facts []review.Question
	for _, id := range d.IDs() {
		if q := s.Question(ctx, id); q.InTable() && q.Kind != review.Rewrite {
			facts = append(facts, q)
		} else {
			w.show(q, most)
		}
	}
	if d.Tools != nil {
		a.say("")
		for _, q := range facts {
			w.fact(q)
		}
		if hand, _ := secrets.Redact(d.Tools.Hand.Text()); hand != "" {
			a.say("%s written by hand, kept:", plural(strings.Count(hand, "\n")+1, "line"))
			a.say("      %s", strings.ReplaceAll(hand, "\n", "\n      "))
		}
	}
	a.say("")
	for _, m := range s.Budgets() {
		w.meter(m)
	}
	for _, r := range s.Remarks() {
		w.remark(r, "")
		for _, detail := range r.Details {
			a.write(4, "  %s", detail)
		}
	}
	known := lesson.ByID(d.Lessons)
	for _, loss := range d.Losses(log.WouldBe(d)) {
		for _, id := range loss.Lessons {
			sayLesson(a, "lost: ", known[id])
		}
	}
	for _, f := range slices.Concat(d.Findings, d.Lint) {
		if f.Severity == lint.Note {
			a.write(8, "note    %s", f.Text())
		}
	}
	return nil
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
		// Account says where what the tool documents say ends; null without a table.
		Account *review.Account `json:"account"`
	}{
		d.Manifest, log.State(d.ID), d.Hash, decisions, append([]string{}, slices.Sorted(maps.Keys(gone))...),
		d.Losses(log.WouldBe(d)), d.Account(),
	})
}
