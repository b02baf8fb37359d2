package collect

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
)

// tally counts lines of notes that begin a lesson: marked as one, and found.
type tally struct{ marked, found, wrong int }

// tallyOf counts in a file of short notes, parted by lines that begin with "%", which may name
// the place of the note. A line that ends in " <+" begins a lesson, which at least a model is
// given; no other line counts without one.
func tallyOf(t *testing.T, name string) tally {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var all tally
	for _, note := range strings.Split("\n"+string(b), "\n%")[1:] {
		place, text, _ := strings.Cut(note, "\n")
		want, got := begun(t, workspace.Path(strings.TrimSpace(place)), text)
		all.marked += len(want)
		for _, line := range got {
			if slices.Contains(want, line) {
				all.found++
			} else {
				all.wrong++
			}
		}
	}
	return all
}

// The weights were learned on texts in English and Chinese above all, and hold elsewhere: of
// these invented notes in one language, most of them with little to go by.
func TestLanguages(t *testing.T) {
	checkShares(t, "testdata/languages/*.txt", .9, .1)
}

// checkShares demands of each file that matches a share of the marked lines, and of what is
// found that no more than a share is wrong.
func checkShares(t *testing.T, pattern string, leastFound, mostWrong float64) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) < 8 {
		t.Fatalf("found %d files, error %v", len(files), err)
	}
	for _, name := range files {
		all := tallyOf(t, name)
		found, wrong := float64(
			all.found,
		)/float64(
			max(1, all.marked),
		), float64(
			all.wrong,
		)/float64(
			max(1, all.found+all.wrong),
		)
		if found < leastFound || wrong > mostWrong {
			t.Errorf("%s: %d of %d found (%.2f), %d wrong (%.2f)", name, all.found, all.marked, found, all.wrong, wrong)
		}
	}
}

// checkNote compares the lines on which lessons begin with those that are marked.
func checkNote(t *testing.T, name string, place workspace.Path, text string) {
	t.Helper()
	if want, got := begun(t, place, text); !slices.Equal(got, want) {
		t.Errorf("%s, %s: lessons begin on lines %v, want %v of\n%s", name, place, got, want, text)
	}
}

// begun are the lines of a note that are marked as beginning a lesson, and those that begin one.
func begun(t *testing.T, place workspace.Path, text string) (want, got []int) {
	t.Helper()
	if place == "" {
		place = "memory/2026-11-20.md"
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasSuffix(line, " <+") {
			want = append(want, i+1)
			lines[i] = strings.TrimSuffix(line, " <+")
		}
	}
	text = strings.Join(lines, "\n")
	for _, l := range collectFrom(t, map[workspace.Path]string{place: text}, nil, nil).Lessons {
		if l.Class != lesson.Told || slices.Contains(want, l.StartLine) {
			got = append(got, l.StartLine)
		}
	}
	slices.Sort(got)
	return want, got
}
