package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/review"
)

type rollbackOptions struct {
	to       int
	dryRun   bool
	force    bool
	reviewer string
}

func newRollback(a *app) *cobra.Command {
	opts := rollbackOptions{to: -1}
	cmd := &cobra.Command{
		Use:   "rollback [N]",
		Short: "Undo the newest generation, or go back to the state that N left",
		Long: `Restore the bytes from before the newest promotion or rollback, or with N those
that generation N left; generation 0 is the workspace as it was found. A rollback
is a generation itself, with its own backup, so it can be rolled back too. What
somebody wrote since is not overwritten unless --force is given; it is backed up
then.`,
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
			if opts.dryRun {
				return previewRollback(a, opts)
			}
			return runRollback(cmd.Context(), a, opts)
		},
	}
	cmd.Flags().BoolVar(&opts.dryRun, "dry-run", false, "write nothing, show what would change")
	cmd.Flags().BoolVar(&opts.force, "force", false, "also where somebody wrote into the files since")
	addReviewer(cmd, &opts.reviewer)
	return cmd
}

type rollbackAnswer struct {
	SchemaVersion int `json:"schema_version"`
	// Generation is the one that the rollback left, Restores the one whose
	// state it brought back; -1 where nothing was to do.
	Generation int `json:"generation"`
	Restores   int `json:"restores"`
	// Patch is what a dry run shows.
	Patch string `json:"patch,omitempty"`
}

// previewRollback shows what would change, also where that needs --force.
func previewRollback(a *app, flags rollbackOptions) error {
	_, _, newer := a.planRollback(flags, "")
	flags.force = true
	_, change, err := a.planRollback(flags, "")
	if err != nil {
		return err
	}
	var patch strings.Builder
	for _, t := range change.Targets {
		now, _, err := workspace.ReadState(a.fsys, t.Path, workspace.MaxState)
		if err != nil {
			return err
		}
		patch.WriteString(review.Patch(t.Path, now, t.New))
	}
	if a.flags.json {
		return errors.Join(a.printJSON(rollbackAnswer{1, -1, *change.Restores, patch.String()}), newer)
	}
	a.printPatch(patch.String())
	if len(change.Targets) == 0 {
		a.say("%s", alreadyBack)
	}
	return newer
}

const alreadyBack = "nothing to do: the files are in that state already"

func runRollback(ctx context.Context, a *app, flags rollbackOptions) error {
	by, err := a.reviewer(flags.reviewer)
	if err != nil {
		return err
	}
	opts, err := a.options(by)
	if err != nil {
		return err
	}
	there, err := workspace.Exists(a.fsys, backups.Home)
	if err != nil {
		return err
	}
	if !there { // and none is made
		return &backups.NoGenerationError{Wanted: flags.to, Newest: -1}
	}
	return a.locked(ctx, opts.Review, func(log *review.Log) error {
		newest, change, err := a.planRollback(flags, by)
		if err != nil {
			return err
		}
		if len(change.Targets) == 0 {
			return a.reply(rollbackAnswer{1, -1, *change.Restores, ""}, "%s", alreadyBack)
		}
		g, err := backups.Commit(ctx, a.fsys, change, opts.Review.BackupOptions(a.fsys, log))
		if err != nil {
			return err
		}
		if err := a.tolerate(review.ShowWaiting(a.fsys, log, opts.Review)); err != nil {
			return err
		}
		return errors.Join(a.printRollback(g, flags.to < 0, newest), ctx.Err())
	})
}

func (a *app) printRollback(g *backups.Generation, undone bool, newest int) error {
	if a.flags.json {
		return a.printJSON(rollbackAnswer{1, g.Number, *g.Restores, ""})
	}
	if undone {
		a.say("undid generation %d: this is generation %d", newest, g.Number)
	} else {
		a.say("rolled back to generation %d: this is generation %d", *g.Restores, g.Number)
	}
	a.say("undo      %s", a.command("rollback"))
	if *g.Restores > 0 {
		a.say("further   %s  the workspace as it was found; %s  what else there is", a.command("rollback 0"), a.command("backups list"))
	}
	return nil
}

// planRollback also tells the number of the newest generation.
func (a *app) planRollback(flags rollbackOptions, by string) (newest int, change backups.Change, err error) {
	all, err := backups.Generations(a.fsys)
	if err != nil {
		return 0, change, err
	}
	if change, err = backups.PlanRollback(a.fsys, all, flags.to, flags.force, by); err != nil {
		return 0, change, err
	}
	return all[len(all)-1].Number, change, nil
}
