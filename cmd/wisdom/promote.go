package main

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/review"
	"wisdom/review/lint"
)

func newPromote(a *app) *cobra.Command {
	var reviewer string
	var shrink []string
	var force bool
	cmd := &cobra.Command{
		Use:   "promote ID",
		Short: "Promote the approved items of a draft",
		Long: `Write the approved items of a draft to SOUL.md and TOOLS_COMPACT.md. You need this
only after approve --no-promote, or when a promotion did not finish. Everything is
backed up and compared first.`,
		Example:     "  wisdom promote 20261121-3fa9c1",
		Args:        needsID,
		Annotations: inWorkspace(exitNothing, exitLocked, exitStale, exitUnfinished, exitDamaged),
		RunE: func(cmd *cobra.Command, args []string) error {
			may, err := mayShrink(shrink)
			if err != nil {
				return err
			}
			return a.onDraft(cmd.Context(), args[0], reviewer, func(log *review.Log, d *review.Draft, opts review.Options) error {
				d, err := a.fit(cmd.Context(), log, d, opts)
				if err != nil {
					return err
				}
				opts.MayShrink, opts.ReadOnly = may, force
				return a.promote(cmd.Context(), log, d, opts)
			})
		},
	}
	addShrink(cmd, &shrink)
	addForce(cmd, &force)
	addReviewer(cmd, &reviewer)
	return cmd
}

func (a *app) promote(ctx context.Context, log *review.Log, d *review.Draft, opts review.Options) error {
	g, err := review.Promote(ctx, a.fsys, log, d, opts)
	var left *review.LeftError
	if err := a.tolerate(err); err != nil && !errors.As(err, &left) {
		return err
	}
	if g == nil {
		return a.reply(a.answerOn(log, d, nil), "nothing to do: everything approved in draft %s is already promoted", d.ID)
	}
	a.warnGroups(g)
	defer a.retain(ctx, log)
	if a.flags.json {
		return errors.Join(a.printJSON(a.answerOn(log, d, g)), leftBehind(left), ctx.Err())
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
	return errors.Join(leftBehind(left), ctx.Err())
}

// warnGroups tells of files whose group could not be kept.
func (a *app) warnGroups(g *backups.Generation) {
	for _, lost := range g.LostGroups(a.fsys) {
		a.warn("%v", lost)
	}
}

// leftBehind is an error that may be none.
func leftBehind(left *review.LeftError) error {
	if left == nil {
		return nil
	}
	return left
}
