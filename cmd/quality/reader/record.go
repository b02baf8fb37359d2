package reader

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"wisdom/internal/lesson"
	"wisdom/internal/similar"
	"wisdom/internal/workspace"
	"wisdom/pipeline/distill"
	"wisdom/pipeline/llm/fake"
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

// Read reads a Record or a Table. If there is none, the error wraps fs.ErrNotExist.
func Read[T Record | Table](path string) (*T, error) {
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

// LessonOf returns the record of a lesson, nil for one that the reader did not see. The same text decides, then a
// place in common, if most words are the same.
func (r *Record) LessonOf(l *lesson.Lesson) *Lesson {
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
		if !overlaps {
			continue
		}
		if share := similar.Of(k.Text).Within(similar.Of(l.Text)); share >= most {
			best, most = k, share
		}
	}
	return best
}

func hashOf(text string) string { return workspace.ShortHash(Plain(text), 8) }

// Plain is a text without anything but letters and digits, in lower case.
func Plain(text string) string {
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
	shown = Plain(shown)
	for i, p := range r.Practices {
		if Plain(p.Name+p.Line) == shown {
			return i + 1
		}
	}
	for _, w := range r.Wordings {
		if Plain(w.Name+w.Line) == shown {
			return w.Practice
		}
	}
	return 0
}

// LineOf is the number of a line, or 0.
func (r *Record) LineOf(text string) int {
	return 1 + slices.IndexFunc(r.Lines, func(l Line) bool { return Plain(l.Text) == Plain(text) })
}

// wordingsOf are the numbers of the wordings of a practice.
func (r *Record) wordingsOf(practice int) (numbers []int) {
	for i, w := range r.Wordings {
		if w.Practice == practice {
			numbers = append(numbers, i+1)
		}
	}
	return numbers
}

// index finds lessons by what a prompt shows of them.
type index map[string]*lesson.Lesson

func indexOf(lessons []lesson.Lesson) index {
	all := index{}
	for i := range lessons {
		shown := distill.Shown(&lessons[i], 0)
		all[fmt.Sprintf("(%s) %s", shown.Place, shown.Text)] = &lessons[i]
	}
	return all
}

var reMisfit = regexp.MustCompile(`, does not fit practice \d+\)`) // of a note that is asked about once more

// of is the lesson that a note shows; nil if it is none of the run's.
func (x index) of(n fake.Item) *lesson.Lesson { return x[reMisfit.ReplaceAllString(n.Text, ")")] }
