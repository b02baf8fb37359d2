package schedule

import (
	"context"
	"errors"
	"log/slog"
	"time"
)

// How often a daemon does what.
const (
	// Tick is how often the clock on the wall is looked at. A sleep of weeks
	// would be wrong after a suspend or a step of the clock.
	Tick = time.Minute
	// LookAgain is how often the daemon reads the records and the lessons: a person may have run it by hand, and new
	// lessons may make a run due.
	LookAgain = time.Hour
	// firstRetry is how long a failed run is left alone; the time doubles up to
	// LookAgain.
	firstRetry = time.Minute
)

// Job is one workspace that a daemon looks after.
type Job struct {
	Name string
	// Look reports whether a run is due.
	Look func(ctx context.Context, now time.Time) (Decision, error)
	// Run runs once, if that is still due.
	Run func(ctx context.Context) error

	looked time.Time // when the records were looked at last
	next   time.Time // of the schedule, as it was then
	failed int       // runs in a row
	rest   time.Time // until then, after a failure
}

// Daemon looks after workspaces, one after the other.
type Daemon struct {
	Jobs []*Job
	Log  *slog.Logger
	// Now is the clock on the wall.
	Now func() time.Time
}

// Watch checks the jobs now and at every tick until the context ends.
func (d *Daemon) Watch(ctx context.Context, ticks <-chan time.Time) {
	for {
		d.Pass(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
	}
}

// Pass looks at every job whose time may have come, and runs what is due.
func (d *Daemon) Pass(ctx context.Context) {
	for _, job := range d.Jobs {
		if ctx.Err() != nil {
			return
		}
		// Without the monotonic clock reading, which stops while the machine is suspended.
		if now := d.Now().Round(0); job.wantsLook(now) {
			d.look(ctx, job, now)
		}
	}
}

// wantsLook reports whether anything can have changed: a time has come, an hour has
// passed, or the clock went back.
func (j *Job) wantsLook(now time.Time) bool {
	switch {
	case now.Before(j.looked):
		return true
	case now.Before(j.rest):
		return false
	case j.failed > 0, j.looked.IsZero():
		return true
	}
	return !j.next.IsZero() && !now.Before(j.next) || now.Sub(j.looked) >= LookAgain
}

// look runs a job if it is due. After a failure it leaves it alone for a while, longer each time.
func (d *Daemon) look(ctx context.Context, job *Job, now time.Time) {
	log := d.Log.With("workspace", job.Name)
	decision, err := job.Look(ctx, now)
	job.looked = now
	what := "cannot tell whether a run is due"
	if err == nil {
		if !decision.Next.Equal(job.next) {
			log.Info("next run", "at", decision.Next.Format(time.RFC3339))
		}
		if job.next = decision.Next; decision.Due {
			log.Info("a run is due", "why", decision.Why)
			what, err = "run failed", job.Run(ctx)
		}
	}
	switch {
	case err == nil:
		job.failed, job.rest = 0, time.Time{}
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		log.Info("stopped in the middle of a run; nothing is half done")
	default:
		job.rest = now.Add(min(firstRetry<<min(job.failed, 10), LookAgain))
		job.failed++
		log.Error(what, "error", err, "again_at", job.rest.Format(time.RFC3339))
	}
}
