package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/review"
)

func newReviewLog(a *deps) *cobra.Command {
	return &cobra.Command{
		Use: "log", Short: "Print who decided what, and when",
		Example:     "  wisdom review log\n  wisdom review log --json",
		Annotations: inWorkspace(),
		RunE: func(*cobra.Command, []string) error {
			log, err := a.readLog()
			if err != nil {
				return err
			}
			events := append([]review.Event{}, log.Events...)
			return a.respond(object{"events": events}, func() {
				for _, e := range events {
					a.say("%s", eventLine(e))
				}
			})
		},
	}
}

func eventLine(e review.Event) string {
	action := either(e.Action == review.Reopened, "reopened", string(e.Action))
	text := fmt.Sprintf("%s  %-11s", e.At, action)
	if e.Generation != nil {
		text += fmt.Sprintf("  generation %d", *e.Generation)
	}
	text += textIf(e.Draft != "", "  draft "+e.Draft)
	text += textIf(e.By != "", "  by "+e.By)
	text += textIf(len(e.Items) > 0 && e.Action != review.Staged, "  "+strings.Join(e.Items, ","))
	text += textIf(e.Reason != "", "  "+e.Reason)
	return text
}
