package pipeline

import (
	"context"
	"errors"
	"fmt"

	"wisdom/internal/workspace"
	"wisdom/pipeline/distill"
	"wisdom/pipeline/distill/ollama"
	"wisdom/review/lint"
)

// The names of the engines.
const (
	// Auto is the model where there is one, else the built-in engine.
	Auto = "auto"
	// Ollama is the model, or an error.
	Ollama = "ollama"
	// BuiltIn needs no model.
	BuiltIn = "builtin"
)

// engineRule names findings on who distilled.
const engineRule = "engine"

// distilled runs distill with the engine that the options name. Where that is
// Auto and there is no server, or it goes away, the built-in engine does all of
// it, and a finding says so. A model that is missing is an error with either.
func (r *run) distilled(ctx context.Context, fsys workspace.FS, opts distill.Options) error {
	anchors := r.anchors()
	if r.opts.Engine != Ollama && r.opts.Engine != Auto {
		var err error
		r.why = "as asked for"
		r.themes, _, err = distill.Themes(ctx, r.lessons, anchors, opts)
		return err
	}
	model, err := ollama.Connect(ctx, fsys, r.opts.Model)
	if err == nil {
		opts.Model = model
		r.themes, r.notes, err = distill.Themes(ctx, r.lessons, anchors, opts)
		if err == nil {
			r.model = model
			r.tellNotes()
			return model.Tidy()
		}
	}
	var gone *ollama.UnreachableError
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if r.opts.Engine == Ollama || !errors.As(err, &gone) {
		return err
	}
	r.why = gone.Error()
	r.tell(lint.Warning, "distilled without a model: "+r.why, "ollama serve starts it; --engine builtin asks for no model")
	opts.Model = nil
	r.themes, _, err = distill.Themes(ctx, r.lessons, anchors, opts)
	return err
}

func (r *run) tell(severity lint.Severity, message, hint string) {
	r.findings = append(r.findings, lint.Finding{Rule: engineRule, Severity: severity, Message: message, Hint: hint})
}

// tellNotes says what became of the model's answers.
func (r *run) tellNotes() {
	n := r.notes
	for _, note := range []struct {
		count    int
		severity lint.Severity
		format   string
	}{
		{n.LeftOut, lint.Note, "%s left out by the model stand alone: they are like no theme"},
		{n.PutBack, lint.Note, "%s left out by the model were put to the theme they are like"},
		{n.Parted, lint.Note, "%s were taken out of themes of the model that say the opposite"},
		{n.Repeated, lint.Note, "%s stood in two themes of the model and are in the first"},
		{n.TooLong, lint.Warning, "%s too long for the context of the model were grouped without it"},
	} {
		if note.count > 0 {
			r.tell(note.severity, fmt.Sprintf(note.format, lessonCount(note.count)), "")
		}
	}
	if n.Invented > 0 {
		r.tell(lint.Note, fmt.Sprintf("the model named lessons that there are not, %d times: discarded", n.Invented), "")
	}
	if n.GroupedBy > 0 {
		r.tell(lint.Warning, fmt.Sprintf("no usable answer came to %d requests to group: the built-in engine grouped in its place", n.GroupedBy), "")
	}
	if n.WordedBy > 0 {
		r.tell(lint.Warning, fmt.Sprintf("no wording of the model passed the checks for %d themes: they speak with a clause of a lesson", n.WordedBy), "")
	}
}

func lessonCount(n int) string {
	if n == 1 {
		return "1 lesson"
	}
	return fmt.Sprintf("%d lessons", n)
}
