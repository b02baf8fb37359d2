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
		Short:   "Send a draft, or items of it, back with a note for the next run",
		Long: `Send a draft back with a note: it is no longer pending, and nothing of it is
promoted. With --items, send back only these items: they are not proposed again in
the same words, and the others stay pending. A model gets the note with every
request until another draft is promoted. The built-in engine cannot read notes; it
proposes nothing while it would propose the same again.`,
		Example: `  wisdom review request-changes 3fa9c1 --note "shorter, and say when"
  wisdom review request-changes 3fa9c1 --items e2,e4 --note "both are about one client"`,
		Annotations: inWorkspace(exitNothing, exitLocked, exitUnfinished),
		RunE: func(cmd *cobra.Command, args []string) error {
			if strings.TrimSpace(note) == "" {
				return hinted("say what should change: --note 'shorter, and say when'", "request-changes needs --note")
			}
			return onItems(a, cmd, args[0], opts,
				func(log *review.Log, d *review.Draft, items []string, opts review.Options) (string, error) {
					message := "requested changes to draft " + d.ID
					if len(items) > 0 {
						message = "requested changes to " + strings.Join(items, ", ") + " of draft " + d.ID
					}
					return message, review.Return(a.fsys, log, d, items, note, opts)
				})
		},
	}
	opts.addFlags(cmd)
	cmd.Flags().StringVar(&note, "note", "", "what should change; the next run reads it")
	return cmd
}
