package distill

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"wisdom/internal/lesson"
	"wisdom/pipeline/llm/fake"
)

// Long notes came with their beginning twice, and cut off before what they teach.
func TestNotesOfAnyLengthKeepTheirLesson(t *testing.T) {
	t.Parallel()
	story := strings.Repeat("the pump ran dry again and the valve at the far end was shut, ", 18)
	headline := "Pump in the east bed ran dry (week 12): the float switch hung, the log was silent and…"
	begin := strings.TrimSuffix(headline, "…") + " so on"
	for name, tc := range map[string]struct {
		l    lesson.Lesson
		want string
	}{
		"labelled, at the end": {
			lesson.Lesson{Text: begin + "|" + story + "|Lesson: test the float switch by hand before every long trip"},
			"… Lesson: test the float switch by hand before every long trip",
		},
		"labelled in German": {
			lesson.Lesson{Text: begin + "|" + story + "|Lehre: vor der Reise den Schwimmer von Hand prüfen|" + story},
			"… Lehre: vor der Reise den Schwimmer von Hand prüfen",
		},
		"labelled sentence": {
			lesson.Lesson{Text: begin + ". " + story + "and so it was. **Lesson:** test the float switch by hand."},
			"… Lesson: test the float switch by hand.",
		},
		"what to do": {
			lesson.Lesson{Text: begin + "|" + story + "|Fix: a second switch|" + story},
			"… Fix: a second switch",
		},
		"a rule sentence": {
			lesson.Lesson{
				Text:         begin + ". " + story + "and so it was. Never trust one switch alone.",
				RuleSentence: "Never trust one switch alone.",
			},
			"… Never trust one switch alone.",
		},
		"a rule sentence in front": {lesson.Lesson{Text: begin + ". " + story, RuleSentence: headline}, begin},
		"a long lesson": {
			lesson.Lesson{Text: begin + "|" + story + "|Lesson: test. " + story},
			"… Lesson: test. the pump",
		},
		"nothing but a story": {lesson.Lesson{Text: begin + " " + story}, begin},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tc.l.Headline = headline
			text := Shown(&tc.l, 0).Text
			if !strings.Contains(text, tc.want) || !strings.HasPrefix(text, begin) || strings.Count(text, begin) != 1 {
				t.Errorf("no %q, or the beginning not once, in\n%s", tc.want, text)
			}
			if n := utf8.RuneCountInString(text); n > longestShown || n < longestShown-longestRule {
				t.Errorf("%d characters", n)
			}
		})
	}
}

// A heading came as a note of its own, and was counted beside the notes below it.
func TestBareHeadingsAreNoNotes(t *testing.T) {
	t.Parallel()
	list := notes()
	longHeading := "Restore a backup in the quiet week: " + strings.Repeat("nothing else shows what is missing, ", 2)
	for i, l := range []lesson.Lesson{
		{ID: "50", Text: "The week of the lost backup", Heading: "The week of the **lost backup**"},
		{ID: "51", Text: "Restore each backup twice", Heading: "Restore each backup twice"},
		{ID: "52", Text: "The second copy was empty.", Heading: "Restore each backup twice"},
		{ID: "53", Text: "Never delete a backup", Heading: "Never delete a backup"},
		{ID: "54", Text: longHeading, Heading: longHeading},
		{ID: "55", Text: "It was cold.", Heading: longHeading},
	} {
		l.Headline, l.Place = l.Text, lesson.Place{Path: "memory/lessons.md", StartLine: 90 + i}
		list = append(list, l)
	}
	m := &scripted{}
	got := practised(t, m, list)
	for _, r := range m.asked {
		for _, heading := range []string{") The week of the lost", ") Restore each backup twice"} {
			if strings.Contains(r.Prompt, heading) {
				t.Errorf("%s shows a heading as a note:\n%s", r.Step(), r.Prompt)
			}
		}
	}
	for i, heading := range []bool{true, true, false, false, false, false} {
		theme := themeOf(t, got, len(notes())+i)
		if is := theme.Detail == "it is only a heading"; is != heading || heading && len(theme.Lessons) != 1 {
			t.Errorf("%s: %+v", list[len(notes())+i].Text, theme)
		}
	}
	for _, id := range []string{"50", "51"} {
		if slices.Contains(slices.Concat(got.Kept.None, got.Kept.Waiting, got.Kept.Left), id) {
			t.Errorf("%s is kept as a lesson that teaches nothing", id)
		}
	}
	if n := len(got.Kept.None) + len(got.Kept.Waiting); got.Notes.Unassigned != n {
		t.Errorf("%d lessons teach nothing, %d are kept", got.Notes.Unassigned, n)
	}
	again := &scripted{change: func(step string, _ int, _ fake.Request, answer string) (string, error) {
		t.Errorf("asked again to %s", step)
		return answer, nil
	}}
	practised(t, again, list, kept(got))
}
