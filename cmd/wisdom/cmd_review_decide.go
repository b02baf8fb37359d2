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

// addPromotion adds what commands that promote may be told.
func (a *deps) addPromotion(cmd *cobra.Command) {
	cmd.Flags().StringVar(&a.flags.change, "change", "",
		"confirm the change with this `HASH`, which is shown if a file changed after the review")
	cmd.Flags().StringSliceVar(&a.flags.shrink, "allow-shrink", nil,
		"allow the `FILE` to lose half of its bytes, or a heading")
	cmd.Flags().BoolVar(&a.flags.force, "force", false, "also replace read-only files")
}

// onItems completes a command that decides on items of a draft, under the lock.
func onItems(a *deps, cmd *cobra.Command,
	decide func(ctx context.Context, log *review.Log, d *review.Draft, items []string, opts review.Options) error,
) *cobra.Command {
	var items []string
	cmd.Flags().StringSliceVar(&items, "items", nil, "only the items `IDS`, such as e1,e3")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		for i, item := range items {
			items[i] = strings.TrimSpace(item)
		}
		named := without(items, []string{""})
		if len(named) == 0 && cmd.Flags().Changed("items") { // an empty variable of a shell must not mean all items
			return hinted("leave the flag out to mean all that are undecided", "--items names no item")
		}
		return onDraft(cmd.Context(), a, args[0], func(log *review.Log, d *review.Draft, opts review.Options) error {
			return decide(cmd.Context(), log, d, named, opts)
		})
	}
	return cmd
}

// replyDecided says what was decided on a draft.
func replyDecided(a *deps, log *review.Log, d *review.Draft, err error, message string) error {
	if err != nil {
		return err
	}
	return a.reply(answerOn(log, d, nil), "%s", message)
}

func newApprove(a *deps) *cobra.Command {
	var reason string
	var noPromote bool
	cmd := onItems(a, &cobra.Command{
		Use:   "approve ID",
		Short: "Approve a draft, or items of it, and promote them",
		Long: `Approve items of a draft and write them to SOUL.md and TOOLS_COMPACT.md in one
step. Everything is backed up and compared first. In SOUL.md only the section
changes. The ID names the draft that you reviewed; its last part is enough.

Edits elsewhere in a file are kept. If a file changed so that the diff is no longer the
one that you saw, the new diff is shown and that file is not written (exit 12); --change
with its hash confirms it. A file that would lose half of its bytes, or one but the table
of tools that would lose a heading, needs --allow-shrink; a read-only file needs --force.`,
		Example: `  wisdom review approve 20261121-3fa9c1
  wisdom review approve 3fa9c1 --items e1,e3 --reason "true and short"`,
		Annotations: inWorkspace(exitNothing, exitLocked, exitStale, exitUnfinished, exitDamaged),
	}, func(ctx context.Context, log *review.Log, d *review.Draft, items []string, opts review.Options) error {
		return approve(ctx, a, log, d, items, reason, noPromote, opts)
	})
	addReason(cmd, &reason)
	a.addPromotion(cmd)
	cmd.Flags().BoolVar(&noPromote, "no-promote", false,
		"only record the decision; the same command without this flag promotes it later")
	return cmd
}

func newReject(a *deps) *cobra.Command {
	var reason string
	cmd := onItems(a, &cobra.Command{
		Use:   "reject ID",
		Short: "Reject a draft, or items of it",
		Long: `Reject items of a draft. A rejected item is not proposed again while it would be
backed by the same lessons. "wisdom review reopen" undoes a rejection.`,
		Example:     "  wisdom review reject 20261121-3fa9c1 --reason \"not yet\"\n  wisdom review reject 3fa9c1 --items e2",
		Annotations: inWorkspace(exitNothing, exitLocked, exitUnfinished),
	}, func(_ context.Context, log *review.Log, d *review.Draft, items []string, opts review.Options) error {
		err := review.Decide(a.fsys, log, d, review.Refused, items, reason, opts)
		return replyDecided(a, log, d, err, "rejected in draft "+d.ID+": "+strings.Join(log.Decided(d, review.Refused), ", "))
	})
	addReason(cmd, &reason)
	return cmd
}

func newReopen(a *deps) *cobra.Command {
	return onItems(a, &cobra.Command{
		Use:         "reopen ID",
		Aliases:     []string{"unrefuse"},
		Short:       "Allow rejected items to be proposed again",
		Example:     "  wisdom review reopen 20261121-3fa9c1 --items e2",
		Annotations: inWorkspace(exitNothing, exitLocked, exitUnfinished),
	}, func(_ context.Context, log *review.Log, d *review.Draft, items []string, opts review.Options) error {
		freed, err := review.Reopen(a.fsys, log, d, items, opts)
		return replyDecided(a, log, d, err, "may be proposed again: "+strings.Join(freed, ", "))
	})
}

func newRequestChanges(a *deps) *cobra.Command {
	var note string
	cmd := onItems(a, &cobra.Command{
		Use:     "request-changes ID",
		Aliases: []string{"return"},
		Short:   "Send a draft, or items of it, back with a note for the next run",
		Long: `Send a draft back with a note: it is no longer pending, and nothing of it is
promoted. With --items, send back only these items: they are not proposed again in
the same words, and the others stay pending. A model gets the note with every
request until another draft is promoted. The built-in engine cannot read notes; it
proposes nothing as long as it would propose the same again.`,
		Example: `  wisdom review request-changes 3fa9c1 --note "shorter, and say when"
  wisdom review request-changes 3fa9c1 --items e2,e4 --note "both are about one client"`,
		Annotations: inWorkspace(exitNothing, exitLocked, exitUnfinished),
		PreRunE: func(*cobra.Command, []string) error {
			if strings.TrimSpace(note) == "" {
				return hinted("say what should change: --note 'shorter, and say when'", "request-changes needs --note")
			}
			return nil
		},
	}, func(_ context.Context, log *review.Log, d *review.Draft, items []string, opts review.Options) error {
		err := review.Return(a.fsys, log, d, items, note, opts)
		of := textIf(len(items) > 0, strings.Join(items, ", ")+" of ")
		return replyDecided(a, log, d, err, "requested changes to "+of+"draft "+d.ID)
	})
	cmd.Flags().StringVar(&note, "note", "", "`TEXT` that says what should change; the next run reads it")
	return cmd
}

// onDraft runs work on a draft under the lock. The draft is looked up before the
// lock is taken too, so that a mistyped command makes no folder.
func onDraft(
	ctx context.Context, a *deps, id string, work func(*review.Log, *review.Draft, review.Options) error,
) error {
	opts, err := a.reviewerOptions()
	if err != nil {
		return err
	}
	log, err := a.readLog()
	if err != nil {
		return err
	}
	if _, err = log.Resolve(id); err != nil {
		return err
	}
	return a.locked(ctx, opts, func(log *review.Log) error {
		d, err := draftAt(a, log, id)
		if err != nil {
			return err
		}
		err = work(log, d, opts)
		if log.Notice != "" {
			a.warn("%s", log.Notice)
		}
		return showChange(a, err)
	})
}

func addReason(cmd *cobra.Command, reason *string) {
	cmd.Flags().StringVar(reason, "reason", "", "the reason, a `TEXT` for the log")
}

// approve records an approval, and puts the draft in place unless that is for later.
func approve(
	ctx context.Context, a *deps, log *review.Log, d *review.Draft, items []string, reason string, noPromote bool,
	opts review.Options,
) error {
	var left error
	before := without(log.ToPlace(d), items)
	// Approved before, and not promoted: the same command goes on where it stopped.
	if len(items) == 0 && log.Undecided(d.ID) == 0 && len(before) > 0 {
		before = nil
	} else {
		left = review.Decide(a.fsys, log, d, review.Taken, items, reason, opts)
		if left != nil && !is[*review.PartialError](left) {
			return left
		}
	}
	gone, _ := d.GoneFacts(ctx, a.fsys) // where the sources cannot be read nothing is known
	for _, id := range gone {
		if item, _ := d.Item(id); slices.Contains(log.ToPlace(d), id) {
			a.warn("%s, %s %s: gone from %s since", id, item.Name, item.Text, item.Source)
		}
	}
	if !noPromote {
		return errors.Join(left, promote(ctx, a, log, d, before, opts))
	}
	earlier := textIf(len(before) > 0, "\n"+approvedBefore(before))
	return errors.Join(left, a.reply(answerOn(log, d, nil), "approved in draft %s: %s%s\npromote it with  %s", d.ID,
		strings.Join(without(log.ToPlace(d), before), ", "), earlier, promoteCommand(a, log, d)))
}

// approvedBefore names the items that the reviewer approved with an earlier command.
func approvedBefore(items []string) string {
	return "earlier   " + strings.Join(items, ", ") + ": approved before, and promoted with it"
}

// without are the items that are not among others.
func without(items, others []string) []string {
	return slices.DeleteFunc(slices.Clone(items), func(id string) bool { return slices.Contains(others, id) })
}

// answerOn says how a draft stands after a decision. The generation is the one that this left, null where nothing was
// promoted.
func answerOn(log *review.Log, d *review.Draft, g *backups.Generation) object {
	answer := object{
		"draft": d.ID, "state": log.State(d.ID), "undecided": log.Undecided(d.ID), "generation": nil,
		"approved": log.Decided(d, review.Taken), "refused": log.Decided(d, review.Refused),
	}
	if g != nil {
		answer["generation"] = g.Number
	}
	return answer
}

// showChange shows the change that has to be confirmed, or else how a file changed, where an error is about that. What
// --json printed before stays the only answer.
func showChange(a *deps, err error) error {
	stale, ok := errors.AsType[*review.StaleError](err)
	if !ok || stale.Before == nil && stale.Now == nil {
		return err
	}
	patch := review.Patches(stale.Changes, review.Context)
	if patch == "" {
		patch = review.Change{Path: stale.Path, Before: stale.Before, After: stale.Now}.Patch(review.Context)
	}
	a.printPatch(patch)
	if a.flags.json && !is[*review.PartialError](err) {
		answer := object{"draft": stale.Draft, "path": stale.Path, "patch": patch}
		if stale.Hash != "" { // it confirms the change
			answer["change"] = stale.Hash.Hex()
		}
		err = errors.Join(a.printJSON(answer), err)
	}
	return err
}
