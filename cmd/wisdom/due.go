package main

import (
	"context"
	"fmt"
	"time"

	"wisdom/pipeline/collect"
	"wisdom/pipeline/schedule"
)

// rules are the settings that say when a run is due.
func rules(a *deps) schedule.Rules { return a.settings.Rules(a.now().Location()) }

// due is a decision, with what it was made from.
type due struct {
	schedule.Decision
	last  schedule.Record // see schedule.Last
	fresh int             // new lessons; not counted where the clock decides
}

// isDue decides whether a run is due now. The lessons are read only where the clock does not decide.
func isDue(ctx context.Context, a *deps, now time.Time) (due, error) {
	rules := rules(a)
	all, err := schedule.Records(a.fsys)
	if err != nil {
		return due{}, err
	}
	last, _ := schedule.Last(all, now)
	d := due{Decision: rules.ByClock(last.At(), now), last: last}
	if d.Due {
		return d, nil
	}
	collected, err := collectLessons(ctx, a)
	if err != nil {
		return due{}, err
	}
	d.fresh = collect.CountNew(collected.Lessons)
	d.Decision = rules.ByLessons(d.Decision, last, d.fresh)
	return d, nil
}

// whyDue is why a run is due now; "" where none is, which it says, and when one will be.
func whyDue(ctx context.Context, a *deps, now time.Time) (string, error) {
	d, err := isDue(ctx, a, now)
	if err != nil || d.Due {
		return d.Why, err
	}
	least := a.settings.Schedule.MinNewLessons
	a.summary = "not due"
	since := fmt.Sprintf("with %s since (%d make it worth a run)", plural(d.fresh, "new lesson"), least)
	if d.last.ExamFailed {
		since = "its model failed the exam, and the lessons stay new: " + a.command("doctor --exam")
	}
	a.say("not due  the last run was on %s, %s", schedule.Moment(d.last.At().In(d.Next.Location())), since)
	answer := object{"due": false, "last_run": d.last.Started, "new_lessons": d.fresh, "min_new_lessons": least}
	if !d.Next.IsZero() {
		answer["next"] = d.Next.Format(time.RFC3339)
	}
	return "", a.reply(answer, "next     %s", nextRun(d.Next, now))
}

// nextRun is a time of the schedule in words, and how long it is until then.
func nextRun(next, now time.Time) string {
	if next.IsZero() {
		return "never: the schedule names no day in the next years"
	}
	ahead := next.Sub(now)
	in := plural(int(ahead.Hours()/24), "day")
	switch hours := int(ahead.Round(time.Hour).Hours()); {
	case ahead < 2*time.Hour:
		in = plural(int(ahead.Minutes())+1, "minute")
	case hours < 48:
		in = plural(hours, "hour")
	}
	return schedule.Moment(next) + ", in " + in
}
