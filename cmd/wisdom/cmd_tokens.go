package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/inject/session"
	"wisdom/markdown/host"
)

func newTokens(a *deps) *cobra.Command {
	return &cobra.Command{
		Use:   "tokens",
		Short: "Show the tokens of each file, on disk and as the host injects it",
		Long: `Show the size of every file that the host loads, on disk and as it reaches the prompt
after the host's caps, by the host's count (a quarter of the characters) and in
o200k_base tokens. For each type of session, show what the host loads by itself and with
the plugin of wisdom, beside its limit. A budget holds if the larger count fits.`,
		Example:     "  wisdom tokens\n  wisdom tokens --json",
		Annotations: inWorkspace(),
		RunE:        func(*cobra.Command, []string) error { return runTokens(a) },
	}
}

func runTokens(a *deps) error {
	table := a.settings.SessionTable()
	files := filesOfHost(a)
	costs, required := table.FileCosts(files, a.sectionFile(), a.settings.Budget())
	sessions, isFound, err := sessionsSinceFound(a, table)
	if err != nil {
		return err
	}
	answer := object{"files": costs, "required_entry": required, "sessions": sessions}
	return a.respond(answer, func() {
		printCosts(a, costs)
		a.say("")
		a.say("The required entry %s.", required)
		a.say("")
		printTypes(a, sessions, isFound)
	})
}

// hostFiles are the files there are of those that sessions load.
func filesOfHost(a *deps) []host.File {
	var files []host.File
	loaded := slices.Clone(host.Files)
	if file := a.sectionFile(); !slices.Contains(loaded, file) {
		loaded = append(loaded, file)
	}
	for _, p := range loaded {
		b, err := a.fsys.ReadFile(p, host.FileBytes)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			a.warn("%s", err)
		default:
			files = append(files, host.File{Path: p, Text: string(b)})
		}
	}
	return files
}

func printCosts(a *deps, costs []session.FileCost) {
	rows := [][]string{{"file", "chars", "host", "o200k", "| injected", "host", "o200k", "| budget"}}
	for _, c := range costs {
		row := []string{c.Path}
		for _, n := range []int{c.Chars, c.Host, c.O200k} {
			row = append(row, strconv.Itoa(n))
		}
		rows = append(rows, append(row, fmt.Sprintf("| %d", c.Injected.Chars), strconv.Itoa(c.Injected.Host),
			strconv.Itoa(c.Injected.O200k), "| "+orDash(c.Budget), strings.Join(sizeNotes(c), ", ")))
	}
	sayTable(a, rows)
}

// sizeNotes says what is wrong with the size of a file, and who loads it.
func sizeNotes(c session.FileCost) (notes []string) {
	switch {
	case c.LeftOut:
		notes = append(notes, "excluded: there is no room")
	case c.Lost != nil:
		notes = append(notes, fmt.Sprintf("cut off at %d: lost from line %d to %d", c.Cap, c.Lost[0], c.Lost[1]))
	}
	if c.Budget > 0 && c.Tokens() > c.Budget {
		notes = append(notes, "over budget")
	}
	switch c.LoadedBy {
	case session.ByHook:
		notes = append(notes, "only by a hook")
	case session.ByNone:
		notes = append(notes, "read by no session any more")
	}
	return notes
}

func orDash(n int) string {
	if n == 0 {
		return "-"
	}
	return strconv.Itoa(n)
}
