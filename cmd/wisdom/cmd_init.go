package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/markdown/host"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/pipeline"
	"wisdom/review"
)

// begun is what init did before it staged a draft.
type begun struct {
	Path string `json:"path"`
	// Kept says that the file was written now; one that is there stays.
	Kept bool `json:"baseline_written"`
	*host.Baseline
	// BackedUp says that generation 0 was made now.
	BackedUp bool `json:"backed_up"`
	// Offers are what the settings may name to read the lessons, where they name none; Pull is how to get a model.
	Offers []offer `json:"offers,omitempty"`
	Pull   string  `json:"pull,omitempty"`

	// Changes is what is otherwise than the init before saw it; null at the first.
	Changes []string `json:"changes,omitempty"`

	isGiven bool  // the baseline, by a person
	before  *seen // nil at the first
	readers string
	looked  bool // for readers
}

func newInit(a *deps) *cobra.Command {
	var opts runOptions
	var given string
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Set up a workspace and stage the first draft",
		Long: `Look for what can read the lessons, if wisdom.toml names no model: servers on this
machine, and programs on PATH. Only Ollama is used by itself; on a terminal you are
asked which other one to write into wisdom.toml, and told where your lessons would
go. Record what a session loads today in baseline-context.txt: the host's own figures
with --baseline (of ` + "`openclaw agent --json` or `/context list`" + `), else an estimate.
Back up SOUL.md, AGENTS.md and TOOLS.md, and compare the copies. Stage a first draft:
the section, TOOLS_COMPACT.md, a line in the checklist for new tools in AGENTS.md,
and two sentences in SOUL.md that point the agent to MEMORY.md and TOOLS.md. Lines
for files that do not exist are not proposed. Without a SOUL.md, the section goes into
the first of CLAUDE.md, AGENTS.md and GEMINI.md that is there, and nothing else in
the folder changes.

Nothing is promoted; that takes wisdom review, to which init leads on a terminal. Running
init again says what changed since, stages what follows from that, and nothing else.
If no draft can be staged, no baseline and no backup stay behind.`,
		Example:     "  wisdom init\n  openclaw agent -m hello --json | wisdom init --baseline -",
		Annotations: inWorkspace(exitNothing, exitLocked, exitStale, exitModel, exitExam, exitUnfinished, exitDamaged),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := opts.validate(cmd); err != nil {
				return err
			}
			return initWorkspace(cmd.Context(), a, opts, given, cmd.Flags().Changed("baseline"))
		},
	}
	cmd.Flags().StringVar(&given, "baseline", "", "read the host's own figures from `FILE`, or from standard input (-)")
	opts.addEngine(cmd)
	return cmd
}

// initWorkspace captures the baseline and backs up in the frame of a run.
func initWorkspace(ctx context.Context, a *deps, opts runOptions, given string, isGiven bool) (err error) {
	if err := findFile(a); err != nil {
		return err
	}
	opts.begin = &begun{Baseline: host.EstimateBaseline(filesOfHost(a)), isGiven: isGiven}
	if isGiven {
		if opts.begin.Baseline, err = readBaseline(a, given); err != nil {
			return err
		}
	}
	if _, err := lint.ReadSoul(a.fsys, a.sectionFile()); err != nil { // it is no workspace to begin with
		return err
	}
	opts.begin.before = seenBefore(a)
	a.say("in       %s", a.dir)
	if opts.begin.before == nil {
		a.say("changes  no file of the agent now; what you approve later: the section of %s%s",
			a.sectionFile(), textIf(!a.lintOptions().SectionOnly(), ", "+string(lookup.File)+", and single lines"))
		a.say("keeps    its own files in %s/ and %s/, and a line in %s while a draft is pending", backups.Home,
			a.paths.Initiative, a.paths.Queue)
	}
	if err := offerMemory(ctx, a); err != nil {
		return err
	}
	if opts.engine != pipeline.BuiltIn && opts.model == "" && !namesModel(a) {
		if err := findReader(ctx, a, opts.begin); err != nil {
			return err
		}
	}
	if err := runRun(ctx, a, opts); err != nil || a.flags.json {
		return err
	}
	if opts.begin.before == nil {
		a.say("later    %s undoes a promotion; %s has a timer for the runs that come", a.command("rollback"),
			a.command("schedule print"))
	}
	return offerReview(ctx, a)
}

// offerReview lets a person at a terminal decide the draft at once.
func offerReview(ctx context.Context, a *deps) error {
	log, err := a.readLog()
	if err != nil || log.Waiting() == "" || !a.interactive() {
		return err
	}
	typed, err := a.keyboard().Line(ctx, a.shown("Review the draft now? [y/N]"))
	if errors.Is(err, io.EOF) || err == nil && !strings.EqualFold(strings.TrimSpace(typed), "y") {
		return nil
	}
	if err != nil {
		return err
	}
	return walkDraft(ctx, a)
}

// begin keeps the baseline and backs up, once it is known that a draft can be
// staged: where it cannot, init leaves nothing behind.
func begin(ctx context.Context, a *deps, log *review.Log, p *review.Proposal, b *begun, options review.Options) error {
	text := b.Text(options.Now().Format(time.DateOnly), version)
	err := p.TryStage(ctx, a.fsys, func(dry workspace.FS, l *review.Log) error {
		_, _, err := review.Begin(ctx, dry, l, text, options)
		return err
	}, options)
	if err != nil {
		return err
	}
	if b.Kept, b.BackedUp, err = review.Begin(ctx, a.fsys, log, text, options); err != nil {
		return err
	}
	b.Path = string(options.Initiative.Join(review.BaselineFile))
	if !b.Kept { // what is there is what counts
		if b.Baseline, err = keptBaseline(a); err != nil {
			return err
		}
	}
	sayBegun(a, b)
	return nil
}

// largestReport is the most that the host's answer may have, in bytes: it may hold a whole prompt.
const largestReport = 32 << 20

func readBaseline(a *deps, name string) (*host.Baseline, error) {
	b, err := a.readNamed(name, largestReport)
	if err != nil {
		return nil, fmt.Errorf("--baseline: %w", err)
	}
	baseline, err := host.ParseBaseline(string(b))
	if err != nil {
		err = hinted("openclaw agent -m hello --json > context.json && "+a.command("init --baseline context.json"),
			"--baseline: %s: %w", inputName(name), err)
	}
	return baseline, err
}

// keptBaseline reads the baseline that an earlier init, or a person, left; nil where there is none.
func keptBaseline(a *deps) (*host.Baseline, error) {
	path := a.paths.Initiative.Join(review.BaselineFile)
	b, there, err := workspace.ReadIfThere(a.fsys, path, workspace.MaxState)
	switch {
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", path, err)
	case !there:
		return nil, nil
	}
	if baseline, err := host.ParseBaseline(string(b)); err == nil {
		return baseline, nil
	}
	return &host.Baseline{From: host.Unknown, Files: []host.Loaded{}, Memory: host.Unknown}, nil // a person's own
}

func sayBegun(a *deps, b *begun) {
	what := map[string]string{
		host.FromHost: "the host's figures", host.Estimate: "an estimate", host.Unknown: "in words of its own",
	}[b.From]
	memory := map[string]string{
		host.Yes: "a session loads MEMORY.md", host.No: "a session does not load MEMORY.md",
	}[b.Memory]
	memory = cmp.Or(memory, "whether a session loads MEMORY.md is not known")
	switch isFirst := b.before == nil; {
	case b.Kept:
		a.say("baseline %s: %s, %d chars in %s; %s", b.Path, what, b.Total(), plural(len(b.Files), "file"), memory)
	case isFirst:
		a.say("baseline %s is there and stays: %s; %s", b.Path, what, memory)
	}
	if b.isGiven && !b.Kept && !a.flags.json {
		a.warn("--baseline was read and not kept: move %s away first", b.Path)
	}
	if b.BackedUp || b.before == nil {
		a.say("backup   %s", either(b.BackedUp,
			"the files that a draft may change are generation 0 as found, read back and compared",
			"generation 0 is there, and every backup was read and compared"))
	}
}
