package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/internal/lesson"
	"wisdom/pipeline/collect"
	"wisdom/review"
)

type collectOptions struct {
	onlyNew bool
	explain string
}

func newCollect(a *deps) *cobra.Command {
	var opts collectOptions
	cmd := &cobra.Command{
		Use:   "collect",
		Short: "List the lessons and the places where they are written",
		Long: `Read every place where people write lessons down: AGENTS.md, LESSONS_LEARNED.md
and similar files, MEMORY.md, the dated notes, and the folders that wisdom.toml
names. The first run reads every dated note. Later runs look for new lessons in
the notes of the last 30 days (sources.lookback_days). Nothing is written. A
missing source is only noted. Secrets are redacted as the text is read.

A lesson marked maybe may only say what happened: a model can find the rule in it;
without a model it backs no entry.

--explain prints every line of a file with its verdict, what made it one, its chance
and what weighs most in that. PATH:LINE, as a place is shown, prints one line.`,
		Example:     "  wisdom collect\n  wisdom collect --new --json\n  wisdom collect --explain MEMORY.md",
		Annotations: inWorkspace(exitNothing),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("explain") && opts.explain == "" {
				return hinted("name a file: "+cmd.CommandPath()+" --explain MEMORY.md", "--explain names no file")
			}
			return runCollect(cmd.Context(), a, opts)
		},
	}
	cmd.Flags().BoolVar(&opts.onlyNew, "new", false, "only lessons that no completed run has seen")
	cmd.Flags().StringVar(&opts.explain, "explain", "", "say for every line of file `PATH` why it is a lesson, or none")
	return cmd
}

// collect reads the lessons as they are now, once where a command keeps them.
func collectLessons(ctx context.Context, a *deps) (*collect.Result, error) {
	if a.collected != nil {
		return a.collected, nil
	}
	known, err := ledger(a)
	if err != nil {
		return nil, err
	}
	return collect.Collect(ctx, a.fsys, known, a.collectOptions())
}

// ledger is what earlier runs knew of the lessons.
func ledger(a *deps) (*lesson.Ledger, error) {
	log, err := a.readLog()
	if err != nil {
		return nil, err
	}
	return review.ReadLedger(a.fsys, log)
}

func runCollect(ctx context.Context, a *deps, opts collectOptions) error {
	if opts.explain != "" {
		return explain(ctx, a, opts.explain)
	}
	result, err := collectLessons(ctx, a)
	if err != nil {
		return err
	}
	noSource := result.NoSource()
	if opts.onlyNew {
		result.Lessons = slices.DeleteFunc(result.Lessons, func(l lesson.Lesson) bool { return !l.New })
	}
	if a.flags.json {
		if err := a.printJSON(result); err != nil || noSource == nil {
			return err
		}
		return noSource
	}
	if noSource == nil {
		noteMissing(a, result.Sources)
	}
	warnSources(a, result.Sources)
	warnFindings(a, result.Findings)
	if noSource != nil {
		return noSource
	}
	listLessons(a, result.Lessons)
	if !a.flags.quiet {
		changed := len(result.Changed)
		a.talk("%s in %s: %d new, %d changed, %d gone since the last run", plural(len(result.Lessons), "lesson"),
			plural(collect.WithLessons(result.Sources), "source"), collect.CountNew(result.Lessons)-changed, changed,
			len(result.Gone)-changed)
	}
	isTold := func(l lesson.Lesson) bool { return l.Class == lesson.Told }
	if slices.ContainsFunc(result.Lessons, isTold) {
		a.note("a lesson marked maybe may only say what happened: " +
			"without a model, which finds the rule in it, it backs no entry")
	}
	return nil
}

// listLessons prints lessons with their places, by source.
func listLessons(a *deps, lessons []lesson.Lesson) {
	for _, l := range lessons {
		mark := textIf(l.Class == lesson.Told, "maybe: ") + textIf(l.Kind == lesson.KindDecision, "decision: ")
		a.say("%s  %s%s", l.Place, mark, l.Sentence())
		for _, place := range l.Places[1:] {
			a.say("  also %s", place)
		}
	}
}

// noteMissing tells of sources that do not exist: most are places where some people write lessons, and others do not.
func noteMissing(a *deps, sources []collect.Source) {
	var usual, named []string
	for _, s := range sources {
		switch {
		case s.Status != collect.Missing:
		case s.Note == collect.Absent:
			usual = append(usual, s.Path)
		default:
			named = append(named, fmt.Sprintf("%s (%s)", s.Path, s.Note))
		}
	}
	if len(usual) > 0 {
		a.note("none of these usual places for lessons exists: %s", strings.Join(usual, ", "))
	}
	if len(named) > 0 {
		a.note("wisdom.toml names sources that do not exist: %s", strings.Join(named, ", "))
	}
}

// warnSources tells of sources that were not read, although they exist.
func warnSources(a *deps, sources []collect.Source) {
	for _, s := range sources {
		switch s.Status {
		case collect.Unreadable:
			a.warn("%s: %s", s.Path, s.Note)
		case collect.Skipped:
			if strings.HasSuffix(s.Path, "/") { // the notes before the window
				a.note("%s: %s", s.Path, s.Note)
				continue
			}
			a.warn("%s: skipped, %s", s.Path, s.Note)
		case collect.Missing: // see noteMissing
		case collect.Read:
			if s.Note != "" && a.flags.verbose {
				a.warn("%s: %s", s.Path, s.Note)
			}
		}
	}
}
