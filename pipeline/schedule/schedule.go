package schedule

import (
	"fmt"
	"strings"
	"time"

	"github.com/robfig/cron/v3"
)

// Schedule is the times of runs, by the local clock of a time zone.
type Schedule struct {
	spec *cron.SpecSchedule // in UTC: it sees clock faces, not moments
	zone *time.Location
}

// fields are those of an expression, in order.
var fields = []struct {
	name, allowed string
	option        cron.ParseOption
}{
	{"minute", "minutes are 0 to 59", cron.Minute},
	{"hour", "hours are 0 to 23", cron.Hour},
	{"day of the month", "days are 1 to 31", cron.Dom},
	{"month", "months are 1 to 12, or jan to dec", cron.Month},
	{"day of the week", "days are 0 (Sunday) to 6, or sun to sat", cron.Dow},
}

// Parse reads a cron expression of five fields, or a name such as @monthly. A
// bad one is an error that says which field is wrong.
func Parse(expression string, zone *time.Location) (*Schedule, error) {
	wrong := func(format string, args ...any) (*Schedule, error) {
		return nil, fmt.Errorf("%q: %s", expression, fmt.Sprintf(format, args...))
	}
	words := strings.Fields(expression)
	switch {
	case len(words) == 0:
		return wrong(`it is empty; once a month is "0 6 1 * *"`)
	case strings.Contains(words[0], "="):
		return wrong("a time zone does not belong here; use the setting schedule.timezone")
	case words[0] == "@every":
		return wrong(
			`@every counts from when a program started, so that nothing could be missed; name clock times, as in "0 */6 * * *"`,
		)
	case !strings.HasPrefix(words[0], "@") && len(words) != len(fields):
		return wrong("fields: %d, not 5: minute, hour, day of the month, month, day of the week", len(words))
	}
	parsed, err := guarded(cron.Minute|cron.Hour|cron.Dom|cron.Month|cron.Dow|cron.Descriptor, strings.Join(words, " "))
	if err != nil {
		return wrong("%s", reason(words, err))
	}
	spec, ok := parsed.(*cron.SpecSchedule)
	if !ok {
		return wrong("it names no clock times")
	}
	spec.Location = time.UTC
	s := &Schedule{spec, zone}
	if spec.Next(someDay).IsZero() {
		return wrong("no day is like that")
	}
	return s, nil
}

// someDay is before a leap day by less than the years that the parser looks ahead.
var someDay = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

// guarded is the parser, which panics on some expressions.
func guarded(options cron.ParseOption, expression string) (parsed cron.Schedule, err error) {
	defer func() {
		if r := recover(); r != nil {
			parsed, err = nil, fmt.Errorf("it cannot be read")
		}
	}()
	return cron.NewParser(options).Parse(expression)
}

// reason says which field of an expression is wrong.
func reason(words []string, err error) string {
	if len(words) != len(fields) {
		return "there is no such name; there are @yearly, @monthly, @weekly, @daily and @hourly"
	}
	for i, field := range fields {
		if _, err := guarded(field.option, words[i]); err != nil {
			return fmt.Sprintf("field %d, the %s, is %q; %s", i+1, field.name, words[i], field.allowed)
		}
	}
	return err.Error()
}

// Zone finds a time zone by its name in the tz database; an empty name is local.
func Zone(name string, local *time.Location) (*time.Location, error) {
	if name == "" {
		return local, nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf(
			"%q is no time zone; write it like Europe/Berlin or UTC, or leave it empty for the machine's own", name,
		)
	}
	return zone, nil
}

// Zone is the time zone in which the schedule holds.
func (s *Schedule) Zone() *time.Location { return s.zone }

// Minutes are the minutes of an hour at which a run can be due.
func (s *Schedule) Minutes() []int {
	var minutes []int
	for m := range 60 {
		if s.spec.Minute&(1<<uint(m)) != 0 {
			minutes = append(minutes, m)
		}
	}
	return minutes
}

// Next returns the first time of the schedule after a moment, in its zone; zero if there is none in the next years.
func (s *Schedule) Next(after time.Time) time.Time {
	face := onFace(after.In(s.zone))
	for {
		if face = s.spec.Next(face); face.IsZero() {
			return face
		}
		// The hour that is repeated is over before it begins again.
		if at := s.moment(face); at.After(after) {
			return at
		}
	}
}

// onFace returns the local clock reading, as if there were no zones.
func onFace(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
}

// moment is when the clock on the wall first shows a face, or, where it skips
// it, when it skips.
func (s *Schedule) moment(face time.Time) time.Time {
	_, before := face.Add(-24 * time.Hour).In(s.zone).Zone()
	_, after := face.Add(24 * time.Hour).In(s.zone).Zone()
	early, late := face.Add(-time.Duration(before)*time.Second), face.Add(-time.Duration(after)*time.Second)
	if early.After(late) {
		early, late = late, early
	}
	for _, at := range []time.Time{early, late} {
		if onFace(at.In(s.zone)).Equal(face) {
			return at.In(s.zone)
		}
	}
	skipped, _ := late.In(s.zone).ZoneBounds()
	return skipped
}
