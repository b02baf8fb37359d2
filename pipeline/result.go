package pipeline

import (
	"errors"
	"time"

	"wisdom/internal/lesson"
	"wisdom/markdown/lint"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/llm"
	"wisdom/review"
)

// Theme is a group of lessons. Its JSON is part of the contract of run --dry-run --json.
type Theme struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	LessonIDs []string `json:"lesson_ids"`
}

// Entry is an entry of the section as it would be. Its JSON is part of the contract of run --dry-run --json.
type Entry struct {
	ID        string        `json:"id"`
	Name      string        `json:"name"`
	Text      string        `json:"text"`
	LessonIDs []string      `json:"lesson_ids"`
	Tokens    int           `json:"tokens"`
	Origin    review.Origin `json:"origin"`
}

// Result is the result of a run. Its JSON is the contract of run --dry-run --json, except for the fields that the
// command adds.
type Result struct {
	Engine   string           `json:"engine"`
	Why      string           `json:"engine_why"` // why it was that one
	Model    string           `json:"model"`
	Usage    *llm.Usage       `json:"usage,omitempty"` // of the model
	Lessons  []lesson.Lesson  `json:"lessons"`
	Sources  []collect.Source `json:"sources"`
	Themes   []Theme          `json:"themes"`
	Entries  []Entry          `json:"entries"`
	Dropped  []review.Dropped `json:"dropped"`
	Budget   review.Budget    `json:"budget"`
	Section  string           `json:"section"`
	Tools    *Tools           `json:"tools_compact"` // null if there is no tool document
	Findings []lint.Finding   `json:"findings"`

	// NoSource says that no source of lessons was read, and that there is nothing else to propose; nil otherwise.
	NoSource *collect.NoSourceError `json:"-"`
	// Proposal holds what there is to decide; without items, nothing.
	Proposal *review.Proposal `json:"-"`
	// Unread is why a model that was to read the lessons could not, so that they stay new; nil where they were read.
	Unread error `json:"-"`
	// Ledger is the ledger as it is once the run is completed; nil where it looked for no lessons.
	Ledger *lesson.Ledger `json:"-"`
	// Stages are those that Options.Clock measured, in order.
	Stages []Stage `json:"-"`
}

// Stage is how long a stage of a run took.
type Stage struct {
	Name string
	Took time.Duration
}

const tableAlone = "the table needs no model"

// alone is a result that says nothing of lessons, and why no model was asked.
func (j *job) alone(why string, parts ...review.Part) *Result {
	return &Result{
		Engine: BuiltIn, Why: why, Lessons: []lesson.Lesson{}, Sources: []collect.Source{}, Themes: []Theme{},
		Entries: []Entry{}, Dropped: []review.Dropped{}, Findings: []lint.Finding{},
		Proposal: review.NewProposal(BuiltIn, j.opts.Review, parts...),
	}
}

// withoutSource is a result that says which sources of lessons were looked for in vain.
func (j *job) withoutSource(collected *collect.Result) *Result {
	r := j.alone("there is nothing to distill")
	r.Sources, r.Findings, r.NoSource = collected.Sources, collected.Findings, collected.NoSource()
	return r
}

// withoutSection is a result without a section; what is wrong with SOUL.md is a finding.
func (j *job) withoutSection(err error) *Result {
	rest := j.alone(tableAlone)
	finding := warning(lint.RuleSoul, err.Error(), "wisdom run --only wisdom says what to do")
	if soul, ok := errors.AsType[*lint.SoulError](err); ok && soul.Hint != "" {
		finding.Hint = soul.Hint
	}
	rest.tell(finding)
	return rest
}

func warning(rule, message, hint string) lint.Finding {
	return lint.Finding{Rule: rule, Severity: lint.Warning, Message: message, Hint: hint}
}

// tell adds findings to a result and to its proposal.
func (r *Result) tell(findings ...lint.Finding) {
	r.Findings, r.Proposal.Findings = lint.Join(r.Findings, findings...), lint.Join(r.Proposal.Findings, findings...)
}

// credit says of a result and its proposal which model made it, and how many of its answers were asked for again.
func (r *Result) credit(model *llm.Model, refused int) {
	usage, p := model.Usage(), r.Proposal
	usage.Refused = refused
	r.Engine, r.Model, r.Usage, r.Why = model.Place().Engine, model.Name(), &usage, model.Place().String()+" answers"
	p.Engine, p.Model, p.ModelDigest, p.ModelOptions = r.Engine, r.Model, model.Digest, model.Parameters()
}

// admit takes out of the proposal what breaks a rule together with the rest, and says so.
func (j *job) admit(r *Result) error {
	p := r.Proposal
	excluded, err := p.Admit(j.fsys, j.opts.Review)
	if err != nil {
		return err
	}
	for _, e := range excluded {
		if e.Item.Kind != review.AddFact { // those are listed as not included
			r.tell(e.Finding())
		}
	}
	if r.Tools != nil && p.Tools != nil {
		r.Tools = toolsOf(&p.Draft)
	}
	if p.Changes(p.SectionFile()) {
		if _, err := p.Complete(j.opts.Review); err != nil {
			return err
		}
		r.Budget = p.Budget
	}
	return nil
}
