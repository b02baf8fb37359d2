package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/internal/lesson"
	"wisdom/markdown/section"
	"wisdom/pipeline/trace"
	"wisdom/review"
)

func newWhy(a *deps) *cobra.Command {
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

// finder reads what holds lessons.
func finder(ctx context.Context, a *deps) (*trace.Finder, error) {
	return trace.New(ctx, a.fsys, a.collectOptions(), func(err error) { a.warn("%s", err) })
}

func runWhy(ctx context.Context, a *deps, wanted string) error {
	f, err := finder(ctx, a)
	if err != nil {
		return err
	}
	phrase, found := f.Find(wanted)
	if len(found) == 0 {
		return nothing(a, phrase, f.Entries)
	}
	answer := struct {
		Query   string        `json:"query"`
		Matches []trace.Match `json:"matches"`
	}{phrase, found}
	return a.respond(answer, func() { printWhy(a, found) })
}

// mostOf is how many matches of a place are shown to people.
var mostOf = map[trace.Where]int{
	trace.InSection: 1 << 20, trace.InDraft: 1 << 20, trace.NotIncluded: 10, trace.LessonOnly: 20,
}

func printWhy(a *deps, found []trace.Match) {
	shown := map[trace.Where]int{}
	for i, m := range found {
		shown[m.Where]++
		switch n := shown[m.Where]; {
		case n > mostOf[m.Where]:
			continue
		case i > 0 && (m.Where != trace.LessonOnly || n == 1):
			a.say("")
		}
		switch m.Where {
		case trace.InSection:
			printInSection(a, m)
		case trace.InDraft:
			printInDraft(a, m)
		case trace.NotIncluded:
			a.say("not included in draft %s: %s", m.Draft, m.NotIncluded)
			printLessonsOf(a, m)
		case trace.LessonOnly:
			if shown[m.Where] == 1 {
				a.say("lesson only, in no entry and no practice:")
			}
			printLessonsOf(a, m)
		}
	}
	for _, place := range []trace.Where{trace.NotIncluded, trace.LessonOnly} {
		if more := shown[place] - mostOf[place]; more > 0 {
			a.say("")
			a.say("%d more: %s; say more of it, or use --json", more,
				map[trace.Where]string{trace.NotIncluded: "not included", trace.LessonOnly: "lesson only"}[place])
		}
	}
}

func printInSection(a *deps, m trace.Match) {
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
	line += textIf(m.By != "", ", "+approvedText(a, m))
	a.say("%s", line)
	printBacking(a, m, "it was promoted")
}

// approvedText says who approved an entry, and whose words it has if not the draft's.
func approvedText(a *deps, m trace.Match) string {
	text := fmt.Sprintf("approved by %s on %s", m.By, a.when(m.At))
	text += textIf(m.Reworded, ", in the words of "+m.By)
	return text
}

func printInDraft(a *deps, m trace.Match) {
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
	printBacking(a, m, "the draft was made")
}

// printBacking prints the reason of the decision and the lessons that back an entry.
func printBacking(a *deps, m trace.Match, since string) {
	if m.Reason != "" {
		a.say("reason: %s", m.Reason)
	}
	a.say("backed by %s:", lesson.SupportOf(m.Lessons))
	gone := m.Gone
	m.Gone = nil
	printLessonsOf(a, m)
	if len(gone) > 0 {
		a.say("%s gone since %s:", plural(len(gone), "lesson"), since)
		m.Lessons, m.Gone = nil, gone
		printLessonsOf(a, m)
	}
}

// printLessonsOf prints lessons, and those that are gone as they were.
func printLessonsOf(a *deps, m trace.Match) {
	for _, l := range m.Lessons {
		sayLesson(a, "  ", l)
	}
	for _, id := range m.Gone {
		if l, ok := m.Known[id]; ok {
			a.say("  %s  %s", l.Place, l.Sentence())
		} else {
			a.say("  (gone)  %s", id)
		}
	}
}

// nothing is the error where a subject is found nowhere.
func nothing(a *deps, phrase string, entries []section.Entry) error {
	why := either(len(entries) > 0,
		": no entry, no draft and no lesson; the entries in SOUL.md are:", ", and there is no entry in SOUL.md yet")
	for _, e := range entries {
		why += " " + e.Name
	}
	return &hintedError{
		&nothingError{fmt.Sprintf("nothing matches %q%s", phrase, why)}, a.command("collect") + " lists all lessons",
	}
}
