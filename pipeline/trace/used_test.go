package trace

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/lesson"

	"github.com/stretchr/testify/require"
)

// A newer lesson that repeats an entry counts, one that backs it, an older one and one on
// another matter do not; the opposite is no repetition.
func TestUses(t *testing.T) {
	t.Parallel()
	entry := Used{Name: "Backup.", Text: "Restore a backup before trusting it.", backing: []string{"a"}}
	sayings := []struct{ name, date, text string }{
		{"a", "2026-11-30", "Restore a backup before trusting it."}, // backs it, and was found again later
		{"b", "2026-11-20", "Restore the nightly backup before trusting it."},
		{"c", "2026-11-22", "Restore the weekly backup before trusting it."}, // on the same day
		{"d", "2026-11-23", "Restore the backup of the shop before trusting it."},
		{"e", "", "Restore a backup of the photos before trusting it."},
		{"f", "", "Restore a backup of the mails before trusting it."},
		{"g", "2026-12-01", "Put the order number on the parcel."},
	}
	var lessons []lesson.Lesson
	for _, s := range sayings {
		lessons = append(lessons, lesson.Lesson{
			ID: s.name, Class: lesson.Rule, Text: s.text, Headline: s.text,
			RuleSentence: s.text, Date: s.date,
		})
	}
	known := &lesson.Ledger{Seen: map[string]lesson.Seen{"e": {First: "2026-11-01T09:00:00Z"}}}
	ids := func(since string) []string {
		entry.Since = since
		uses := []Used{entry}
		require.NoError(t, findUses(t.Context(), uses, lessons, known))
		var again []string
		for _, l := range uses[0].Again {
			again = append(again, l.ID)
		}
		return again
	}
	assert.Equal(t, []string{"f", "d"}, ids("2026-11-22T09:00:00Z"), "repeated by")
	got := ids("")
	assert.Truef(t, got == nil, "an entry of which nothing tells the day is repeated by %v", got)
}

// A newer place of a lesson that backs an entry is a repetition; the opposite is none, and
// is told even where its lesson has no date.
func TestUsesNewerPlaceAndOpposite(t *testing.T) {
	t.Parallel()
	say := func(id, date, text string, dates ...string) lesson.Lesson {
		l := lesson.Lesson{ID: id, Class: lesson.Rule, Text: text, Headline: text, RuleSentence: text, Date: date}
		for _, d := range dates {
			l.Places = append(l.Places, lesson.Place{Path: d + ".md", StartLine: 3, EndLine: 3, Date: d})
		}
		return l
	}
	uses := []Used{{
		Name: "Log.", Text: "Open the log before forming a theory.", backing: []string{"a"}, Since: "2026-11-22T09:00:00Z",
	}}
	require.NoError(t, findUses(t.Context(), uses, []lesson.Lesson{
		say("a", "2026-11-30", "Open the log before forming a theory.", "2026-11-01", "2026-11-30", "2026-11-30"),
		say("b", "", "Never open the log before forming a theory."),
	}, &lesson.Ledger{}))
	if u := uses[0]; len(u.Again) != 1 || u.Again[0].Path != "2026-11-30.md" || u.Again[0].Date != "2026-11-30" {
		t.Errorf("repeated by %+v", u.Again)
	}
	u := uses[0]
	assert.Truef(t, u.Against != nil && u.Against.ID == "b", "the opposite is %+v", u.Against)
}
