package schedule

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// world is a workspace, its lessons and a clock, all of paper.
type world struct {
	now     time.Time
	rules   Rules
	records []Record
	fresh   int
	fail    error
	looks   int
	runs    []time.Time
	logged  bytes.Buffer
	daemon  *Daemon
}

func newWorld(t testing.TB, expression, zoneName, now string) *world {
	t.Helper()
	s, err := Parse(expression, zone(t, zoneName))
	require.NoError(t, err)
	w := &world{now: at(t, now), rules: Rules{Schedule: s, MinNew: 10}}
	job := &Job{
		Name: "home",
		Look: func(_ context.Context, now time.Time) (Decision, error) {
			w.looks++
			last, _ := Last(w.records, now)
			return w.rules.ByLessons(w.rules.ByClock(last.At(), now), last, w.fresh), nil
		},
		Run: func(context.Context) error {
			if w.fail != nil {
				return w.fail
			}
			w.runs, w.fresh = append(w.runs, w.now), 0
			w.records = append(w.records, Record{Started: w.now.Format(time.RFC3339), Outcome: Nothing})
			return nil
		},
	}
	w.daemon = &Daemon{
		Jobs: []*Job{job}, Now: func() time.Time { return w.now },
		Log: slog.New(slog.NewTextHandler(&w.logged, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	return w
}

// minutes lets the clock go, one pass a minute.
func (w *world) minutes(n int) {
	for range n {
		w.daemon.Pass(context.Background())
		w.now = w.now.Add(Tick)
	}
}

func (w *world) ran() string {
	var times []string
	for _, t := range w.runs {
		times = append(times, t.In(w.rules.Schedule.Zone()).Format("01-02T15:04Z07:00"))
	}
	w.runs = nil
	return strings.Join(times, " ")
}

const dayOf = 24 * 60 // minutes

func TestDaemonRunsOnTime(t *testing.T) {
	w := newWorld(t, "0 6 1 * *", "UTC", "2026-11-22T10:00:00Z")
	w.minutes(70 * dayOf)
	assert.Equal(t, "11-22T10:00Z 12-01T06:00Z 01-01T06:00Z", w.ran(), "ran")
	assert.LessOrEqual(t, w.looks, 70*24+10, "looks")
}

// Invariant 1, on both days.
func TestDaemonSummerTime(t *testing.T) {
	for begin, want := range map[string]string{
		"2026-03-28T12:00:00Z": "03-28T13:00+01:00 03-29T03:00+02:00 03-30T02:30+02:00",
		"2026-10-24T12:00:00Z": "10-24T14:00+02:00 10-25T02:30+02:00 10-26T02:30+01:00",
	} {
		w := newWorld(t, "30 2 * * *", "Europe/Berlin", begin)
		w.minutes(2 * dayOf)
		assert.Equal(t, want, w.ran(), "ran")
	}
}

// The machine was suspended over two times of the schedule.
func TestDaemonAfterSuspend(t *testing.T) {
	w := newWorld(t, "0 6 1 * *", "UTC", "2026-11-22T10:00:00Z")
	w.minutes(10)
	w.now = at(t, "2027-01-15T09:00:00Z")
	w.minutes(60)
	assert.Equal(t, "11-22T10:00Z 01-15T09:00Z", w.ran(), "ran")
}

// The clock goes back and forth; nothing is doubled, and nothing waits for the
// wrong time to come again.
func TestDaemonAfterClockStep(t *testing.T) {
	w := newWorld(t, "0 6 * * *", "UTC", "2026-11-22T05:00:00Z")
	w.minutes(120)
	w.now = w.now.Add(-3 * time.Hour) // before 6 again: what ran is in the future now
	w.minutes(300)
	w.now = at(t, "2035-01-01T05:00:00Z")
	w.minutes(10)
	w.now = at(t, "2026-11-23T05:00:00Z")
	w.minutes(120)
	assert.Equal(t, "11-22T05:00Z 11-22T06:00Z 01-01T05:00Z 11-23T06:00Z", w.ran(), "ran")
}

func TestDaemonNewLessons(t *testing.T) {
	w := newWorld(t, "0 6 1 * *", "UTC", "2026-11-22T10:00:00Z")
	w.minutes(30)
	w.fresh = 10
	w.minutes(60)
	assert.Equal(t, "11-22T10:00Z 11-22T11:00Z", w.ran(), "ran")
}

// A run that fails is tried again, ever more seldom.
func TestDaemonRetries(t *testing.T) {
	w := newWorld(t, "0 6 1 * *", "UTC", "2026-11-22T10:00:00Z")
	w.fail = errors.New("no answer")
	w.minutes(dayOf)
	assert.Truef(t, w.looks >= 25 && w.looks <= 35, "looked %d times in a day of failures", w.looks)
	w.fail = nil
	w.minutes(61)
	assert.Truef(t, len(w.runs) == 1 && w.daemon.Jobs[0].failed == 0,
		"after the failures: %d runs, %d failed", len(w.runs), w.daemon.Jobs[0].failed)
}

// One workspace that fails does not keep the others waiting.
func TestDaemonSeveral(t *testing.T) {
	w, broken := newWorld(t, "0 6 1 * *", "UTC", "2026-11-22T10:00:00Z"), &Job{
		Name: "broken",
		Look: func(context.Context, time.Time) (Decision, error) {
			return Decision{}, errors.New("no such folder")
		},
	}
	w.daemon.Jobs = append([]*Job{broken}, w.daemon.Jobs...)
	w.minutes(10)
	assert.Truef(t, len(w.runs) == 1 && strings.Contains(w.logged.String(), `workspace=broken error="no such folder"`),
		"%d runs; logged %s", len(w.runs), w.logged.String())
}

func TestDaemonStopsInTheMiddleOfARun(t *testing.T) {
	w := newWorld(t, "0 6 1 * *", "UTC", "2026-11-22T10:00:00Z")
	ctx, stop := context.WithCancel(context.Background())
	w.daemon.Jobs[0].Run = func(ctx context.Context) error {
		stop()
		return ctx.Err()
	}
	ended := make(chan struct{})
	go func() {
		w.daemon.Watch(ctx, nil)
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Fatal("it does not end")
	}
	text := w.logged.String()
	assert.Truef(t, strings.Contains(text, "stopped in the middle of a run") && !strings.Contains(text, "failed"),
		"logged %s", text)
}

// BenchmarkDaemonYear lets a year of minutes go by.
func BenchmarkDaemonYear(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		w := newWorld(b, "0 6 1 * *", "Europe/Berlin", "2026-01-01T00:00:00Z")
		w.minutes(365 * dayOf)
		b.ReportMetric(float64(len(w.runs)), "runs")
		b.ReportMetric(float64(w.looks), "looks")
	}
}
