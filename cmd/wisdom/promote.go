package main

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"wisdom/review"
	"wisdom/review/lint"
)

func newPromote(a *app) *cobra.Command {
	var reviewer string
	cmd := &cobra.Command{
		Use:   "promote ID",
		Short: "Put the approved items of a draft in place",
		Long: `Put what was approved into SOUL.md and TOOLS_COMPACT.md, if approve was told not to, or could not.
Everything is backed up and compared first.`,
		Example:     "  wisdom promote 20261121-3fa9c1",
		Args:        needsID,
		Annotations: inWorkspace(exitNothing, exitLocked, exitStale, exitUnfinished, exitDamaged),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.onDraft(cmd.Context(), args[0], reviewer, func(log *review.Log, d *review.Draft, opts review.Options) error {
				return a.promote(cmd.Context(), log, d, opts)
			})
		},
	}
	addReviewer(cmd, &reviewer)
	return cmd
}

func (a *app) promote(ctx context.Context, log *review.Log, d *review.Draft, opts review.Options) error {
	g, err := review.Promote(ctx, a.fsys, log, d, opts)
	if err := a.tolerate(err); err != nil {
		return err
	}
	if g == nil {
		return a.reply(a.answerOn(log, d, nil), "nothing to do: what is approved of draft %s is in place", d.ID)
	}
	defer a.retain(ctx, log)
	if a.flags.json {
		return errors.Join(a.printJSON(a.answerOn(log, d, g)), ctx.Err())
	}
	for _, p := range slices.Backward(g.Targets) {
		switch {
		case p == lint.SoulFile && len(d.Lines) > 0:
			lines := len(d.InPlace(log.Decisions(d.ID)))
			a.say("promoted draft %s: SOUL.md is generation %d, with %s from wisdom", d.ID, g.Number, plural(lines, "entry"))
			a.say("backup    %s/backups/SOUL.md.bak", opts.Initiative)
		default:
			a.say("promoted draft %s: %s is generation %d", d.ID, p, g.Number)
		}
	}
	a.say("undo      %s", a.command("rollback"))
	return ctx.Err()
}
