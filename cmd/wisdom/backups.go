package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/review"
)

func newBackups(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "backups",
		Short:   "List the generations, or check their backups",
		Example: "  wisdom backups list\n  wisdom backups verify",
		Args:    knownCommand,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(&cobra.Command{
		Use: "list", Short: "List the generations, the newest first",
		Example:     "  wisdom backups list",
		Args:        cobra.NoArgs,
		Annotations: inWorkspace(exitDamaged),
		RunE:        func(*cobra.Command, []string) error { return listBackups(a) },
	}, &cobra.Command{
		Use: "verify", Short: "Read every backup again and compare it",
		Example:     "  wisdom backups verify",
		Args:        cobra.NoArgs,
		Annotations: inWorkspace(exitDamaged),
		RunE:        func(*cobra.Command, []string) error { return verifyBackups(a) },
	})
	return cmd
}

func listBackups(a *app) error {
	all, err := backups.Generations(a.fsys)
	if err != nil {
		return err
	}
	if a.flags.json {
		if all == nil {
			all = []backups.Generation{}
		}
		return a.printJSON(map[string]any{"schema_version": 1, "generations": all})
	}
	for i := len(all) - 1; i >= 0; i-- {
		g := all[i]
		text := fmt.Sprintf("%3d  %s  %-9s", g.Number, review.Day(g.At), g.Why)
		switch {
		case g.Draft != "":
			text += "  draft " + g.Draft
		case g.Restores != nil:
			text += fmt.Sprintf("  of generation %d", *g.Restores)
		}
		if g.By != "" {
			text += "  by " + g.By
		}
		if g.Pinned {
			text += "  pinned"
		}
		a.say("%s", text)
	}
	if len(all) == 0 {
		a.say("no generation yet: the first promotion makes generation 0 and 1")
	}
	return nil
}

func verifyBackups(a *app) error {
	all, err := backups.Generations(a.fsys)
	if err != nil {
		return err
	}
	log, err := review.ReadLog(a.fsys)
	if err != nil {
		return err
	}
	problems := append(log.Missing(all), backups.Verify(a.fsys, all)...)
	if len(problems) > 0 {
		for _, problem := range problems[1:] {
			a.talk("%s", printable(problem.Error()))
		}
		return problems[0]
	}
	return a.reply(map[string]any{"schema_version": 1, "verified": len(all)}, "%s verified", plural(len(all), "generation"))
}
