package main

import (
	"cmp"
	"context"
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
		Long: `A generation is what a promotion or a rollback left, together with the bytes from before
it. Generation 0 is the workspace as wisdom found it; it is always kept.`,
		Example: "  wisdom backups list\n  wisdom backups verify\n  wisdom backups prune --yes",
	}
	cmd.AddCommand(&cobra.Command{
		Use: "list", Short: "List the generations, the newest first",
		Example:     "  wisdom backups list",
		Annotations: withoutSettings(inWorkspace(exitDamaged)),
		RunE:        func(*cobra.Command, []string) error { return listBackups(a) },
	}, &cobra.Command{
		Use: "verify", Short: "Read every backup again and compare it with its hash",
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
		Long: `Show why each generation is kept. --yes removes those that nothing keeps. prune keeps
the newest ones (backups.keep_last, 20), the newest of each of the last 24 months, the
first one, pinned ones, the newest one that verifies, the one to which undoing the newest
leads, and the base of a pending draft. Every promotion and every rollback prunes by
itself.`,
		Example:     "  wisdom backups prune\n  wisdom backups prune --yes",
		Annotations: inWorkspace(exitNothing, exitLocked, exitUnfinished, exitDamaged),
		RunE: func(cmd *cobra.Command, _ []string) error {
			show := func(log *review.Log) error { return runPrune(cmd.Context(), a, log, yes) }
			if !yes {
				log, err := a.readLog()
				if err != nil {
					return err
				}
				return show(log)
			}
			if err := needHome(a, -1); err != nil {
				return err
			}
			return a.locked(cmd.Context(), a.reviewOptions(""), show)
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
			if err == nil {
				err = needHome(a, number)
			}
			if err != nil {
				return err
			}
			return a.locked(cmd.Context(), a.reviewOptions(""), func(*review.Log) error {
				all, err := backups.Generations(a.fsys)
				if err == nil {
					err = backups.Pin(a.fsys, all, number, pinned)
				}
				if err != nil {
					return err
				}
				text := either(pinned, "generation %d is pinned", "generation %d is not pinned")
				return a.reply(object{"generation": number, "pinned": pinned}, text, number)
			})
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

func listBackups(a *deps) error {
	all, err := backups.Generations(a.fsys)
	if err != nil {
		return err
	}
	return a.respond(object{"generations": append([]backups.Generation{}, all...)}, func() {
		if len(all) == 0 {
			a.say("no generation yet: the first promotion makes generation 0 and 1")
			return
		}
		printGenerations(a, all, "", func(i int) string {
			notes := textIf(all[i].Pinned, "pinned")
			if gap := all[i].Pruned; gap != nil {
				notes += textIf(notes != "", ", ") + plural(len(gap.Numbers), "generation") + " before it pruned"
			}
			return notes
		})
	})
}

// printGenerations prints a table of generations, the newest first, each with a note.
func printGenerations(a *deps, all []backups.Generation, head string, note func(i int) string) {
	rows := [][]string{{"generation", "made", "by", "what it is", head}}
	for i, g := range slices.Backward(all) {
		rows = append(rows, []string{strconv.Itoa(g.Number), a.when(g.At), cmp.Or(g.By, "-"), g.Summary(), note(i)})
	}
	sayTable(a, rows)
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
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case len(problems) == 0:
		return a.reply(object{"verified": len(all)}, "%s verified", plural(len(all), "generation"))
	}
	for _, problem := range problems[1:] {
		a.talk("%s", problem)
	}
	return problems[0]
}

// verify reads every backup and every plain copy, and returns what is wrong with them.
func verify(ctx context.Context, a *deps, all []backups.Generation) []error {
	problems := backups.Verify(ctx, a.fsys, all, a.counting("verifying generations"))
	return append(problems, backups.VerifyPlain(a.fsys, all, a.paths.Initiative.Join("backups"))...)
}

// keptRow says what keeps a generation; nothing if it is empty.
type keptRow struct {
	Number int      `json:"number"`
	Kept   []string `json:"kept"`
}

// prune finds what the settings, and the pending draft, keep, and removes the other generations if that is asked for.
func prune(
	ctx context.Context, a *deps, log *review.Log, removes bool,
) (plan []backups.Kept, pruned backups.Pruned, err error) {
	all, err := backups.Generations(a.fsys)
	if err != nil {
		return nil, pruned, err
	}
	keep := backups.Retention{Last: a.settings.Backups.KeepLast, Monthly: keptMonths, Needs: log.Needs(a.fsys)}
	plan = backups.PlanRetention(ctx, a.fsys, all, keep)
	if err = ctx.Err(); err == nil && removes {
		pruned, err = backups.Prune(ctx, a.fsys, plan, a.counting("pruning backups"))
	}
	return plan, pruned, err
}

// runPrune shows what keeps each generation, and removes the others if that was asked for.
func runPrune(ctx context.Context, a *deps, log *review.Log, removes bool) error {
	plan, pruned, err := prune(ctx, a, log, removes)
	if err != nil {
		return err
	}
	rows, all, goes := []keptRow{}, []backups.Generation(nil), 0
	for _, k := range plan {
		rows, all = append(rows, keptRow{k.Number, slices.Concat([]string{}, k.Because)}), append(all, k.Generation)
		if len(k.Because) == 0 {
			goes++
		}
	}
	answer := object{"dry_run": !removes, "generations": rows, "contents": pruned.Objects, "bytes": pruned.Bytes}
	return a.respond(answer, func() {
		if len(all) > 0 {
			printGenerations(a, all, "kept because", func(i int) string {
				return cmp.Or(strings.Join(plan[i].Because, ", "), "nothing keeps it")
			})
		}
		switch {
		case removes:
			a.say("removed %s, and %s of %d bytes that nothing needs any more", plural(len(pruned.Generations), "generation"),
				plural(pruned.Objects, "content"), pruned.Bytes)
		case goes > 0:
			a.say("%s would be removed: %s", plural(goes, "generation"), a.command("backups prune --yes"))
		default:
			a.say("nothing to remove")
		}
	})
}

// retain removes the generations that nothing keeps any more; none where it is not known what the settings keep. What
// it is called after was done, so trouble is a warning.
func retain(ctx context.Context, a *deps, log *review.Log) {
	if a.wrong != nil {
		return
	}
	_, pruned, err := prune(ctx, a, log, true)
	if n := len(pruned.Generations); n > 0 && err == nil {
		a.say("pruned    %s that nothing keeps any more; %s  what there is", plural(n, "generation"),
			a.command("backups list"))
	}
	if err != nil && ctx.Err() == nil {
		a.warn("old generations were not pruned: %s", err)
	}
}
