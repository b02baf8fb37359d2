package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/cmd/wisdom/terminal"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
	"wisdom/review"
)

// suggestion finds in the workspace what a shell may offer.
type suggestion func(*deps) []string

// addCompletions gives every command below cmd what a shell offers for its
// argument. The usage line says what an argument is.
func addCompletions(a *deps, cmd *cobra.Command) {
	for _, child := range cmd.Commands() {
		addCompletions(a, child)
	}
	if cmd.ValidArgsFunction == nil {
		var what suggestion
		switch _, argument, _ := strings.Cut(cmd.Use, " "); strings.Trim(argument, "[]") {
		case "ID":
			what = suggestDrafts(decidable(cmd.Name()))
		case "ENTRY":
			what = suggestEntries
		case "N":
			what = suggestGenerations
		}
		cmd.ValidArgsFunction = offering(a, what)
	}
}

// offering makes a suggestion a completion of cobra's, for one argument. Where something is wrong nothing is offered.
func offering(a *deps, what suggestion) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if what == nil || len(args) > 0 || openQuietly(a) != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return what(a), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

// openQuietly opens the workspace that the command line names so far.
func openQuietly(a *deps) error {
	if dirs, err := a.named(); err == nil && len(dirs) > 0 {
		a.flags.workspace = dirs[len(dirs)-1]
	}
	a.recovers, a.flags.quiet = true, true
	return a.open()
}

// decidable reports for a command which drafts it can do something with.
func decidable(command string) func(*review.Log, string) bool {
	has := func(log *review.Log, id string, want review.Decision) bool {
		return slices.Contains(slices.Collect(maps.Values(log.Decisions(id))), want)
	}
	switch command {
	case "show", "diff":
		return func(*review.Log, string) bool { return true }
	case "promote":
		return func(log *review.Log, id string) bool { return log.State(id).Waits() && has(log, id, review.Taken) }
	case "reopen":
		return func(log *review.Log, id string) bool {
			return log.State(id) == review.StateReturned || has(log, id, review.Refused)
		}
	}
	return func(log *review.Log, id string) bool { return log.State(id).Waits() }
}

// suggestDrafts offers the drafts that fit, the newest first.
func suggestDrafts(fits func(*review.Log, string) bool) suggestion {
	return func(a *deps) []string {
		log, err := a.readLog()
		if err != nil {
			return nil
		}
		var ids []string
		for _, id := range log.Drafts() {
			if fits(log, id) {
				ids = append(ids, fmt.Sprintf("%s\t%s", id, log.State(id)))
			}
		}
		return ids
	}
}

func suggestGenerations(a *deps) []string {
	all, _ := backups.Generations(a.fsys) // none if they cannot be read
	var numbers []string
	for _, g := range slices.Backward(all) {
		numbers = append(numbers, fmt.Sprintf("%d\t%s, %s", g.Number, g.Summary(), a.when(g.At)))
	}
	return numbers
}

// suggestEntries offers the names of the entries in the section.
func suggestEntries(a *deps) []string {
	soul, err := lint.ReadSoul(a.fsys)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range section.EntriesIn(soul) {
		names = append(names, terminal.Printable(strings.TrimRight(e.Name, ".")))
	}
	return names
}
