package schedule

import (
	"fmt"
	"time"
)

// What becomes of a time that was missed.
const (
	CatchUpOnce = "once" // one run for all missed times
	CatchUpSkip = "skip" // none: the next time counts
)

// OnTime is how late a run may begin and still not be one that was missed.
const OnTime = time.Hour

// Rules say what makes a run due beside the first one.
type Rules struct {
	Schedule *Schedule
	CatchUp  string
	// MinNew is how many new lessons make a run due by themselves.
	MinNew int
}

// Decision reports whether a run is due.
type Decision struct {
	Due bool
	Why string
	// Next is the next time of the schedule.
	Next time.Time
	// Skipped is the newest time that was missed and is let go; zero if none.
	Skipped time.Time
}

// ByClock decides from the clock alone. Last is when the last run began, see Last; zero where there was none.
func (r Rules) ByClock(last, now time.Time) Decision {
	d := Decision{Next: r.Schedule.Next(now)}
	if last.IsZero() {
		d.Due, d.Why = true, "it is the first run"
		return d
	}
	first, newest, missed := r.missed(last, now)
	switch {
	case missed == 0:
		return d
	case r.CatchUp == CatchUpSkip && now.Sub(newest) > OnTime:
		d.Skipped = newest
		return d
	}
	d.Due, d.Why = true, "it was to be on "+Moment(first)
	if missed > 1 {
		d.Why = fmt.Sprintf("%d times were missed since %s", missed, Moment(first))
	}
	return d
}

// mostMissed is where counting what was missed ends.
const mostMissed = 1000

// missed are the times of the schedule after last, up to now.
func (r Rules) missed(last, now time.Time) (first, newest time.Time, count int) {
	first = r.Schedule.Next(last)
	for at := first; !at.IsZero() && !at.After(now); at = r.Schedule.Next(at) {
		newest = at
		if count++; count == mostMissed {
			// What matters is the newest.
			newest = r.newestBefore(now, at)
			break
		}
	}
	return first, newest, count
}

// newestBefore is the last time of the schedule up to now.
func (r Rules) newestBefore(now, known time.Time) time.Time {
	for back := OnTime; now.Add(-back).After(known); back *= 2 {
		at := r.Schedule.Next(now.Add(-back))
		if at.IsZero() || at.After(now) {
			continue
		}
		for next := r.Schedule.Next(at); !next.IsZero() && !next.After(now); next = r.Schedule.Next(at) {
			at = next
		}
		return at
	}
	return known
}

// ByLessons is ByClock, and beside it so many lessons that no completed run has seen. They make no run due while the
// model of the last one fails its exam: it would leave them again.
func (r Rules) ByLessons(d Decision, last Record, fresh int) Decision {
	if !d.Due && !last.ExamFailed && fresh >= r.MinNew {
		d.Due, d.Why = true, fmt.Sprintf("there are %d new lessons", fresh)
		if fresh == 1 {
			d.Why = "there is 1 new lesson"
		}
	}
	return d
}

// Moment is a time as people read it.
func Moment(t time.Time) string { return t.Format("Mon 2006-01-02 15:04 MST") }
