package main

import (
	"errors"
	"io/fs"
	"strconv"

	"github.com/spf13/cobra"

	"wisdom/internal/tokens"
	"wisdom/markdown"
	"wisdom/markdown/host"
	"wisdom/markdown/section"
	"wisdom/review/lint"
)

// fileCost is what a file costs a session.
type fileCost struct {
	Path   string `json:"path"`
	Chars  int    `json:"chars"` // UTF-16 units
	Host   int    `json:"host"`
	O200k  int    `json:"o200k"`
	Budget int    `json:"budget"` // 0 for none
	Cap    int    `json:"cap"`    // of the host, in chars
}

func newTokens(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "tokens",
		Short: "Show what each file costs, beside its budget and the host's cap",
		Long: `Show the size of every file that the host loads, as it counts (a quarter of the
characters) and in o200k_base tokens. A budget is kept if the larger one fits.`,
		Example:     "  wisdom tokens",
		Args:        cobra.NoArgs,
		Annotations: inWorkspace(),
		RunE:        func(*cobra.Command, []string) error { return runTokens(a) },
	}
}

func runTokens(a *app) error {
	costs := []fileCost{}
	for _, p := range host.Files {
		b, err := a.fsys.ReadFile(p, host.FileBytes)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			a.warn("%s", printable(err.Error()))
			continue
		}
		cost := costOf(string(p), string(b))
		cost.Cap = host.Cap(p)
		switch p {
		case lint.SoulFile:
			cost.Budget = a.settings.Budgets.Soul
		case "TOOLS_COMPACT.md":
			cost.Budget = a.settings.Budgets.Tools
		}
		costs = append(costs, cost)
		if p != lint.SoulFile {
			continue
		}
		if s, err := section.Find(markdown.Parse(b)); err == nil && s != nil {
			part := costOf("SOUL.md ## Wisdom", string(b[s.Start:s.End]))
			part.Budget = a.settings.Budgets.Section
			costs = append(costs, part)
		}
	}
	if a.flags.json {
		return a.printJSON(map[string]any{"schema_version": 1, "files": costs})
	}
	a.say("%-20s %8s %8s %8s %8s", "file", "chars", "host", "o200k", "budget")
	for _, c := range costs {
		budget := "-"
		if c.Budget > 0 {
			budget = strconv.Itoa(c.Budget)
		}
		note := ""
		switch larger := max(c.Host, c.O200k); {
		case c.Cap > 0 && c.Chars > c.Cap:
			note = "  cut off by the host"
		case c.Budget > 0 && larger > c.Budget:
			note = "  over budget"
		}
		a.say("%-20s %8d %8d %8d %8s%s", c.Path, c.Chars, c.Host, c.O200k, budget, note)
	}
	return nil
}

func costOf(name, text string) fileCost {
	return fileCost{Path: name, Chars: tokens.Units(text), Host: tokens.Host.Tokens(text), O200k: tokens.O200k.Tokens(text)}
}
