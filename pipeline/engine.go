package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
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
func (r *run) distilled(ctx context.Context, opts distill.Options) error {
	if !asksModel(r.opts.Engine) {
		r.why = "as asked for"
		return r.withoutModel(ctx, opts)
	}
	err := r.withModel(ctx, opts)
	if gone, is := errors.AsType[*llm.UnreachableError](err); is && r.opts.Engine == Auto {
		err = gone // whatever was asked of it, an exam, say
	}
	hint, unread := instead(err, r.opts.Model.IsNamed())
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case r.opts.Engine != Auto || hint == "":
		return err
	case unread:
		r.unread = err
	}
	r.why = err.Error()
	r.tell(lint.Warning, "distilled without a model: "+r.why, hint)
	return r.withoutModel(ctx, opts)
}

// withModel distills with a model. One that failed its exam, and is asked all the same, is told of.
func (r *run) withModel(ctx context.Context, opts distill.Options) error {
	model, report, err := Connect(ctx, r.fsys, r.opts, len(r.lessons) >= opts.Support)
	if err != nil {
		return err
	}
	if report != nil {
		if opts.Form = report.Form; report.Embedder != "" {
			opts.Embedder = r.opts.Embedder
		}
		if !report.Passed {
			r.unfit = "its model failed the exam: " + report.Missed()
			r.tell(lint.Warning, (&ExamError{[]*distill.Report{report}}).Error()+"; each entry of it says so", "")
		}
	}
	opts.Model, opts.Loaded = model, r.rules()
	if opts.Kept == nil && r.opts.Estimated != nil {
		opts.Estimated = func(c distill.Cost) { r.opts.Estimated(c, report.Takes(c)) }
	}
	by := model.Identity() + " " + string(r.opts.Prompts.Hash())
	opts.Unverified = opts.Kept != nil && opts.Kept.Model != by
	found, err := distill.Practices(ctx, r.lessons, opts)
	r.sentTo = model.SentTo()
	if err != nil {
		return err
	}
	r.themes, r.notes, r.practices = found.Themes, found.Notes, found.Kept
	r.practices.Model = by
	r.model = model
	r.tellNotes()
	return model.Tidy()
}

// instead is the way on where the built-in engine may do what a model did not, and says whether the lessons stay new for
// a later run with a better model, or with the one that is named; hint is empty where it may not.
func instead(err error, named bool) (hint string, unread bool) {
	const isThere = "wisdom doctor says what is missing; --engine builtin asks for no model"
	missing, isMissing := errors.AsType[*llm.MissingError](err)
	switch {
	case errors.As(err, new(*llm.UnreachableError)):
		return isThere, named || errors.As(err, new(*llm.LateError))
	case isMissing && missing.Model == "" && missing.Place.Engine == llm.Ollama: // it has none
		return isThere, false
	}
	return WayOn(err), true
}

// WayOn is what to do about a model that answers and cannot be used; "" for every other error.
func WayOn(err error) string {
	const orNone, stay = "; or go without one: --engine builtin", "the lessons stay new; "
	switch {
	case errors.As(err, new(*distill.UnusableError)):
		return stay + "another model may do better: --model NAME" + orNone
	case errors.Is(err, distill.ErrNoMargins):
		return stay + "wisdom doctor --exam examines the model anew" + orNone
	case errors.As(err, new(*ExamError)):
		return stay + "a larger model may pass: --model NAME; wisdom doctor --exam shows how it did; " +
			"--despite-exam goes on with it" + orNone
	}
	return ""
}

// withoutModel distills with the built-in engine. Told lessons are candidates for a model only.
func (r *run) withoutModel(ctx context.Context, opts distill.Options) (err error) {
	r.lessons = slices.DeleteFunc(r.lessons, func(l lesson.Lesson) bool { return l.Class == lesson.Told })
	r.themes, err = distill.Themes(ctx, r.lessons, opts)
	return err
}

func (r *run) tell(severity lint.Severity, message, hint string) {
	r.findings = append(r.findings, lint.Finding{Rule: engineRule, Severity: severity, Message: message, Hint: hint})
}

// tellNotes says what became of the model's answers, a line for each.
func (r *run) tellNotes() {
	tell := func(n int, severity lint.Severity, message, hint string) {
		if n > 0 {
			r.tell(severity, message, hint)
		}
	}
	n, lessons := r.notes, text.Plural(len(r.lessons), "lesson")
	tell(n.Refused, lint.Note,
		text.Plural(n.Refused, "answer")+" of the model could not be used in whole, and was asked for again", "")
	tell(n.Dropped, lint.Note, text.Plural(n.Dropped, "practice")+" not included: no wording of the model was verified",
		"wisdom review show lists each with its reason")
	tell(n.Unassigned, lint.Note, fmt.Sprintf("%d of %s teach none of the practices found", n.Unassigned, lessons), "")
	tell(n.Left, lint.Warning,
		fmt.Sprintf("the time of the run was over before the model was asked about %d of %s", n.Left, lessons),
		"the next run goes on there")
	tell(n.Unanswered, lint.Warning, "the model gave no usable answer about "+text.Plural(n.Unanswered, "lesson"),
		"another model may: --model NAME")
}
