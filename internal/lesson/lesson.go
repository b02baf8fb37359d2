package lesson

import (
	"cmp"
	"fmt"
	"strings"
)

// Kind distinguishes lessons from decisions.
type Kind string

// The kinds of lessons.
const (
	KindLesson   Kind = "lesson"
	KindDecision Kind = "decision"
)

// Class says how a lesson was found.
type Class string

// The classes. Lessons of class Told are candidates for a model only.
const (
	Labelled Class = "labelled" // below a lesson heading, or behind a lesson label
	Rule     Class = "rule"     // an order or a norm in a memory file
	Told     Class = "told"     // an insight inside a report
)

// Lesson is one thing learned, with its places. Its JSON is the contract of collect --json.
type Lesson struct {
	ID   string `json:"id"`
	Kind Kind   `json:"kind"`
	// Class is how the lesson was found.
	Class Class `json:"class"`
	// Rule names the rule of the collector that decided.
	Rule string `json:"rule"`
	// Negative marks a lesson below a heading such as "What does not work": it is not advice as it is.
	Negative bool `json:"negative,omitempty"`
	// Text is the text of the source on one line, without list marks, labels and a date in front.
	Text string `json:"text"`
	// Headline is its core as plain text: the words in bold, or the first sentence.
	Headline string `json:"headline"`
	// RuleSentence is what screens show: all of a short text, else the sentence that says what to do, with "…" for what
	// is left out. It is empty in drafts of older programs; see Sentence.
	RuleSentence string `json:"rule_sentence"`
	Place
	// Heading is the nearest heading above the first place; of an entry in a tracker, the
	// incident.
	Heading string `json:"heading"`
	// Date is YYYY-MM-DD, or empty if unknown.
	Date string `json:"date"`
	// Days are the dates of its places, ascending, without those where a block of lines was only copied.
	Days   []string `json:"days,omitempty"`
	New    bool     `json:"new"`
	Places []Place  `json:"places"`
}

// Times returns how often the lesson was written down: once, or on several days.
func (l Lesson) Times() int { return max(1, len(l.Days)) }

// Support tells how many lessons back something and, if one was written down on several days, how often they were
// written down all together, which is what budgets.support counts: "1 lesson, written down 3 times".
func Support(lessons, times int) string {
	text := fmt.Sprintf("%d lessons", lessons)
	if lessons == 1 {
		text = "1 lesson"
	}
	if times > lessons {
		text += fmt.Sprintf(", written down %d times", times)
	}
	return text
}

// SupportOf is Support for these lessons.
func SupportOf(lessons []Lesson) string {
	times := 0
	for _, l := range lessons {
		times += l.Times()
	}
	return Support(len(lessons), times)
}

// ByID returns lessons by their IDs.
func ByID(lessons []Lesson) map[string]Lesson {
	known := map[string]Lesson{}
	for _, l := range lessons {
		known[l.ID] = l
	}
	return known
}

// Also returns the places of a lesson but the first, as people write them: "also in a.md:3, b.md:3"; "" for one place.
func (l Lesson) Also() string {
	also := ""
	for i, p := range l.Places {
		switch i {
		case 0:
		case 1:
			also = "also in " + p.String()
		default:
			also += ", " + p.String()
		}
	}
	return also
}

// Sentence returns the one line that screens show of a lesson.
func (l Lesson) Sentence() string { return cmp.Or(l.RuleSentence, l.Headline) }

// Excerpt is the last part of Sentence of which nothing is left out, which says what to do: a part of the text, but for
// marks of bold and for the line that leads to it.
func (l Lesson) Excerpt() string {
	parts := strings.Split(strings.Trim(l.Sentence(), "… "), "…")
	return strings.TrimSpace(parts[len(parts)-1])
}

// Place is the place of a lesson. Lines count from 1.
type Place struct {
	Path      string `json:"path"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
	// Date is that of the note, as Lesson.Date; only collected lessons have it.
	Date string `json:"-"`
}

// String is the place as people write it.
func (p Place) String() string {
	if p.StartLine == p.EndLine {
		return fmt.Sprintf("%s:%d", p.Path, p.StartLine)
	}
	return fmt.Sprintf("%s:%d-%d", p.Path, p.StartLine, p.EndLine)
}
