package collect

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tally counts lines of notes that begin a lesson: marked as one, and found.
type tally struct{ marked, found, wrong int }

// tallyOf counts in the notes of a file. At least a model is given a line that is marked; no other line counts without
// one.
func tallyOf(t *testing.T, file string) tally {
	t.Helper()
	var all tally
	for _, n := range readNotes(t, file) {
		want := n.marked()
		all.marked += len(want)
		for _, line := range n.begun(t) {
			if slices.Contains(want, line) {
				all.found++
			} else {
				all.wrong++
			}
		}
	}
	return all
}

// The weights were learned on texts in English and Chinese above all, and hold elsewhere: of these invented notes in
// one language, most of them with little to go by.
func TestLessonsOfEveryLanguageAreFound(t *testing.T) {
	checkShares(t, "testdata/languages/*.txt", .85, .15)
}

// checkShares demands of each file that matches a share of the marked lines, and of what is
// found that no more than a share is wrong.
func checkShares(t *testing.T, pattern string, leastFound, mostWrong float64) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	require.Truef(t, err == nil && len(files) >= 8, "found %d files, error %v", len(files), err)
	for _, file := range files {
		all := tallyOf(t, file)
		found := float64(all.found) / float64(max(1, all.marked))
		wrong := float64(all.wrong) / float64(max(1, all.found+all.wrong))
		assert.Truef(t, found >= leastFound && wrong <= mostWrong,
			"%s: %d of %d found (%.2f), %d wrong (%.2f)", file, all.found, all.marked, found, all.wrong, wrong)
	}
}
