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
the folder .wisdom with drafts, log and backups. Every file of the agent stays,
SOUL.md with its section and the plain copies in the initiative folder among them.`,
		Example:     "  wisdom uninstall\n  wisdom uninstall --yes",
		Args:        cobra.NoArgs,
		Annotations: inWorkspace(exitLocked, exitUnfinished),
		RunE:        func(cmd *cobra.Command, _ []string) error { return runUninstall(cmd.Context(), a, yes) },
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "remove .wisdom without asking")
	return cmd
}

func runUninstall(ctx context.Context, a *app, yes bool) error {
	opts, err := a.options("")
	if err != nil {
		return err
	}
	there, err := workspace.Exists(a.fsys, backups.Home)
	if err != nil {
		return err
	}
	if !there {
		if err := review.SetQueue(a.fsys, a.paths.queue, ""); err != nil {
			return err
		}
		a.say("nothing of wisdom is left here")
		return nil
	}
	work := func(*review.Log) error {
		if err := review.SetQueue(a.fsys, a.paths.queue, ""); err != nil {
			return err
		}
		a.say("removed the line in %s", a.paths.queue)
		agreed, err := yes, error(nil)
		if !yes {
			agreed, err = a.confirm(ctx, "remove .wisdom, with its drafts, log and backups?")
		}
		if err != nil {
			return err
		}
		if !agreed {
			a.say("kept .wisdom; remove it with  %s", a.command("uninstall --yes"))
			return nil
		}
		if err := workspace.RemoveAll(a.fsys, backups.Home); err != nil {
			return fmt.Errorf("remove .wisdom: %w", err)
		}
		a.say("removed .wisdom; the agent's files are as they were, plain copies are in %s/backups", a.paths.initiative)
		return nil
	}
	err = a.locked(ctx, opts.Review, work)
	var broken *review.LogError
	if pending, perr := backups.Pending(a.fsys); errors.As(err, &broken) && perr == nil && !pending {
		a.warn("%v", broken)
		return work(nil)
	}
	return err
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
