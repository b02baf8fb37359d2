package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"wisdom/internal/lesson"
	"wisdom/markdown/section"
	"wisdom/pipeline"
	"wisdom/review"
)

func newUsed(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "used",
		Short: "Show which entries newer notes repeat or contradict",
		Long: `Show for each entry of the section what lessons that are newer than its approval
say. A newer note that repeats an entry is evidence that the entry does not work:
what is followed need not be learned again. A newer note that says the opposite never
counts as a repetition: decide which of the two holds. An entry that no newer note
repeats may be followed, or its case has not come up; which one it is the notes do
not tell. Lessons are compared as a run without a model compares them. Nothing is
written.`,
		Example:     "  wisdom used\n  wisdom used --json",
		Annotations: inWorkspace(),
		RunE:        func(cmd *cobra.Command, _ []string) error { return runUsed(cmd.Context(), a) },
	}
}

// usedAnswer is what newer lessons say about an entry.
type usedAnswer struct {
	Name   string        `json:"name"`
	Text   string        `json:"text"`
	Origin review.Origin `json:"origin"`
	Since  string        `json:"since"` // RFC 3339; empty where nothing tells it
	// Again is where newer notes repeat it, Months how many by month; Against says the opposite.
	Again   []lesson.Lesson `json:"again"`
	Months  []usedMonth     `json:"months"`
	Against *lesson.Lesson  `json:"against"`
}

type usedMonth struct {
	Month   string `json:"month"` // YYYY-MM, or empty for lessons without a date
	Lessons int    `json:"lessons"`
}

func runUsed(ctx context.Context, a *app) error {
	f, err := a.newFinder(ctx)
	if err != nil {
		return err
	}
	answers, err := f.used(ctx)
	if err != nil {
		return err
	}
	return a.respond(object{"schema_version": 1, "entries": answers}, func() { a.printUsed(answers) })
}

func (a *app) printUsed(answers []usedAnswer) {
	if len(answers) == 0 {
		a.say("SOUL.md has no entries that lessons can repeat")
	}
	for i, u := range answers {
		if i > 0 {
			a.say("")
		}
		a.say("%s", section.Entry{Name: u.Name, Text: u.Text})
		a.say("  %s", u.verdict(a))
		for _, l := range u.Again {
			a.say("    %s  %s", l.Place, l.Sentence())
		}
		if u.Against != nil {
			a.say("    %s  %s (the opposite)", u.Against.Place, u.Against.Sentence())
		}
	}
}

// used asks what newer lessons say about the entries that drafts brought. The required
// entry stands for no lesson, and nothing tells since when a handwritten one is there.
func (f *finder) used(ctx context.Context) ([]usedAnswer, error) {
	answers, entries := []usedAnswer{}, []pipeline.Standing(nil)
	for _, m := range f.inSection() {
		if m.Origin == review.Required || m.Origin == review.Hand {
			continue
		}
		record, _ := f.records.Of(m.Name, m.Text)
		answers = append(answers, usedAnswer{
			Name: m.Name, Text: m.Text, Origin: m.Origin, Since: m.At,
			Again: []lesson.Lesson{}, Months: []usedMonth{},
		})
		entries = append(entries, pipeline.Standing{Name: m.Name, Text: m.Text, LessonIDs: record.Lessons, Since: m.At})
	}
	known, err := review.ReadLedger(f.a.fsys, f.log)
	if err != nil {
		return nil, err
	}
	isNew := func(id, since string) bool {
		seen, ok := known.Seen[id]
		return !ok || seen.FirstAfter(since)
	}
	uses, err := pipeline.Uses(ctx, entries, f.lessons, isNew, f.a.settings.Budgets.Support)
	if err != nil {
		return nil, err
	}
	for i, use := range uses {
		answers[i].Again, answers[i].Against = append(answers[i].Again, use.Again...), use.Against
		for _, l := range use.Again {
			month := l.Date[:min(len(l.Date), len("2006-01"))]
			if n := len(answers[i].Months); n > 0 && answers[i].Months[n-1].Month == month {
				answers[i].Months[n-1].Lessons++
				continue
			}
			answers[i].Months = append(answers[i].Months, usedMonth{month, 1})
		}
	}
	return answers, nil
}

// isEarly reports whether an entry was approved so recently that no note can be newer.
func (u usedAnswer) isEarly(a *app) bool {
	since, err := time.Parse(time.RFC3339, u.Since)
	return err == nil && a.clock().Before(since.AddDate(0, 0, 1))
}

const saysOpposite = "a newer note says the opposite, so review the entry"

// verdict says in a line what the newer lessons tell.
func (u usedAnswer) verdict(a *app) string {
	switch {
	case u.Since == "":
		return "nothing tells when it was approved"
	case u.Against != nil && len(u.Again) == 0:
		return "approved " + a.when(u.Since) + "; " + saysOpposite
	case len(u.Again) == 0 && u.isEarly(a):
		return "approved " + a.when(u.Since) + "; it is too early to tell: no note is newer than that day"
	case len(u.Again) == 0:
		return "approved " + a.when(u.Since) + "; no newer note repeats it"
	}
	var months []string
	for _, m := range u.Months {
		name := m.Month
		if name == "" {
			name = "without a date"
		}
		months = append(months, fmt.Sprintf("%s: %d", name, m.Lessons))
	}
	verdict := fmt.Sprintf("approved %s; repeated by %s since, so it may not work (%s)", a.when(u.Since),
		plural(len(u.Again), "newer note"), strings.Join(months, ", "))
	if u.Against != nil {
		verdict += "; " + saysOpposite
	}
	return verdict
}
