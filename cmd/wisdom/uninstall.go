package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/review"
)

func newUninstall(a *app) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "uninstall",
		Short: "Remove the line in the queue and, after asking, .wisdom",
		Long: `Remove what belongs to this program: its line in the queue, and, after asking,
the folder .wisdom with drafts, log and backups, and the readable drafts that
nobody edited. Every file of the agent stays, SOUL.md with its section and the
plain copies in the initiative folder among them.`,
		Example:     "  wisdom uninstall\n  wisdom uninstall --yes",
		Args:        cobra.NoArgs,
		Annotations: withoutSettings(inWorkspace(exitLocked, exitUnfinished)),
		RunE:        func(cmd *cobra.Command, _ []string) error { return runUninstall(cmd.Context(), a, yes) },
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "remove .wisdom without asking")
	return cmd
}

type uninstallAnswer struct {
	SchemaVersion int  `json:"schema_version"`
	Removed       bool `json:"removed"` // .wisdom, or it was not there
}

func runUninstall(ctx context.Context, a *app, yes bool) error {
	if a.paths.Queue == "" {
		a.paths.Queue = a.settings.places().Queue
		a.warn("[paths] queue cannot be read: if it is not %s, remove the line with \"REVIEW NEEDED: wisdom draft\" there by hand", a.paths.Queue)
	}
	opts, err := a.options("")
	if err != nil {
		return err
	}
	there, err := workspace.Exists(a.fsys, backups.Home)
	if err != nil {
		return err
	}
	if !there {
		if err := a.tolerate(review.SetQueue(a.fsys, a.paths.Queue, "")); err != nil {
			return err
		}
		return a.reply(uninstallAnswer{1, true}, "nothing of wisdom is left here")
	}
	work := func(log *review.Log) error { return a.uninstall(ctx, log, opts.Review, yes) }
	err = a.locked(ctx, opts.Review, work)
	var broken *review.LogError
	if pending, perr := backups.Pending(a.fsys); errors.As(err, &broken) && perr == nil && !pending {
		a.warn("%v", broken)
		return work(&review.Log{})
	}
	return err
}

// uninstall takes everything away but .wisdom, and that too if somebody agrees.
func (a *app) uninstall(ctx context.Context, log *review.Log, opts review.Options, agreed bool) error {
	if err := a.tolerate(review.SetQueue(a.fsys, a.paths.Queue, "")); err != nil {
		return err
	}
	if !agreed {
		var err error
		if agreed, err = a.confirm(ctx, "remove .wisdom, with its drafts, log and backups?"); err != nil {
			return err
		}
	}
	if !agreed {
		return a.reply(uninstallAnswer{1, false}, "removed the line in %s, kept .wisdom; remove it with  %s", a.paths.Queue, a.command("uninstall --yes"))
	}
	edited, err := review.ClearViews(a.fsys, log, opts)
	if err != nil {
		return fmt.Errorf("remove the readable drafts: %w", err)
	}
	for _, p := range edited {
		a.warn("kept %s, which somebody edited", p)
	}
	if err := workspace.RemoveAll(a.fsys, backups.Home); err != nil {
		return fmt.Errorf("remove .wisdom: %w", err)
	}
	return a.reply(uninstallAnswer{1, true}, "removed .wisdom; the agent's files are as they were, plain copies are in %s/backups", a.paths.Initiative)
}

// confirm asks a question; where nobody can be asked the answer is no. Ctrl-C
// does not wait for an answer.
func (a *app) confirm(ctx context.Context, question string) (bool, error) {
	if !a.asks || a.flags.noInput {
		return false, nil
	}
	fmt.Fprintf(a.err, "wisdom: %s [y/N] ", question)
	answers := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(a.in).ReadString('\n') // no answer is a no
		answers <- strings.ToLower(strings.TrimSpace(line))
	}()
	select {
	case <-ctx.Done():
		fmt.Fprintln(a.err)
		return false, ctx.Err()
	case answer := <-answers:
		return answer == "y" || answer == "yes", nil
	}
}
