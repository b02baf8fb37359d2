package trace

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/lesson"
	"wisdom/review"
)

// A subject is found by its name, its words in any case and form, or the words and the
// IDs of the lessons behind it, the best first.
func TestQueryRank(t *testing.T) {
	entry := Match{
		Where:   InDraft,
		Name:    "Quiet pager.",
		Text:    "Mute it before planned work.",
		Item:    "e3",
		Draft:   "20261121-3fa9c1",
		Lessons: []lesson.Lesson{{ID: "a090115c6c9d", Text: "Alerts woke three people during the upgrade."}},
		Gone:    []string{"dead9c6fbeef"},
		Known:   map[string]lesson.Lesson{"dead9c6fbeef": {Text: "Die Sicherungen liegen im Keller."}},
	}
	theme := Match{Where: NotIncluded, Name: "标签要打印两次再贴上去", NotIncluded: &review.Dropped{ID: "0333d42c"}}
	lesson := Match{
		Where:   LessonOnly,
		Name:    "Coil cables.",
		Lessons: []lesson.Lesson{{ID: "4236838d9603", Text: "Coil cables. They last longer."}},
	}
	for _, tc := range []struct {
		query string
		m     Match
		want  rank
	}{
		{"quiet pager", entry, isNamed},
		{" Quiet  PAGER: ", entry, isNamed},
		{"E3", entry, isNamed},
		{"planned work", entry, hasPhrase},
		{"pag", entry, hasPhrase},
		{"work, muted", entry, hasWords},
		{"ager", entry, noMatch},
		{"alert", entry, lessonsDo},
		{"waking upgrades", entry, noMatch},
		{"upgraded people", entry, lessonsDo},
		{"alert submarine", entry, noMatch},
		{"Sicherung", entry, lessonsDo},
		{"115c6c", entry, lessonsDo},
		{"3fa9c1", entry, lessonsDo},
		{"20261121-3fa9c1", entry, lessonsDo},
		{"9c6f", entry, lessonsDo},
		{"dead", entry, noMatch},
		{"c6f", entry, noMatch},
		{"打印", theme, hasPhrase},
		{"打印 两次", theme, hasWords},
		{"打字", theme, noMatch},
		{"0333", theme, lessonsDo},
		{"coil cables", lesson, lessonsDo},
		{"lasting", lesson, lessonsDo},
		{"  ", entry, noMatch},
		{"?!", entry, noMatch},
	} {
		assert.Equalf(t, tc.want, newQuery(tc.query).rank(&tc.m), "%q in %q", tc.query, tc.m.Name)
	}
}
