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
		Use:   "why ENTRY...",
		Short: "Show which lessons back an entry, and who approved it",
		Long: `Find a subject in the entries of the section, in the newest draft, in what that draft
does not include, and in all other lessons. Each match is shown with the lessons behind
it and the decision on it. ENTRY is the name of an entry, words in any case and form, or
a part of the ID of a lesson or a draft. The full name of an entry shows only that entry.`,
		Example:     "  wisdom lessons why backups\n  wisdom lessons why two changes\n  wisdom lessons why 570a69",
		Annotations: inWorkspace(exitNothing),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runWhy(cmd.Context(), a, strings.Join(args, " "))
		},
	}
}

// finder reads what holds lessons.
func finder(ctx context.Context, a *deps) (*trace.Finder, error) {
	collected, err := collectLessons(ctx, a)
	if err != nil {
		return nil, err
	}
	return trace.New(a.fsys, a.sectionFile(), collected, func(err error) { a.warn("%s", err) })
}

func runWhy(ctx context.Context, a *deps, wanted string) error {
	f, err := finder(ctx, a)
	if err != nil {
		return err
	}
	phrase, found := f.Find(wanted)
	if len(found) > 0 {
		return a.respond(object{"query": phrase, "matches": found}, func() { printWhy(a, found) })
	}
	file := string(a.sectionFile())
	why := either(len(f.Entries) > 0,
		": no entry, no draft and no lesson; the entries in "+file+" are:", ", and there is no entry in "+file+" yet")
	for _, e := range f.Entries {
		why += " " + e.Name
	}
	err = &nothingError{fmt.Sprintf("nothing matches %q%s", phrase, why)}
	return &hintedError{err, a.command("lessons") + " lists all lessons"}
}

// mostOf is how many matches of a place are shown to people; all of another place.
var mostOf = map[trace.Where]int{trace.NotIncluded: 10, trace.LessonOnly: 20}

func printWhy(a *deps, found []trace.Match) {
	shown, more := map[trace.Where]int{}, 0
	for i, m := range found {
		shown[m.Where]++
		n, most := shown[m.Where], mostOf[m.Where]
		switch {
		case most > 0 && n > most:
			more++
			continue
		case i > 0 && (m.Where != trace.LessonOnly || n == 1):
			a.say("")
		}
		switch {
		case m.Where == trace.InSection, m.Where == trace.InDraft:
			printEntry(a, m)
			continue
		case m.Where == trace.NotIncluded:
			a.say("not included in draft %s: %s", m.Draft, m.NotIncluded)
		case n == 1:
			a.say("lessons that are in no entry:")
		}
		sayLessons(a, m.Lessons)
		sayGone(a, m)
	}
	if more > 0 {
		a.say("\n%d more not shown: add a word, or use --json", more)
	}
}

// printEntry prints an entry of the section or of a draft: where it is, who decided, and what backs it.
func printEntry(a *deps, m trace.Match) {
	text, where, since := section.Entry{Name: m.Name, Text: m.Text}.String(), "in the section", "it was promoted"
	if m.Where == trace.InDraft {
		where, since = inDraftText(a, m), "the draft was made"
		if m.Kind != review.AddEntry {
			text = reviewItemText(m.Kind, m.Name, m.Text)
		}
	}
	a.say("%s", text)
	switch {
	case m.Origin == review.Required:
		a.say("%s: every section holds it; it needs no lessons", where)
		return
	case m.Origin == review.Hand:
		a.say("%s: a person wrote it; it needs no lessons", where)
		return
	case m.Where == trace.InSection:
		where += ": from draft " + m.Draft + textIf(m.By != "", ", "+approvedText(a, m))
	}
	a.say("%s", where)
	if m.Reason != "" {
		a.say("reason: %s", m.Reason)
	}
	a.say("backed by %s:", lesson.SupportOf(m.Lessons))
	sayLessons(a, m.Lessons)
	if n := len(m.Gone); n > 0 {
		a.say("%s gone since %s:", plural(n, "lesson"), since)
		sayGone(a, m)
	}
}

// approvedText says who approved an entry, and who wrote its words if not the draft.
func approvedText(a *deps, m trace.Match) string {
	return fmt.Sprintf("approved by %s on %s", m.By, a.when(m.At)) + textIf(m.Reworded, ", in the words of "+m.By)
}

// inDraftText says in which draft an entry is, and what was decided on it.
func inDraftText(a *deps, m trace.Match) string {
	decision := "undecided"
	if m.By != "" {
		decision = fmt.Sprintf("%s by %s on %s", m.Decision, m.By, a.when(m.At))
	}
	if m.State.Waits() {
		return fmt.Sprintf("pending in draft %s, %s: %s", m.Draft, decision, a.command("review"))
	}
	return fmt.Sprintf("in draft %s, which is %s; %s", m.Draft, m.State, decision)
}

func sayLessons(a *deps, lessons []lesson.Lesson) {
	for _, l := range lessons {
		sayLesson(a, "", l)
	}
}

// sayGone prints the lessons behind a match that are gone, as they were.
func sayGone(a *deps, m trace.Match) {
	for _, id := range m.Gone {
		if l, ok := m.Known[id]; ok {
			a.say("  %s  %s", l.Place, l.Sentence())
		} else {
			a.say("  (gone)  %s", id)
		}
	}
}
