package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/internal/workspace"
	"wisdom/markdown/lookup"
	"wisdom/pipeline"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/schedule"
	"wisdom/review"
	"wisdom/review/lint"
)

type runOptions struct {
	dryRun bool
	due    bool
	engine string
	model  string
	only   string
	// notify tells people; nil stands for the command of the settings.
	notify *string
	// why is why the run is due; empty where somebody asked for it.
	why string
	// begin is what init does before a draft is staged, and says.
	begin *beginning
}

func newRun(a *app) *cobra.Command {
	var opts runOptions
	var notify string
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Collect, distill, compact and stage a draft for review",
		Long: `Read the lessons, find what they have in common, word one short entry for each
pattern, and choose the entries that fit the budget. Read the facts of TOOLS.md (or
of AGENTS.md, "## Tools") and choose those that fit TOOLS_COMPACT.md. Stage the
result as a draft. run never changes SOUL.md and TOOLS_COMPACT.md; only an approval
does. An approved entry stays word for word while its lessons exist. If nothing in
the workspace changed, nothing is staged.

With --due, run only if the schedule in wisdom.toml says so: on the first day, at a
scheduled time since the last completed run, or after enough new lessons.
Otherwise print when the next run is due. Call it as often as you like, from cron,
a timer or by hand. Every run leaves a record in .wisdom/runs.`,
		Example: `  wisdom run
  wisdom run --only tools
  wisdom run --dry-run --json
  wisdom run --due --notify 'jq -r .message | mail -s wisdom me'
  wisdom -C ~/.openclaw/workspace -C ~/.openclaw/workspace-work run`,
		Args:        cobra.NoArgs,
		Annotations: inWorkspaces(exitNothing, exitLocked, exitStale, exitModel, exitUnfinished),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := opts.validate(cmd.Flags().Changed("model")); err != nil {
				return err
			}
			if cmd.Flags().Changed("notify") {
				opts.notify = &notify
			}
			return a.each(cmd.Context(), func(a *app) error { return runRun(cmd.Context(), a, opts) })
		},
	}
	cmd.Flags().BoolVar(&opts.dryRun, "dry-run", false, "write nothing and take no lock; show what would be staged")
	cmd.Flags().BoolVar(&opts.due, "due", false, "run only if the schedule says so; else print when the next run is due")
	cmd.Flags().
		StringVar(&notify, "notify", "", "notify with a shell `COMMAND` that reads JSON (default: from wisdom.toml; empty for none)")
	opts.addParts(cmd)
	opts.addEngine(cmd)
	return cmd
}

// addParts adds the flag that says what a run proposes.
func (o *runOptions) addParts(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.only, "only", "", "propose only `PART`: wisdom (the section) or tools (TOOLS_COMPACT.md)")
}

// addEngine adds the flags that say who distills.
func (o *runOptions) addEngine(cmd *cobra.Command) {
	cmd.Flags().
		StringVar(&o.engine, "engine", pipeline.Auto, "the engine: auto, model (the one in wisdom.toml, or fail), ollama (the same, if it is Ollama) or builtin")
	cmd.Flags().StringVar(&o.model, "model", "", "the `NAME` of the model on the server (default: from wisdom.toml)")
}

func (o runOptions) validate(modelGiven bool) error {
	switch {
	case !slices.Contains([]string{pipeline.Auto, pipeline.Model, pipeline.Ollama, pipeline.BuiltIn}, o.engine):
		return fmt.Errorf(`--engine %q is none of "auto", "model", "ollama" and "builtin"`, o.engine)
	case !slices.Contains([]string{"", pipeline.OnlyWisdom, pipeline.OnlyTools}, o.only):
		return fmt.Errorf(`--only %q is neither "wisdom" nor "tools"`, o.only)
	case o.due && o.only == pipeline.OnlyTools:
		return errors.New("--due counts lessons, and --only tools reads none")
	case modelGiven && o.engine == pipeline.BuiltIn:
		return errors.New("--model is given, and --engine builtin asks for none")
	case modelGiven && o.model == "":
		return errors.New("--model is empty")
	}
	return nil
}

// runRun runs once, or, with --due, not at all, and tells people.
func runRun(ctx context.Context, a *app, opts runOptions) error {
	record, err := a.runOnce(ctx, opts)
	if opts.dryRun {
		return err
	}
	a.notify(ctx, a.notifyCommand(opts), record, err)
	return err
}

// addModel adds the model and its prompts to the settings of a run that may ask one. A table
// alone is made by the rules where its settings are wrong, unless the model is asked for.
func (a *app) addModel(settings *pipeline.Options, opts *runOptions) (err error) {
	if opts.engine == pipeline.BuiltIn {
		return nil
	}
	if settings.Model, err = a.modelOptions(opts.model); err != nil {
		if opts.only == pipeline.OnlyTools && opts.engine == pipeline.Auto {
			opts.engine = pipeline.BuiltIn
			return nil
		}
		return err
	}
	settings.Prompts, err = a.prompts()
	return err
}

// runOnce runs the stages; the record is nil where no run began, or only a dry
// one.
func (a *app) runOnce(ctx context.Context, opts runOptions) (record *schedule.Record, err error) {
	settings, err := a.options("")
	if err != nil {
		return nil, err
	}
	if opts.due {
		d, err := a.isDue(ctx, settings.Collect.Now)
		if err != nil {
			return nil, err
		}
		if !d.Due {
			return nil, a.printNotDue(d, settings.Collect.Now)
		}
		opts.why = d.Why
	}
	if opts.engine == pipeline.Ollama && (a.settings.Model.API != pipeline.Ollama || len(a.settings.Model.Command) > 0) {
		return nil, &hintedError{
			fmt.Errorf("--engine ollama is given, and %s names another model than one of Ollama", settingsFile),
			"say --engine model, or correct [model] in wisdom.toml",
		}
	}
	if err := a.addModel(&settings, &opts); err != nil {
		return nil, err
	}
	settings.Engine, settings.Clock, settings.Only, settings.Lines = opts.engine, a.now, opts.only, opts.begin != nil
	if opts.dryRun {
		// The same code on a copy that is thrown away.
		a.fsys = workspace.NewDryRun(a.fsys)
		log, err := review.ReadLog(a.fsys)
		if err != nil {
			return nil, err
		}
		_, err = a.runAndStage(ctx, log, settings, opts)
		return nil, err
	}
	// Before anything is written: a workspace that cannot be worked with stays
	// as it is. A run can propose the table beside a SOUL.md that has a problem.
	if opts.only != pipeline.OnlyTools {
		_, err := lint.ReadSoul(a.fsys)
		if err != nil && (errors.Is(err, fs.ErrNotExist) || opts.only != "" || opts.begin != nil) {
			return nil, err
		}
	}
	err = a.locked(ctx, settings.Review, func(log *review.Log) error {
		if opts.due { // another run may have been done while this one waited
			d, err := a.isDue(ctx, settings.Collect.Now)
			if err != nil {
				return err
			}
			if !d.Due {
				return a.printNotDue(d, settings.Collect.Now)
			}
			a.ctrlC.settle()
		}
		done, err := a.runAndStage(ctx, log, settings, opts)
		record = &done
		return err
	})
	return record, err
}

// runAndStage runs the stages, stages what they propose, keeps a record and
// prints the answer.
func (a *app) runAndStage(
	ctx context.Context,
	log *review.Log,
	settings pipeline.Options,
	opts runOptions,
) (schedule.Record, error) {
	began := a.now()
	result, staged, err := a.work(ctx, log, settings, opts)
	record := a.recordOf(began, settings, opts, result, staged, err)
	newlyMissing, unread := a.newlyMissing(record, result)
	err = errors.Join(err, unread)
	var nothing *collect.NoSourceError
	if !opts.dryRun {
		err = errors.Join(err, schedule.Save(a.fsys, record))
	}
	if err != nil && !errors.As(err, &nothing) {
		return record, err
	}
	if err := a.warnEmpty(opts, record); err != nil {
		return record, err
	}
	if a.flags.json {
		return record, errors.Join(a.printRunJSON(result, staged, opts), err)
	}
	a.warnSources(result.Sources)
	if err != nil {
		return record, err
	}
	a.noteMissing(newlyMissing)
	a.warnRun(log, result.Proposal.Findings, staged)
	a.printRun(result, staged, opts)
	return record, nil
}

// newlyMissing are the missing sources that the run before did not miss yet: they
// are mentioned once and not in every run.
func (a *app) newlyMissing(record schedule.Record, result *pipeline.Result) ([]collect.Source, error) {
	if len(record.Missing) == 0 {
		return nil, nil
	}
	records, err := schedule.Records(a.fsys)
	if err != nil {
		return nil, err
	}
	known := schedule.LastMissing(records)
	return slices.DeleteFunc(
		slices.Clone(result.Sources),
		func(s collect.Source) bool { return slices.Contains(known, s.Path) },
	), nil
}

// work runs the stages and stages what they propose. Without any source there is
// a result and a *collect.NoSourceError.
func (a *app) work(
	ctx context.Context,
	log *review.Log,
	settings pipeline.Options,
	opts runOptions,
) (*pipeline.Result, review.Staging, error) {
	var staged review.Staging
	result, err := pipeline.Run(ctx, a.fsys, log, settings)
	if err != nil {
		return result, staged, err
	}
	began := a.now()
	if opts.begin != nil {
		if err := a.begin(ctx, log, result.Proposal, opts.begin, settings.Review); err != nil {
			return result, staged, err
		}
	}
	staged, err = review.Stage(ctx, a.fsys, log, result.Proposal, settings.Review)
	if err = a.tolerate(err); err != nil {
		return result, staged, err
	}
	for _, e := range staged.Excluded {
		result.Findings = append(result.Findings, e.Finding())
		result.Proposal.Findings = append(result.Proposal.Findings, e.Finding())
	}
	result.Stages = append(result.Stages, pipeline.Stage{Name: "stage", Took: a.now().Sub(began)})
	if result.Ledger != nil { // also after a Ctrl-C: the draft is staged
		err = result.Ledger.Save(a.fsys)
	}
	return result, staged, err
}

// warnEmpty warns where run after run finds nothing: a pipeline that always runs
// and never brings anything looks healthy.
func (a *app) warnEmpty(opts runOptions, record schedule.Record) error {
	if opts.dryRun || record.Outcome != schedule.Nothing && record.Outcome != schedule.NoSource {
		return nil
	}
	records, err := schedule.Records(a.fsys)
	if err != nil {
		return err
	}
	if n := schedule.EmptyInARow(records); n >= worthALook {
		a.warn("%d runs in a row brought nothing; %s shows what is read", n, a.command("collect"))
	}
	return nil
}

func (a *app) printRunJSON(result *pipeline.Result, staged review.Staging, opts runOptions) error {
	answer := struct {
		SchemaVersion int `json:"schema_version"`
		*pipeline.Result
		Draft string `json:"draft,omitempty"`
		Begun *begun `json:"begun,omitempty"`
	}{SchemaVersion: 1, Result: result, Begun: a.begun}
	if !opts.dryRun {
		answer.Draft = staged.Draft
	}
	return a.printJSON(answer)
}

func (a *app) printRun(result *pipeline.Result, staged review.Staging, opts runOptions) {
	for _, part := range staged.Lost {
		a.warn(
			"the %s of draft %s was based on files that changed, and is no longer pending: %s proposes it again",
			part,
			staged.Superseded,
			a.command("run"),
		)
	}
	a.summary = summaryOf(result, staged, opts)
	if opts.only != pipeline.OnlyTools {
		a.printSection(result)
	}
	if t := result.Tools; t != nil {
		a.say("tools    %s in %d of %d tokens, %d excluded", plural(len(t.Facts), "fact"), t.Tokens, t.Limit, len(t.LeftOut))
	}
	switch {
	case staged.Draft == "" && staged.Superseded != "":
		a.say("draft    none: nothing of %s is proposed any more, so it is no longer pending", staged.Superseded)
		return
	case staged.Returned != "":
		a.say(
			"draft    none: it would be the same as %s, for which changes were requested; %s allows it again",
			staged.Returned,
			a.command("review reopen "+staged.Returned),
		)
		return
	case staged.Draft == "":
		a.say("draft    none: nothing changed that would change %s", subject(result, opts))
		return
	case staged.Already:
		a.say("draft    %s is already pending and would be the same", staged.Draft)
	case opts.dryRun:
		a.say("draft    would be staged: %s", plural(len(result.Proposal.Items), "item"))
	default:
		a.say("draft    %s is pending review: %s", staged.Draft, plural(len(result.Proposal.Items), "item"))
	}
	if staged.Superseded != "" {
		a.say("         it replaces %s%s", staged.Superseded, carriedOver(staged))
	}
	if opts.dryRun && !staged.Already {
		a.printProposed(result)
		return
	}
	a.say("next     %s", a.command("review"))
}

// printProposed shows the texts that a dry run comes to, each below the name of its
// file.
func (a *app) printProposed(result *pipeline.Result) {
	if result.Section != "" {
		a.say("\n%s, the section:\n\n%s", lint.SoulFile, strings.TrimRight(result.Section, "\n"))
	}
	for _, item := range result.Proposal.Items {
		if item.Kind == review.AddLine {
			a.say("\n%s, one more line:\n\n%s", item.Target, item.Text)
		}
	}
	if result.Tools != nil {
		a.say("\n%s:\n\n%s", lookup.File, strings.TrimRight(result.Tools.Text, "\n"))
	}
}

// summaryOf is a run in a few words.
func summaryOf(result *pipeline.Result, staged review.Staging, opts runOptions) string {
	switch {
	case staged.Returned != "":
		return "the same as draft " + staged.Returned + ", for which changes were requested"
	case staged.Draft == "":
		return "nothing changed"
	case staged.Already:
		return "draft " + staged.Draft + " is already pending"
	case opts.dryRun:
		return "would stage " + plural(len(result.Proposal.Items), "item")
	}
	return fmt.Sprintf("draft %s is pending review: %s", staged.Draft, plural(len(result.Proposal.Items), "item"))
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
	if to := result.Proposal.SentTo; to != "" {
		a.say("sent     lessons were sent to %s", printable(to))
	}
	a.say("read     %s in %s", plural(len(result.Lessons), "lesson"), plural(readSources(result.Sources), "source"))
	entries := plural(len(result.Entries), "entry") + " in the section"
	if !slices.ContainsFunc(result.Entries, func(e pipeline.Entry) bool { return e.Origin != review.Required }) {
		entries = "no entry for the section but the required one"
	}
	a.say("themes   %d, and %s", len(result.Themes), entries)
	a.say(
		"budget   section %d of %d tokens, SOUL.md %d (target %d)",
		budget.SectionTokens,
		budget.SectionLimit,
		budget.SoulTokens,
		budget.SoulLimit,
	)
	for _, f := range result.Findings {
		if f.Rule == pipeline.RuleUncovered {
			a.say("note     %s", f.Message)
		}
	}
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

// warnRun is warnFindings for a run. A run that stages a draft shows every secret that
// was redacted; one that does not only counts those that the newest draft shows.
func (a *app) warnRun(log *review.Log, findings []lint.Finding, staged review.Staging) {
	ids := log.Drafts()
	if staged.Draft != "" && !staged.Already || len(ids) == 0 || a.flags.verbose {
		a.warnFindings(findings)
		return
	}
	d, err := log.Load(a.fsys, ids[0])
	if err != nil {
		a.warnFindings(findings)
		return
	}
	shown := func(f lint.Finding) bool { return f.Rule == lint.RuleSecret && slices.Contains(d.Findings, f) }
	fresh := slices.DeleteFunc(slices.Clone(findings), shown)
	a.warnFindings(fresh)
	if n := len(findings) - len(fresh); n > 0 {
		a.warn("redacted %s, as for draft %s: %s shows where",
			plural(n, "secret"), d.ID, a.command("review show "+d.ID))
	}
}

// warnFindings prints findings of a run as warnings, and with -v the notes too.
func (a *app) warnFindings(findings []lint.Finding) {
	for _, f := range findings {
		switch {
		case f.Severity != lint.Note:
			a.warn("%s", printable(f.Text()))
			if f.Path == "" && f.Hint != "" && !a.flags.quiet {
				a.talk("hint: %s", printable(f.Hint))
			}
		case a.flags.verbose:
			a.talk("note: %s", printable(f.Text()))
		}
	}
}

// engineLine says who distilled, and why or at what cost.
func engineLine(result *pipeline.Result) string {
	if result.Usage == nil {
		return result.Engine + ", no model: " + result.Why
	}
	u := result.Usage
	line := result.Engine
	if result.Model != "" {
		line += ", model " + result.Model
	}
	line += ": " + plural(u.Requests, "request")
	if u.Cached > 0 {
		line += fmt.Sprintf(", %s known already", plural(u.Cached, "answer"))
	}
	if u.Refused > 0 {
		line += fmt.Sprintf(", %s rejected", plural(u.Refused, "answer"))
	}
	return line + fmt.Sprintf(", %d tokens read, %d written", u.Read, u.Written)
}
