package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/markdown"
	"wisdom/markdown/section"
	"wisdom/review"
	"wisdom/review/ledger"
	"wisdom/review/lint"
)

func newWhy(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "why ENTRY",
		Short: "Tell which lessons an entry stands on, and who approved it",
		Long: `Tell where an entry of the section comes from: the lessons it stands on, which of
them still stand, the draft that brought it, and who approved that. ENTRY is a
part of its name or text. Where no entry is like it, tell of themes and lessons
that are, and why the newest draft does without them.`,
		Example:     "  wisdom why backups\n  wisdom why two changes",
		Args:        cobra.MinimumNArgs(1),
		Annotations: inWorkspace(exitNothing),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runWhy(cmd.Context(), a, strings.Join(args, " "))
		},
	}
}

func runWhy(ctx context.Context, a *app, wanted string) error {
	entry, err := a.findEntry(wanted)
	var none *noEntryError
	if errors.As(err, &none) {
		return a.whyNot(ctx, wanted, none)
	}
	if err != nil {
		return err
	}
	records, err := review.ReadRecords(a.fsys)
	if err != nil {
		return err
	}
	record, ours := records.Of(entry.Name, entry.Text)
	answer := whyAnswer{
		SchemaVersion: 1, Name: entry.Name, Text: entry.Text, Origin: review.Kept, Draft: record.Draft,
		Lessons: []ledger.Lesson{}, Gone: []string{},
	}
	switch {
	case lint.IsRequired(entry):
		answer.Origin = review.Required
	case !ours:
		answer.Origin = review.Hand
	default:
		log, err := review.ReadLog(a.fsys)
		if err != nil {
			return err
		}
		if err := a.whyApproved(log, &answer); err != nil {
			return err
		}
		if err := a.whyLessons(ctx, log, &answer, record.Lessons); err != nil {
			return err
		}
	}
	if a.flags.json {
		return a.printJSON(answer)
	}
	a.printWhy(answer)
	return nil
}

// whyNot tells of themes and lessons that the newest draft does without; none is
// the answer where there is no such thing either.
func (a *app) whyNot(ctx context.Context, wanted string, none *noEntryError) error {
	log, err := review.ReadLog(a.fsys)
	if err != nil {
		return err
	}
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
		for _, l := range collected.Lessons {
			known[l.ID] = l
		}
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

// whyApproved finds who approved the item that brought an entry.
func (a *app) whyApproved(log *review.Log, answer *whyAnswer) error {
	d, err := log.Load(a.fsys, answer.Draft)
	var damaged *review.DamagedError
	if errors.As(err, &damaged) {
		a.warn("%s", printable(err.Error()))
		return nil
	}
	if err != nil {
		return err
	}
	answer.known = lessonsOf(d)
	for _, item := range d.Items {
		if item.Name != answer.Name || item.Text != answer.Text {
			continue
		}
		if e, ok := log.ApprovedBy(d.ID, item.ID); ok {
			answer.By, answer.At, answer.Reason = e.By, e.At, e.Reason
		}
	}
	return nil
}

// whyLessons looks the lessons up where they stand.
func (a *app) whyLessons(ctx context.Context, log *review.Log, answer *whyAnswer, ids []string) error {
	collected, err := a.collect(ctx, log)
	if collected == nil {
		return err
	}
	standing := map[string]ledger.Lesson{}
	for _, l := range collected.Lessons {
		standing[l.ID] = l
	}
	for _, id := range ids {
		if l, ok := standing[id]; ok {
			answer.Lessons = append(answer.Lessons, l)
		} else {
			answer.Gone = append(answer.Gone, id)
		}
	}
	return nil
}

type whyAnswer struct {
	SchemaVersion int             `json:"schema_version"`
	Name          string          `json:"name"`
	Text          string          `json:"text"`
	Origin        review.Origin   `json:"origin"`
	Draft         string          `json:"draft,omitempty"`
	By            string          `json:"by,omitempty"`
	At            string          `json:"at,omitempty"`
	Reason        string          `json:"reason,omitempty"`
	Lessons       []ledger.Lesson `json:"lessons"`
	Gone          []string        `json:"gone"`
	// known are the lessons as they stood when the draft was made.
	known map[string]ledger.Lesson
}

func (a *app) printWhy(w whyAnswer) {
	a.say("%s", section.Entry{Name: w.Name, Text: w.Text})
	switch w.Origin {
	case review.Required:
		a.say("every section holds it; it stands on no lessons")
		return
	case review.Hand:
		a.say("a person wrote it; no draft brought it")
		return
	}
	a.say("brought by draft %s, approved by %s on %s", w.Draft, w.By, review.Day(w.At))
	if w.Reason != "" {
		a.say("reason: %s", w.Reason)
	}
	a.say("it stands on %s:", plural(len(w.Lessons), "lesson"))
	for _, l := range w.Lessons {
		a.say("  %s  %s", l.Place, l.Headline)
	}
	if len(w.Gone) > 0 {
		a.say("%s gone since it was promoted:", plural(len(w.Gone), "lesson"))
	}
	for _, id := range w.Gone {
		if l, ok := w.known[id]; ok {
			a.say("  %s  %s", l.Place, l.Headline)
		} else {
			a.say("  %s", id)
		}
	}
}

// findEntry finds the one entry of the section that wanted means.
func (a *app) findEntry(wanted string) (section.Entry, error) {
	soul, err := lint.ReadSoul(a.fsys)
	if err != nil {
		return section.Entry{}, err
	}
	s, err := section.Find(markdown.Parse(soul))
	if err != nil {
		return section.Entry{}, fmt.Errorf("%s: %w", lint.SoulFile, err)
	}
	var like []section.Entry
	var names []string
	if s != nil {
		for _, line := range s.Lines {
			if line.Kind != section.EntryLine {
				continue
			}
			names = append(names, line.Entry.Name)
			if strings.EqualFold(strings.TrimRight(line.Entry.Name, ".:"), strings.TrimRight(wanted, ".:")) {
				return line.Entry, nil
			}
			if strings.Contains(strings.ToLower(line.Entry.String()), strings.ToLower(wanted)) {
				like = append(like, line.Entry)
			}
		}
	}
	switch {
	case len(names) == 0:
		return section.Entry{}, &noEntryError{"there is no entry in SOUL.md yet"}
	case len(like) == 0:
		return section.Entry{}, &noEntryError{fmt.Sprintf("no entry is like %q; there are: %s", wanted, strings.Join(names, " "))}
	case len(like) > 1:
		return section.Entry{}, fmt.Errorf("%q could be %d entries; say more of it", wanted, len(like))
	}
	return like[0], nil
}

// noEntryError says that there is no such entry.
type noEntryError struct{ message string }

func (e *noEntryError) Error() string { return e.message }
