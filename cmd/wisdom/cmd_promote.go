package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/review"
)

func newPromote(a *deps) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "promote ID",
		Short: "Promote the approved items of a draft",
		Long: `Write the approved items of a draft to SOUL.md and TOOLS_COMPACT.md. You need this
only after approve --no-promote, or when a promotion did not finish. Everything is
backed up and compared first. If a file changed so that the diff is no longer the one
that you approved, the new diff is shown and nothing is written (exit 12); --change
with its hash confirms it.`,
		Example:     "  wisdom promote 20261121-3fa9c1",
		Annotations: inWorkspace(exitNothing, exitLocked, exitStale, exitUnfinished, exitDamaged),
		RunE: func(cmd *cobra.Command, args []string) error {
			return onDraft(cmd.Context(), a, args[0], func(log *review.Log, d *review.Draft, opts review.Options) error {
				return promote(cmd.Context(), a, log, d, nil, opts)
			})
		},
	}
	a.addPromotion(cmd)
	addReviewer(a, cmd.Flags())
	return cmd
}

// promote puts the approved items of a draft in place. Before are those of them that
// were approved before the command that promotes; they are told apart from the others.
func promote(
	ctx context.Context, a *deps, log *review.Log, d *review.Draft, before []string, opts review.Options,
) error {
	pending := log.ToPlace(d)
	g, left := review.Promote(ctx, a.fsys, log, d, opts)
	if left != nil && !is[*review.PartialError](left) {
		return left
	}
	if g == nil {
		return a.reply(answerOn(log, d, nil), "nothing to do: everything approved in draft %s is already promoted", d.ID)
	}
	warnGroups(a, g)
	defer retain(ctx, a, log)
	promoted := slices.DeleteFunc(pending, func(id string) bool { return !log.InPlace(d.ID, id) })
	before = without(before, without(before, promoted))
	answer := answerOn(log, d, g)
	answer["promoted"] = promoted
	if len(before) > 0 { // they were approved before the command that promoted them
		answer["approved_before"] = before
	}
	err := a.respond(answer, func() {
		for _, p := range slices.Backward(g.Targets) {
			with := ""
			ids := slices.DeleteFunc(slices.Clone(promoted), func(id string) bool {
				item, _ := d.Item(id)
				return item.Target != p
			})
			if len(ids) > 0 {
				with = ", with " + review.CountOf(ids)
			}
			a.say("promoted draft %s: %s is generation %d%s", d.ID, p, g.Number, with)
			if p == d.SectionFile() {
				a.say("backup    %s/backups/%s.bak", opts.Initiative, p)
			}
		}
		if len(before) > 0 {
			a.say("now       %s", strings.Join(without(promoted, before), ", "))
			a.say("%s", approvedBefore(before))
		}
		a.say("undo      %s", a.command("rollback"))
	})
	return errors.Join(err, left, ctx.Err())
}

// warnGroups tells of files whose group could not be kept.
func warnGroups(a *deps, g *backups.Generation) {
	for _, lost := range g.LostGroups(a.fsys) {
		a.warn("%v", lost)
	}
}
