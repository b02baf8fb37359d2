package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/review"
)

type rollbackOptions struct {
	to     int
	only   workspace.Path
	dryRun bool
	force  bool
	// isOfPhase says that it is a part of wisdom rollout back, which says itself how to undo it.
	isOfPhase bool
}

func newRollback(a *deps) *cobra.Command {
	opts := rollbackOptions{to: -1}
	var file string
	cmd := &cobra.Command{
		Use:   "rollback [N]",
		Short: "Undo the newest generation, or go back to generation N",
		Long: `Restore the bytes from before the newest promotion or rollback. With N, restore
those that generation N left; generation 0 is the workspace as wisdom found it. A
file that did not exist then is removed.

A rollback is a generation too: a second one in a row restores what the first one
undid. To go further back, name a generation. Text that was added elsewhere in a file
since then is kept. If the same lines, or the section of SOUL.md, were edited, the
edit is shown and nothing is written; --force restores the exact bytes, and backs the
edit up first. A read-only file needs --force too.`,
		Example:     "  wisdom rollback\n  wisdom rollback 0 --dry-run\n  wisdom rollback 3 --file TOOLS_COMPACT.md",
		Annotations: withoutSettings(inWorkspace(exitNothing, exitLocked, exitStale, exitUnfinished, exitDamaged)),
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if len(args) == 1 {
				if opts.to, err = generationNumber(a, args[0]); err != nil {
					return err
				}
			}
			if cmd.Flags().Changed("file") {
				if opts.only, err = workspace.ParsePath(file); err != nil {
					return fmt.Errorf("--file: %w", err)
				}
			}
			if opts.dryRun {
				return previewRollback(a, opts)
			}
			return runRollback(cmd.Context(), a, opts)
		},
	}
	cmd.Flags().StringVar(&file, "file", "", "only restore the file `NAME`")
	cmd.Flags().BoolVar(&opts.dryRun, "dry-run", false, "write nothing; show what would change")
	cmd.Flags().BoolVar(&opts.force, "force", false, "also restore files that were edited since then or are read-only")
	addReviewer(a, cmd.Flags())
	return cmd
}

// rollbackAnswer says which generation a rollback left, -1 where nothing was to do or written, which state it brought
// back, and which files keep what was written into them since.
func rollbackAnswer(generation int, change backups.Change) object {
	answer := object{"generation": generation, "restores": *change.Restores}
	if len(change.Merged) > 0 {
		answer["merged"] = change.Merged
	}
	return answer
}

// previewRollback shows what would change, also where that needs --force; the error then says so.
func previewRollback(a *deps, flags rollbackOptions) error {
	_, change, refused := planRollback(a, flags, "")
	err := refused
	if is[*backups.NewerError](refused) {
		flags.force = true
		_, change, err = planRollback(a, flags, "")
	}
	if err != nil {
		return err
	}
	changes, err := review.ChangesBack(a.fsys, change)
	if err != nil {
		return err
	}
	patch := review.Patches(changes, review.Context)
	answer := rollbackAnswer(-1, change)
	if patch != "" {
		answer["patch"] = patch
	}
	err = a.respond(answer, func() {
		a.printPatch(patch)
		if len(change.Targets) == 0 {
			a.say("%s", alreadyBack)
		} else if log, err := a.readLog(); err == nil {
			printLeaving(a, log.Leaving(*change.Restores, flags.only), "would reject", "would close")
		}
	})
	return errors.Join(err, refused)
}

// closedBy names the draft that a rollback closes, and counts what is open in it; "" where there is none.
func closedBy(leaving review.Leaving) string {
	if leaving.Open == 0 {
		return ""
	}
	return fmt.Sprintf("draft %s, of which %s %s not promoted", leaving.Closed, plural(leaving.Open, "item"),
		text.Are(leaving.Open))
}

const alreadyBack = "nothing to do: the files are in that state already"

func runRollback(ctx context.Context, a *deps, flags rollbackOptions) error {
	opts, err := a.reviewerOptions()
	if err != nil {
		return err
	}
	if err := needHome(a, flags.to); err != nil {
		return err
	}
	return a.locked(ctx, opts, func(log *review.Log) error {
		all, change, err := planRollback(a, flags, opts.By)
		if is[*backups.NewerError](err) {
			return previewRollback(a, flags)
		}
		if err != nil {
			return err
		}
		if len(change.Targets) == 0 {
			return a.reply(rollbackAnswer(-1, change), "%s", alreadyBack)
		}
		leaving := log.Leaving(*change.Restores, flags.only)
		g, err := backups.Commit(ctx, a.fsys, change, opts.BackupOptions(a.fsys, log))
		if err != nil {
			return err
		}
		warnGroups(a, g)
		err = a.respond(rollbackAnswer(g.Number, change), func() {
			printRollback(a, g, all, change.Merged, flags)
			printLeaving(a, leaving, "rejects", "closes")
		})
		if err != nil {
			return err
		}
		retain(ctx, a, log)
		return ctx.Err()
	})
}

// needHome is for commands on a generation where nothing ever was: they make no folder.
func needHome(a *deps, wanted int) error {
	there, err := workspace.Exists(a.fsys, backups.Home)
	if err != nil {
		return err
	}
	if !there {
		return &backups.NoGenerationError{Wanted: wanted, Newest: -1}
	}
	return nil
}

func printRollback(a *deps,
	g *backups.Generation, before []backups.Generation, merged []workspace.Path, flags rollbackOptions,
) {
	what := textIf(g.Only != "", " of "+string(g.Only))
	file := textIf(g.Only != "", " --file "+string(g.Only))
	newest := before[len(before)-1]
	done := fmt.Sprintf("rolled back to generation %d%s", *g.Restores, what)
	if flags.to < 0 {
		done = fmt.Sprintf("undid generation %d%s, a %s", newest.Number, what, newest.Why)
	}
	a.say("%s: this is generation %d, the state of generation %d again", done, g.Number, *g.Restores)
	for _, p := range merged {
		a.say("kept      what was written into %s since", p)
	}
	if flags.isOfPhase {
		return
	}
	a.say("undo      %s  to restore generation %d", a.command("rollback"), newest.Number)
	if to, since := backups.StepBack(before, *g.Restores); to >= 0 {
		a.say("further   %s  to restore the state before generation %d; %s shows the others",
			a.command(fmt.Sprintf("rollback %d%s", to, file)), since, a.command("backups list"))
	}
}

// printLeaving says what a rollback does to drafts, or would do, and the way back.
func printLeaving(a *deps, leaving review.Leaving, rejects, closes string) {
	for _, draft := range slices.Sorted(maps.Keys(leaving.Rejected)) {
		a.say("%-9s %s of draft %s: a run does not propose them again, unless you reopen them: %s", rejects,
			plural(len(leaving.Rejected[draft]), "item"), draft, a.command("review reopen "+draft))
	}
	if closed := closedBy(leaving); closed != "" {
		a.say("%-9s %s; a run proposes them again: %s", closes, closed, a.command("run"))
	}
}

// planRollback also returns the generations that there are.
func planRollback(a *deps, flags rollbackOptions, by string) ([]backups.Generation, backups.Change, error) {
	all, err := backups.Generations(a.fsys)
	if err != nil {
		return nil, backups.Change{}, err
	}
	opts := backups.RollbackOptions{
		To: flags.to, Only: flags.only, Force: flags.force, By: by, Section: a.sectionFile(), Merge: review.MergeUndo,
	}
	change, err := backups.PlanRollback(a.fsys, all, opts)
	return all, change, err
}
