package collect

import (
	"cmp"

	"wisdom/internal/lesson"
)

// CountNew counts the lessons that no completed run has seen.
func CountNew(lessons []lesson.Lesson) int {
	n := 0
	for _, l := range lessons {
		if l.New {
			n++
		}
	}
	return n
}

// Missed returns the sources that do not exist.
func Missed(sources []Source) []string {
	missing := []string{}
	for _, s := range sources {
		if s.Status == Missing {
			missing = append(missing, s.Path)
		}
	}
	return missing
}

// WithLessons counts the sources that lessons are in; without any lesson, those that were read. How many are read in
// vain depends on how far back a run looks, so two runs that find the same lessons would give two numbers.
func WithLessons(sources []Source) int {
	read, with := 0, 0
	for _, s := range sources {
		if s.Status == Read {
			read++
		}
		if s.Lessons > 0 {
			with++
		}
	}
	return cmp.Or(with, read)
}
