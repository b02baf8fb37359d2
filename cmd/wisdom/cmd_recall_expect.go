package main

import (
	"context"
	"errors"
	"math"

	"wisdom/inject/recall"
	"wisdom/pipeline"
	"wisdom/pipeline/expect"
	"wisdom/pipeline/llm"
	"wisdom/pipeline/schedule"
	"wisdom/prompts"
)

// expectation is the answer of recall --expect.
type expectation struct {
	Model    string `json:"model"`
	Passages int    `json:"passages"`
	// Asked is how many of the passages were to be asked about, Unanswered for how many of them the model gave no usable
	// answer, Left how many it was not asked about yet.
	Asked      int `json:"asked"`
	Unanswered int `json:"unanswered"`
	Left       int `json:"left"`
	// Messages is how many messages are expected now, for all passages.
	Messages int `json:"messages"`
}

// String says how many messages are expected for how many passages.
func (e expectation) String() string {
	return plural(e.Messages, "message") + " expected for " + plural(e.Passages-e.Left-e.Unanswered, "passage")
}

// runExpect asks the model about the passages that it was not asked about yet.
func runExpect(ctx context.Context, a *deps) error {
	done, err := askExpected(ctx, a, "", false)
	if is[*llm.UnreachableError](err) || is[*llm.MissingError](err) || is[*llm.ServerError](err) {
		return hinted(a.command("doctor")+" says what is missing; without new messages, recall goes on as before", "%w", err)
	}
	if err != nil {
		return err
	}
	warnExpected(a, done)
	return a.respond(done, func() {
		a.say("%s; recall searches them from now on", done)
	})
}

// warnExpected says for how many passages nothing is expected yet, and why.
func warnExpected(a *deps, done expectation) {
	if done.Unanswered > 0 {
		a.warn("the model gave no usable answer about %s; another model may", plural(done.Unanswered, "passage"))
	}
	if done.Left > 0 {
		a.note("the model was not asked about %s yet; the next run, or %s, goes on there",
			plural(done.Left, "passage"), a.command("recall --expect"))
	}
}

// expectMore asks about new passages after a run with a model. Trouble is a warning, as the run is done.
func expectMore(ctx context.Context, a *deps, opts runOptions, record *schedule.Record) {
	if record == nil || record.Engine == "" || record.Engine == pipeline.BuiltIn || !a.settings.Recall.Expect {
		return
	}
	done, err := askExpected(ctx, a, opts.model, true)
	warnExpected(a, done)
	if err != nil {
		a.warn("recall does not know with which messages people would come for new lessons: %v", err)
	} else if done.Asked > 0 {
		a.note("%s", done)
	}
}

// askExpected connects to the model, and brings the file of expected messages up to date. By itself it asks only a model
// that passed its exam, or where messages are expected already.
func askExpected(ctx context.Context, a *deps, name string, byItself bool) (done expectation, err error) {
	opts := a.options()
	if err := addModel(ctx, a, &opts, &runOptions{engine: pipeline.Model, model: name}); err != nil {
		return done, err
	}
	model, _, err := pipeline.Connect(ctx, a.fsys, opts, false)
	if err != nil {
		return done, err
	}
	if _, err := a.fsys.Lstat(recall.ExpectedFile); byItself && err != nil && !pipeline.Passed(a.fsys, opts, model) {
		return done, nil
	}
	err = a.exclusive(func() (err error) {
		done, err = expectBy(ctx, a, model, byItself)
		return err
	})
	return done, err
}

// mostOthers is how many passages of dated notes a run asks about by itself, ten in a request.
const mostOthers = 200

// expectBy brings the file of expected messages up to date. What was answered is saved as it comes.
func expectBy(ctx context.Context, a *deps, model *llm.Model, byItself bool) (done expectation, err error) {
	done = expectation{Model: model.Name()}
	set, err := promptSet(a)
	if err != nil {
		return done, err
	}
	expected, err := recall.ReadExpected(a.fsys)
	if err != nil {
		return done, hinted("delete it, and the model is asked anew: "+string(recall.ExpectedFile), "%w", err)
	}
	index, err := openRecall(ctx, a, 0)
	if err != nil {
		return done, err
	}
	most := math.MaxInt
	if byItself {
		most = mostOthers
	}
	asking, err := index.Unexpected(ctx, expected, most, expect.InRequest)
	if err = errors.Join(err, index.Close()); err != nil {
		return done, err
	}
	if err := expected.Save(a.fsys); err != nil { // before anything is asked, and also where there is nothing to ask
		return done, err
	}
	var shown []prompts.Lesson
	for _, l := range asking.Lessons {
		shown = append(shown, prompts.Lesson{Place: l.Place, Text: l.Text})
	}
	done.Passages, done.Asked = asking.All, len(shown)
	if requests, most := expect.Cost(len(shown)); requests > 0 {
		a.note("asking %s in which messages %s would matter: %s, at most %d tokens of answers; [recall] expect = false "+
			"turns it off", model.Name(), plural(len(shown), "passage"), plural(requests, "request"), most)
	}
	done.Unanswered, done.Left, err = expect.Messages(ctx, model, set, shown, func(found map[int][]string) error {
		for i, messages := range found {
			key := asking.Lessons[i].Key
			if _, isKnown := expected.Lessons[key]; !isKnown || len(messages) == 0 { // what it knew may be overtaken, no more
				expected.Lessons[key] = messages
			}
		}
		return expected.Save(a.fsys)
	})
	done.Left += asking.Left
	done.Messages = expected.Count()
	return done, err
}
