package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"wisdom/markdown/section"
	"wisdom/review"
	"wisdom/review/ledger"
)

// whyElsewhere tells of an entry that is not in place: one that waits, or else why
// there is none.
func (a *app) whyElsewhere(ctx context.Context, wanted string, none *noEntryError) error {
	log, err := review.ReadLog(a.fsys)
	if err != nil {
		return err
	}
	err = a.whyWaits(ctx, log, wanted)
	var notWaiting *noEntryError
	if errors.As(err, &notWaiting) {
		return a.whyNot(ctx, log, wanted, none)
	}
	return err
}

// whyWaits tells of an entry that a draft which waits would put in place.
func (a *app) whyWaits(ctx context.Context, log *review.Log, wanted string) error {
	d, err := log.Load(a.fsys, log.Waiting())
	if err != nil {
		return &noEntryError{"no draft waits"}
	}
	var entries []section.Entry
	items, decisions := map[string]review.Item{}, log.Decisions(d.ID)
	for _, item := range d.Items {
		if item.Kind == review.AddEntry && decisions[item.ID] != review.Refused {
			entries = append(entries, item.Entry())
			items[item.Entry().String()] = item
		}
	}
	entry, err := oneLike(wanted, entries)
	if err != nil {
		return err
	}
	item := items[entry.String()]
	answer := whyAnswer{
		SchemaVersion: 1, Name: item.Name, Text: item.Text, Origin: item.Origin, Draft: d.ID, State: log.State(d.ID),
		Lessons: []ledger.Lesson{}, Gone: []string{}, known: lessonsOf(d),
	}
	if decisions[item.ID] == review.Taken {
		if e, ok := log.DecidedBy(d.ID, item.ID); ok {
			answer.By, answer.At, answer.Reason = e.By, e.At, e.Reason
		}
	}
	if err := a.whyLessons(ctx, log, &answer, item.Lessons); err != nil {
		return err
	}
	if a.flags.json {
		return a.printJSON(answer)
	}
	a.printWhy(answer)
	return nil
}

// whyNot tells of themes and lessons that the newest draft does without; none is
// the answer where there is no such thing either.
func (a *app) whyNot(ctx context.Context, log *review.Log, wanted string, none *noEntryError) error {
	drafts := log.Drafts()
	if len(drafts) == 0 {
		return none
	}
	d, err := log.Load(a.fsys, drafts[0])
	if err != nil {
		return none
	}
	known := map[string]ledger.Lesson{}
	if collected, _ := a.collect(ctx, log); collected != nil {
		known = byID(collected.Lessons)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	answer := whyNotAnswer{1, d.ID, []review.Dropped{}}
	for _, dropped := range d.Dropped {
		if dropped.Kind != "entry" && isAbout(dropped, wanted, known) {
			answer.NotIn = append(answer.NotIn, dropped)
		}
	}
	if len(answer.NotIn) == 0 {
		return none
	}
	if a.flags.json {
		return a.printJSON(answer)
	}
	a.say("no entry is like %q; draft %s of %s does without:", wanted, d.ID, review.Day(d.Created))
	for _, dropped := range answer.NotIn {
		a.say("%s", droppedText(dropped))
		for _, id := range dropped.Lessons {
			if l, ok := known[id]; ok {
				a.say("  %s  %s", l.Place, l.Headline)
			} else {
				a.say("  (gone)  %s", id)
			}
		}
	}
	return nil
}

// isAbout says whether a theme or lesson is like what is wanted, by its name or by
// the words of a lesson.
func isAbout(d review.Dropped, wanted string, known map[string]ledger.Lesson) bool {
	wanted = strings.ToLower(wanted)
	return d.ID == wanted || strings.Contains(strings.ToLower(d.Name), wanted) || slices.ContainsFunc(d.Lessons, func(id string) bool {
		return id == wanted || strings.Contains(strings.ToLower(known[id].Text), wanted)
	})
}

// whyNotAnswer tells why something is not in the section.
type whyNotAnswer struct {
	SchemaVersion int              `json:"schema_version"`
	Draft         string           `json:"draft"`
	NotIn         []review.Dropped `json:"not_in"`
}
