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

// addCompletions gives every command below cmd what a shell offers for its
// argument. The usage line says what an argument is. Where something is wrong nothing is offered.
func addCompletions(a *deps, cmd *cobra.Command) {
	for _, child := range cmd.Commands() {
		addCompletions(a, child)
	}
	_, argument, _ := strings.Cut(cmd.Use, " ")
	suggest := map[string]func(*deps, string) []string{
		"ID": suggestDrafts, "ENTRY": suggestEntries, "N": suggestGenerations,
	}[strings.Trim(argument, "[].")]
	if cmd.ValidArgsFunction != nil {
		return
	}
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if dirs, err := a.named(); err == nil && len(dirs) > 0 {
			a.flags.workspace = dirs[len(dirs)-1]
		}
		a.recovers, a.flags.quiet = true, true
		if suggest == nil || len(args) > 0 || a.open() != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return suggest(a, cmd.Name()), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

// suggestDrafts offers the drafts that a command can do something with, the newest first.
func suggestDrafts(a *deps, command string) (ids []string) {
	log, err := a.readLog()
	if err != nil {
		return nil
	}
	for _, id := range log.Drafts() {
		state, decisions := log.State(id), slices.Collect(maps.Values(log.Decisions(id)))
		fits := state.Waits()
		switch command {
		case "show", "diff":
			fits = true
		case "promote":
			fits = fits && slices.Contains(decisions, review.Taken)
		case "reopen":
			fits = state == review.StateReturned || slices.Contains(decisions, review.Refused)
		}
		if fits {
			ids = append(ids, fmt.Sprintf("%s\t%s", id, state))
		}
	}
	return ids
}

func suggestGenerations(a *deps, _ string) (numbers []string) {
	all, _ := backups.Generations(a.fsys) // none if they cannot be read
	for _, g := range slices.Backward(all) {
		numbers = append(numbers, fmt.Sprintf("%d\t%s, %s", g.Number, g.Summary(), a.when(g.At)))
	}
	return numbers
}

// suggestEntries offers the names of the entries in the section.
func suggestEntries(a *deps, _ string) (names []string) {
	soul, _ := lint.ReadSoul(a.fsys, a.sectionFile()) // none if it cannot be read
	for _, e := range section.EntriesIn(soul) {
		names = append(names, terminal.Printable(strings.TrimRight(e.Name, ".")))
	}
	return names
}
