package main

import (
	"context"
	"errors"
	"fmt"
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
part of its name or text. Where no entry in place is like it, tell of one that
waits; else of themes and lessons that are, and why the newest draft does without
them.`,
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
		return a.whyElsewhere(ctx, wanted, none)
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
	standing := byID(collected.Lessons)
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
	SchemaVersion int           `json:"schema_version"`
	Name          string        `json:"name"`
	Text          string        `json:"text"`
	Origin        review.Origin `json:"origin"`
	Draft         string        `json:"draft,omitempty"`
	// State is that of the draft, for an entry that is not in place.
	State   review.State    `json:"state,omitempty"`
	By      string          `json:"by,omitempty"`
	At      string          `json:"at,omitempty"`
	Reason  string          `json:"reason,omitempty"`
	Lessons []ledger.Lesson `json:"lessons"`
	Gone    []string        `json:"gone"`
	// known are the lessons as they stood when the draft was made.
	known map[string]ledger.Lesson
}

func (a *app) printWhy(w whyAnswer) {
	a.say("%s", section.Entry{Name: w.Name, Text: w.Text})
	since := "it was promoted"
	if w.State != "" {
		since = "the draft was made"
		a.say("not in place: it is in draft %s, which is %s; %s", w.Draft, w.State, a.command("review"))
	}
	switch {
	case w.Origin == review.Required:
		a.say("every section holds it; it stands on no lessons")
		return
	case w.Origin == review.Hand && w.State == "":
		a.say("a person wrote it; no draft brought it")
		return
	case w.Origin == review.Hand:
		a.say("a person wrote it; it stands on no lessons")
		return
	case w.State == "":
		a.say("brought by draft %s, approved by %s on %s", w.Draft, w.By, review.Day(w.At))
	case w.By != "":
		a.say("approved by %s on %s", w.By, review.Day(w.At))
	}
	if w.Reason != "" {
		a.say("reason: %s", w.Reason)
	}
	a.say("it stands on %s:", plural(len(w.Lessons), "lesson"))
	for _, l := range w.Lessons {
		a.say("  %s  %s", l.Place, l.Headline)
	}
	if len(w.Gone) > 0 {
		a.say("%s gone since %s:", plural(len(w.Gone), "lesson"), since)
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
	return oneLike(wanted, s.Entries())
}

// oneLike is the one of some entries that wanted means: by its name, else by a part
// of its words.
func oneLike(wanted string, entries []section.Entry) (section.Entry, error) {
	var like []section.Entry
	var names []string
	for _, e := range entries {
		names = append(names, e.Name)
		if strings.EqualFold(strings.TrimRight(e.Name, ".:"), strings.TrimRight(wanted, ".:")) {
			return e, nil
		}
		if strings.Contains(strings.ToLower(e.String()), strings.ToLower(wanted)) {
			like = append(like, e)
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
