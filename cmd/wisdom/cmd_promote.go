package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/review"
)

func newPromote(a *deps) *cobra.Command {
	var change string
	var shrink []string
	var force bool
	cmd := &cobra.Command{
		Use:   "promote ID",
		Short: "Promote the approved items of a draft",
		Long: `Write the approved items of a draft to SOUL.md and TOOLS_COMPACT.md. You need this
only after approve --no-promote, or when a promotion did not finish. Everything is
backed up and compared first. If a file changed so that the change is another one
than you approved, that change is shown and nothing is written (exit 12); --change
with its hash confirms it.`,
		Example:     "  wisdom promote 20261121-3fa9c1",
		Annotations: inWorkspace(exitNothing, exitLocked, exitStale, exitUnfinished, exitDamaged),
		RunE: func(cmd *cobra.Command, args []string) error {
			may, err := mayShrink(shrink)
			if err != nil {
				return err
			}
			return onDraft(cmd.Context(), a, args[0],
				func(log *review.Log, d *review.Draft, opts review.Options) error {
					opts.MayShrink, opts.ReadOnly, opts.Confirm = may, force, workspace.Hash(change)
					return promote(cmd.Context(), a, log, d, nil, opts)
				})
		},
	}
	addChange(cmd, &change)
	addShrink(cmd, &shrink)
	addForce(cmd, &force)
	addReviewer(a, cmd.Flags())
	return cmd
}

// promote puts the approved items of a draft in place. Before are those of them that
// were approved before the command that promotes; they are told apart from the others.
func promote(
	ctx context.Context, a *deps, log *review.Log, d *review.Draft, before []string, opts review.Options,
) error {
	pending := log.ToPlace(d)
	g, err := review.Promote(ctx, a.fsys, log, d, opts)
	left := a.tolerate(err)
	if left != nil && !is[*review.LeftError](left) {
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
	answer.Promoted, answer.ApprovedBefore = promoted, before
	err = a.respond(answer, func() {
		sayPromoted(a, log, d, g, promoted, opts)
		if len(before) > 0 {
			a.say("now       %s", strings.Join(without(promoted, before), ", "))
			a.say("%s", approvedBefore(before))
		}
		a.say("undo      %s", a.command("rollback"))
	})
	return errors.Join(err, left, ctx.Err())
}

// sayPromoted says which file has which generation, and what a promotion put into it.
func sayPromoted(a *deps,
	log *review.Log, d *review.Draft, g *backups.Generation, promoted []string, opts review.Options,
) {
	for _, p := range slices.Backward(g.Targets) {
		entries, lines := 0, 0
		for _, id := range promoted {
			switch item, _ := d.Item(id); {
			case item.Target != p:
			case item.InSection():
				entries++
			case item.Kind == review.AddLine:
				lines++
			}
		}
		var with []string
		if entries > 0 {
			with = append(with, plural(len(d.InPlace(log.Decisions(d.ID))), "entry")+" from wisdom")
		}
		if lines > 0 {
			with = append(with, plural(lines, "new line"))
		}
		text := textIf(len(with) > 0, ", with "+strings.Join(with, " and "))
		a.say("promoted draft %s: %s is generation %d%s", d.ID, p, g.Number, text)
		if p == lint.SoulFile {
			a.say("backup    %s/backups/SOUL.md.bak", opts.Initiative)
		}
	}
}

// warnGroups tells of files whose group could not be kept.
func warnGroups(a *deps, g *backups.Generation) {
	for _, lost := range g.LostGroups(a.fsys) {
		a.warn("%v", lost)
	}
}

// leftIn are the items that an error names as not included.
func leftIn(err error) []string {
	if left, ok := errors.AsType[*review.LeftError](err); ok {
		return left.Items
	}
	return nil
}
