package schedule

import (
	"context"
	"errors"
	"time"

	"wisdom/pipeline"
	"wisdom/pipeline/collect"
	"wisdom/review"
)

// RecordOf returns what is kept of a run that took so long, and ended with err. Who started it (Why) is the caller's.
func RecordOf(
	settings pipeline.Options, took time.Duration, result *pipeline.Result, staged review.Staging, err error,
) Record {
	r := Record{
		Started: settings.Collect.Now.Format(time.RFC3339), Seconds: seconds(took), Version: settings.Review.Version,
		Only: settings.Only, Draft: staged.Draft, Superseded: staged.Superseded, Outcome: outcomeOf(staged, err),
		Stages: []Stage{},
	}
	if result != nil && err == nil {
		err = result.Unread
	}
	_, r.ExamFailed = errors.AsType[*pipeline.ExamError](err)
	if r.Outcome == Failed {
		r.Error = err.Error()
	}
	if result == nil {
		return r
	}
	r.Engine, r.Model, r.Found, r.Unread = result.Engine, result.Model, foundIn(result), result.Unread != nil
	if len(result.Sources) > 0 {
		r.Missing = collect.Missed(result.Sources)
	}
	if r.Outcome == Staged || r.Outcome == Waits {
		r.Items = len(result.Proposal.Items)
	}
	if u := result.Usage; u != nil {
		r.Calls = (*Calls)(u)
	}
	for _, stage := range result.Stages {
		r.Stages = append(r.Stages, Stage{Name: stage.Name, Seconds: seconds(stage.Took)})
	}
	return r
}

// seconds are rounded to what people and programs compare; a clock that was set
// back meanwhile counts as one that stood.
func seconds(d time.Duration) float64 {
	return float64(max(d, 0).Round(time.Millisecond).Milliseconds()) / 1000
}

func outcomeOf(staged review.Staging, err error) Outcome {
	_, noSource := errors.AsType[*collect.NoSourceError](err)
	switch {
	case noSource:
		return NoSource
	case errors.Is(err, context.Canceled):
		return Interrupted
	case err != nil:
		return Failed
	case staged.Already:
		return Waits
	case staged.Draft != "":
		return Staged
	}
	return Nothing
}

func foundIn(result *pipeline.Result) Found {
	found := Found{
		Sources: collect.WithLessons(result.Sources), Lessons: len(result.Lessons), New: collect.CountNew(result.Lessons),
		Themes: len(result.Themes), Entries: len(result.Entries), Dropped: len(result.Dropped),
	}
	if result.Tools != nil {
		found.Facts = len(result.Tools.Facts)
	}
	return found
}
