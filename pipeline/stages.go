package pipeline

import "time"

// Stage is how long a stage of a run took.
type Stage struct {
	Name string
	Took time.Duration
}

// stopwatch measures stages with the clock that it is given; without one, none.
type stopwatch struct {
	now    func() time.Time
	since  time.Time
	stages []Stage
}

// lap ends a stage; the next one begins.
func (w *stopwatch) lap(name string) {
	if w.now == nil {
		return
	}
	at := w.now()
	w.stages = append(w.stages, Stage{name, at.Sub(w.since)})
	w.since = at
}
