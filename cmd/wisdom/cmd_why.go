package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/internal/lesson"
	"wisdom/markdown/section"
	"wisdom/review"
)

func newWhy(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "why ENTRY",
		Short: "Show which lessons back an entry, and who approved it",
		Long: `Show what became of a subject. ENTRY is the name of an entry, words in any case and
form, or a part of the ID of a lesson or a draft. wisdom looks for it in entries and
in the lessons that back them, and prints in this order, each with its lessons:

  - entries in the section: the draft that added them, and who approved it;
  - entries of the newest draft: pending, or what was decided;
  - what that draft does not include, and why;
  - lessons that are in none of these.

The full name of an entry shows only that entry.`,
		Example:     "  wisdom why backups\n  wisdom why two changes\n  wisdom why 570a69",
		Args:        cobra.MinimumNArgs(1),
		Annotations: inWorkspace(exitNothing),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runWhy(cmd.Context(), a, strings.Join(args, " "))
		},
	}
}

func runWhy(ctx context.Context, a *app, wanted string) error {
	q := newQuery(wanted)
	f, err := a.newFinder(ctx)
	if err != nil {
		return err
	}
	found := f.find(q)
	if len(found) == 0 {
		return f.nothing(q)
	}
	answer := struct {
		SchemaVersion int     `json:"schema_version"`
		Query         string  `json:"query"`
		Matches       []match `json:"matches"`
	}{1, q.phrase, found}
	return a.respond(answer, func() { a.printWhy(found) })
}

// where says where something was found.
type where string

// The places in which a subject is looked for, in order.
const (
	inSection   where = "section"
	inDraft     where = "draft"
	notIncluded where = "not_included"
	lessonOnly  where = "lesson"
)

// match is something that a subject may mean.
type match struct {
	Where  where           `json:"where"`
	Name   string          `json:"name"`
	Text   string          `json:"text,omitempty"`
	Origin review.Origin   `json:"origin,omitempty"`
	Kind   review.ItemKind `json:"kind,omitempty"` // of an item of a draft
	Item   string          `json:"item,omitempty"`
	Draft  string          `json:"draft,omitempty"`
	// State is that of the draft, Decision what was decided on the item; By, At and
	// Reason tell of the decision.
	State    review.State    `json:"state,omitempty"`
	Decision review.Decision `json:"decision,omitempty"`
	By       string          `json:"by,omitempty"`
	At       string          `json:"at,omitempty"` // RFC 3339
	Reason   string          `json:"reason,omitempty"`
	// NotIncluded says why it is not in the draft.
	NotIncluded *review.Dropped `json:"not_included,omitempty"`
	Lessons     []lesson.Lesson `json:"lessons"`
	Gone        []string        `json:"gone"` // IDs of lessons that are in no source any more

	// known are the lessons as they were when the draft was made.
	known map[string]lesson.Lesson
	// reworded: whoever approved it wrote its words.
	reworded bool
	rank     rank
}

// mostOf is how many matches of a place are shown to people.
var mostOf = map[where]int{inSection: 1 << 20, inDraft: 1 << 20, notIncluded: 10, lessonOnly: 20}

func (a *app) printWhy(found []match) {
	shown := map[where]int{}
	for i, m := range found {
		shown[m.Where]++
		switch n := shown[m.Where]; {
		case n > mostOf[m.Where]:
			continue
		case i > 0 && (m.Where != lessonOnly || n == 1):
			a.say("")
		}
		switch m.Where {
		case inSection:
			a.printInSection(m)
		case inDraft:
			a.printInDraft(m)
		case notIncluded:
			a.say("not included in draft %s: %s", m.Draft, droppedText(*m.NotIncluded))
			a.printLessonsOf(m)
		case lessonOnly:
			if shown[m.Where] == 1 {
				a.say("lesson only, in no entry and no theme:")
			}
			a.printLessonsOf(m)
		}
	}
	for _, place := range []where{notIncluded, lessonOnly} {
		if more := shown[place] - mostOf[place]; more > 0 {
			a.say("")
			a.say("%d more: %s; say more of it, or use --json", more,
				map[where]string{notIncluded: "not included", lessonOnly: "lesson only"}[place])
		}
	}
}

func (a *app) printInSection(m match) {
	a.say("%s", section.Entry{Name: m.Name, Text: m.Text})
	switch m.Origin {
	case review.Required:
		a.say("in the section: every section holds it; it needs no lessons")
		return
	case review.Hand:
		a.say("in the section: a person wrote it; no draft brought it")
		return
	}
	line := "in the section: brought by draft " + m.Draft
	if m.By != "" {
		line += ", " + a.approvedText(m)
	}
	a.say("%s", line)
	a.printBacking(m, "it was promoted")
}

// approvedText says who approved an entry, and whose words it has if not the draft's.
func (a *app) approvedText(m match) string {
	text := fmt.Sprintf("approved by %s on %s", m.By, a.when(m.At))
	if m.reworded {
		text += ", in the words of " + m.By
	}
	return text
}

func (a *app) printInDraft(m match) {
	if m.Kind == review.AddEntry {
		a.say("%s", section.Entry{Name: m.Name, Text: m.Text})
	} else {
		a.say("%s", reviewItemText(m.Kind, m.Name, m.Text))
	}
	decision := "undecided"
	if m.By != "" {
		decision = fmt.Sprintf("%s by %s on %s", m.Decision, m.By, a.when(m.At))
	}
	if m.State.Waits() {
		a.say("pending in draft %s, %s: %s", m.Draft, decision, a.command("review"))
	} else {
		a.say("in draft %s, which is %s; %s", m.Draft, m.State, decision)
	}
	switch m.Origin {
	case review.Required:
		a.say("every section holds it; it needs no lessons")
		return
	case review.Hand:
		a.say("a person wrote it; it needs no lessons")
		return
	}
	a.printBacking(m, "the draft was made")
}

// printBacking prints the reason of the decision and the lessons that back an entry.
func (a *app) printBacking(m match, since string) {
	if m.Reason != "" {
		a.say("reason: %s", m.Reason)
	}
	a.say("backed by %s:", lesson.SupportOf(m.Lessons))
	gone := m.Gone
	m.Gone = nil
	a.printLessonsOf(m)
	if len(gone) > 0 {
		a.say("%s gone since %s:", plural(len(gone), "lesson"), since)
		m.Lessons, m.Gone = nil, gone
		a.printLessonsOf(m)
	}
}

// printLessonsOf prints lessons, and those that are gone as they were.
func (a *app) printLessonsOf(m match) {
	for _, l := range m.Lessons {
		a.sayLesson("  ", l)
	}
	for _, id := range m.Gone {
		if l, ok := m.known[id]; ok {
			a.say("  %s  %s", l.Place, l.Sentence())
		} else {
			a.say("  (gone)  %s", id)
		}
	}
}

// nothing is the error where a subject is found nowhere.
func (f *finder) nothing(q query) error {
	why := ", and there is no entry in SOUL.md yet"
	if len(f.entries) > 0 {
		why = ": no entry, no draft and no lesson; the entries in SOUL.md are:"
	}
	for _, e := range f.entries {
		why += " " + e.Name
	}
	return &hintedError{
		&nothingError{fmt.Sprintf("nothing matches %q%s", q.phrase, why)}, f.a.command("collect") + " lists all lessons",
	}
}
