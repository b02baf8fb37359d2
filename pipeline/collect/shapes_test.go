package collect

import "testing"

// Lessons are found in the shapes in which people write them, with their kinds, lines and words.
func TestLessonsAreFoundInTheirShapes(t *testing.T) {
	checkCases(t, "testdata/shapes/*.txtar", func(t *testing.T, notes []note) string {
		return lines(collectNotes(t, notes))
	})
}
