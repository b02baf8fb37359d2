package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/section"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/distill"
	"wisdom/pipeline/llm"
	"wisdom/prompts"
	"wisdom/review"
	"wisdom/review/ledger"
	"wisdom/review/lint"
)

// Options are the settings of a run.
type Options struct {
	Collect collect.Options
	Review  review.Options
	// Support is the least number of lessons that an entry stands on.
	Support int
	// Headroom is how many tokens of the section's budget new entries leave free, so
	// that a reviewer can reword one at more length.
	Headroom int
	// Engine says who distills: Auto, Model, Ollama or BuiltIn.
	Engine string
	// Only limits a run to OnlyWisdom, OnlyTools or OnlyLines; empty is all.
	Only string
	// Lines adds the lines that point at what is read on demand, where they are
	// missing. Once they wait for review, they are part of every run until they are
	// decided.
	Lines bool
	// Shedding adds the sentences that say what need not be looked at again to these
	// lines. Once they wait for review, it is the same with them.
	Shedding bool
	// Tools are the settings for TOOLS_COMPACT.md.
	Tools ToolOptions
	// Model is asked where the engine is not BuiltIn, with Prompts, or the built-in ones
	// if that is nil.
	Model   llm.Options
	Prompts *prompts.Set
	// Clock measures the stages; nil measures none. It decides nothing.
	Clock func() time.Time
}

// What a run may be limited to.
const (
	OnlyWisdom = "wisdom"
	OnlyTools  = "tools"
	OnlyLines  = "lines"
)

// Theme is a group of lessons. Its JSON is part of the contract of run
// --dry-run --json.
type Theme struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	LessonIDs []string `json:"lesson_ids"`
}

// Entry is an entry of the section as it would be. Its JSON is part of the
// contract of run --dry-run --json.
type Entry struct {
	ID        string        `json:"id"`
	Name      string        `json:"name"`
	Text      string        `json:"text"`
	LessonIDs []string      `json:"lesson_ids"`
	Tokens    int           `json:"tokens"`
	Origin    review.Origin `json:"origin"`
}

// Result is what a run came to. Its JSON is the contract of run --dry-run
// --json, but for the fields that the command adds.
type Result struct {
	Engine   string           `json:"engine"`
	Why      string           `json:"engine_why"` // why it was that one
	Model    string           `json:"model"`
	Usage    *llm.Usage       `json:"usage,omitempty"` // of the model
	Lessons  []ledger.Lesson  `json:"lessons"`
	Sources  []collect.Source `json:"sources"`
	Themes   []Theme          `json:"themes"`
	Entries  []Entry          `json:"entries"`
	Dropped  []review.Dropped `json:"dropped"`
	Budget   review.Budget    `json:"budget"`
	Section  string           `json:"section"`
	Tools    *Tools           `json:"tools_compact"` // null where there is no tool document
	Findings []lint.Finding   `json:"findings"`

	// Proposal is what there is to decide; without items, nothing.
	Proposal *review.Proposal `json:"-"`
	// Ledger is the ledger as it is once the run is completed; nil where it looked
	// for no lessons.
	Ledger *ledger.Ledger `json:"-"`
	// Stages are those that Options.Clock measured, in order.
	Stages []Stage `json:"-"`
}

// Run runs the stages. Trouble with a source is a finding; trouble with SOUL.md
// a *lint.SoulError; without any source, and nothing else to propose, it is a
// *collect.NoSourceError beside a result that says what was looked at.
func Run(ctx context.Context, fsys workspace.FS, log *review.Log, opts Options) (*Result, error) {
	watch := newStopwatch(opts.Clock)
	result, err := runStages(ctx, fsys, log, opts, watch)
	if result != nil {
		result.Stages = watch.stages
	}
	return result, err
}

func runStages(
	ctx context.Context,
	fsys workspace.FS,
	log *review.Log,
	opts Options,
	watch *stopwatch,
) (*Result, error) {
	if opts.Only == OnlyTools {
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
		tools.credit(result)
		return result, result.admit(fsys, opts)
	}
	if opts.Only == OnlyLines {
		result := alone(opts, review.PartLines)
		pointAt(fsys, log, opts).join(result)
		return result, result.admit(fsys, opts)
	}
	result, err := runWisdom(ctx, fsys, log, opts, watch)
	if err != nil && (opts.Only == OnlyWisdom || !leavesRest(err)) {
		return result, err
	}
	if err != nil { // the rest may still have something to say
		result = without(result, err, opts)
	}
	if opts.Only == "" {
		restErr := joinRest(ctx, fsys, log, opts, result)
		watch.lap("compact")
		if restErr != nil {
			return nil, restErr
		}
	}
	if err != nil && len(result.Proposal.Items) == 0 {
		return result, err
	}
	return result, nil
}

// leavesRest reports whether an error is about the section alone: there are no
// sources, or SOUL.md cannot be worked with.
func leavesRest(err error) bool {
	var nothing *collect.NoSourceError
	var soul *lint.SoulError
	var secret *lint.SecretError
	return errors.As(err, &nothing) || errors.As(err, &soul) || errors.As(err, &secret)
}

// without is a result without a section; what is wrong with SOUL.md is a finding.
func without(result *Result, err error, opts Options) *Result {
	rest := alone(opts)
	if result != nil {
		rest.Why, rest.Sources, rest.Findings = result.Why, result.Sources, result.Findings
		return rest
	}
	finding := lint.Finding{
		Rule:     lint.RuleSoul,
		Severity: lint.Warning,
		Message:  err.Error(),
		Hint:     "wisdom run --only wisdom says what to do",
	}
	var soul *lint.SoulError
	if errors.As(err, &soul) && soul.Hint != "" {
		finding.Hint = soul.Hint
	}
	rest.tell(finding)
	return rest
}

// tell adds findings to a result and to its proposal.
func (r *Result) tell(findings ...lint.Finding) {
	r.Findings, r.Proposal.Findings = lint.Join(r.Findings, findings...), lint.Join(r.Proposal.Findings, findings...)
}

// joinRest adds the table to a result, and the lines that point at what is not
// loaded, where they are wanted or wait already. A tool document that cannot be
// read is a finding.
func joinRest(ctx context.Context, fsys workspace.FS, log *review.Log, opts Options, result *Result) error {
	p := result.Proposal
	tools, err := compactTools(ctx, fsys, log, opts)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		result.tell(
			lint.Finding{
				Rule:     toolsRule,
				Severity: lint.Warning,
				Message:  err.Error(),
				Hint:     "wisdom run --only tools says what to do",
			},
		)
	case tools != nil:
		tools.join(result)
	}
	p.Parts = append(p.Parts, review.PartTable)
	if opts.Lines || review.LinesWait(fsys, log) {
		p.Parts = append(p.Parts, review.PartLines)
		pointAt(fsys, log, opts).join(result)
	}
	return result.admit(fsys, opts)
}

// admit takes out of the proposal what breaks a rule together with the rest, and
// says so.
func (r *Result) admit(fsys workspace.FS, opts Options) error {
	p := r.Proposal
	excluded, err := p.Admit(fsys, opts.Review)
	if err != nil {
		return err
	}
	for _, e := range excluded {
		if e.Item.Kind != review.AddFact { // those are listed as left out
			r.tell(e.Finding())
		}
	}
	if r.Tools != nil && p.Tools != nil {
		r.Tools = toolsOf(p.Draft())
	}
	if p.Changes(lint.SoulFile) {
		if _, _, err := p.Complete(opts.Review); err != nil {
			return err
		}
		r.Budget = p.Budget
	}
	return nil
}

// NoToolsError says that there is no tool document.
type NoToolsError struct{}

func (*NoToolsError) Error() string {
	return "there is no TOOLS.md, and no \"## Tools\" with facts in AGENTS.md"
}

// whyAlone is why no model is asked, by what a run is limited to.
var whyAlone = map[string]string{"": tableAlone, OnlyTools: tableAlone, OnlyLines: "the lines need no model"}

const tableAlone = "the table needs no model"

// alone is a result that says nothing of lessons.
func alone(opts Options, parts ...review.Part) *Result {
	return &Result{
		Engine: BuiltIn, Why: whyAlone[opts.Only], Lessons: []ledger.Lesson{}, Sources: []collect.Source{}, Themes: []Theme{},
		Entries: []Entry{}, Dropped: []review.Dropped{}, Findings: []lint.Finding{},
		Proposal: &review.Proposal{Parts: parts, Bases: map[workspace.Path][]byte{}, Manifest: review.Manifest{
			SchemaVersion: review.SchemaVersion,
			Version:       opts.Review.Version,
			Engine:        BuiltIn,
			Items:         []review.Item{},
			Lines:         []review.Line{},
			Sources:       []review.SourceHash{},
			Lessons:       []ledger.Lesson{},
			Dropped:       []review.Dropped{},
		}},
	}
}

// runWisdom is a run that is about the section alone.
func runWisdom(
	ctx context.Context,
	fsys workspace.FS,
	log *review.Log,
	opts Options,
	watch *stopwatch,
) (*Result, error) {
	if opts.Prompts == nil {
		opts.Prompts = prompts.BuiltIn()
	}
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
	var nothing *collect.NoSourceError
	if errors.As(err, &nothing) {
		return empty(collected), err
	}
	if err != nil {
		return nil, err
	}
	r := &run{opts: opts, soul: soul, collected: collected, incidents: newIncidents(fsys), practices: known.Practices}
	if err := r.readSection(fsys, log); err != nil {
		return nil, err
	}
	r.said = r.loaded(fsys)
	if err := r.distill(ctx, fsys); err != nil {
		return nil, err
	}
	watch.lap("distill")
	r.choose()
	r.tellUncovered()
	watch.lap("select")
	result, err := r.assemble(ctx, fsys)
	if err != nil {
		return nil, err
	}
	watch.lap("assemble")
	result.Ledger = known.Record(collected.Lessons, collected.Hidden, opts.Collect.Now.Format(time.RFC3339))
	result.Ledger.Practices = r.practices
	return result, nil
}

// readSoul reads SOUL.md as far as a draft may rest on it.
func readSoul(fsys workspace.FS, opts Options) ([]byte, error) {
	soul, err := lint.ReadSoul(fsys)
	if err != nil {
		return nil, err
	}
	if err := lint.CheckEncoding(soul); err != nil {
		return nil, &lint.SoulError{Message: fmt.Sprintf("line %d: %s", err.Line, err.What), Hint: err.Hint, Err: err}
	}
	return soul, lint.CheckSecrets(lint.SoulFile, soul, opts.Review.Lint)
}

func empty(collected *collect.Result) *Result {
	return &Result{
		Engine:   BuiltIn,
		Why:      "there is nothing to distill",
		Lessons:  collected.Lessons,
		Sources:  collected.Sources,
		Themes:   []Theme{},
		Entries:  []Entry{},
		Dropped:  []review.Dropped{},
		Findings: collected.Findings,
	}
}

// run is a run on its way.
type run struct {
	opts      Options
	soul      []byte
	collected *collect.Result

	doc      *markdown.Document
	section  *section.Section // nil where there is none
	standing []standing
	hand     []section.Entry
	said     []said
	required required
	refusals []review.Refusal

	lessons   []ledger.Lesson // by id
	themes    []distill.Theme
	chosen    []int // wording of each theme, or -1
	incidents *incidents
	practices *ledger.Practices // of the model, for the next run; nil where none was ever asked

	model    *llm.Model // nil where the built-in engine distilled
	why      string     // it was this engine
	sentTo   string     // where lessons went, also in vain
	notes    distill.Notes
	findings []lint.Finding
}

// standing is an entry in the section that came from a draft.
type standing struct {
	entry  section.Entry
	record review.Record
}

// readSection tells apart what stands in the section: the required entry, what
// came from drafts, and what a person wrote.
func (r *run) readSection(fsys workspace.FS, log *review.Log) error {
	records, err := review.ReadRecords(fsys)
	if err != nil {
		return err
	}
	r.refusals = log.Refusals()
	r.doc = markdown.Parse(r.soul)
	if r.section, err = section.Find(r.doc); err != nil {
		return &lint.SoulError{Message: err.Error(), Hint: "mend it by hand: wisdom lint", Err: err}
	}
	for _, e := range r.section.Entries() {
		record, ours := records.Of(e.Name, e.Text)
		switch {
		case r.required.takes(e, r.opts.Review.Lint.Required):
		case ours && e.Marker == "":
			r.standing = append(r.standing, standing{e, record})
		default:
			r.hand = append(r.hand, e)
		}
	}
	return nil
}

// distill groups the lessons and words the themes.
func (r *run) distill(ctx context.Context, fsys workspace.FS) error {
	r.lessons = slices.Clone(r.collected.Lessons)
	slices.SortFunc(r.lessons, func(a, b ledger.Lesson) int { return strings.Compare(a.ID, b.ID) })
	return r.distilled(ctx, fsys, distill.Options{
		Support: r.opts.Support,
		Words:   r.opts.Review.Lint.Budgets.Words,
		Check:   r.check, Distinct: r.distinct,
		Prompts: r.opts.Prompts,
		Wanted:  func(lessons []int) bool { return r.refused(lessons) == nil },
		Kept:    r.practices,
		Hand:    r.handEntries(),
		Loaded:  r.rules(),
		Room:    r.room(),
	})
}

// handEntries are the entries that a person wrote.
func (r *run) handEntries() []distill.Anchor {
	entries := make([]distill.Anchor, len(r.hand))
	for i, e := range r.hand {
		entries[i] = distill.Anchor{Name: e.Name, Text: e.Text}
	}
	return entries
}

// room is for how many entries there is room, about.
func (r *run) room() int {
	const usual = 25 // tokens of an entry
	budgets := r.opts.Review.Lint.Budgets
	return max((r.plannedLimit()-budgets.Count.Of(r.used()))/usual, 1)
}

// anchors are the entries that stand already.
func (r *run) anchors() []distill.Anchor {
	anchors := make([]distill.Anchor, len(r.standing))
	for i, s := range r.standing {
		anchors[i] = distill.Anchor{Name: s.entry.Name, Text: s.entry.Text, LessonIDs: s.record.Lessons}
	}
	return anchors
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
