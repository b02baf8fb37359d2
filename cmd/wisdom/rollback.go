package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/review"
)

type rollbackOptions struct {
	to     int
	dryRun bool
	force  bool
}

func newRollback(a *app) *cobra.Command {
	opts := rollbackOptions{to: -1}
	cmd := &cobra.Command{
		Use:   "rollback [N]",
		Short: "Undo the newest generation, or go back to the state that N left",
		Long: `Restore the bytes from before the newest promotion or rollback, or with N those
that generation N left; generation 0 is the workspace as it was found. A rollback
is a generation itself, with its own backup, so it can be rolled back too. Files
that somebody edited since are not overwritten unless --force is given; the edits
are backed up then.`,
		Example:     "  wisdom rollback\n  wisdom rollback 0 --dry-run",
		Args:        cobra.MaximumNArgs(1),
		Annotations: inWorkspace(exitNothing, exitLocked, exitStale, exitUnfinished, exitDamaged),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				n, err := strconv.Atoi(args[0])
				if err != nil || n < 0 {
					return &hintedError{fmt.Errorf("%q is no number of a generation", args[0]), a.command("backups list")}
				}
				opts.to = n
			}
			return runRollback(cmd.Context(), a, opts)
		},
	}
	cmd.Flags().BoolVar(&opts.dryRun, "dry-run", false, "write nothing, show what would change")
	cmd.Flags().BoolVar(&opts.force, "force", false, "also where files were edited since")
	return cmd
}

func runRollback(ctx context.Context, a *app, flags rollbackOptions) error {
	by, err := a.reviewer("")
	if err != nil {
		return err
	}
	opts, err := a.options(by)
	if err != nil {
		return err
	}
	if flags.dryRun {
		_, _, newer := a.planRollback(flags, by)
		flags.force = true
		_, change, err := a.planRollback(flags, by)
		if err != nil {
			return err
		}
		for _, t := range change.Targets {
			now, _, err := workspace.ReadState(a.fsys, t.Path, workspace.MaxTarget)
			if err != nil {
				return err
			}
			a.printPatch(review.Patch(t.Path, now, t.New))
		}
		return newer
	}
	if _, _, err := a.planRollback(flags, by); err != nil { // before a folder is made
		return err
	}
	return a.locked(ctx, opts.Review, func(log *review.Log) error {
		all, change, err := a.planRollback(flags, by)
		if err != nil {
			return err
		}
		if len(change.Targets) == 0 {
			a.say("nothing to do: the files are in that state already")
			return nil
		}
		g, err := backups.Commit(ctx, a.fsys, change, opts.Review.BackupOptions(a.fsys, log))
		if err != nil {
			return err
		}
		if err := a.tolerate(review.ShowWaiting(a.fsys, log, opts.Review)); err != nil {
			return err
		}
		a.say("rolled back to generation %d: this is generation %d", *g.Restores, g.Number)
		a.say("undo      %s", a.command("rollback"))
		if *g.Restores > 0 || all[len(all)-1].Why == backups.Rollback {
			a.say("further   %s", a.command("rollback 0")+"  the workspace as it was found; "+a.command("backups list")+"  what else there is")
		}
		return ctx.Err()
	})
}

func (a *app) planRollback(flags rollbackOptions, by string) ([]backups.Generation, backups.Change, error) {
	all, err := backups.Generations(a.fsys)
	if err != nil {
		return nil, backups.Change{}, err
	}
	change, err := backups.PlanRollback(a.fsys, all, flags.to, flags.force, by)
	return all, change, err
}
