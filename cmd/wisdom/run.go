package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"wisdom/internal/workspace"
	"wisdom/markdown/lookup"
	"wisdom/pipeline"
	"wisdom/pipeline/collect"
	"wisdom/review"
	"wisdom/review/lint"
)

// everything is --only for both files in one draft.
const everything = "all"

type runOptions struct {
	dryRun bool
	engine string
	model  string
	only   string
}

func newRun(a *app) *cobra.Command {
	var opts runOptions
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Collect, distill, compact and stage a draft for review",
		Long: `Read the lessons, group them into themes, word one short entry a theme, choose
what fits the budget; read the facts of TOOLS.md (or of AGENTS.md, "## Tools"),
choose those that fit TOOLS_COMPACT.md; and stage the result as a draft. SOUL.md
and TOOLS_COMPACT.md are not touched: that takes an approval. What was approved
stays word for word while its lessons or its source stand. A workspace in which
nothing changed stages nothing.`,
		Example:     "  wisdom run\n  wisdom run --only tools\n  wisdom run --dry-run --json\n  wisdom -C ~/.openclaw/workspace run",
		Args:        cobra.NoArgs,
		Annotations: inWorkspace(exitNothing, exitLocked, exitStale, exitModel, exitUnfinished),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := opts.validate(cmd.Flags().Changed("model")); err != nil {
				return err
			}
			return runRun(cmd.Context(), a, opts)
		},
	}
	cmd.Flags().BoolVar(&opts.dryRun, "dry-run", false, "write nothing, take no lock, show what would be staged")
	cmd.Flags().StringVar(&opts.engine, "engine", pipeline.Auto, "who distills: auto, ollama or builtin")
	cmd.Flags().StringVar(&opts.only, "only", pipeline.OnlyWisdom, "what to propose: wisdom (the section), tools (TOOLS_COMPACT.md, an early form) or all")
	cmd.Flags().StringVar(&opts.model, "model", "", "the `NAME` of the model on the Ollama server (else that of wisdom.toml)")
	return cmd
}

func (o runOptions) validate(modelGiven bool) error {
	switch {
	case !slices.Contains([]string{pipeline.Auto, pipeline.Ollama, pipeline.BuiltIn}, o.engine):
		return fmt.Errorf(`--engine %q is none of "auto", "ollama" and "builtin"`, o.engine)
	case !slices.Contains([]string{everything, pipeline.OnlyWisdom, pipeline.OnlyTools}, o.only):
		return fmt.Errorf(`--only %q is none of "wisdom", "tools" and "all"`, o.only)
	case modelGiven && o.only == pipeline.OnlyTools:
		return errors.New("--model is given, and --only tools asks for none")
	case modelGiven && o.engine == pipeline.BuiltIn:
		return errors.New("--model is given, and --engine builtin asks for none")
	case modelGiven && o.model == "":
		return errors.New("--model is empty")
	}
	return nil
}

func runRun(ctx context.Context, a *app, opts runOptions) error {
	settings, err := a.options("")
	if err != nil {
		return err
	}
	if opts.engine != pipeline.BuiltIn {
		if settings.Model, err = a.modelOptions(opts.model); err != nil {
			return err
		}
	}
	settings.Engine = opts.engine
	if opts.only != everything {
		settings.Only = opts.only
	}
	if opts.dryRun {
		// The same code on a copy that is thrown away.
		a.fsys = workspace.NewDryRun(a.fsys)
		log, err := review.ReadLog(a.fsys)
		if err != nil {
			return err
		}
		return a.runAndStage(ctx, log, settings, opts)
	}
	// Before anything is written: a workspace that cannot be worked with stays
	// as it is.
	if opts.only != pipeline.OnlyTools {
		if _, err := lint.ReadSoul(a.fsys); err != nil {
			return err
		}
	}
	return a.locked(ctx, settings.Review, func(log *review.Log) error {
		return a.runAndStage(ctx, log, settings, opts)
	})
}

func (a *app) runAndStage(ctx context.Context, log *review.Log, settings pipeline.Options, opts runOptions) error {
	result, err := pipeline.Run(ctx, a.fsys, log, settings)
	var nothing *collect.NoSourceError
	if err != nil && !errors.As(err, &nothing) {
		return err
	}
	var staged review.Staging
	if err == nil && (opts.only != pipeline.OnlyTools || len(result.Proposal.Items) > 0) { // tools alone close no draft
		staged, err = review.Stage(ctx, a.fsys, log, result.Proposal, settings.Review)
		if err = a.tolerate(err); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if result.Ledger != nil {
			if err := result.Ledger.Save(a.fsys); err != nil {
				return err
			}
		}
	}
	if err := a.countEmpty(log, result, staged, settings.Review, opts); err != nil {
		return err
	}
	if a.flags.json {
		return errors.Join(a.printRunJSON(result, staged, opts), err)
	}
	a.warnSources(result.Sources)
	if err != nil {
		return err
	}
	return a.printRun(result, staged, opts)
}

// countEmpty logs a run that found nothing to propose while nothing waits, and
// warns where that happens again and again.
func (a *app) countEmpty(log *review.Log, result *pipeline.Result, staged review.Staging, settings review.Options, opts runOptions) error {
	if staged.Draft != "" || opts.dryRun || opts.only == pipeline.OnlyTools || log.Waiting() != "" {
		return nil
	}
	why := "nothing changed"
	if len(result.Lessons) == 0 {
		why = "no lessons found"
	}
	if err := review.NoteEmptyRun(a.fsys, log, why, settings); err != nil {
		return err
	}
	if n := log.EmptyRuns(); n >= review.ManyEmptyRuns {
		a.warn("%d runs in a row found nothing to propose (%s); %s shows what is read", n, why, a.command("collect"))
	}
	return nil
}

func (a *app) printRunJSON(result *pipeline.Result, staged review.Staging, opts runOptions) error {
	answer := struct {
		SchemaVersion int `json:"schema_version"`
		*pipeline.Result
		Draft string `json:"draft,omitempty"`
	}{SchemaVersion: 1, Result: result}
	if !opts.dryRun {
		answer.Draft = staged.Draft
	}
	return a.printJSON(answer)
}

func (a *app) printRun(result *pipeline.Result, staged review.Staging, opts runOptions) error {
	a.warnFindings(result.Proposal.Findings)
	if opts.only != pipeline.OnlyTools {
		a.printSection(result)
	}
	if t := result.Tools; t != nil {
		a.say("tools    %s in %d of %d tokens, %d left out", plural(len(t.Facts), "fact"), t.Tokens, t.Limit, len(t.LeftOut))
	}
	switch {
	case staged.Draft == "" && staged.Superseded != "":
		a.say("draft    none: nothing of %s is proposed any more, so it does not wait", staged.Superseded)
		return nil
	case staged.Returned != "":
		a.say("draft    none: it would be the same as %s, which was returned; %s lets it come again", staged.Returned, a.command("review unrefuse "+staged.Returned))
		return nil
	case staged.Draft == "":
		a.say("draft    none: nothing changed that would change %s", subject(result, opts))
		return nil
	case staged.Already:
		a.say("draft    %s waits already, and would be the same", staged.Draft)
	case opts.dryRun:
		a.say("draft    would be staged: %s", plural(len(result.Proposal.Items), "item"))
	default:
		a.say("draft    %s waits for review: %s", staged.Draft, plural(len(result.Proposal.Items), "item"))
	}
	if staged.Superseded != "" {
		a.say("         it takes the place of %s%s", staged.Superseded, carriedOver(staged))
	}
	if opts.dryRun && !staged.Already {
		a.say("")
		if result.Section != "" {
			a.say("%s", result.Section)
		}
		if result.Tools != nil {
			a.say("%s", result.Tools.Text)
		}
		return nil
	}
	a.say("next     %s", a.command("review"))
	return nil
}

// carriedOver says how many decisions on the draft before hold for the new one.
func carriedOver(staged review.Staging) string {
	if staged.Carried == 0 {
		return ""
	}
	return ", whose " + plural(staged.Carried, "approval") + " it keeps"
}

// printSection says what became of the lessons.
func (a *app) printSection(result *pipeline.Result) {
	budget := result.Budget
	a.say("engine   %s", engineLine(result))
	a.say("read     %s in %s", plural(len(result.Lessons), "lesson"), plural(readSources(result.Sources), "source"))
	a.say("themes   %d, and %s in the section", len(result.Themes), plural(len(result.Entries), "entry"))
	a.say("budget   section %d of %d tokens, SOUL.md %d (target %d)", budget.SectionTokens, budget.SectionLimit, budget.SoulTokens, budget.SoulLimit)
}

// subject is what a run is about.
func subject(result *pipeline.Result, opts runOptions) string {
	switch {
	case opts.only == pipeline.OnlyTools:
		return string(lookup.File)
	case result.Tools != nil:
		return "the section or " + string(lookup.File)
	}
	return "the section"
}

// warnFindings prints findings of a run as warnings, and with -v the notes too.
func (a *app) warnFindings(findings []lint.Finding) {
	for _, f := range findings {
		switch {
		case f.Severity != lint.Note:
			a.warn("%s", printable(f.String()))
			if f.Path == "" && f.Hint != "" && !a.flags.quiet {
				a.talk("hint: %s", printable(f.Hint))
			}
		case a.flags.verbose:
			a.talk("%s", printable(f.String()))
		}
	}
}

// engineLine says who distilled, and why or at what cost.
func engineLine(result *pipeline.Result) string {
	if result.Usage == nil {
		return result.Engine + ", no model: " + result.Why
	}
	u := result.Usage
	line := fmt.Sprintf("%s, model %s: %s", result.Engine, result.Model, plural(u.Requests, "request"))
	if u.Cached > 0 {
		line += fmt.Sprintf(", %s known already", plural(u.Cached, "answer"))
	}
	if u.Refused > 0 {
		line += fmt.Sprintf(", %s refused", plural(u.Refused, "answer"))
	}
	return line + fmt.Sprintf(", %d tokens read, %d written", u.Read, u.Written)
}
