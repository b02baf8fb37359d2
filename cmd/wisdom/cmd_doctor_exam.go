package main

import (
	"cmp"
	"context"
	"strings"

	"wisdom/pipeline"
	"wisdom/pipeline/distill"
	"wisdom/pipeline/llm"
)

// runExam lets a model sit the exam, and says how it did.
func runExam(ctx context.Context, a *deps, name string) error {
	if a.wrong != nil {
		return a.wrong
	}
	opts := a.options()
	err := addModel(ctx, a, &opts, &runOptions{engine: pipeline.Model, model: name})
	if err == nil {
		opts.Model, err = firstModel(ctx, a, name)
	}
	if err != nil {
		return err
	}
	model, err := llm.Connect(ctx, a.fsys, opts.Model)
	if err != nil {
		return err
	}
	var report *distill.Report
	err = a.exclusive(func() (err error) {
		report, err = pipeline.Examine(ctx, a.fsys, model, opts)
		return err
	})
	if err != nil {
		return err
	}
	if err := a.respond(report, func() { printExam(a, report) }); err != nil || report.Passed {
		return err
	}
	return statusError(exitExam)
}

// printExam shows a report as a table, and what follows from it.
func printExam(a *deps, r *distill.Report) {
	a.say("%s, %s", cmp.Or(r.Name, "the model of its own choice"), r.Place)
	a.say("skill    right      score  chance  reader  mark")
	for _, s := range r.Skills {
		a.say("%-7s  %2d of %2d  %6.2f  %6.2f  %6.2f  %4.2f  %s", s.Name, s.Right, s.Of, s.Score, s.Chance, s.Reader, s.Least,
			either(s.Passed, "passed", "failed"))
	}
	a.say("%s, %d tokens read, %d written, %.0f seconds", plural(r.Requests, "request"), r.Read, r.Written, r.Seconds)
	form := either(r.Form.Margins, "margins, a note and a line a request", "batches")
	form += textIf(r.Longest > 0, "; prompts of more than "+plural(r.Longest, "token")+" are not sent")
	if r.Passed {
		a.say("passed: it is asked for practices among %d notes at a time, and in %s", r.Form.FindSize, form)
		return
	}
	a.say("failed: %s", strings.ReplaceAll(r.Missed(), "; ", ", and "))
}
