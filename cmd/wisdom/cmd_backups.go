package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/review"
)

func newBackups(a *deps) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "backups",
		Short: "List, verify, prune and pin the generations",
		Long: `A generation is the state that a promotion or a rollback left, together with the
bytes from before it. Generation 0 is the workspace as wisdom found it; it is
always kept.`,
		Example: "  wisdom backups list\n  wisdom backups verify\n  wisdom backups prune --yes",
	}
	cmd.AddCommand(&cobra.Command{
		Use: "list", Short: "List the generations, the newest first",
		Example:     "  wisdom backups list",
		Annotations: withoutSettings(inWorkspace(exitDamaged)),
		RunE: func(*cobra.Command, []string) error {
			all, err := backups.Generations(a.fsys)
			if err != nil {
				return err
			}
			list := append([]backups.Generation{}, all...)
			return a.respond(object{"generations": list}, func() { printGenerations(a, all) })
		},
	}, &cobra.Command{
		Use: "verify", Short: "Read every backup again and compare it with its hash",
		Long: `Read every object that a generation refers to, and the plain copies in the
initiative folder, and compare them with their hashes. Damage is reported with its
generation and its file.`,
		Example:     "  wisdom backups verify",
		Annotations: withoutSettings(inWorkspace(exitDamaged)),
		RunE:        func(cmd *cobra.Command, _ []string) error { return verifyBackups(cmd.Context(), a) },
	}, newPrune(a), newPin(a, true), newPin(a, false))
	return cmd
}

// keptMonths is of how many months the newest generation is kept.
const keptMonths = 24

func newPrune(a *deps) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use: "prune", Short: "Show what keeps each generation, and remove the others",
		Long: `Show for each generation why it is kept. With --yes, remove the generations that
nothing keeps, and the objects that only they needed. The settings say how many of
the newest generations are kept (backups.keep_last, 20), and for how many months
the newest of each of the last 24 months. These are always kept: the
first generation, pinned ones, the newest one that verifies, the one to which
undoing the newest leads, and the base of a pending draft. The record of which
lessons back an entry is never removed. Every promotion and every rollback prunes
by itself.`,
		Example:     "  wisdom backups prune\n  wisdom backups prune --yes",
		Annotations: inWorkspace(exitNothing, exitLocked, exitUnfinished, exitDamaged),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !yes {
				return previewPrune(cmd.Context(), a)
			}
			if err := needHome(a, -1); err != nil {
				return err
			}
			return a.locked(cmd.Context(), a.reviewOptions(""), func(log *review.Log) error {
				return runPrune(cmd.Context(), a, log)
			})
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "remove them; without it nothing is written")
	return cmd
}

func newPin(a *deps, pinned bool) *cobra.Command {
	use, short := "pin", "Keep a generation, whatever the settings say"
	if !pinned {
		use, short = "unpin", "Keep a generation no longer than the settings say"
	}
	return &cobra.Command{
		Use: use + " N", Short: short,
		Example:     "  wisdom backups " + use + " 3",
		Annotations: withoutSettings(inWorkspace(exitNothing, exitLocked, exitUnfinished, exitDamaged)),
		RunE: func(cmd *cobra.Command, args []string) error {
			number, err := generationNumber(a, args[0])
			if err != nil {
				return err
			}
			return runPin(cmd.Context(), a, number, pinned)
		},
	}
}

// generationNumber reads the number of a generation as a person types it.
func generationNumber(a *deps, text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, hinted(a.command("backups list"), "%q is no number of a generation", text)
	}
	return n, nil
}

func printGenerations(a *deps, all []backups.Generation) {
	for _, g := range slices.Backward(all) {
		text := generationLine(a, g)
		text += textIf(g.Pinned, "  pinned")
		a.say("%s", text)
		if g.Pruned != nil {
			a.say("     %s pruned", plural(len(g.Pruned.Numbers), "generation"))
		}
	}
	if len(all) == 0 {
		a.say("no generation yet: the first promotion makes generation 0 and 1")
	}
}

func generationLine(a *deps, g backups.Generation) string {
	text := fmt.Sprintf("%3d  %s  %s", g.Number, a.when(g.At), g.Summary())
	text += textIf(g.By != "", "  by "+g.By)
	return text
}

func verifyBackups(ctx context.Context, a *deps) error {
	all, err := backups.Generations(a.fsys)
	if err != nil {
		return err
	}
	log, err := a.readLog()
	if err != nil {
		return err
	}
	problems := append(log.Missing(all), verify(ctx, a, all)...)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if len(problems) > 0 {
		for _, problem := range problems[1:] {
			a.talk("%s", problem)
		}
		return problems[0]
	}
	return a.reply(object{"verified": len(all)}, "%s verified", plural(len(all), "generation"))
}

// verify reads every backup and every plain copy, and gives what is wrong with them.
func verify(ctx context.Context, a *deps, all []backups.Generation) []error {
	problems := backups.Verify(ctx, a.fsys, all, a.counting("verifying generations"))
	return append(problems, backups.VerifyPlain(a.fsys, all, a.paths.Initiative.Join("backups"))...)
}

// pruneAnswer says what keeps each generation, or what was removed.
type pruneAnswer struct {
	DryRun      bool      `json:"dry_run"`
	Generations []keptRow `json:"generations"` // as they were, oldest first
	Contents    int       `json:"contents"`    // that were removed
	Bytes       int64     `json:"bytes"`       // that they took
}

type keptRow struct {
	Number int      `json:"number"`
	Kept   []string `json:"kept"` // what keeps it; empty where nothing does
}

// planPrune finds what the settings, and the draft that waits, keep.
func planPrune(ctx context.Context, a *deps, log *review.Log) ([]backups.Kept, error) {
	all, err := backups.Generations(a.fsys)
	if err != nil {
		return nil, err
	}
	s := a.settings.Backups
	keep := backups.Retention{Last: s.KeepLast, Monthly: keptMonths, Needs: log.Needs(a.fsys)}
	return backups.PlanRetention(ctx, a.fsys, all, keep), ctx.Err()
}

func previewPrune(ctx context.Context, a *deps) error {
	log, err := a.readLog()
	if err != nil {
		return err
	}
	plan, err := planPrune(ctx, a, log)
	if err != nil {
		return err
	}
	return a.respond(pruneAnswer{DryRun: true, Generations: keptRows(plan)}, func() {
		goes := printKept(a, plan)
		if goes == 0 {
			a.say("nothing to remove")
			return
		}
		a.say("%s would be removed: %s", plural(goes, "generation"), a.command("backups prune --yes"))
	})
}

func runPrune(ctx context.Context, a *deps, log *review.Log) error {
	plan, err := planPrune(ctx, a, log)
	if err != nil {
		return err
	}
	pruned, err := backups.Prune(ctx, a.fsys, plan, a.counting("pruning backups"))
	if err != nil {
		return err
	}
	return a.respond(pruneAnswer{false, keptRows(plan), pruned.Objects, pruned.Bytes}, func() {
		printKept(a, plan)
		a.say("removed %s, and %s of %d bytes that nothing needs any more",
			plural(len(pruned.Generations), "generation"), plural(pruned.Objects, "content"), pruned.Bytes)
	})
}

// printKept prints what keeps each generation, and counts those that go.
func printKept(a *deps, plan []backups.Kept) (goes int) {
	for _, k := range slices.Backward(plan) {
		why := strings.Join(k.Because, ", ")
		if why == "" {
			goes++
			why = "nothing keeps it"
		}
		a.say("%s  (%s)", generationLine(a, k.Generation), why)
	}
	return goes
}

func keptRows(plan []backups.Kept) []keptRow {
	rows := []keptRow{}
	for _, k := range plan {
		rows = append(rows, keptRow{k.Number, slices.Concat([]string{}, k.Because)})
	}
	return rows
}

// retain removes the generations that nothing keeps any more; none where it is not known what the settings keep. What
// it is called after was done, so trouble is a warning.
func retain(ctx context.Context, a *deps, log *review.Log) {
	if a.wrong != nil {
		return
	}
	plan, err := planPrune(ctx, a, log)
	if err == nil {
		var pruned backups.Pruned
		pruned, err = backups.Prune(ctx, a.fsys, plan, a.counting("pruning backups"))
		if n := len(pruned.Generations); n > 0 {
			a.say("pruned    %s that nothing keeps any more; %s  what there is", plural(n, "generation"),
				a.command("backups list"))
		}
	}
	if err != nil && ctx.Err() == nil {
		a.warn("old generations were not pruned: %s", err)
	}
}

func runPin(ctx context.Context, a *deps, number int, pinned bool) error {
	if err := needHome(a, number); err != nil {
		return err
	}
	return a.locked(ctx, a.reviewOptions(""), func(*review.Log) error {
		all, err := backups.Generations(a.fsys)
		if err != nil {
			return err
		}
		if err := backups.Pin(a.fsys, all, number, pinned); err != nil {
			return err
		}
		text := either(pinned, "generation %d is pinned", "generation %d is not pinned")
		return a.reply(object{"generation": number, "pinned": pinned}, text, number)
	})
}
