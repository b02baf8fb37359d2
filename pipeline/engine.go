package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"wisdom/internal/lesson"
	"wisdom/internal/words"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/pipeline/distill"
	"wisdom/pipeline/llm"
)

// The names of the engines.
const (
	// Auto is the model where there is one, else the built-in engine.
	Auto = "auto"
	// Model is the model that the options name, or an error.
	Model = "model"
	// Ollama is Model, where that is one of Ollama.
	Ollama = "ollama"
	// BuiltIn needs no model.
	BuiltIn = "builtin"
)

// engineRule names findings on who distilled.
const engineRule = "engine"

// asksModel reports whether an engine is a model, or may be one.
func asksModel(engine string) bool { return slices.Contains([]string{Auto, Model, Ollama}, engine) }

// distilled runs distill with the engine that the options name. Where that is Auto and there is no server, or it goes
// away, or its answers cannot be used, the built-in engine does all of it, and a finding says so. A model that is
// missing is an error with either.
func (r *run) distilled(ctx context.Context, fsys workspace.FS, opts distill.Options) error {
	anchors := r.anchors()
	if !asksModel(r.opts.Engine) {
		r.why = "as asked for"
		return r.withoutModel(ctx, anchors, opts)
	}
	model, report, err := Connect(ctx, fsys, r.opts, len(r.lessons) >= opts.Support)
	if err == nil {
		if report != nil {
			if opts.Form = report.Form; report.Embedder != "" {
				opts.Embedder = r.opts.Embedder
			}
			r.judge(report)
		}
		opts.Model, opts.Loaded = model, r.rules()
		if opts.Kept == nil && r.opts.Estimated != nil {
			opts.Estimated = func(c distill.Cost) { r.opts.Estimated(c, report.Takes(c)) }
		}
		by := cmp.Or(model.Digest, model.Place().String()+" "+model.Name()) + " " + string(r.opts.Prompts.Hash())
		opts.Unverified = opts.Kept != nil && opts.Kept.Model != by
		var found *distill.Practiced
		found, err = distill.Practices(ctx, r.lessons, anchors, opts)
		r.sentTo = model.SentTo()
		if err == nil {
			r.themes, r.notes, r.practices = found.Themes, found.Notes, found.Kept
			r.practices.Model = by
			r.model, r.why = model, model.Place().String()+" answers"
			r.tellNotes()
			return model.Tidy()
		}
	}
	gone, isGone := errors.AsType[*llm.UnreachableError](err)
	missing, isMissing := errors.AsType[*llm.MissingError](err)
	unusable, isUnusable := errors.AsType[*distill.UnusableError](err)
	failed, isFailed := errors.AsType[*ExamError](err)
	const isThere = "wisdom doctor says what is missing; --engine builtin asks for no model"
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case r.opts.Engine == Auto && isGone:
		r.why = gone.Error()
		return r.insteadOfModel(ctx, anchors, opts, isThere)
	case r.opts.Engine == Auto && isMissing && missing.Model == "" && missing.Place.Engine == llm.Ollama: // it has none
		r.why = missing.Error()
		return r.insteadOfModel(ctx, anchors, opts, isThere)
	case r.opts.Engine == Auto && isUnusable:
		r.why, r.unread = unusable.Error(), true
		return r.insteadOfModel(ctx, anchors, opts,
			"the lessons stay new; another model may do better: --model NAME; --engine builtin asks for none")
	case r.opts.Engine == Auto && isFailed:
		r.why, r.unread = failed.Error(), true
		return r.insteadOfModel(ctx, anchors, opts, "the lessons stay new; a larger model may pass: --model NAME; "+
			"wisdom doctor --exam shows how it did; --despite-exam goes on with it")
	}
	return err
}

// insteadOfModel distills with the built-in engine in place of a model, for the reason in r.why. Where r.unread is set,
// the lessons stay new for a later run with a better model.
func (r *run) insteadOfModel(
	ctx context.Context, anchors []distill.Anchor, opts distill.Options, hint string,
) error {
	r.tell(lint.Warning, "distilled without a model: "+r.why, hint)
	opts.Model = nil
	return r.withoutModel(ctx, anchors, opts)
}

// judge says so where the model failed its exam, and is asked all the same.
func (r *run) judge(report *distill.Report) {
	if !report.Passed {
		r.unfit = "its model failed the exam: " + report.Missed()
		r.tell(lint.Warning, (&ExamError{[]*distill.Report{report}}).Error()+"; each entry of it says so", "")
	}
}

// withoutModel distills with the built-in engine. Told lessons are candidates for a model only.
func (r *run) withoutModel(ctx context.Context, anchors []distill.Anchor, opts distill.Options) (err error) {
	r.lessons = slices.DeleteFunc(r.lessons, func(l lesson.Lesson) bool { return l.Class == lesson.Told })
	r.themes, err = distill.Themes(ctx, r.lessons, anchors, opts)
	return err
}

func (r *run) tell(severity lint.Severity, message, hint string) {
	r.findings = append(r.findings, lint.Finding{Rule: engineRule, Severity: severity, Message: message, Hint: hint})
}

// tellNotes says what became of the model's answers, a line for each.
func (r *run) tellNotes() {
	n := r.notes
	if n.Refused > 0 {
		r.tell(lint.Note,
			words.Plural(n.Refused, "answer")+" of the model could not be used in whole, and was asked for again", "")
	}
	if n.Dropped > 0 {
		r.tell(lint.Note, words.Plural(n.Dropped, "practice")+" not included: no wording of the model was verified",
			"wisdom review show lists each with its reason")
	}
	if n.Unassigned > 0 {
		r.tell(lint.Note,
			fmt.Sprintf("%d of %s teach none of the practices found", n.Unassigned, words.Plural(len(r.lessons), "lesson")),
			"")
	}
	if n.Left > 0 {
		r.tell(lint.Warning, fmt.Sprintf("the time of the run was over before the model was asked about %d of %s",
			n.Left, words.Plural(len(r.lessons), "lesson")),
			"the next run goes on there; model.run_timeout gives one more time")
	}
	if n.Unanswered > 0 {
		r.tell(lint.Warning, "the model gave no usable answer about "+words.Plural(n.Unanswered, "lesson"),
			"another model may: --model NAME")
	}
}
