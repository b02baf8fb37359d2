package main

import (
	"strings"

	"github.com/spf13/cobra"

	"wisdom/review"
)

func newReturn(a *app) *cobra.Command {
	var items []string
	var note, reviewer string
	cmd := &cobra.Command{
		Use:   "return ID",
		Short: "Send a draft back with a note",
		Long: `Send a draft back with a note: it does not wait any more, and nothing of it is put
in place. Items that are named are not proposed again, as if they were refused.
A model is given the note with every request until something is promoted; the
built-in engine cannot read, and proposes nothing as long as it would propose the
same again.`,
		Example:     "  wisdom review return 3fa9c1 --note \"shorter, and say when\"\n  wisdom review return 3fa9c1 --items e2,e4 --note \"both are about one client\"",
		Args:        needsID,
		Annotations: inWorkspace(exitNothing, exitLocked, exitUnfinished),
		RunE: func(cmd *cobra.Command, args []string) error {
			named, err := itemsOf(cmd, items)
			if err != nil {
				return err
			}
			return a.onDraft(cmd.Context(), args[0], reviewer, func(log *review.Log, d *review.Draft, opts review.Options) error {
				if err := a.tolerate(review.Return(a.fsys, log, d, named, note, opts)); err != nil {
					return err
				}
				text := "returned draft " + d.ID
				if len(named) > 0 {
					text += "; not proposed again: " + strings.Join(named, ", ")
				}
				return a.reply(a.answerOn(log, d, nil), "%s", text)
			})
		},
	}
	addItems(cmd, &items)
	cmd.Flags().StringVar(&note, "note", "", "what should be otherwise; it is logged, and given to the next run")
	addReviewer(cmd, &reviewer)
	return cmd
}
