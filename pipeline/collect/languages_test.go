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

// Each file of testdata/languages holds short notes in one language, parted by lines
// that begin with "%", which may name the place of the note. A line that ends in " <+"
// begins a lesson, which at least a model is given; no other line counts without one.
func TestLanguages(t *testing.T) {
	files, err := filepath.Glob("testdata/languages/*.txt")
	if err != nil || len(files) < 8 {
		t.Fatalf("found %d languages, error %v", len(files), err)
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		notes := strings.Split("\n"+string(b), "\n%")[1:]
		if len(notes) < 30 {
			t.Errorf("%s has only %d notes", name, len(notes))
		}
		for _, note := range notes {
			place, text, _ := strings.Cut(note, "\n")
			checkNote(t, name, workspace.Path(strings.TrimSpace(place)), text)
		}
	}
}

// checkNote compares the lines on which lessons begin with those that are marked.
func checkNote(t *testing.T, name string, place workspace.Path, text string) {
	t.Helper()
	if place == "" {
		place = "memory/2026-11-20.md"
	}
	var want, got []int
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
	if !slices.Equal(got, want) {
		t.Errorf("%s, %s: lessons begin on lines %v, want %v of\n%s", name, place, got, want, text)
	}
}
