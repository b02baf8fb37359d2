package reader

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode"

	"wisdom/internal/lesson"
	"wisdom/internal/words"
	"wisdom/internal/workspace"
)

// Record holds a reader's answers to the requests about one workspace. Practices, wordings and lines are numbered
// from 1, in their order.
type Record struct {
	// By says who answered, and when.
	By        string     `json:"by"`
	Practices []Practice `json:"practices"`
	Wordings  []Wording  `json:"wordings"`
	Lines     []Line     `json:"lines"`
	Lessons   []*Lesson  `json:"lessons"`
}

// Practice is one that the reader found.
type Practice struct {
	Name string `json:"name"`
	Line string `json:"line"`
}

// Wording is the reader's wording of a practice; a later one was written after the earlier one was rejected.
type Wording struct {
	Practice int    `json:"practice"`
	Name     string `json:"name"`
	Line     string `json:"line"`
}

// Line is the verdict on a line.
type Line struct {
	Text    string `json:"text"`
	Verdict string `json:"verdict"`
	Reason  string `json:"reason,omitempty"`
}

// Choice is what a lesson teaches: a practice, a second one, and its weight; 0 for none.
type Choice [3]int

// Lesson holds the reader's answers about a lesson.
type Lesson struct {
	// Place is its place, Hash the hash of its text, Text the beginning of the text.
	Place lesson.Place `json:"place"`
	Hash  string       `json:"hash"`
	Text  string       `json:"text"`
	// Assigned are the choices, one for each time that the lesson was asked about.
	Assigned []Choice `json:"assigned"`
	// Example are practices that it was an example of, Misfit wordings that it does not
	// fit, Yes lines that it follows from.
	Example []int `json:"example,omitempty"`
	Misfit  []int `json:"misfit,omitempty"`
	Yes     []int `json:"yes,omitempty"`
}

// Read reads a record. If there is none, the error wraps fs.ErrNotExist.
func Read(path string) (*Record, error) { return read[Record](path) }

func read[T any](path string) (*T, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r := new(T)
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// Bytes is the record as a file, each of its parts on a line.
func (r *Record) Bytes() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n  \"by\": %s", line(r.By))
	list(&b, "practices", r.Practices)
	list(&b, "wordings", r.Wordings)
	list(&b, "lines", r.Lines)
	list(&b, "lessons", r.Lessons)
	b.WriteString("\n}\n")
	return b.Bytes()
}

func list[T any](b *bytes.Buffer, name string, items []T) {
	fmt.Fprintf(b, ",\n  %q: [", name)
	for i, item := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(b, "\n    %s", line(item))
	}
	b.WriteString("\n  ]")
}

func line(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // only values of this file come here
	}
	return strings.TrimSpace(b.String())
}

// shownText is how much of a lesson the record shows, in characters.
const shownText = 60

// lessonOf returns the record of a lesson, nil for one that the reader did not see. The same text decides, then a
// place in common, if most words are the same.
func (r *Record) lessonOf(l *lesson.Lesson) *Lesson {
	hash := hashOf(l.Text)
	if i := slices.IndexFunc(r.Lessons, func(k *Lesson) bool { return k.Hash == hash }); i >= 0 {
		return r.Lessons[i]
	}
	var best *Lesson
	most := 0.5 // of the words that are shown
	for _, k := range r.Lessons {
		overlaps := slices.ContainsFunc(l.Places, func(p lesson.Place) bool {
			return p.Path == k.Place.Path && p.StartLine <= k.Place.EndLine && k.Place.StartLine <= p.EndLine
		})
		if share := shareOf(k.Text, l.Text); overlaps && share >= most {
			best, most = k, share
		}
	}
	return best
}

// shareOf is the share of the words of a text that another one has.
func shareOf(text, other string) float64 {
	has := map[string]bool{}
	for _, term := range words.Terms(other) {
		has[term.Stem] = true
	}
	n, both := 0, 0
	for _, term := range words.Terms(text) {
		if n++; has[term.Stem] {
			both++
		}
	}
	return float64(both) / float64(max(n, 1))
}

func hashOf(text string) string { return workspace.ShortHash(plain(text), 8) }

// plain is a text without anything but letters and digits, in lower case.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// practiceOf is the number of the practice that a prompt shows as its name and line, or 0.
// After it was worded, its name and line are those of the wording.
func (r *Record) practiceOf(shown string) int {
	shown = plain(shown)
	for i, p := range r.Practices {
		if plain(p.Name+p.Line) == shown {
			return i + 1
		}
	}
	for _, w := range r.Wordings {
		if plain(w.Name+w.Line) == shown {
			return w.Practice
		}
	}
	return 0
}

// lineOf is the number of a line, or 0.
func (r *Record) lineOf(text string) int {
	return 1 + slices.IndexFunc(r.Lines, func(l Line) bool { return plain(l.Text) == plain(text) })
}

// namesOf are the names that the reader gave to the practice that a text words, plain.
func (r *Record) namesOf(text string) (names []string) {
	for _, w := range r.Wordings {
		if plain(text) != plain(w.Line) {
			continue
		}
		names = append(names, plain(r.Practices[w.Practice-1].Name))
		for _, other := range r.Wordings {
			if other.Practice == w.Practice {
				names = append(names, plain(other.Name))
			}
		}
	}
	return names
}

// Denies says what the reader has against an entry that is backed by lessons: the reader
// did not write it, did not find it good, or did not find that a lesson follows from it.
// It is empty for an entry that the reader let through.
func (r *Record) Denies(name, text string, lessons []lesson.Lesson) string {
	number := r.lineOf(text)
	switch {
	case number == 0:
		return "the reader did not judge it"
	case r.Lines[number-1].Verdict != "ok":
		return "the reader found it " + r.Lines[number-1].Verdict
	case len(lessons) < leastExamples:
		return fmt.Sprintf("%d lessons back it", len(lessons))
	case plain(name) == "" || !slices.Contains(r.namesOf(text), plain(name)):
		return fmt.Sprintf("the reader did not write the name %q", name)
	}
	for i := range lessons {
		if l := r.lessonOf(&lessons[i]); l == nil || !slices.Contains(l.Yes, number) {
			return "the reader did not find that it follows: " + lessons[i].Text
		}
	}
	return ""
}
