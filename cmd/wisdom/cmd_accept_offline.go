package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wisdom/backups"
	"wisdom/inject/rollout"
	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
	"wisdom/review"
)

// findingsOn are those of lint on files, by some rules; all where none are named. A
// rule that is switched off finds nothing.
func findingsOn(ctx context.Context, a *deps, paths []workspace.Path, rules ...string) ([]lint.Finding, error) {
	all, err := review.Check(ctx, a.fsys, a.lintOptions())
	return slices.DeleteFunc(all, func(f lint.Finding) bool {
		return f.Severity == lint.Note || !slices.Contains(paths, workspace.Path(f.Path)) ||
			len(rules) > 0 && !slices.Contains(rules, f.Rule)
	}), err
}

// checkTable is AC-6.
func checkTable(ctx context.Context, a *deps, c *rollout.Criterion) error {
	text, there, err := workspace.ReadIfThere(a.fsys, lookup.File, workspace.MaxTarget)
	switch {
	case err != nil:
		return err
	case !there:
		c.Sees("there is no %s", lookup.File)
		c.Fails("there is no %s: wisdom run --only tools proposes it", lookup.File)
		return nil
	}
	c.Sees("%s takes %d tokens of %d", lookup.File, a.countOf(string(text)), a.settings.Budgets.Tools)
	findings, err := findingsOn(ctx, a, []workspace.Path{lookup.File}, lint.RuleToolsBudget, lint.RuleToolsProse,
		lint.RuleToolsValue, lint.RuleToolsSource, lint.RuleSecret, lint.RuleInjection)
	if err != nil {
		return err
	}
	for _, f := range findings {
		c.Sees("%s", f)
		c.Fails("%s", f.Message)
	}
	if len(findings) == 0 {
		c.Sees("no line tells instead of listing, and every value is in its source")
	}
	return checkCoverage(ctx, a, c, string(text))
}

// lookupKinds are the facts that the specification wants in the table.
var lookupKinds = []facts.Kind{facts.Port, facts.Flag, facts.Device, facts.Voice, facts.ID}

// checkCoverage looks for facts of the tool documents that the table lacks, and that no reviewer rejected.
func checkCoverage(ctx context.Context, a *deps, c *rollout.Criterion, table string) error {
	docs, err := facts.Read(a.fsys)
	if err != nil {
		return err
	}
	log, err := a.readLog()
	if err != nil {
		return err
	}
	refusals := log.Refusals()
	wanted, lacking := 0, []string{}
	for _, doc := range docs {
		for _, f := range facts.Find(ctx, doc.Path, doc.Source).Facts {
			rejected := slices.ContainsFunc(refusals, func(r review.Refusal) bool { return r.CoversFact(review.AddFact, f) })
			if !slices.Contains(lookupKinds, f.Kind) || rejected {
				continue
			}
			if wanted++; !strings.Contains(table, f.Value) {
				lacking = append(lacking, fmt.Sprintf("%s:%d (%s)", doc.Path, f.Line, f.Kind))
			}
		}
	}
	c.Sees("%d of %d ports, flags, devices, voices and IDs of the tool documents are in it", wanted-len(lacking), wanted)
	if len(lacking) > 0 {
		const most = 5
		c.Fails("it lacks %s: raise [budgets] tools, or say what matters in [tools] priority",
			strings.Join(lacking[:min(most, len(lacking))], ", "))
	}
	return nil
}

// checkSection is AC-7.
func checkSection(ctx context.Context, a *deps, c *rollout.Criterion) error {
	soul, err := lint.ReadSoul(a.fsys, lint.SoulFile)
	if err != nil {
		return err
	}
	found, err := section.In(soul)
	if err != nil {
		return err
	}
	if found == nil {
		c.Sees("%s has no wisdom section", lint.SoulFile)
		c.Fails("%s has no wisdom section: wisdom run, then wisdom review", lint.SoulFile)
		return nil
	}
	budgets := a.settings.Budgets
	c.Sees("the section takes %d tokens of %d, %s %d of %d", a.countOf(string(soul[found.Start:found.End])),
		budgets.Section, lint.SoulFile, a.countOf(string(soul)), budgets.Soul)
	if err := checkSupport(a, c, found); err != nil {
		return err
	}
	findings, err := findingsOn(ctx, a, []workspace.Path{lint.SoulFile, "WISDOM.md"})
	if err != nil {
		return err
	}
	for _, f := range findings {
		switch {
		case f.Rule == lint.RuleOnDemand: // it is about other text than the section
		case f.Rule == lint.RuleSoulBudget && f.Severity != lint.Error:
			c.Sees("%s: %s, which is no limit: [lint] soul-budget = \"error\" makes it one", lint.SoulFile, f.Message)
		default:
			c.Sees("%s", f)
			c.Fails("%s", f.Message)
		}
	}
	return nil
}

// checkSupport counts the lessons of each entry. The required entry and those of a person need none.
func checkSupport(a *deps, c *rollout.Criterion, found *section.Section) error {
	all, err := backups.Generations(a.fsys)
	if err != nil {
		return err
	}
	ledger, err := lesson.LoadLedger(a.fsys)
	if err != nil {
		return err
	}
	backed, exempt, least := 0, 0, 0
	for _, entry := range found.Entries() {
		known, ok := backups.Lookup(all, entry.Name, entry.Text)
		if !ok || len(known.Lessons) == 0 {
			exempt++
			continue
		}
		times := ledger.Times(known.Lessons)
		if backed++; least == 0 || times < least {
			least = times
		}
		if times < a.settings.Budgets.Support {
			c.Fails("%q is backed by %s, %d are needed", entry.Name, lesson.Support(len(known.Lessons), times),
				a.settings.Budgets.Support)
		}
	}
	support := "no entries come from lessons"
	if backed > 0 {
		support = fmt.Sprintf("%s backed by at least %s; one that was written down on several days counts for each",
			plural(backed, "entry"), plural(least, "lesson"))
	}
	c.Sees("%s; %d required or handwritten", support, exempt)
	return nil
}

// backupEvidence reads every backup and compares it.
func backupEvidence(ctx context.Context, a *deps) (string, error) {
	all, err := backups.Generations(a.fsys)
	if err != nil {
		return "", err
	}
	if len(all) == 0 {
		return "", errors.New("there is no backup: wisdom init makes one")
	}
	if problems := verify(ctx, a, all); len(problems) > 0 {
		return "", problems[0]
	}
	return fmt.Sprintf("%s and the plain copies were read back and compared; wisdom rollback 0 restores what was found",
		plural(len(all), "generation")), nil
}
