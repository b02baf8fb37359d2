package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/review"
)

// itemOptions name items of a draft.
type itemOptions struct {
	items []string
}

func (o *itemOptions) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&o.items, "items", nil, "only these items, such as `e1,e3`")
}

// validate rejects --items without an item: an empty variable of a shell must not mean all items.
func (o *itemOptions) validate(cmd *cobra.Command) error {
	for i, item := range o.items {
		o.items[i] = strings.TrimSpace(item)
	}
	o.items = without(o.items, []string{""})
	if len(o.items) == 0 && cmd.Flags().Changed("items") {
		return hinted("leave the flag out to mean all that are undecided", "--items names no item")
	}
	return nil
}

// promoteOptions are what commands that promote may be told.
type promoteOptions struct {
	change string
	shrink []string
	force  bool
}

func (o *promoteOptions) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.change, "change", "",
		"confirm the `hash` of a change that became another one because a file changed")
	cmd.Flags().StringSliceVar(&o.shrink, "allow-shrink", nil, "allow the `FILE` to lose half of its bytes, or a heading")
	cmd.Flags().BoolVar(&o.force, "force", false, "also replace read-only files")
}

// applyTo puts them into the options of a review.
func (o *promoteOptions) applyTo(opts *review.Options) error {
	for _, file := range o.shrink {
		p, err := workspace.ParsePath(file)
		if err != nil {
			return fmt.Errorf("--allow-shrink: %w", err)
		}
		opts.MayShrink = append(opts.MayShrink, p)
	}
	opts.ReadOnly, opts.Confirm = o.force, workspace.Hash(o.change)
	return nil
}

// onItems runs work on the named items of a draft under the lock, and replies with the message that it returns.
func onItems(a *deps,
	cmd *cobra.Command, id string, flags itemOptions,
	work func(*review.Log, *review.Draft, []string, review.Options) (message string, err error),
) error {
	if err := flags.validate(cmd); err != nil {
		return err
	}
	return onDraft(cmd.Context(), a, id, func(log *review.Log, d *review.Draft, opts review.Options) error {
		message, err := work(log, d, flags.items, opts)
		if err := a.tolerate(err); err != nil {
			return err
		}
		return a.reply(answerOn(log, d, nil), "%s", message)
	})
}

func newApprove(a *deps) *cobra.Command {
	var items itemOptions
	var opts promoteOptions
	var reason string
	var noPromote bool
	cmd := &cobra.Command{
		Use:   "approve ID",
		Short: "Approve a draft, or items of it, and promote them",
		Long: `Approve items of a draft and write them to SOUL.md and TOOLS_COMPACT.md in one
step. Everything is backed up and compared first. In SOUL.md only the section
changes. The ID names the draft that you reviewed; its last part is enough.

Edits elsewhere in a file are kept. If a file changed so that the items would make
another change than the one that was shown, that change is shown and nothing is
written to the file (exit 12); --change with its hash confirms it. A file that would lose half of its bytes, or a
heading, needs --allow-shrink; a read-only file needs --force.`,
		Example: `  wisdom review approve 20261121-3fa9c1
  wisdom review approve 3fa9c1 --items e1,e3 --reason "true and short"`,
		Annotations: inWorkspace(exitNothing, exitLocked, exitStale, exitUnfinished, exitDamaged),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := items.validate(cmd); err != nil {
				return err
			}
			ctx := cmd.Context()
			return onDraft(ctx, a, args[0], func(log *review.Log, d *review.Draft, all review.Options) error {
				if err := opts.applyTo(&all); err != nil {
					return err
				}
				return approve(ctx, a, log, d, items.items, reason, noPromote, all)
			})
		},
	}
	items.addFlags(cmd)
	addReason(cmd, &reason)
	opts.addFlags(cmd)
	cmd.Flags().BoolVar(&noPromote, "no-promote", false,
		"only record the decision; promote later with wisdom promote")
	return cmd
}

func newReject(a *deps) *cobra.Command {
	var opts itemOptions
	var reason string
	cmd := &cobra.Command{
		Use:   "reject ID",
		Short: "Reject a draft, or items of it",
		Long: `Reject items of a draft. A rejected item is not proposed again while it would be
backed by the same lessons. "wisdom review reopen" undoes a rejection.`,
		Example:     "  wisdom review reject 20261121-3fa9c1 --reason \"not yet\"\n  wisdom review reject 3fa9c1 --items e2",
		Annotations: inWorkspace(exitNothing, exitLocked, exitUnfinished),
		RunE: func(cmd *cobra.Command, args []string) error {
			return onItems(a, cmd, args[0], opts,
				func(log *review.Log, d *review.Draft, items []string, opts review.Options) (string, error) {
					err := review.Decide(a.fsys, log, d, review.Refused, items, reason, opts)
					return "rejected in draft " + d.ID + ": " + strings.Join(log.Decided(d, review.Refused), ", "), err
				})
		},
	}
	opts.addFlags(cmd)
	addReason(cmd, &reason)
	return cmd
}

func newReopen(a *deps) *cobra.Command {
	var opts itemOptions
	cmd := &cobra.Command{
		Use:         "reopen ID",
		Aliases:     []string{"unrefuse"},
		Short:       "Allow rejected items to be proposed again",
		Example:     "  wisdom review reopen 20261121-3fa9c1 --items e2",
		Annotations: inWorkspace(exitNothing, exitLocked, exitUnfinished),
		RunE: func(cmd *cobra.Command, args []string) error {
			return onItems(a, cmd, args[0], opts,
				func(log *review.Log, d *review.Draft, items []string, opts review.Options) (string, error) {
					freed, err := review.Unrefuse(a.fsys, log, d, items, opts)
					return "may be proposed again: " + strings.Join(freed, ", "), err
				})
		},
	}
	opts.addFlags(cmd)
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
	cmd.Flags().StringVar(reason, "reason", "", "the reason, for the log")
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
		left = a.tolerate(review.Decide(a.fsys, log, d, review.Taken, items, reason, opts))
		if left != nil && !is[*review.LeftError](left) {
			return left
		}
	}
	for _, id := range goneFacts(ctx, a, d, log.ToPlace(d)) {
		item, _ := d.Item(id)
		a.warn("%s, %s %s: gone from %s since", id, item.Name, item.Text, item.Source)
	}
	if !noPromote {
		return errors.Join(left, promote(ctx, a, log, d, before, opts))
	}
	earlier := textIf(len(before) > 0, "\n"+approvedBefore(before))
	return errors.Join(left, a.reply(answerOn(log, d, nil), "approved in draft %s: %s%s\npromote it with  %s", d.ID,
		strings.Join(without(log.ToPlace(d), before), ", "), earlier, a.command("promote "+d.ID)))
}

// approvedBefore names the items that the reviewer approved with an earlier command.
func approvedBefore(items []string) string {
	return "earlier   " + strings.Join(items, ", ") + ": approved before, and promoted with it"
}

// without are the items that are not among others.
func without(items, others []string) []string {
	return slices.DeleteFunc(slices.Clone(items), func(id string) bool { return slices.Contains(others, id) })
}

// goneFacts are those of some items whose sources do not say so any more; where these cannot be read nothing is known.
func goneFacts(ctx context.Context, a *deps, d *review.Draft, ids []string) []string {
	gone, _ := d.GoneFacts(ctx, a.fsys)
	return slices.DeleteFunc(gone, func(id string) bool { return !slices.Contains(ids, id) })
}

// decisionAnswer says how a draft stands after a decision.
type decisionAnswer struct {
	Draft     string       `json:"draft"`
	State     review.State `json:"state"`
	Approved  []string     `json:"approved"`
	Refused   []string     `json:"refused"`
	Undecided int          `json:"undecided"`
	// Generation is the one that this left, null where nothing was promoted.
	Generation *int `json:"generation"`
	// Promoted are the items that it promoted; ApprovedBefore are those of them
	// that were approved before the command that promoted them.
	Promoted       []string `json:"promoted,omitempty"`
	ApprovedBefore []string `json:"approved_before,omitempty"`
}

func answerOn(log *review.Log, d *review.Draft, g *backups.Generation) decisionAnswer {
	answer := decisionAnswer{
		Draft: d.ID, State: log.State(d.ID), Undecided: log.Undecided(d.ID),
		Approved: log.Decided(d, review.Taken), Refused: log.Decided(d, review.Refused),
	}
	if g != nil {
		answer.Generation = &g.Number
	}
	return answer
}
