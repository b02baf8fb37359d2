package main

import (
	"strings"

	"github.com/spf13/cobra"

	"wisdom/review"
)

func newRequestChanges(a *deps) *cobra.Command {
	var opts itemOptions
	var note string
	cmd := &cobra.Command{
		Use:     "request-changes ID",
		Aliases: []string{"return"},
		Short:   "Send a draft back with a note for the next run",
		Long: `Send a draft back with a note. The draft is no longer pending, and nothing of it is
promoted. The items that you name are not proposed again, as if you had rejected
them. A model gets the note with every request until the next promotion. The
built-in engine cannot read notes; it proposes nothing while it would propose the
same again.`,
		Example: `  wisdom review request-changes 3fa9c1 --note "shorter, and say when"
  wisdom review request-changes 3fa9c1 --items e2,e4 --note "both are about one client"`,
		Annotations: inWorkspace(exitNothing, exitLocked, exitUnfinished),
		RunE: func(cmd *cobra.Command, args []string) error {
			return onItems(a, cmd, args[0], opts,
				func(log *review.Log, d *review.Draft, items []string, opts review.Options) (string, error) {
					message := "requested changes to draft " + d.ID
					if len(items) > 0 {
						message += "; not proposed again: " + strings.Join(items, ", ")
					}
					return message, review.Return(a.fsys, log, d, items, note, opts)
				})
		},
	}
	opts.addFlags(cmd)
	cmd.Flags().StringVar(&note, "note", "", "what should change; the next run reads it")
	return cmd
}
