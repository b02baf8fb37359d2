package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/internal/lesson"
	"wisdom/pipeline/collect"
	"wisdom/review"
)

type lessonsOptions struct {
	onlyNew bool
	explain string
}

func newLessons(a *deps) *cobra.Command {
	var opts lessonsOptions
	cmd := &cobra.Command{
		Use:     "lessons",
		Aliases: []string{"collect"},
		Short:   "List the lessons in your notes, and why each is one",
		Long: `List the lessons in AGENTS.md, LESSONS_LEARNED.md and similar files, in MEMORY.md, in
dated notes, and in the files that wisdom.toml names. New lessons come from notes that
no run has read, and from those of the last 30 days (sources.lookback_days). Nothing is
written, except what .wisdom keeps of the notes, and secrets are redacted. A lesson
marked maybe may only say what happened: it counts only if a model finds a rule in it,
or you pick it with wisdom review add.

--explain PATH prints each line of a file with its verdict and the reasons;
PATH:LINE prints one line.`,
		Example:     "  wisdom lessons\n  wisdom lessons --new --json\n  wisdom lessons --explain MEMORY.md",
		Annotations: inWorkspace(exitNothing),
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case opts.explain != "":
				return runExplain(cmd.Context(), a, opts.explain)
			case cmd.Flags().Changed("explain"):
				return hinted("name a file: "+cmd.CommandPath()+" --explain MEMORY.md", "--explain names no file")
			}
			return runLessons(cmd.Context(), a, opts)
		},
	}
	cmd.Flags().BoolVar(&opts.onlyNew, "new", false, "only lessons that no completed run has seen")
	cmd.Flags().StringVar(&opts.explain, "explain", "", "say of each line of the file `PATH` if it is a lesson, and why")
	cmd.AddCommand(newWhy(a), newUsed(a))
	return cmd
}

// collectLessons reads the lessons as they are now, once where a command keeps them.
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

func runLessons(ctx context.Context, a *deps, opts lessonsOptions) error {
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
	listLessons(a, result)
	return nil
}

// listLessons prints the lessons with their places, and counts them.
func listLessons(a *deps, result *collect.Result) {
	maybe := false
	for _, l := range result.Lessons {
		isMaybe := l.Class == lesson.Told
		mark := textIf(isMaybe, "maybe: ") + textIf(l.Kind == lesson.KindDecision, "decision: ")
		a.say("%s  %s%s", l.Place, mark, l.Sentence())
		for _, place := range l.Places[1:] {
			a.say("  also %s", place)
		}
		maybe = maybe || isMaybe
	}
	if !a.flags.quiet {
		changed := len(result.Changed)
		a.talk("%s in %s: %d new, %d changed, %d gone since the last run", plural(len(result.Lessons), "lesson"),
			plural(collect.WithLessons(result.Sources), "source"), collect.CountNew(result.Lessons)-changed, changed,
			len(result.Gone)-changed)
	}
	if maybe {
		a.note("a lesson marked maybe counts only if a model finds a rule in it, or you pick it: %s",
			a.command("review add"))
	}
}

// noteMissing names sources that do not exist: most are places where some people write lessons and others do not.
func noteMissing(a *deps, sources []collect.Source) {
	var missing []string
	for _, s := range sources {
		if s.Status == collect.Missing {
			missing = append(missing, s.Path+textIf(s.Note != collect.Absent, " ("+s.Note+")"))
		}
	}
	if missing != nil {
		a.note("none of these places for lessons exists: %s", strings.Join(missing, ", "))
	}
}

// warnSources names sources that exist and were not read.
func warnSources(a *deps, sources []collect.Source) {
	for _, s := range sources {
		switch {
		case s.Status == collect.Skipped && strings.HasSuffix(s.Path, "/"): // several files of a folder
			a.note("%s: %s", s.Path, s.Note)
		case s.Status == collect.Skipped, s.Status == collect.Unreadable:
			a.warnOfLoss("%s: skipped, %s", s.Path, s.Note)
		case s.Status == collect.Read && s.Note != "" && a.flags.verbose:
			a.warn("%s: %s", s.Path, s.Note)
		}
	}
}
