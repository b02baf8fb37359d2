package pipeline

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"wisdom/internal/lesson"
	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/distill"
	"wisdom/pipeline/llm"
	"wisdom/prompts"
	"wisdom/review"
)

// Options are the settings of a run.
type Options struct {
	Collect collect.Options
	Review  review.Options
	// Support is the least number of lessons that back an entry.
	Support int
	// Headroom is how many tokens of the section's budget new entries leave free, so
	// that a reviewer can reword one at more length.
	Headroom int
	// Engine says who distills: Auto, Model, Ollama or BuiltIn.
	Engine string
	// Only limits a run to OnlyWisdom, OnlyTools or OnlyLines; empty is all.
	Only string
	// Lines adds the missing lines that point at what is read on demand. Once they are pending, every run includes them
	// until they are decided.
	Lines bool
	// Shedding adds to these lines the sentences that say what need not be looked at again. Once they are pending, the
	// same applies to them.
	Shedding bool
	// Tools are the settings for TOOLS_COMPACT.md.
	Tools ToolOptions
	// Model is asked where the engine is not BuiltIn, with Prompts, or the built-in ones if that is nil; see Connect.
	Model   llm.Options
	Prompts *prompts.Set
	// Estimated is told what the first run with a model will about ask, and how long that takes at the speed of its exam,
	// 0 if that is not known; it may be nil.
	Estimated func(distill.Cost, time.Duration)
	// Memory is that of this machine for models, in bytes; 0 if it is not known.
	Memory int64
	// Embedder helps a model that is asked by margins; nil where there is none.
	Embedder distill.Embedder
	// DespiteExam goes on with a model that failed its exam.
	DespiteExam bool
	// Clock measures the stages; nil measures none. It decides nothing.
	Clock func() time.Time
}

// What a run may be limited to.
const (
	OnlyWisdom = "wisdom"
	OnlyTools  = "tools"
	OnlyLines  = "lines"
)

// Run runs the stages. Trouble with a source is a finding; trouble with SOUL.md a
// *lint.SoulError, if there is nothing else to propose.
func Run(ctx context.Context, fsys workspace.FS, log *review.Log, opts Options) (*Result, error) {
	if opts.Prompts == nil {
		opts.Prompts = prompts.BuiltIn()
	}
	watch := &stopwatch{now: opts.Clock}
	if opts.Clock != nil {
		watch.since = opts.Clock()
	}
	result, err := runParts(ctx, fsys, log, opts, watch)
	if result != nil {
		result.Stages = watch.stages
	}
	return result, err
}

// runParts proposes the parts that the options ask for.
func runParts(
	ctx context.Context, fsys workspace.FS, log *review.Log, opts Options, watch *stopwatch,
) (*Result, error) {
	switch opts.Only {
	case OnlyTools:
		return runTools(ctx, fsys, log, opts, watch)
	case OnlyLines:
		result := alone(opts, review.PartLines)
		addLines(fsys, log, opts, result)
		return result, result.admit(fsys, opts)
	case OnlyWisdom:
		return runSection(ctx, fsys, log, opts, watch)
	}
	result, wrong := runSection(ctx, fsys, log, opts, watch)
	if wrong != nil {
		if !isAboutSoul(wrong) {
			return nil, wrong
		}
		result = withoutSection(wrong, opts) // the rest may still have something to say
	}
	err := joinRest(ctx, fsys, log, opts, result)
	watch.lap("compact")
	if err != nil {
		return nil, err
	}
	if len(result.Proposal.Items) == 0 {
		return result, wrong
	}
	result.NoSource = nil
	return result, nil
}

// isAboutSoul reports whether an error is about the section alone: SOUL.md cannot be worked with. Where it is a link,
// a pipe or away, nothing is proposed for the workspace: the backup would lack it.
func isAboutSoul(err error) bool {
	_, irregular := errors.AsType[*workspace.NotRegularError](err)
	_, away := errors.AsType[*workspace.NotDownloadedError](err)
	_, soul := errors.AsType[*lint.SoulError](err)
	_, secret := errors.AsType[*lint.SecretError](err)
	return (soul || secret) && !irregular && !away
}

func runTools(
	ctx context.Context, fsys workspace.FS, log *review.Log, opts Options, watch *stopwatch,
) (*Result, error) {
	tools, err := compactTools(ctx, fsys, log, opts)
	watch.lap("compact")
	if err != nil {
		return nil, err
	}
	if tools == nil {
		return nil, &NoToolsError{}
	}
	result := alone(opts, review.PartTable)
	tools.join(result)
	if tools.model != nil {
		result.credit(tools.model, result.Proposal, tools.refused)
	}
	return result, result.admit(fsys, opts)
}

// NoToolsError says that there is no tool document.
type NoToolsError struct{}

// Error implements error.
func (*NoToolsError) Error() string {
	return "there is no TOOLS.md, and no \"## Tools\" with facts in AGENTS.md"
}

// joinRest adds the table to a result. It also adds the lines that point at what is not loaded, if they are requested
// or pending. A tool document that cannot be read is a finding.
func joinRest(ctx context.Context, fsys workspace.FS, log *review.Log, opts Options, result *Result) error {
	p := result.Proposal
	tools, err := compactTools(ctx, fsys, log, opts)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		result.tell(warning(toolsRule, err.Error(), "wisdom run --only tools says what to do"))
	case tools != nil:
		tools.join(result)
	}
	p.Parts = append(p.Parts, review.PartTable)
	if opts.Lines || len(review.PendingLines(fsys, log)) > 0 {
		p.Parts = append(p.Parts, review.PartLines)
		addLines(fsys, log, opts, result)
	}
	return result.admit(fsys, opts)
}

func runSection(
	ctx context.Context, fsys workspace.FS, log *review.Log, opts Options, watch *stopwatch,
) (*Result, error) {
	opts.Prompts = opts.Prompts.Heeding(log.Notes())
	soul, err := readSoul(fsys, opts)
	if err != nil {
		return nil, err
	}
	known, err := review.ReadLedger(fsys, log)
	if err != nil {
		return nil, err
	}
	watch.lap("read")
	collected, err := collect.Collect(ctx, fsys, known, opts.Collect)
	watch.lap("collect")
	if err != nil {
		return nil, err
	}
	if collected.NoSource() != nil {
		return withoutSource(collected, opts), nil
	}
	r := run{
		opts: opts, budget: opts.Review.Lint.Budgets, soul: soul, known: known, collected: collected,
		incidents: &incidents{fsys, map[string][][]byte{}},
	}
	if r.existing, err = readExisting(fsys, log, soul, opts); err != nil {
		return nil, err
	}
	r.said = r.loaded(fsys)
	if r.distillation, err = r.distill(ctx, fsys, known.Practices); err != nil {
		return nil, err
	}
	watch.lap("distill")
	r.themes, r.chosen = r.choose()
	watch.lap("select")
	result, err := r.assemble(ctx, fsys)
	if err != nil {
		return nil, err
	}
	watch.lap("assemble")
	result.Unread = r.unread
	result.Ledger = r.ledger(result.Proposal.Lessons)
	return result, nil
}

// ledger is the ledger after the run. Where the lessons stay new, it has beside those that it knew only the ones that
// back what is proposed.
func (r *run) ledger(cited []lesson.Lesson) *lesson.Ledger {
	read, needed := r.collected.Lessons, lesson.ByID(cited)
	if r.unread != nil {
		read = slices.DeleteFunc(slices.Clone(read), func(l lesson.Lesson) bool {
			_, is := needed[l.ID]
			return !is && !r.known.Knows(l.ID)
		})
	}
	next := r.known.Record(read, r.collected.Hidden, r.opts.Collect.Now.Format(time.RFC3339))
	next.Practices, next.Notes = r.practices, r.collected.Notes
	if r.unread != nil {
		next.LastRun, next.Notes = r.known.LastRun, r.known.Notes
	}
	return next
}

// run holds what the stages of the section returned so far. A stage works on a copy of it, and returns what it found.
type run struct {
	opts      Options
	budget    tokens.Budget
	soul      []byte
	known     *lesson.Ledger // of the run before
	collected *collect.Result
	existing
	said      []said
	incidents *incidents
	distillation
	chosen []int // wording of each theme, or -1
}

type distillation struct {
	lessons   []lesson.Lesson // by id
	themes    []distill.Theme
	practices *lesson.Practices // of the model, for the next run; nil where none was ever asked
	model     *llm.Model        // nil where the built-in engine distilled
	why       string            // it was this engine
	sentTo    string            // where lessons went, also in vain
	unread    error             // why a model that was to read the lessons could not: they stay new
	unfit     string            // the model failed its exam, and how; empty otherwise
	notes     distill.Notes
	findings  []lint.Finding
}

// distill groups the lessons and words the themes. Kept are the practices of the run before.
func (r run) distill(ctx context.Context, fsys workspace.FS, kept *lesson.Practices) (distillation, error) {
	r.practices = kept
	r.lessons = slices.Clone(r.collected.Lessons)
	slices.SortStableFunc(r.lessons, func(a, b lesson.Lesson) int { return strings.Compare(a.ID, b.ID) })
	err := r.distilled(ctx, fsys, distill.Options{
		Support: r.opts.Support, Words: r.budget.Words, Check: r.check, Distinct: r.distinct, Prompts: r.opts.Prompts,
		Wanted: func(lessons []int) bool { return r.refused(lessons) == nil }, Kept: r.practices, Hand: r.handEntries(),
		Room: r.room(),
	})
	return r.distillation, err
}

// room is for how many entries there is room, about.
func (r *run) room() int {
	const usual = 25 // tokens of an entry
	return max((r.plannedLimit()-r.budget.Of(r.used()))/usual, 1)
}

func (r *run) header() section.Header {
	return section.Header{Date: r.opts.Collect.Now.Format(time.DateOnly), Lessons: len(r.lessons)}
}

func (r *run) isStanding(e section.Entry) bool {
	return e == r.required.existing || slices.ContainsFunc(r.standing, func(s standing) bool { return s.entry == e })
}

func (r *run) ids(lessons []int) []string {
	ids := make([]string, len(lessons))
	for i, l := range lessons {
		ids[i] = r.lessons[l].ID
	}
	return ids
}
