package collect

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
)

// Most lessons are found of each kind of heading or line, which has a file of notes.
func TestLessonsOfEveryKindAreFound(t *testing.T) {
	checkShares(t, "testdata/kinds/*.txt", .7, .5)
}

// What looks like a lesson is none without a model.
func TestWhatLooksLikeALessonIsNone(t *testing.T) {
	for _, n := range readNotes(t, "testdata/none.txt") {
		t.Run(n.name, n.checkBegun)
	}
}

// A lesson below a heading such as "what does not work" or "mistakes" is marked, so that nothing makes advice of it as
// it stands.
func TestLessonsOfFailureAreNoAdvice(t *testing.T) {
	for _, n := range readNotes(t, "testdata/negative.txt") {
		t.Run(n.name, func(t *testing.T) {
			got := map[int]bool{}
			for _, l := range collectNotes(t, []note{n}).Lessons {
				got[l.StartLine] = l.Negative
			}
			assert.Equalf(t, n.negative, got,
				"lessons by line, and whether they are no advice: %v, want %v of\n%s", got, n.negative, n.text)
		})
	}
}

// Of the notes below memory without a date, those on a topic are read, and neither what
// stands deeper nor what its name says is of a year.
func TestNotesOnATopicAreRead(t *testing.T) {
	for path, want := range map[workspace.Path]fileKind{
		"memory/pump.md": topicFile, "memory/topics/pump.md": topicFile, "memory/lessons.md": lessonFile,
		"memory/2026-11-20.md": memoryFile, "memory/report-2026.md": memoryFile, "memory/houses/pump.md": memoryFile,
	} {
		assert.Equalf(t, want, kindOf(path), "kindOf(%s)", path)
	}
}

// What was withdrawn, and in which forms notes are written, is read as its author meant it.
func TestMarksAndFormsAreRead(t *testing.T) {
	for _, file := range []string{"testdata/withdrawn.txt", "testdata/forms.txt", "testdata/structure.txt"} {
		for _, n := range readNotes(t, file) {
			t.Run(n.name, n.checkBegun)
		}
	}
}

// A later note takes a rule back, in words that say so; an earlier one, or one about the opposite, does not.
func TestLaterNotesTakeRulesBack(t *testing.T) {
	const rule, other = "Always check the frost forecast before opening the roof vents.", "Never heat the room at night."
	for text, stays := range map[string]bool{
		"(obsolete) " + rule: false,
		"OBSOLETE: " + rule:  false,
		"No longer valid: check the frost forecast before opening the roof vents.": false,
		rule + " (superseded)":                  false,
		rule + " This no longer applies.":       false,
		rule + " That was wrong.":               false,
		"(veraltet) " + rule:                    false,
		"[deprecated] " + strings.ToUpper(rule): false,
		rule + " — no longer needed":            false,
		"Do not follow: " + rule:                false,
		rule:                                    true,
		"Idea: " + rule:                         true,
		"(obsolete) " + other:                   true,
		"(obsolete) Never check the frost forecast before opening the roof vents.": true,
		"(obsolete) Always check the frost forecast.":                              true,
		"The old vents are obsolete.":                                              true,
		"Never open the roof vents without the forecast.":                          true,
		"(seen again) " + rule:                                                     true,
	} {
		for _, later := range []bool{true, false} {
			day := map[bool]workspace.Path{true: "memory/2026-11-20.md", false: "memory/2026-11-01.md"}[later]
			result := collectFrom(
				t,
				map[workspace.Path]string{"memory/2026-11-10.md": learned(rule), day: learned(text)},
				nil,
				nil,
			)
			there := slices.ContainsFunc(result.Lessons, func(l lesson.Lesson) bool { return strings.HasSuffix(l.Text, rule) })
			assert.Equalf(t, stays || !later, there, "later: %v, %q: there is\n%s", later, text, lines(result))
		}
	}
}

// Found in golden answers: the headline of "Dr. Achterberg has a pacemaker: …" was "Dr.".
func TestHeadlinesEndWithTheirSentence(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Dr. Achterberg rings first. Then open.":       "Dr. Achterberg rings first.",
		"Grease it, e.g. with tallow. Wipe it off.":    "Grease it, e.g. with tallow.",
		"**Kiln log** Write it down. Every day.":       "Kiln log",
		"窑要先降温。再开门。":                                   "窑要先降温。",
		"Ask the sexton (see p. 3. He knows) and wait": "Ask the sexton (see p. 3. He knows) and wait",
	} {
		assert.Equal(t, want, headline(text))
	}
}
