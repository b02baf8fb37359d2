package score

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"

	"wisdom/internal/lesson"
)

// Labels are what people say about a workspace; testdata/lessonbench/README.md describes the format.
type Labels struct {
	Lessons []Lesson
	Not     []Negative
	Themes  []Theme
	Never   []Literal
	Unlike  []Pair
}

// Lesson is one thing learned, with all its places.
type Lesson struct {
	ID   string      `json:"id"`
	Kind lesson.Kind `json:"kind"`
	// Theme is shared by lessons that teach the same thing; empty for a lesson without others.
	Theme  string         `json:"theme"`
	Text   string         `json:"text"` // its first characters
	Places []lesson.Place `json:"places"`
	// Replaces is the older rule on the same subject that this one replaces; no figure asks for it.
	Replaces string `json:"replaces"`
}

// Negative is a line that looks like a lesson and is none.
type Negative struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Why  string `json:"why"`
}

// Theme is a rule that several lessons teach.
type Theme struct {
	ID   string `json:"theme"`
	Gist string `json:"gist"`
	// Clauses are in its lessons, and each alone would make an entry.
	Clauses []string `json:"clauses"`
	// Narrow are clauses of its lessons that would not make an entry, however similar they are to one that would; no
	// figure asks for them.
	Narrow []string `json:"narrow"`
}

// Literal must not reach an entry.
type Literal struct {
	Text string `json:"literal"`
	Why  string `json:"why"`
}

// Pair are two lessons that are nearly the same, and are not one.
type Pair struct {
	A   string `json:"a"`
	B   string `json:"b"`
	Why string `json:"why"`
}

// Load reads the labels of a workspace.
func Load(fsys fs.FS) (*Labels, error) {
	l := &Labels{}
	err := cmp.Or(
		readLines(fsys, "lessons.jsonl", &l.Lessons), readLines(fsys, "not.jsonl", &l.Not),
		readLines(fsys, "themes.jsonl", &l.Themes), readLines(fsys, "never.jsonl", &l.Never),
		readLines(fsys, "unlike.jsonl", &l.Unlike),
	)
	if err != nil {
		return nil, err
	}
	return l, l.check()
}

// readLines reads a file with a JSON value a line.
func readLines[T any](fsys fs.FS, name string, list *[]T) error {
	b, err := fs.ReadFile(fsys, name)
	if err != nil {
		return fmt.Errorf("read the labels: %w", err)
	}
	number := 0
	for line := range bytes.Lines(b) {
		number++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var v T
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields() // a label under a wrong name would go unseen
		if err := d.Decode(&v); err != nil {
			return fmt.Errorf("%s: line %d: %w", name, number, err)
		}
		*list = append(*list, v)
	}
	return nil
}

// check says where labels contradict each other: a wrong label would make a figure wrong without a word.
func (l *Labels) check() error {
	themes := map[string]bool{"": true}
	for _, t := range l.Themes {
		if themes[t.ID] {
			return fmt.Errorf("themes.jsonl: theme %q is there twice, or has no id", t.ID)
		}
		themes[t.ID] = true
	}
	ids := map[string]bool{}
	for _, lesson := range l.Lessons {
		if err := lesson.check(); err != nil {
			return err
		}
		switch {
		case ids[lesson.ID]:
			return fmt.Errorf("lessons.jsonl: %s is there twice", lesson.ID)
		case !themes[lesson.Theme]:
			return fmt.Errorf("lessons.jsonl: %s: there is no theme %q", lesson.ID, lesson.Theme)
		}
		ids[lesson.ID] = true
	}
	return l.checkReferences(ids)
}

func (l Lesson) check() error {
	if l.Kind != lesson.KindLesson && l.Kind != lesson.KindDecision {
		return fmt.Errorf("lessons.jsonl: %s: %q is no kind", l.ID, l.Kind)
	}
	if l.ID == "" || len(l.Places) == 0 {
		return fmt.Errorf("lessons.jsonl: %s: a lesson needs an id and a place", l.ID)
	}
	for _, p := range l.Places {
		if p.Path == "" || p.StartLine < 1 || p.EndLine < p.StartLine {
			return fmt.Errorf("lessons.jsonl: %s: %s is no place", l.ID, p)
		}
	}
	return nil
}

func (l *Labels) checkReferences(ids map[string]bool) error {
	for _, lesson := range l.Lessons {
		if lesson.Replaces != "" && (!ids[lesson.Replaces] || lesson.Replaces == lesson.ID) {
			return fmt.Errorf("lessons.jsonl: %s: there is no %s that it could replace", lesson.ID, lesson.Replaces)
		}
	}
	for _, pair := range l.Unlike {
		if !ids[pair.A] || !ids[pair.B] || pair.A == pair.B {
			return fmt.Errorf("unlike.jsonl: %s and %s are no two lessons", pair.A, pair.B)
		}
	}
	for _, literal := range l.Never {
		if literal.Text == "" {
			return fmt.Errorf("never.jsonl: an empty literal stands everywhere (%s)", literal.Why)
		}
	}
	return nil
}

// Support is the least number of lessons that back an entry, and that make a theme worth an entry.
const Support = 3

// Sizes are the numbers of lessons of the themes that could become entries.
func (l *Labels) Sizes() map[string]int {
	sizes := map[string]int{}
	for _, lesson := range l.Lessons {
		if lesson.Theme != "" {
			sizes[lesson.Theme]++
		}
	}
	for theme, n := range sizes {
		if n < Support {
			delete(sizes, theme)
		}
	}
	return sizes
}
