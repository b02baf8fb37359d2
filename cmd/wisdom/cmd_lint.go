package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/markdown/facts"
	"wisdom/markdown/lint"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/trace"
	"wisdom/review"
)

func newLint(a *deps) *cobra.Command {
	var asSARIF bool
	cmd := &cobra.Command{
		Use:   "lint",
		Short: "Check the section, budgets, links and backups",
		Long: `Check SOUL.md and its section, TOOLS_COMPACT.md against its sources, the files that
the host would refuse, and the backups. Secrets in the notes and tool documents, and
orders to a model in the notes, are warnings. In wisdom.toml you can make a rule an
error or a warning, or switch it off: [lint] entry-words = "warning".`,
		Example:     "  wisdom lint\n  wisdom lint --json\n  wisdom lint --sarif > wisdom.sarif",
		Annotations: withoutSettings(inWorkspaces(exitFindings)),
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case asSARIF && a.flags.json:
				return errors.New("--sarif and --json are two forms of the same answer")
			case asSARIF && len(a.several) > 0:
				return errors.New("--sarif is about one workspace: its paths are relative")
			}
			return a.each(cmd.Context(), func(a *deps) error { return runLint(cmd.Context(), a, asSARIF) })
		},
	}
	cmd.Flags().BoolVar(&asSARIF, "sarif", false, "print the findings as SARIF 2.1.0, the format that code hosts read")
	return cmd
}

func runLint(ctx context.Context, a *deps, asSARIF bool) error {
	all, err := findings(ctx, a)
	if err != nil {
		return err
	}
	found := []lint.Finding{}
	if e := a.wrong; e != nil {
		found = append(found, lint.Finding{
			Rule: lint.RuleSettings, Severity: lint.Options{}.Of(lint.RuleSettings), Path: string(e.Path), Line: e.Line,
			Message: e.Message + "; checked with the default settings", Hint: a.hintFor(e),
		})
	}
	found = append(found, all...)
	if asSARIF {
		err = a.encode(sarifOf(a.sectionFile(), found), "  ")
	} else {
		err = a.respond(object{"findings": found}, func() { sayFindings(a, found) })
	}
	return cmp.Or(err, findingsIf(lint.HasErrors(found)))
}

// findings are those of lint: what breaks a rule, and the secrets and orders that a run takes out, unless their rule is
// off.
func findings(ctx context.Context, a *deps) ([]lint.Finding, error) {
	opts := a.lintOptions()
	findings, err := review.Check(ctx, a.fsys, opts)
	if err != nil {
		return findings, err
	}
	// A log or a source that cannot be read keeps none of the others: Check, and the run itself, say so.
	if collected, err := collectLessons(ctx, a); err == nil {
		for _, f := range collected.Findings {
			if (f.Rule == lint.RuleSecret || f.Rule == lint.RuleInjection) && opts.Of(f.Rule) != "" {
				findings = lint.Join(findings, f.AsHeld())
			}
		}
		findings = lint.Join(findings, reversals(ctx, a, collected)...)
	}
	docs, err := facts.Read(a.fsys)
	if err != nil || opts.Of(lint.RuleSecret) == "" {
		return findings, ctx.Err()
	}
	for i, found := range facts.FindAll(ctx, docs) {
		for _, s := range found.Secrets {
			findings = lint.Join(findings, lint.RedactedSecret(string(docs[i].Path), s).AsHeld())
		}
	}
	return findings, ctx.Err()
}

// reversals are the entries that newer notes reverse or limit.
func reversals(ctx context.Context, a *deps, collected *collect.Result) (found []lint.Finding) {
	f, err := trace.New(a.fsys, a.sectionFile(), collected, func(error) {}) // the log is checked by itself
	if err != nil {
		return nil
	}
	used, _ := f.Used(ctx)
	for _, u := range used {
		found = append(found, reversalOf(a, u)...)
	}
	return found
}

// reversalOf is the finding that a newer note reverses or limits an entry; none where it does not, or the rule is off.
func reversalOf(a *deps, u trace.Used) []lint.Finding {
	severity := a.lintOptions().Of(lint.RuleReversed)
	by, says, hint := u.Against, "the opposite of %q", "run"
	if by == nil {
		by, says, hint = u.Limited, "where %q does not hold", "review edit"
	}
	if by == nil || severity == "" {
		return nil
	}
	return []lint.Finding{{
		Rule: lint.RuleReversed, Severity: severity, Path: string(a.sectionFile()), Hint: a.command(hint),
		Message: fmt.Sprintf("a newer note says "+says+", at %s: %s", u.Name, by.Place, by.Sentence()),
	}}
}

// sayFindings prints findings, each with its severity in a colour. A hint for several is below the last of them.
func sayFindings(a *deps, findings []lint.Finding) {
	hints, left := map[string]int{}, map[string]int{}
	for _, f := range findings {
		hints[f.Hint], left[f.Hint] = hints[f.Hint]+1, left[f.Hint]+1
	}
	for _, f := range findings {
		if f.Path == "" {
			a.say("%s", f)
		} else {
			fmt.Fprintf(a.out, "%s: %s: %s [%s]\n", a.shown(f.Place()), a.tinted(tintOf[f.Severity], string(f.Severity)),
				a.shown(f.Message), f.Rule)
		}
		if left[f.Hint]--; f.Hint != "" && left[f.Hint] == 0 {
			a.say("  hint: %s%s", f.Hint, textIf(hints[f.Hint] > 1, fmt.Sprintf(" (%d findings)", hints[f.Hint])))
		}
	}
	if len(findings) == 0 {
		fmt.Fprintln(a.out, a.tinted(terminal.Green, "nothing to complain about"))
	}
}
