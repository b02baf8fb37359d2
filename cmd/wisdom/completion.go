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

// suggestion finds in the workspace what a shell may offer, given the arguments before it.
type suggestion func(args []string) []string

// addCompletions gives every command below cmd what a shell offers for its
// argument and its flags. The usage line says what an argument is.
func addCompletions(a *deps, cmd *cobra.Command) {
	for _, child := range cmd.Commands() {
		addCompletions(a, child)
	}
	if cmd.ValidArgsFunction == nil {
		var what suggestion
		switch _, argument, _ := strings.Cut(cmd.Use, " "); strings.Trim(argument, "[]") {
		case "ID":
			what = suggestDrafts(a, decidable(cmd.Name()))
		case "ENTRY":
			what = func(args []string) []string { return suggestEntries(a, args) }
		case "N":
			if cmd.Name() == "rollback" {
				what = func(args []string) []string { return suggestGenerations(a, args) }
			}
		}
		cmd.ValidArgsFunction = offering(a, what, 1)
	}
	for name, offer := range map[string]cobra.CompletionFunc{
		"items":    offering(a, func(args []string) []string { return suggestItems(a, args) }, -1),
		"file":     offering(a, func(args []string) []string { return suggestChanged(a, args) }, -1),
		"reviewer": offering(a, func(args []string) []string { return suggestReviewers(a, args) }, -1),
	} {
		if cmd.Flags().Lookup(name) != nil {
			// It fails where the command says itself what it takes.
			_ = cmd.RegisterFlagCompletionFunc(name, offer)
		}
	}
}

// offering makes a suggestion a completion of cobra's, for at most so many
// arguments. Where something is wrong nothing is offered.
func offering(a *deps, what suggestion, most int) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if what == nil || most >= 0 && len(args) >= most || openQuietly(a) != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return what(args), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
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
func suggestDrafts(a *deps, fits func(*review.Log, string) bool) suggestion {
	return func([]string) []string {
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

// suggestChanged offers the files that a rollback can bring back: those that the
// newest generation changed, or, where one is named, those that any did.
func suggestChanged(a *deps, args []string) []string {
	all, _ := backups.Generations(a.fsys) // none if they cannot be read
	if len(args) == 0 {
		all = all[max(0, len(all)-1):]
	}
	files := map[string]bool{}
	for _, g := range all {
		for _, p := range g.Targets {
			files[terminal.Printable(string(p))] = true
		}
	}
	return slices.Sorted(maps.Keys(files))
}

// suggestItems offers the items of the draft that the arguments name.
func suggestItems(a *deps, args []string) []string {
	_, d, err := readDraft(a, first(args))
	if err != nil {
		return nil
	}
	var items []string
	for _, item := range d.Items {
		text, _, _ := strings.Cut(item.Text, "\n")
		items = append(items, item.ID+"\t"+terminal.Printable(text))
	}
	return items
}

func suggestGenerations(a *deps, _ []string) []string {
	all, _ := backups.Generations(a.fsys) // none if they cannot be read
	var numbers []string
	for _, g := range slices.Backward(all) {
		numbers = append(numbers, fmt.Sprintf("%d\t%s, %s", g.Number, g.Summary(), a.when(g.At)))
	}
	return numbers
}

// suggestEntries offers the names of the entries in the section.
func suggestEntries(a *deps, _ []string) []string {
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

func suggestReviewers(a *deps, _ []string) []string { return a.settings.Review.Reviewers }
