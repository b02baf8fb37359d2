package collect

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
	"wisdom/markdown/mdtest"

	"github.com/stretchr/testify/require"
)

// note is a note of a test.
type note struct {
	name     string // of the case, else where it begins
	path     workspace.Path
	text     string       // without marks
	negative map[int]bool // the marked lines, which begin a lesson, and whether that is no advice
}

// readNotes reads the notes of a file. See notesIn.
func readNotes(t *testing.T, file string) []note {
	t.Helper()
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	return notesIn(t, file, string(b))
}

// notesIn reads notes: a line "% path/of/note.md: name of the case" begins one. Without a path it is the note of a
// day, and without a name it is called after its line. A line that ends in " <+" begins a lesson, and one that ends in
// " <-" a lesson that is no advice as it stands. What is in front of the first note is a comment.
func notesIn(t *testing.T, file, text string) []note {
	t.Helper()
	var notes []note
	start := 0
	for i, line := range strings.SplitAfter(text, "\n") {
		if head, ok := strings.CutPrefix(line, "%"); ok {
			place, name, named := strings.Cut(strings.TrimSpace(head), ": ")
			if !named {
				name = fmt.Sprintf("%s:%d", filepath.Base(file), i+1)
			}
			if place == "" {
				place = "memory/2026-11-20.md"
			}
			notes = append(notes, note{name, workspace.Path(place), "", map[int]bool{}})
			start = i
			continue
		}
		if len(notes) == 0 {
			continue
		}
		n := &notes[len(notes)-1]
		line, isLesson := strings.CutSuffix(line, " <+\n")
		line, isNegative := strings.CutSuffix(line, " <-\n")
		if isLesson || isNegative {
			line += "\n"
			n.negative[i-start] = isNegative
		}
		require.Truef(t, !strings.Contains(line, " <+") && !strings.Contains(line, " <-"),
			"%s: the mark of line %d is not at its end", file, i+1)
		n.text += line
	}
	require.NotEmptyf(t, notes, "%s: no line begins with %%", file)
	return notes
}

// marked are the lines of a note that are marked as beginning a lesson.
func (n note) marked() []int { return slices.Sorted(maps.Keys(n.negative)) }

// begun are the lines of a note that begin a lesson. A text for a model only counts where the note marks it.
func (n note) begun(t *testing.T) []int {
	t.Helper()
	var lines []int
	for _, l := range collectFrom(t, n.files(), nil, nil).Lessons {
		if _, marked := n.negative[l.StartLine]; marked || l.Class != lesson.Told {
			lines = append(lines, l.StartLine)
		}
	}
	slices.Sort(lines)
	return lines
}

func (n note) files() map[workspace.Path]string { return map[workspace.Path]string{n.path: n.text} }

// checkBegun compares the lines on which lessons begin with those that are marked.
func (n note) checkBegun(t *testing.T) {
	t.Helper()
	got, want := n.begun(t), n.marked()
	assert.Equalf(t, want, got, "%s: lessons begin on lines %v, want %v of\n%s", n.path, got, want, n.text)
}

// checkCases runs the cases of archives: of each, the notes make the lines that are wanted.
func checkCases(t *testing.T, pattern string, shown func(*testing.T, []note) string) {
	t.Helper()
	archives, err := filepath.Glob(pattern)
	require.Truef(t, err == nil && len(archives) != 0, "found %d archives, error %v", len(archives), err)
	for _, archive := range archives {
		for name, c := range mdtest.Cases(t, archive) {
			t.Run(name, func(t *testing.T) {
				assert.Equal(t, c.After, shown(t, notesIn(t, archive, c.Before)), "found\n")
			})
		}
	}
}

// collectNotes collects from notes.
func collectNotes(t *testing.T, notes []note) *Result {
	t.Helper()
	files := map[workspace.Path]string{}
	for _, n := range notes {
		files[n.path] = n.text
	}
	return collectFrom(t, files, nil, nil)
}
