package main

import (
	"context"
	"errors"
	"io/fs"
	"math"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/cmd/wisdom/settings"
	"wisdom/inject/hook"
	"wisdom/inject/rollout"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/pipeline"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/schedule"
	"wisdom/review"
)

type runOptions struct {
	dryRun bool
	due    bool
	engine string
	model  string
	// despite goes on with a model that failed its exam.
	despite bool
	only    string
	// notify tells people, where isNotify says that it was named; else the command of the settings does.
	notify   string
	isNotify bool
	// why is why the run is due; empty if a person asked for it.
	why string
	// begin is what init does before a draft is staged, and says.
	begin *begun
	// beforeInit says that a dry run shows what init would stage.
	beforeInit bool
}

func newRun(a *deps) *cobra.Command {
	var opts runOptions
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Read the notes and stage a draft for review",
		Long: `Read the lessons, find what they have in common, word one short entry for each
pattern, and choose the entries that fit the budget. Choose the facts of TOOLS.md (or
of AGENTS.md, "## Tools") that fit TOOLS_COMPACT.md. Stage the result as a draft; only
an approval changes a file. An approved entry stays word for word while its lessons
exist. If nothing changed, nothing is staged. Every run leaves a record in .wisdom/runs.

With --due, run only if the schedule in wisdom.toml says so: on the first day, at a
scheduled time since the last completed run, or after enough new lessons. Call it as
often as you like.

A model is examined once, with invented notes, before it may read yours. If it
fails, --engine auto does without a model, and its lessons stay new for one that
passes; --engine model ends with code 16.`,
		Example: "  wisdom run\n  wisdom run --only tools\n" +
			"  wisdom run --due --notify 'jq -r .message | mail -s wisdom me'",
		Annotations: inWorkspaces(exitNothing, exitLocked, exitStale, exitModel, exitExam, exitUnfinished),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := opts.validate(cmd); err != nil {
				return err
			}
			return a.each(cmd.Context(), func(a *deps) error { return runRun(cmd.Context(), a, opts) })
		},
	}
	cmd.Flags().BoolVar(&opts.dryRun, "dry-run", false, "write nothing and take no lock; show what would be staged")
	cmd.Flags().BoolVar(&opts.due, "due", false, "run only if the schedule says so; else print when the next run is due")
	addChoice(cmd, cmd.Flags(), &opts.only, "only", "",
		"propose only `PART`: wisdom (the section) or tools (TOOLS_COMPACT.md)", pipeline.OnlyWisdom, pipeline.OnlyTools)
	cmd.Flags().StringVar(&opts.notify, "notify", "",
		"notify with a shell `COMMAND` that reads JSON (default: from wisdom.toml; empty for none)")
	opts.addEngine(cmd)
	cmd.Flags().StringVar(&opts.model, "model", "",
		"the `NAME` of the model on the server (default: from wisdom.toml, else the best that passed the exam)")
	cmd.Flags().
		BoolVar(&opts.despite, "despite-exam", false, "go on with a model that failed its exam; each entry says so")
	return cmd
}

// addEngine adds the flag that says who distills.
func (o *runOptions) addEngine(cmd *cobra.Command) {
	addChoice(cmd, cmd.Flags(), &o.engine, "engine", pipeline.Auto,
		"the `ENGINE`: auto (a model, else builtin), model (or fail), ollama (or fail) or builtin (no model)",
		pipeline.Auto, pipeline.Model, pipeline.Ollama, pipeline.BuiltIn)
}

func (o *runOptions) validate(cmd *cobra.Command) error {
	o.isNotify = cmd.Flags().Changed("notify")
	modelGiven := cmd.Flags().Changed("model")
	switch {
	case o.due && o.only == pipeline.OnlyTools:
		return errors.New("--due and --only tools exclude each other: --due counts lessons, and --only tools reads none")
	case o.engine == pipeline.BuiltIn && (modelGiven || o.despite):
		return errors.New("--engine builtin asks no model: it excludes --model and --despite-exam")
	case modelGiven && o.model == "":
		return errors.New("--model needs a value: NAME")
	}
	return nil
}

// runRun runs once, or, with --due, not at all, and tells people.
func runRun(ctx context.Context, a *deps, opts runOptions) error {
	record, err := runOnce(ctx, a, opts)
	if opts.dryRun {
		return err
	}
	notify(ctx, a, opts, record, err)
	if err == nil {
		expectMore(ctx, a, opts, record)
		err = ctx.Err()
	}
	return err
}

// addModel adds the model and its prompts to the settings of a run that may ask one. A table alone needs none.
func addModel(ctx context.Context, a *deps, settings *pipeline.Options, opts *runOptions) (err error) {
	if opts.engine == pipeline.BuiltIn || opts.only == pipeline.OnlyTools {
		return nil
	}
	if settings.Model, err = modelOptions(a, opts.model); err != nil {
		return err
	}
	settings.Memory = int64(min(a.machine.memory, math.MaxInt64))
	if a.settings.Recall.Embed != "" {
		if model, err := workingEmbedder(ctx, a); err == nil && model != nil { // one that does not answer helps no one
			settings.Embedder = model
		}
	}
	settings.Prompts, err = promptSet(a)
	return err
}

// runOnce runs the stages; the record is nil where no run began, or only a dry one.
func runOnce(ctx context.Context, a *deps, opts runOptions) (record *schedule.Record, err error) {
	options := a.options()
	options.Triggers, _ = hook.Reminds(a.fsys) // a record that is damaged is told by host status
	if opts.due {
		if opts.why, err = whyDue(ctx, a, options.Collect.Now); err != nil || opts.why == "" {
			return nil, err
		}
	}
	if opts.engine == pipeline.Ollama && (a.settings.Model.API != pipeline.Ollama || len(a.settings.Model.Command) > 0) {
		return nil, hinted("say --engine model, or correct [model] in wisdom.toml",
			"--engine ollama needs a model of Ollama, and %s names another", settings.File)
	}
	if err := addModel(ctx, a, &options, &opts); err != nil {
		return nil, err
	}
	if opts.dryRun && opts.only == "" { // before init, what that would stage
		all, err := backups.Generations(a.fsys)
		opts.beforeInit = err == nil && len(all) == 0
	}
	options.Engine, options.Clock, options.Only = opts.engine, a.now, opts.only
	options.Lines = opts.begin != nil || opts.beforeInit
	options.DespiteExam, options.Estimated = opts.despite, a.sayEstimate
	stage := func(log *review.Log) error {
		if steps, err := workspace.Exists(
			a.fsys,
			rollout.StateFile,
		); err == nil &&
			!steps { // else that proposes them, step by step
			options.Lines = options.Lines || log.HasReopenedLines(a.fsys)
		}
		done, err := runAndStage(ctx, a, log, options, opts)
		record = &done
		return err
	}
	if opts.dryRun { // the same code on a copy that is thrown away
		a.fsys = workspace.NewDryRun(a.fsys)
		options.Collect.Kept.FS = a.fsys
		log, err := a.readLog()
		if err == nil {
			err = stage(log)
		}
		return nil, err
	}
	// Before anything is written: a workspace that cannot be worked with stays
	// as it is. A run can propose the table beside a SOUL.md that has a problem.
	if opts.only != pipeline.OnlyTools {
		_, err := lint.ReadSoul(a.fsys, a.sectionFile())
		if err != nil && (errors.Is(err, fs.ErrNotExist) || opts.only != "" || opts.begin != nil) {
			return nil, err
		}
	}
	err = a.locked(ctx, options.Review, func(log *review.Log) error {
		if opts.due { // another run may have been done while this one waited
			if why, err := whyDue(ctx, a, options.Collect.Now); err != nil || why == "" {
				return err
			}
			a.ctrlC.settle()
		}
		return stage(log)
	})
	return record, err
}

// runAndStage runs the stages, stages what they propose, keeps a record and prints the answer.
func runAndStage(
	ctx context.Context, a *deps, log *review.Log, settings pipeline.Options, opts runOptions,
) (schedule.Record, error) {
	began := a.now()
	result, staged, err := work(ctx, a, log, settings, opts)
	record := schedule.RecordOf(settings, a.now().Sub(began), result, staged, err)
	record.Why = opts.why
	if !opts.dryRun {
		err = errors.Join(err, schedule.Save(a.fsys, record))
	}
	if err != nil && !is[*collect.NoSourceError](err) {
		return record, err
	}
	if opts.begin != nil && err == nil {
		if err := saySeen(a, log, result, opts.begin); err != nil {
			return record, err
		}
	}
	if a.flags.json {
		answer := struct {
			*pipeline.Result
			Draft string `json:"draft,omitempty"`
			Begun *begun `json:"begun,omitempty"`
		}{result, either(opts.dryRun, "", staged.Draft), nil}
		if opts.begin != nil && opts.begin.Path != "" {
			answer.Begun = opts.begin
		}
		return record, errors.Join(a.printJSON(answer), err)
	}
	if opts.begin != nil && opts.begin.before != nil && err == nil && (staged.Draft == "" || staged.Already) {
		sayDraft(a, result, staged, opts)
		s, err := gatherStatus(ctx, a, a.clock())
		if err == nil {
			a.say("next     %s", nextStep(a, s))
		}
		return record, err
	}
	warnSources(a, result.Sources)
	if err != nil {
		return record, err
	}
	if a.flags.verbose {
		noteMissing(a, result.Sources)
	}
	warnRun(a, result.Proposal.Findings, staged)
	printRun(a, result, staged, opts)
	return record, nil
}

// work runs the stages and stages what they propose. Without any source, and with nothing
// else to propose, there is a result and a *collect.NoSourceError.
func work(
	ctx context.Context, a *deps, log *review.Log, settings pipeline.Options, opts runOptions,
) (*pipeline.Result, review.Staging, error) {
	var staged review.Staging
	result, err := pipeline.Run(ctx, a.fsys, log, settings)
	if err != nil {
		return result, staged, err
	}
	if result.NoSource != nil {
		return result, staged, result.NoSource
	}
	began := a.now()
	if opts.begin != nil {
		if err := begin(ctx, a, log, result.Proposal, opts.begin, settings.Review); err != nil {
			return result, staged, err
		}
	}
	staged, err = review.Stage(ctx, a.fsys, log, result.Proposal, settings.Review)
	if err != nil {
		return result, staged, err
	}
	for _, e := range staged.Excluded {
		result.Findings = append(result.Findings, e.Finding())
		result.Proposal.Findings = append(result.Proposal.Findings, e.Finding())
	}
	result.Stages = append(result.Stages, pipeline.Stage{Name: "stage", Took: a.now().Sub(began)})
	if result.Ledger != nil && !opts.dryRun { // also after a Ctrl-C: the draft is staged
		err = result.Ledger.Save(a.fsys)
	}
	return result, staged, err
}
