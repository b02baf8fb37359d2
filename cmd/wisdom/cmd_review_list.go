package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"wisdom/review"
)

func newReviewList(a *deps) *cobra.Command {
	var refused bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the drafts and their states",
		Long: `List the drafts and their states. With --rejected, list the items that are not
proposed again because they were rejected or rolled back.`,
		Example:     "  wisdom review list\n  wisdom review list --rejected",
		Annotations: inWorkspace(),
		RunE: func(*cobra.Command, []string) error {
			log, err := a.readLog()
			if err != nil {
				return err
			}
			if refused {
				return listRefused(a, log)
			}
			rows, text := []object{}, ""
			for _, id := range log.Drafts() {
				state, created, items, progress := damaged, "", 0, "cannot be read"
				if d, err := log.Load(a.fsys, id); err != nil {
					a.warn("%s", err)
				} else {
					state, created, items, progress = log.State(id), d.Created, len(d.Items), progressOf(a, log, d)
				}
				rows = append(rows, object{"id": id, "state": state, "created": created, "items": items})
				tinted := a.tinted(tintOfState[state], fmt.Sprintf("%-11s", state))
				text += fmt.Sprintf("%s  %s  %s  %s\n", id, tinted, review.Day(created), progress)
			}
			return a.respond(object{"drafts": rows}, func() { fmt.Fprint(a.out, cmp.Or(text, "no draft yet\n")) })
		},
	}
	cmd.Flags().BoolVar(&refused, "rejected", false, "list the items that are not proposed again")
	return cmd
}

// damaged is the state of a draft that cannot be read.
const damaged review.State = "damaged"

// listRefused lists the items that are not proposed again.
func listRefused(a *deps, log *review.Log) error {
	refused, rows := log.RefusalsShown(a.fsys, a.lintOptions()), []object{}
	for _, r := range refused {
		rows = append(rows, object{
			"draft": r.Draft, "item": r.Item.ID, "kind": r.Item.Kind, "name": r.Item.Name, "text": r.Item.Text, "by": r.By,
			"at": r.At, "rolled_back": r.Undone, "reason": r.Reason, "required": r.Item.Origin == review.Required,
		})
	}
	return a.respond(object{"refused": rows}, func() {
		for _, r := range refused {
			what := either(r.Undone, "rolled back", "rejected")
			a.say("%s %-4s %s on %s by %s: %s", r.Draft, r.Item.ID, what, review.Day(r.At), r.By,
				reviewItemText(r.Item.Kind, r.Item.Name, r.Item.Text))
			if r.Reason != "" {
				a.say("  %s", r.Reason)
			}
			if r.Item.Origin == review.Required {
				a.say("  every section holds it: it is proposed again with the next other entry")
			}
		}
		if len(refused) == 0 {
			a.say("nothing is rejected")
			return
		}
		a.say("reopen  %s", a.command("review reopen "+refused[0].Draft+" --items "+refused[0].Item.ID))
	})
}

// reviewItemText is what an item says, in a line.
func reviewItemText(kind review.ItemKind, name, text string) string {
	line := name + " " + text
	if kind == review.DropEntry || kind == review.DropFact {
		line = "take out: " + line
	}
	return line
}
