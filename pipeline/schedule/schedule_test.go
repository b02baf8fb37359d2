package schedule

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "time/tzdata" // the same zones on every machine
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	loc, err := Zone(name, time.UTC)
	require.NoError(t, err)
	return loc
}

func at(t testing.TB, text string) time.Time {
	t.Helper()
	moment, err := time.Parse(time.RFC3339, text)
	require.NoError(t, err)
	return moment
}

// Invariant 4, and what people are told.
func TestParseErrors(t *testing.T) {
	for expression, want := range map[string]string{
		"":                             `"": it is empty`,
		"TZ=UTC":                       "a time zone does not belong here",
		"CRON_TZ=UTC 0 6 1 * *":        "a time zone does not belong here",
		"TZ=":                          "a time zone does not belong here",
		"0 6 1 *":                      "fields: 4, not 5: minute, hour, day of the month, month, day of the week",
		"0 0 6 1 * *":                  "fields: 6, not 5",
		"60 6 1 * *":                   `field 1, the minute, is "60"; minutes are 0 to 59`,
		"0 24 1 * *":                   `field 2, the hour, is "24"; hours are 0 to 23`,
		"0 6 0 * *":                    `field 3, the day of the month, is "0"; days are 1 to 31`,
		"0 6 1 13 *":                   `field 4, the month, is "13"; months are 1 to 12, or jan to dec`,
		"0 6 * * 7":                    `field 5, the day of the week, is "7"; days are 0 (Sunday) to 6`,
		"0 6-2 * * *":                  `field 2, the hour, is "6-2"`,
		"*/0 * * * *":                  `field 1, the minute, is "*/0"`,
		"0 6 1 * * extra":              "fields: 6, not 5",
		"@every 1h":                    "@every counts from when a program started",
		"@fortnightly":                 "there is no such name; there are @yearly",
		"@":                            "there is no such name",
		"0 6 31 2 *":                   "no day is like that",
		"0 , 1 * *":                    "no day is like that",
		"0 6 1 * *\x00":                `field 5, the day of the week`,
		"99999999999999999999 * * * *": `field 1, the minute`,
	} {
		_, err := Parse(expression, time.UTC)
		assert.ErrorContains(t, err, want, expression)
	}
	_, err := Zone("Europe/Berln", time.UTC)
	assert.ErrorContains(t, err, `"Europe/Berln" is no time zone`, "a mistyped zone")
}

// Invariant 1: on the days on which the clock is set, in zones that do it at
// night, at midnight, by half an hour, and by a whole day.
func TestNext(t *testing.T) {
	for _, test := range []struct {
		name, expression, zone, after string
		want                          []string
	}{
		{"monthly", "0 6 1 * *", "UTC", "2026-11-22T00:00:00Z", []string{"2026-12-01T06:00:00Z", "2027-01-01T06:00:00Z"}},
		{"by name", "@monthly", "UTC", "2026-11-22T00:00:00Z", []string{"2026-12-01T00:00:00Z"}},
		{"exactly then", "0 6 1 * *", "UTC", "2026-12-01T06:00:00Z", []string{"2027-01-01T06:00:00Z"}},
		{"in its zone", "0 6 1 * *", "Asia/Tokyo", "2026-11-30T20:59:59Z", []string{"2026-12-01T06:00:00+09:00"}},
		{"leap day", "0 0 29 2 *", "UTC", "2026-01-01T00:00:00Z", []string{"2028-02-29T00:00:00Z"}},
		{"the hour that is dropped", "30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", []string{
			"2026-03-29T03:00:00+02:00", "2026-03-30T02:30:00+02:00",
		}},
		{"the hour that is repeated", "30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", []string{
			"2026-10-25T02:30:00+02:00", "2026-10-26T02:30:00+01:00",
		}},
		{
			"asked within the repeated hour", "30 2 * * *", "Europe/Berlin", "2026-10-25T01:10:00Z",
			[]string{"2026-10-26T02:30:00+01:00"},
		},
		{"every hour of the short day", "0 * * * *", "Europe/Berlin", "2026-03-29T00:30:00Z", []string{
			"2026-03-29T03:00:00+02:00", "2026-03-29T04:00:00+02:00",
		}},
		{"every hour of the long day", "0 * * * *", "Europe/Berlin", "2026-10-24T23:30:00Z", []string{
			"2026-10-25T02:00:00+02:00", "2026-10-25T03:00:00+01:00",
		}},
		{"New York, short", "15 2 * * 0", "America/New_York", "2026-03-07T12:00:00Z", []string{"2026-03-08T03:00:00-04:00"}},
		{
			"New York, long", "15 1 * * 0", "America/New_York", "2026-10-31T12:00:00Z",
			[]string{"2026-11-01T01:15:00-04:00", "2026-11-08T01:15:00-05:00"},
		},
		{"midnight is dropped", "0 0 * * *", "America/Sao_Paulo", "2018-11-03T12:00:00Z", []string{
			"2018-11-04T01:00:00-02:00", "2018-11-05T00:00:00-02:00",
		}},
		{
			"half an hour", "15 2 * * *", "Australia/Lord_Howe", "2026-10-03T12:00:00Z",
			[]string{"2026-10-04T02:30:00+11:00", "2026-10-05T02:15:00+11:00"},
		},
		{"a whole day is dropped", "0 6 * * *", "Pacific/Apia", "2011-12-29T20:00:00Z", []string{
			"2011-12-31T00:00:00+14:00", "2011-12-31T06:00:00+14:00",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := Parse(test.expression, zone(t, test.zone))
			require.NoError(t, err)
			after := at(t, test.after)
			for _, want := range test.want {
				after = s.Next(after)
				require.Equal(t, want, after.Format(time.RFC3339))
			}
		})
	}
}

// Every moment from which it is asked gives the same times: none is skipped,
// none doubled.
func TestNextFromEverywhere(t *testing.T) {
	for _, day := range []string{"2026-03-28T00:00:00Z", "2026-10-24T00:00:00Z"} {
		s, err := Parse("*/20 1-3 * * *", zone(t, "Europe/Berlin"))
		require.NoError(t, err)
		var times []time.Time
		begin := at(t, day)
		for next := s.Next(begin); next.Sub(begin) < 48*time.Hour; next = s.Next(next) {
			times = append(times, next)
		}
		for minute := range 48 * 60 {
			now, want := begin.Add(time.Duration(minute)*time.Minute), time.Time{}
			for _, candidate := range times {
				if candidate.After(now) {
					want = candidate
					break
				}
			}
			got := s.Next(now)
			require.Truef(t, want.IsZero() || got.Equal(want), "after %s: %s, want %s", now, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, expression := range []string{"0 6 1 * *", "TZ=UTC", "@monthly", "*/5 1-3,7 ? jan-mar sun", "CRON_TZ= *"} {
		f.Add(expression)
	}
	f.Fuzz(func(t *testing.T, expression string) {
		s, err := Parse(expression, time.UTC)
		if err != nil {
			return
		}
		now := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
		next := s.Next(now)
		assert.Truef(t, next.IsZero() || next.After(now), "%q: %s is not after %s", expression, next, now)
	})
}

func TestByClock(t *testing.T) {
	now := at(t, "2026-12-15T12:00:00Z")
	monthly, err := Parse("0 6 1 * *", time.UTC)
	require.NoError(t, err)
	minutely, err := Parse("* * * * *", time.UTC)
	require.NoError(t, err)
	for _, test := range []struct {
		name     string
		schedule *Schedule
		last     string
		due      bool
		why      string
	}{
		{"the first run", monthly, "", true, "it is the first run"},
		{"done this month", monthly, "2026-12-01T06:00:00Z", false, ""},
		{"missed one", monthly, "2026-11-01T06:00:00Z", true, "it was to be on Tue 2026-12-01 06:00 UTC"},
		{
			"missed three", monthly, "2026-09-20T00:00:00Z", true,
			"3 times were missed since Thu 2026-10-01 06:00 UTC",
		},
		{
			"more than are counted", minutely, "2020-01-01T00:00:00Z", true,
			"1000 times were missed since Wed 2020-01-01 00:01 UTC",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			var last time.Time
			if test.last != "" {
				last = at(t, test.last)
			}
			d := Rules{Schedule: test.schedule, MinNew: 10}.ByClock(last, now)
			assert.True(t, d.Due == test.due && d.Why == test.why && d.Next.After(now), d)
		})
	}
}

func TestByLessons(t *testing.T) {
	rules := Rules{MinNew: 10}
	assert.False(t, rules.ByLessons(Decision{}, Record{ExamFailed: true}, 10).Due, "it would leave them again")
	assert.False(t, rules.ByLessons(Decision{}, Record{}, 9).Due, "9 new lessons")
	d := rules.ByLessons(Decision{}, Record{}, 10)
	assert.Truef(t, d.Due && d.Why == "there are 10 new lessons", "10 new lessons: %+v", d)
	d = rules.ByLessons(Decision{Due: true, Why: "it is the first run"}, Record{}, 10)
	assert.Equal(t, "it is the first run", d.Why, "the clock goes first")
}
