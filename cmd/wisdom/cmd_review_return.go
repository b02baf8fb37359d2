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
		Use:     "request-changes ID",
		Aliases: []string{"return"},
		Short:   "Send a draft back with a note for the next run",
		Long: `Send a draft back with a note. The draft is no longer pending, and nothing of it is
promoted. The items that you name are not proposed again, as if you had rejected
them. A model gets the note with every request until the next promotion. The
built-in engine cannot read notes; it proposes nothing while it would propose the
same again.`,
		Example:     "  wisdom review request-changes 3fa9c1 --note \"shorter, and say when\"\n  wisdom review request-changes 3fa9c1 --items e2,e4 --note \"both are about one client\"",
		Args:        needsID,
		Annotations: inWorkspace(exitNothing, exitLocked, exitUnfinished),
		RunE: func(cmd *cobra.Command, args []string) error {
			named, err := itemsOf(cmd, items)
			if err != nil {
				return err
			}
			return a.onDraft(
				cmd.Context(),
				args[0],
				reviewer,
				func(log *review.Log, d *review.Draft, opts review.Options) error {
					if err := a.tolerate(review.Return(a.fsys, log, d, named, note, opts)); err != nil {
						return err
					}
					text := "requested changes to draft " + d.ID
					if len(named) > 0 {
						text += "; not proposed again: " + strings.Join(named, ", ")
					}
					return a.reply(a.answerOn(log, d, nil), "%s", text)
				},
			)
		},
	}
	addItems(cmd, &items)
	cmd.Flags().StringVar(&note, "note", "", "what should change; the next run reads it")
	addReviewer(cmd, &reviewer)
	return cmd
}
