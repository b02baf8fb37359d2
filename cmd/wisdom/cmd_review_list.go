package main

import (
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
			type row struct {
				ID      string       `json:"id"`
				State   review.State `json:"state"`
				Created string       `json:"created"`
				Items   int          `json:"items"`
				text    string
			}
			rows := []row{}
			for _, id := range log.Drafts() {
				d, err := log.Load(a.fsys, id)
				if err != nil {
					a.warn("%s", err)
					rows = append(rows, row{ID: id, State: damaged, text: "cannot be read"})
					continue
				}
				rows = append(rows, row{id, log.State(id), d.Created, len(d.Items), progressOf(a, log, d)})
			}
			return a.respond(object{"drafts": rows}, func() {
				for _, r := range rows {
					state := a.tinted(tintOfState[r.State], fmt.Sprintf("%-11s", r.State))
					fmt.Fprintf(a.out, "%s  %s  %s  %s\n", r.ID, state, review.Day(r.Created), r.text)
				}
				if len(rows) == 0 {
					a.say("no draft yet")
				}
			})
		},
	}
	cmd.Flags().BoolVar(&refused, "rejected", false, "list the items that are not proposed again")
	return cmd
}

// damaged is the state of a draft that cannot be read.
const damaged review.State = "damaged"

// listRefused lists the items that are not proposed again.
func listRefused(a *deps, log *review.Log) error {
	refused, rows := log.RefusalsShown(a.fsys), []object{}
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
