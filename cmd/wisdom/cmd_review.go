package main

import (
	"context"

	"github.com/spf13/cobra"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/review"
)

func newReview(a *deps) *cobra.Command {
	var browser webOptions
	cmd := &cobra.Command{
		Use:   "review",
		Short: "Show and decide the pending draft",
		Long: `On a terminal, walk through the pending draft item by item. Each item shows the
lessons that back it and its share of the budget. In the end you see the diff, and
one confirmation promotes the draft.

Keys: y approve, n reject, e edit in $EDITOR, c request changes, s skip, J and K
next and previous, l lessons in full, A and R approve or reject the rest, q or Esc
quit, ? help. Only keys that do something are offered. Where the terminal reads
single keys, you need no Enter. Skipped items come again at the end. Decisions are
kept when you quit.

Without a terminal, and with --no-input or --json, print the draft, its diff and
the exact commands that decide it.

With --web, serve a page on 127.0.0.1 on which you decide, promote and undo the
draft in a browser, with the same log. The printed address works once. Ctrl-C ends
the server. From a phone, use a tunnel: ssh -L 8765:127.0.0.1:8765, with --port 8765.`,
		Example: `  wisdom review
  wisdom review --web
  wisdom review diff | git apply --check
  wisdom review approve 20261121-3fa9c1
  wisdom review reject 20261121-3fa9c1 --items e2 --reason "too vague"`,
		Annotations: inWorkspace(exitNothing, exitLocked, exitStale, exitUnfinished, exitDamaged),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := browser.validate(cmd); err != nil {
				return err
			}
			if browser.web {
				return reviewWeb(cmd.Context(), a, browser)
			}
			if a.interactive() {
				return walkDraft(cmd.Context(), a)
			}
			return runReview(cmd.Context(), a)
		},
	}
	addReviewer(a, cmd.PersistentFlags())
	browser.addFlags(cmd)
	cmd.AddCommand(newReviewAdd(a), newReviewList(a), newReviewShow(a), newReviewDiff(a), newEdit(a), newApprove(a),
		newReject(a), newRequestChanges(a), newReopen(a), newReviewTrigger(a), newReviewLog(a))
	return cmd
}

// draftAt loads the draft that id names, or the one that waits.
func draftAt(a *deps, log *review.Log, id string) (*review.Draft, error) {
	if id == "" {
		if id = log.Waiting(); id == "" {
			return nil, log.NoDraft()
		}
	}
	id, err := log.Resolve(id)
	if err != nil {
		return nil, err
	}
	return log.Load(a.fsys, id)
}

// readDraft is draftAt for commands that only read.
func readDraft(a *deps, id string) (*review.Log, *review.Draft, error) {
	log, err := a.readLog()
	if err != nil {
		return nil, nil, err
	}
	d, err := draftAt(a, log, id)
	return log, d, err
}

func runReview(ctx context.Context, a *deps) error {
	s, err := openSession(ctx, a, "", a.reviewOptions(""))
	if err != nil {
		return err
	}
	log, d := s.Log, s.Draft
	if err := show(ctx, a, log, d, false); err != nil || a.flags.json {
		return err
	}
	changes, err := review.Changes(a.fsys, log, d, log.WouldBe(d))
	if err != nil {
		return err
	}
	a.say("")
	a.printPatch(terminal.Printable(review.Patches(changes, review.Context)))
	a.say("")
	a.say("approve     %s", a.command("review approve "+d.ID))
	if part := log.Example(d); part != "" {
		a.say("or a part   %s", a.command("review approve "+d.ID+" --items "+part))
	}
	a.say("reject      %s", a.command("review reject "+d.ID+" --reason \"...\""))
	a.say("edit        %s", a.command("review edit "+d.ID))
	a.say("send back   %s", a.command("review request-changes "+d.ID+" --note \"...\""))
	a.say("undo later  %s", a.command("rollback"))
	return nil
}

// first is the argument of a command that takes one, or none.
func first(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}
