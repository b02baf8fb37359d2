package pipeline

import (
	"context"
	"errors"
	"fmt"
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
	// Triggers proposes triggers for entries that have none.
	Triggers bool
	// Priority are patterns of the facts that matter most in TOOLS_COMPACT.md, and LookbackDays is how far back notes are
	// recent for it.
	Priority     []string
	LookbackDays int
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
	// Clock measures the stages; nil stands still. It decides nothing.
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
	j := newJob(fsys, log, opts)
	result, err := j.run(ctx)
	if result != nil {
		result.Stages = j.stages
	}
	return result, err
}

// job is what a run works on, and how long its stages took so far.
type job struct {
	fsys   workspace.FS
	log    *review.Log
	opts   Options
	since  time.Time // when the last stage ended
	stages []Stage
}

func newJob(fsys workspace.FS, log *review.Log, opts Options) *job {
	if opts.Prompts == nil {
		opts.Prompts = prompts.BuiltIn()
	}
	if opts.Only == "" && opts.Review.Lint.SectionOnly() {
		opts.Only = OnlyWisdom
	}
	if opts.Clock == nil {
		opts.Clock = func() time.Time { return time.Time{} }
	}
	return &job{fsys: fsys, log: log, opts: opts, since: opts.Clock()}
}

// lap ends a stage; the next one begins.
func (j *job) lap(name string) {
	at := j.opts.Clock()
	j.stages = append(j.stages, Stage{name, at.Sub(j.since)})
	j.since = at
}

// run proposes the parts that the options ask for.
func (j *job) run(ctx context.Context) (*Result, error) {
	switch j.opts.Only {
	case OnlyTools:
		return j.proposeTable(ctx)
	case OnlyLines:
		result := j.alone("the lines need no model", review.PartLines)
		if err := j.addLines(result); err != nil {
			return nil, err
		}
		return result, j.admit(result)
	case OnlyWisdom:
		return j.proposeSection(ctx)
	}
	result, wrong := j.proposeSection(ctx)
	if wrong != nil {
		if !isAboutSoul(wrong) {
			return nil, wrong
		}
		result = j.withoutSection(wrong) // the rest may still have something to say
	}
	err := j.joinRest(ctx, result)
	j.lap("compact")
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

// proposeTable proposes the table alone.
func (j *job) proposeTable(ctx context.Context) (*Result, error) {
	tools, err := j.compact(ctx)
	j.lap("compact")
	if err != nil {
		return nil, err
	}
	if tools == nil || j.opts.Review.Lint.SectionOnly() {
		return nil, &NoToolsError{j.opts.Review.Lint.File}
	}
	result := j.alone(tableAlone, review.PartTable)
	tools.join(result)
	return result, j.admit(result)
}

// NoToolsError says that there is no tool document, or that the section is in another file than SOUL.md: then a run
// proposes nothing else.
type NoToolsError struct{ File workspace.Path }

// Error implements error.
func (e *NoToolsError) Error() string {
	if e.File != "" {
		return fmt.Sprintf("the section is in %s, and nothing else is proposed there", e.File)
	}
	return "there is no TOOLS.md, and no \"## Tools\" with facts in AGENTS.md"
}

// joinRest adds the table to a result. It also adds the lines that point at what is not loaded, if they are requested
// or pending. A tool document that cannot be read is a finding.
func (j *job) joinRest(ctx context.Context, result *Result) error {
	p := result.Proposal
	tools, err := j.compact(ctx)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		result.tell(warning(toolsRule, err.Error(), "wisdom run --only tools says what to do"))
	case tools != nil:
		tools.join(result)
	}
	p.Parts = append(p.Parts, review.PartTable)
	if j.opts.Lines || len(review.PendingLines(j.fsys, j.log)) > 0 {
		p.Parts = append(p.Parts, review.PartLines)
		if err := j.addLines(result); err != nil && !isAboutSoul(err) { // that was said of the section
			result.tell(warning(linesRule, err.Error(), "the next run proposes its lines once that is mended"))
		}
	}
	return j.admit(result)
}

// proposeSection proposes the section alone: what was collected becomes practices, these are chosen from, and the
// proposal is assembled of them.
func (j *job) proposeSection(ctx context.Context) (*Result, error) {
	j.opts.Prompts = j.opts.Prompts.Heeding(j.log.Notes())
	r := run{job: j, budget: j.opts.Review.Lint.Budgets, incidents: &incidents{j.fsys, map[string][][]byte{}}}
	var err error
	if r.soul, err = j.readSoul(); err != nil {
		return nil, err
	}
	if r.known, err = review.ReadLedger(j.fsys, j.log); err != nil {
		return nil, err
	}
	j.lap("read")
	j.opts.Collect.Again = true
	r.collected, err = collect.Collect(ctx, j.fsys, r.known, j.opts.Collect)
	j.lap("collect")
	if err != nil {
		return nil, err
	}
	if err := r.collected.Away(j.fsys); err != nil {
		return nil, err
	}
	if r.collected.NoSource() != nil {
		return j.withoutSource(r.collected), nil
	}
	if r.existing, err = j.readExisting(r.soul); err != nil {
		return nil, err
	}
	r.said = r.loaded()
	if r.distillation, err = r.distill(ctx); err != nil {
		return nil, err
	}
	j.lap("distill")
	r.themes, r.chosen = r.choose()
	j.lap("select")
	result, err := r.assemble(ctx)
	if err != nil {
		return nil, err
	}
	j.lap("assemble")
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
	*job
	budget    tokens.Budget
	soul      []byte
	known     *lesson.Ledger // of the run before
	collected *collect.Result
	existing
	said      []said
	incidents *incidents
	distillation
	chosen []int // wording of each theme, or -1
	orders func() *distill.Orders
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

// distill groups the lessons and words the themes.
func (r run) distill(ctx context.Context) (distillation, error) {
	r.practices = r.known.Practices
	r.lessons = slices.Clone(r.collected.Lessons)
	slices.SortStableFunc(r.lessons, func(a, b lesson.Lesson) int { return strings.Compare(a.ID, b.ID) })
	opts := distill.Options{
		Support: r.opts.Support, Words: r.budget.Words, Check: r.check, Distinct: r.distinct, Prompts: r.opts.Prompts,
		Wanted: func(lessons []int) bool { return r.refused(lessons) == nil }, Kept: r.practices, Room: r.room(),
	}
	for _, s := range r.standing {
		opts.Anchors = append(opts.Anchors, distill.Anchor{
			Name: s.entry.Name, Text: s.entry.Text, LessonIDs: s.record.Lessons,
		})
	}
	for _, e := range r.hand {
		opts.Hand = append(opts.Hand, distill.Anchor{Name: e.Name, Text: e.Text})
	}
	err := r.distilled(ctx, opts)
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
