package main

import (
	"context"
	"errors"
	"time"

	"wisdom/pipeline"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/schedule"
	"wisdom/review"
)

// recordOf is what is kept of a run that began at a moment of the clock.
func (a *app) recordOf(
	began time.Time, settings pipeline.Options, opts runOptions, result *pipeline.Result, staged review.Staging,
	err error,
) schedule.Record {
	r := schedule.Record{
		Started:    settings.Collect.Now.Format(time.RFC3339),
		Seconds:    seconds(a.now().Sub(began)),
		Version:    version,
		Why:        opts.why,
		Only:       opts.only,
		Draft:      staged.Draft,
		Superseded: staged.Superseded,
		Outcome:    outcomeOf(staged, err),
		Stages:     []schedule.Stage{},
	}
	if r.Outcome == schedule.Failed {
		r.Error = err.Error()
	}
	if result == nil {
		return r
	}
	r.Engine, r.Model, r.Found = result.Engine, result.Model, foundIn(result)
	if len(result.Sources) > 0 {
		r.Missing = missingPaths(result.Sources)
	}
	if r.Outcome == schedule.Staged || r.Outcome == schedule.Waits {
		r.Items = len(result.Proposal.Items)
	}
	if u := result.Usage; u != nil {
		r.Calls = &schedule.Calls{
			Requests: u.Requests,
			Cached:   u.Cached,
			Refused:  u.Refused,
			Read:     u.Read,
			Written:  u.Written,
		}
	}
	for _, stage := range result.Stages {
		r.Stages = append(r.Stages, schedule.Stage{Name: stage.Name, Seconds: seconds(stage.Took)})
	}
	return r
}

// seconds are rounded to what people and programs compare; a clock that was set
// back meanwhile counts as one that stood.
func seconds(d time.Duration) float64 {
	return float64(max(d, 0).Round(time.Millisecond).Milliseconds()) / 1000
}

func outcomeOf(staged review.Staging, err error) schedule.Outcome {
	switch {
	case is[*collect.NoSourceError](err):
		return schedule.NoSource
	case errors.Is(err, context.Canceled):
		return schedule.Interrupted
	case err != nil:
		return schedule.Failed
	case staged.Already:
		return schedule.Waits
	case staged.Draft != "":
		return schedule.Staged
	}
	return schedule.Nothing
}

func foundIn(result *pipeline.Result) schedule.Found {
	found := schedule.Found{
		Sources: lessonSources(result.Sources), Lessons: len(result.Lessons), New: countNew(result.Lessons),
		Themes: len(result.Themes), Entries: len(result.Entries), Dropped: len(result.Dropped),
	}
	if result.Tools != nil {
		found.Facts = len(result.Tools.Facts)
	}
	return found
}
