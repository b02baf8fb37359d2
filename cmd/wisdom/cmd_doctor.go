package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/internal/lesson"
	"wisdom/pipeline/distill"
	"wisdom/pipeline/llm"
)

func newDoctor(a *deps) *cobra.Command {
	var model string
	var exam bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check the model, and list what else can read the notes",
		Long: `Check the model server or command that wisdom.toml names: does it respond, does it
have the model, do the lessons of this workspace fit its context, does it answer in
the requested form, and how fast? doctor sends one small request with invented lessons.
Then list what on this machine could read the lessons, and where they would go.
doctor asks servers for their models only, runs no program, and writes nothing. Where
no model is named and there is none, that is a warning: runs go on without one.

With --exam, let the model sit the exam that run requires before its answers may
become entries: about ten requests with invented notes. The result is kept.`,
		Example:     "  wisdom doctor --json\n  wisdom doctor --exam --model llama3.2",
		Annotations: withoutSettings(inWorkspace(exitLocked, exitModel, exitExam)),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if exam {
				return runExam(cmd.Context(), a, model)
			}
			return runDoctor(cmd.Context(), a, model)
		},
	}
	cmd.Flags().BoolVar(&exam, "exam", false, "examine the model again, even if it passed or failed before")
	cmd.Flags().StringVar(&model, "model", "", "the `NAME` of the model on the server (default: from wisdom.toml)")
	return cmd
}

// examined is the answer to one question of doctor.
type examined struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"`
	Hint   string `json:"hint,omitempty"`
}

func (e examined) isBad() bool { return !e.OK }

func fine(name, format string, args ...any) examined {
	return examined{name, true, fmt.Sprintf(format, args...), ""}
}

func runDoctor(ctx context.Context, a *deps, name string) error {
	settings, err := firstModel(ctx, a, name)
	if err != nil {
		return err
	}
	settings.Progress = nil
	collected, err := collectLessons(ctx, a)
	if err != nil {
		return err
	}
	found, err := examine(ctx, a, settings, collected.Lessons)
	if err != nil {
		return err
	}
	around, pull := lookAround(ctx, a), ""
	if slices.ContainsFunc(found, examined.isBad) { // a reader that works needs no other
		pull = pullHint(a, around)
	}
	if e := &found[0]; !namesModel(a) && name == "" && (e.Name == "server" || e.Name == "model") && e.isBad() {
		e.OK, e.Detail = true, e.Detail+"; none is named, so runs go on without a model"
	}
	found = slices.Concat(found, []examined{examineRecall(ctx, a)}, describeReaders(around, pull))
	if state, isBad := triggersIn(a); isBad {
		found = append(found, examined{"triggers", true, state, a.command("review trigger") + " ENTRY sets one anew"})
	}
	found = slices.Insert(found, 0, fine("reader", "%s", readerOf(a, name, settings)))
	if a.wrong != nil {
		wrong := examined{"settings", false, a.wrong.Error() + "; the defaults are examined", a.hintFor(a.wrong)}
		found = slices.Insert(found, 0, wrong)
	}
	answer := object{"checks": found, "readers": around, "offers": offers(around), "pull": pull}
	err = a.respond(answer, func() {
		for _, e := range found {
			a.say("%s  %-9s %s", either(e.OK, either(e.Hint == "", "ok  ", "warn"), "FAIL"), e.Name, e.Detail)
			if e.Hint != "" {
				a.say("      hint: %s", e.Hint)
			}
		}
	})
	if err == nil && slices.ContainsFunc(found, examined.isBad) {
		err = statusError(exitModel)
	}
	return err
}

// readerOf says which model the settings or the flag name, and what is used where they name none.
func readerOf(a *deps, flag string, opts llm.Options) string {
	switch {
	case len(opts.Command) > 0:
		return "named: the command " + filepath.Base(opts.Command[0])
	case namesModel(a) || flag != "":
		return "named: " + strings.Join(strings.Fields(opts.API+" "+opts.Host+" "+opts.Name), ", ")
	}
	return "wisdom.toml names none: a run takes the best model of Ollama that passes its exam" +
		textIf(opts.Name != "", ", "+opts.Name+" first") + ", else the built-in engine"
}

// describeReaders says what on this machine can read lessons, and which models of Ollama need a chat template.
func describeReaders(readers []llm.Reader, pull string) []examined {
	var all []examined
	var bare []string
	for _, r := range readers {
		var models []string
		for _, m := range r.Models {
			size := textIf(m.Bytes > 0, fmt.Sprintf(" (%.1f GB, %s, %s)", float64(m.Bytes)/1e9, m.Parameters, m.Quantization))
			models = append(models, m.Name+size+textIf(!m.Answers, ", which cannot answer here"))
			if m.IsBare {
				bare = append(bare, m.Name)
			}
		}
		detail := r.Title
		if r.Host != "" {
			detail = either(isOllama(r), "Ollama at "+r.Host, r.Host+", the usual address of "+r.Title+",") + " has " +
				cmp.Or(strings.Join(models, "; "), "no model")
		}
		all = append(all, fine("found", "%s: %s", detail, r.Goes))
	}
	if pull != "" {
		all = append(all, examined{"found", true, "no model on this machine that can answer", pull})
	}
	if len(bare) > 0 {
		detail := "without a chat template, so that it does not see where a question ends: " + strings.Join(bare, ", ")
		all = append(all, examined{"template", true, detail, "add TEMPLATE and the stop word (PARAMETER stop) to its " +
			"Modelfile and run ollama create again; or pull a model of Ollama's library"})
	}
	return all
}

// examineRecall says how recall compares messages with notes, and whether the model for that answers.
func examineRecall(ctx context.Context, a *deps) examined {
	name := a.settings.Recall.Embed
	if name == noEmbedder {
		return fine("recall", "by words alone: recall.embed is off; %s finds notes that share no word with a message",
			a.command("recall --expect"))
	}
	model, err := workingEmbedder(ctx, a)
	switch {
	case err != nil && name == "":
		return examined{"recall", true, err.Error() + "; words alone decide until it answers", ""}
	case err != nil:
		get := either(
			a.settings.Recall.EmbedHost == "",
			"get it: ollama pull "+name,
			"start it, or correct [recall] embed_host",
		)
		return examined{
			"recall", false, err.Error() + "; words alone decide", get + "; or compare words alone: [recall] embed = \"off\"",
		}
	case model == nil:
		return fine("recall", "by words alone; %s finds notes that share no word with a message, and so does an "+
			"embedding model, with Ollama: ollama pull embeddinggemma", a.command("recall --expect"))
	}
	return fine("recall", "by words and by meaning, with %s", model.Model())
}

// examine asks one question after the other, until one has a bad answer that the next ones depend on.
func examine(ctx context.Context, a *deps, settings llm.Options, lessons []lesson.Lesson) ([]examined, error) {
	model, err := llm.Connect(ctx, a.fsys, settings)
	if err != nil {
		return failed(a, nil, settings, err)
	}
	model.Prepare(distill.Longest(len(lessons), func(i int) string { return lessons[i].Text }))
	asked := model.Context()
	found := placeOf(model, settings)
	trial, err := model.Try(ctx)
	if err != nil {
		return failed(a, found, settings, err)
	}
	size := examined{"context", trial.Context >= asked, "", ""}
	size.Detail = fmt.Sprintf("%d tokens for %s, ", asked, plural(len(lessons), "lesson")) +
		either(model.Place().Engine == llm.Ollama, fmt.Sprintf("%d given", trial.Context),
			"taken as given; if the model has others, set context in wisdom.toml: [model]")
	if !size.OK {
		size.Hint = "take a model with a longer context, or raise context in wisdom.toml: [model]"
	}
	answers := examined{"answers", trial.Usable || trial.Structured, "structured, as the schema asks", ""}
	switch {
	case !answers.OK:
		answers.Detail = "no usable JSON comes: the built-in engine would do all the work"
		answers.Hint = otherModel
	case !trial.Structured:
		answers.Detail = "not structured: the schema is not kept, but the JSON can be read"
	}
	speed := either(trial.PerSecond > 0, fmt.Sprintf("%.0f tokens a second", trial.PerSecond), "it does not say")
	return append(found, size, answers, fine("speed", "%s", speed)), nil
}

const otherModel = "take another model: --model NAME"

// placeOf says where the model is, and which one it is as far as that is known.
func placeOf(model *llm.Model, settings llm.Options) []examined {
	place, name := model.Place(), fine("model", "%s", model.Name())
	switch place.Engine {
	case llm.Command:
		return []examined{fine("command", "%s is there; which model it asks is its own choice", settings.Command[0])}
	case llm.Ollama:
		name.Detail += fmt.Sprintf(", digest %.12s, trained for %d tokens of context", model.Digest, model.Trained)
		return []examined{fine("server", "Ollama %s at %s", model.Version, place.Name), name}
	}
	return []examined{fine("server", "OpenAI API at %s", place.Name), name}
}

// failed ends the questions with the one that an error answers.
func failed(a *deps, found []examined, settings llm.Options, err error) ([]examined, error) {
	isGone := is[*llm.UnreachableError](err) || is[*llm.ServerError](err)
	isTooLong, isBad := is[*distill.TooLongError](err), is[*distill.BadAnswerError](err)
	e := examined{"model", false, err.Error(), a.hintFor(err)}
	switch {
	case errors.Is(err, context.Canceled), codeOf(err) == exitTrouble && !isTooLong && !isBad:
		return nil, err
	case len(settings.Command) > 0:
		e.Name = either(found == nil, "command", "answers")
	case found == nil && isGone:
		e.Name = "server"
	case isTooLong:
		e.Name, e.Hint = "context", "take a model with a longer context: --model NAME"
	case isBad:
		e.Name, e.Hint = "answers", otherModel
	}
	return append(found, e), nil
}
