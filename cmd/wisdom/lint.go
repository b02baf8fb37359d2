package main

import (
	"context"

	"github.com/spf13/cobra"

	"wisdom/review"
	"wisdom/review/lint"
)

func newLint(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "lint",
		Short: "Check the workspace for what must be there and what must not",
		Long: `Check SOUL.md and its section (the required entry, the header line, words and
specifics in entries, budgets), TOOLS_COMPACT.md and whether its sources still
say so, the files that the host would refuse, and the backups. Rules can be made errors or warnings, or switched off, in wisdom.toml:
[lint] entry-words = "warning".`,
		Example:     "  wisdom lint\n  wisdom lint --json",
		Args:        cobra.NoArgs,
		Annotations: inWorkspaces(exitFindings),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.each(cmd.Context(), func(a *app) error { return runLint(cmd.Context(), a) })
		},
	}
}

func runLint(ctx context.Context, a *app) error {
	opts, err := a.options("")
	if err != nil {
		return err
	}
	findings, err := review.Check(ctx, a.fsys, opts.Review.Lint)
	if err != nil {
		return err
	}
	return a.printFindings(findings)
}

func (a *app) printFindings(findings []lint.Finding) error {
	if findings == nil {
		findings = []lint.Finding{}
	}
	if a.flags.json {
		if err := a.printJSON(map[string]any{"schema_version": 1, "findings": findings}); err != nil {
			return err
		}
	} else {
		for _, f := range findings {
			a.say("%s", f)
			if f.Hint != "" {
				a.say("  hint: %s", f.Hint)
			}
		}
		if len(findings) == 0 {
			a.say("nothing to complain about")
		}
	}
	if lint.HasErrors(findings) {
		return statusError(exitFindings)
	}
	return nil
}
