package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/inject/hook"
	"wisdom/inject/recall"
	"wisdom/internal/lesson"
	"wisdom/markdown/section"
	"wisdom/pipeline/trace"
	"wisdom/review"
)

// entryUse is what is known of an entry of the section: what it rests on, and what came of it.
type entryUse struct {
	Name   string        `json:"name"`
	Text   string        `json:"text"`
	Origin review.Origin `json:"origin"`
	// Lessons are those that back it and still exist; Days are those on which they were written down.
	Lessons int `json:"lessons"`
	Days    int `json:"days"`
	// Reminded is how often a call of a tool was stopped for it, Recalled how often a message got one of its lessons, as
	// far back as receipts go.
	Reminded int `json:"reminded"`
	Recalled int `json:"recalled"`
	// Repeated is how many notes that are newer than it say the same; Against is which newer one reverses or limits it.
	Repeated int    `json:"repeated"`
	Against  string `json:"against,omitempty"`

	match  trace.Match
	used   *trace.Used // nil for an entry of which notes tell nothing
	last   time.Time   // reminder
	months map[string]*monthUse
}

// monthUse is what happened with an entry in a month.
type monthUse struct{ notes, reminded, recalled int }

// usesOf gathers what is known of the entries of the section.
func usesOf(ctx context.Context, a *deps, f *trace.Finder) ([]entryUse, error) {
	used, err := f.Used(ctx)
	reminders, rerr := hook.Receipts(a.fsys, hook.Plugin, hook.KindReminder)
	recalled, cerr := recall.Receipts(a.fsys)
	if err := cmp.Or(err, rerr, cerr); err != nil {
		return nil, err
	}
	var all []entryUse
	for _, m := range f.InSection() {
		u := entryUse{
			Name: m.Name, Text: m.Text, Origin: m.Origin, Lessons: len(m.Lessons), match: m, months: map[string]*monthUse{},
		}
		at := slices.IndexFunc(used, func(u trace.Used) bool { return u.Name == m.Name && u.Text == m.Text })
		if at >= 0 {
			u.follow(&used[at])
		}
		u.count(m.Lessons)
		entry := section.Entry{Name: m.Name, Text: m.Text}.String()
		for _, r := range reminders {
			if slices.Contains(r.Entries, entry) {
				u.Reminded, u.last = u.Reminded+1, r.Time
				u.in(r.Time.Format(time.DateOnly)).reminded++
			}
		}
		for _, r := range recalled {
			if slices.ContainsFunc(m.Lessons, func(l lesson.Lesson) bool { return r.Has(l.Places) }) {
				u.Recalled++
				u.in(r.Time.Format(time.DateOnly)).recalled++
			}
		}
		all = append(all, u)
	}
	return all, nil
}

// follow adds what newer notes say.
func (u *entryUse) follow(used *trace.Used) {
	u.used, u.Repeated = used, len(used.Again)
	switch {
	case used.Against != nil:
		u.Against = fmt.Sprintf("reversed by %s", used.Against.Place)
	case used.Limited != nil:
		u.Against = fmt.Sprintf("limited by %s", used.Limited.Place)
	}
}

// count counts the days on which lessons of the entry were written down, those that repeat it among them.
func (u *entryUse) count(lessons []lesson.Lesson) {
	days := map[string]bool{}
	add := func(l lesson.Lesson) {
		for _, day := range append(slices.Clone(l.Days), l.Date) {
			days[day] = true
		}
	}
	for _, l := range lessons {
		add(l)
	}
	delete(days, "")
	u.Days = len(days)
	if u.used != nil {
		for _, l := range u.used.Again {
			add(l)
		}
	}
	for day := range days {
		u.in(day).notes++
	}
}

// in is the month of a day.
func (u *entryUse) in(day string) *monthUse {
	month := day[:min(len(day), len("2006-01"))]
	if u.months[month] == nil {
		u.months[month] = &monthUse{}
	}
	return u.months[month]
}

// byMonth says what happened with the entry month by month: on how many days notes said it, and what came of it.
func (u *entryUse) byMonth() string {
	var all []string
	for _, month := range slices.Sorted(maps.Keys(u.months)) {
		m := u.months[month]
		noted := textIf(m.notes > 0, "; noted on "+plural(m.notes, "day"))
		all = append(all, month+": "+strings.ReplaceAll((noted + timesText(m.reminded, m.recalled))[2:], ";", ","))
	}
	return strings.Join(all, "; ")
}

// timesText says how often something came of an entry.
func timesText(reminded, recalled int) string {
	return textIf(reminded > 0, "; reminded "+plural(reminded, "time")) +
		textIf(recalled > 0, "; recalled "+plural(recalled, "time"))
}

// line says in a line what an entry rests on and what came of it.
func (u *entryUse) line() (terminal.Tint, string) {
	tint, text := terminal.Plain, plural(u.Lessons, "lesson")+" of "+plural(u.Days, "day")
	if u.Origin == review.Hand {
		text = "handwritten"
	}
	switch {
	case u.Against != "":
		tint, text = terminal.Yellow, text+"; "+u.Against
	case u.Repeated > 0:
		text += "; " + plural(u.Repeated, "newer note")
	case u.used != nil:
		text += "; no newer note"
	}
	return tint, strings.TrimSuffix(u.Name, ".") + ": " + text + timesText(u.Reminded, u.Recalled)
}
