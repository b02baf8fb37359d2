package pipeline

import (
	"bytes"
	"fmt"
	"slices"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/pipeline/distill"
)

// incidents tells which lessons come from the same incident: what a note says under one
// heading on one day is one, and so are the rows of a table that have no day of their own.
type incidents struct {
	fsys  workspace.FS
	files map[string][][]byte // lines of the files that were read
}

// of names the incident of a lesson by its first place.
func (i *incidents) of(l lesson.Lesson) string {
	if l.Date != "" {
		return fmt.Sprintf("%s\n%s\n%s", l.Path, l.Date, l.Heading)
	}
	return fmt.Sprintf("%s\n%d", l.Path, i.tableAt(l.Path, l.StartLine))
}

// tableAt is the first line of the table that a line belongs to; of a line in none, that line.
func (i *incidents) tableAt(path string, line int) int {
	lines, known := i.files[path]
	if !known {
		if p, err := workspace.ParsePath(path); err == nil { // not one of another folder
			if b, err := i.fsys.ReadFile(p, workspace.MaxTarget); err == nil {
				lines = bytes.Split(b, []byte("\n"))
			}
		}
		i.files[path] = lines
	}
	isRow := func(n int) bool {
		return n >= 1 && n <= len(lines) && bytes.HasPrefix(bytes.TrimLeft(lines[n-1], " \t"), []byte("|"))
	}
	if !isRow(line) {
		return line
	}
	for isRow(line - 1) {
		line--
	}
	return line
}

// weight adds up incidents, each with its heaviest lesson, of which those with harm weigh
// most; without weights each weighs one.
func (i *incidents) weight(lessons []lesson.Lesson, cited []int, weights map[int]int) (count, weight int) {
	heaviest := map[string]int{}
	for _, l := range cited {
		incident := i.of(lessons[l])
		heaviest[incident] = max(heaviest[incident], weights[l], 1)
	}
	for _, w := range heaviest {
		if w == distill.Harm {
			w = harmWorth
		}
		weight += w
	}
	return len(heaviest), weight
}

// reDay is the day in the path of a note.
var reDay = text.Lazily(`\d{4}-\d\d-\d\d`)

// distinct is how many lessons are different ones, for all that is known. A memory file often
// repeats what the note of a day tells, in words that no comparison recognises: where lessons
// come from both, one counts as repeated, unless those of the memory file have days of their own.
func (r *run) distinct(lessons []int) int {
	days := map[string]bool{}
	isNote := func(l int) bool { return reDay().MatchString(r.lessons[l].Path) }
	for _, l := range lessons {
		if isNote(l) {
			days[r.lessons[l].Date], days[""] = true, true // what has no date may be of any day
		}
	}
	if slices.ContainsFunc(lessons, func(l int) bool { return !isNote(l) && days[r.lessons[l].Date] }) {
		return len(lessons) - 1
	}
	return len(lessons)
}
