package schedule

import (
	"fmt"
	"time"

	"wisdom/internal/text"
)

// Rules say what makes a run due beside the first one.
type Rules struct {
	Schedule *Schedule
	// MinNew is how many new lessons make a run due by themselves.
	MinNew int
}

// Decision reports whether a run is due.
type Decision struct {
	Due bool
	Why string
	// Next is the next time of the schedule.
	Next time.Time
}

// mostMissed is where counting what was missed ends.
const mostMissed = 1000

// ByClock decides from the clock alone. Last is when the last run began, see Last; zero where there was none.
func (r Rules) ByClock(last, now time.Time) Decision {
	d := Decision{Next: r.Schedule.Next(now)}
	if last.IsZero() {
		d.Due, d.Why = true, "it is the first run"
		return d
	}
	first, missed := r.Schedule.Next(last), 0
	for at := first; !at.IsZero() && !at.After(now) && missed < mostMissed; at = r.Schedule.Next(at) {
		missed++
	}
	switch d.Due = missed > 0; missed {
	case 0:
	case 1:
		d.Why = "it was to be on " + Moment(first)
	default:
		d.Why = fmt.Sprintf("%d times were missed since %s", missed, Moment(first))
	}
	return d
}

// ByLessons is ByClock, and beside it so many lessons that no completed run has seen. They make no run due while the
// model of the last one fails its exam: it would leave them again.
func (r Rules) ByLessons(d Decision, last Record, fresh int) Decision {
	if !d.Due && !last.ExamFailed && fresh >= r.MinNew {
		d.Due, d.Why = true, fmt.Sprintf("there %s %s", text.Are(fresh), text.Plural(fresh, "new lesson"))
	}
	return d
}

// Moment is a time as people read it.
func Moment(t time.Time) string { return t.Format("Mon 2006-01-02 15:04 MST") }
