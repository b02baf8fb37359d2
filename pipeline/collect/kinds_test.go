package collect

import (
	"testing"

	"github.com/stretchr/testify/assert"

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
	for _, file := range []string{"testdata/withdrawn.txt", "testdata/forms.txt"} {
		for _, n := range readNotes(t, file) {
			t.Run(n.name, n.checkBegun)
		}
	}
}
