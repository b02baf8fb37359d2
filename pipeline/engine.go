package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"wisdom/internal/workspace"
	"wisdom/pipeline/distill"
	"wisdom/pipeline/distill/ollama"
	"wisdom/review/ledger"
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
		r.why = "as asked for"
		return r.withoutModel(ctx, anchors, opts)
	}
	model, err := ollama.Connect(ctx, fsys, r.opts.Model)
	if err == nil {
		opts.Model = model
		r.themes, r.notes, err = distill.Themes(ctx, r.lessons, anchors, opts)
		if err == nil {
			r.model, r.why = model, "Ollama at "+model.Host()+" has the model"
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
	return r.withoutModel(ctx, anchors, opts)
}

// withoutModel distills with the built-in engine. Told lessons are candidates for a
// model only.
func (r *run) withoutModel(ctx context.Context, anchors []distill.Anchor, opts distill.Options) (err error) {
	r.lessons = slices.DeleteFunc(r.lessons, func(l ledger.Lesson) bool { return l.Class == ledger.Told })
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
		{n.LeftOut, lint.Note, "%s left out by the model and like no theme: alone"},
		{n.PutBack, lint.Note, "%s left out by the model, put to the theme most like"},
		{n.Forgotten, lint.Warning, "%s left out by the model together with most of the others, grouped as without it"},
		{n.Parted, lint.Note, "%s taken out of themes of the model that say the opposite"},
		{n.Repeated, lint.Note, "%s more than once in themes of the model, kept in the first"},
		{n.TooLong, lint.Warning, "%s too long for the context of the model, grouped without it"},
	} {
		if note.count > 0 {
			r.tell(note.severity, fmt.Sprintf(note.format, counted(note.count, "lesson")), "")
		}
	}
	if n.Invented > 0 {
		r.tell(lint.Note, fmt.Sprintf("the model named lessons that there are not, %s: discarded", counted(n.Invented, "time")), "")
	}
	if n.Unnamed > 0 {
		r.tell(lint.Warning, fmt.Sprintf("the model left out %s that the built-in engine sees: their lessons stand alone", counted(n.Unnamed, "theme")), "--engine builtin shows them")
	}
	if n.GroupedBy > 0 {
		r.tell(lint.Warning, fmt.Sprintf("no usable answer came to %s to group: the built-in engine grouped in its place", counted(n.GroupedBy, "request")), "")
	}
	if n.WordedBy > 0 {
		r.tell(lint.Warning, fmt.Sprintf("no wording of the model passed the checks for %s: a clause of a lesson speaks", counted(n.WordedBy, "theme")), "")
	}
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
