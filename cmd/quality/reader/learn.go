package reader

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/pipeline/llm/fake"
)

// Learner makes a record of the requests about lessons and their answers.
type Learner struct {
	record  *Record
	lessons index
	asked   map[*Lesson]int // how often each was to be assigned
}

// NewLearner makes a learner for a run over lessons; by says who answers.
func NewLearner(by string, lessons []lesson.Lesson) *Learner {
	return &Learner{&Record{By: by}, indexOf(lessons), map[*Lesson]int{}}
}

// Record is what was learned, in the order of the lessons' places.
func (l *Learner) Record() *Record {
	slices.SortStableFunc(l.record.Lessons, func(a, b *Lesson) int {
		return cmp.Or(strings.Compare(a.Place.Path, b.Place.Path), cmp.Compare(a.Place.StartLine, b.Place.StartLine))
	})
	return l.record
}

func (l *Learner) parse(asked fake.Request) request { return l.lessons.parse(asked) }

// learn takes an answer in.
func (l *Learner) learn(asked fake.Request, text string) error {
	r := l.lessons.parse(asked)
	byNumber := map[int]*Lesson{}
	for _, n := range r.notes() {
		if n.lesson == nil {
			return fmt.Errorf("note %d of the prompt is none of the lessons", n.number)
		}
		byNumber[n.number] = l.see(n.lesson)
	}
	var found struct{ Practices []foundPractice }
	var worded struct{ Practices []wordedPractice }
	var assigned struct{ Notes []assignedNote }
	var verified struct{ Lines []verifiedLine }
	into := map[string]any{"find": &found, "word": &worded, "assign": &assigned, "verify": &verified}[r.step]
	if err := json.Unmarshal([]byte(text), into); err != nil {
		return err
	}
	l.found(&r, found.Practices, byNumber)
	for _, w := range worded.Practices {
		l.worded(&r, w, byNumber)
	}
	l.assigned(&r, assigned.Notes, byNumber)
	l.verified(&r, verified.Lines, byNumber)
	return nil
}

// see records that a lesson was shown.
func (l *Learner) see(lesson *lesson.Lesson) *Lesson {
	hash := hashOf(lesson.Text)
	if i := slices.IndexFunc(l.record.Lessons, func(k *Lesson) bool { return k.Hash == hash }); i >= 0 {
		return l.record.Lessons[i]
	}
	runes := []rune(lesson.Text)
	seen := &Lesson{
		Place: lesson.Place, Hash: hash, Text: string(runes[:min(len(runes), shownText)]),
		Assigned: []Choice{},
	}
	l.record.Lessons = append(l.record.Lessons, seen)
	return seen
}

// found takes a list of practices in. One that merges lists, or repeats a request, replaces
// what was there; the examples are then those that a practice is assigned.
func (l *Learner) found(r *request, practices []foundPractice, byNumber map[int]*Lesson) {
	if r.step == "find" && (r.merge || r.again) {
		l.record.Practices = nil
		for _, lesson := range l.record.Lessons {
			lesson.Example = nil
		}
	}
	for _, p := range practices {
		l.record.Practices = append(l.record.Practices, Practice{p.Name, p.Line})
		number := len(l.record.Practices)
		for _, n := range p.Notes {
			if lesson := byNumber[n]; lesson != nil && !slices.Contains(lesson.Example, number) {
				lesson.Example = append(lesson.Example, number)
			}
		}
	}
}

func (l *Learner) assigned(r *request, notes []assignedNote, byNumber map[int]*Lesson) {
	practice := map[int]int{}
	for _, o := range r.options {
		practice[o.number] = l.record.practiceOf(o.text)
	}
	if r.step == "assign" && !r.again {
		for _, lesson := range byNumber {
			l.asked[lesson]++
		}
	}
	for _, n := range notes {
		lesson := byNumber[n.Note]
		if lesson == nil {
			continue
		}
		lesson.Assigned = append(lesson.Assigned[:min(len(lesson.Assigned), l.asked[lesson]-1)],
			Choice{practice[n.Practice], practice[n.Also], n.Weight})
	}
}

func (l *Learner) worded(r *request, w wordedPractice, byNumber map[int]*Lesson) {
	at := slices.IndexFunc(r.blocks, func(b block) bool { return b.practice.number == w.Practice })
	if at < 0 {
		return
	}
	practice := l.record.practiceOf(r.blocks[at].practice.text)
	number := len(l.record.Wordings) + 1
	wording := Wording{practice, w.Name, w.Line}
	if again := l.record.lastWording(practice); r.again && again > 0 {
		number = again
		l.record.Wordings[number-1] = wording
		for _, lesson := range byNumber {
			lesson.Misfit = slices.DeleteFunc(lesson.Misfit, func(n int) bool { return n == number })
		}
	} else {
		l.record.Wordings = append(l.record.Wordings, wording)
	}
	for _, n := range w.Misfits {
		if lesson := byNumber[n]; lesson != nil && !slices.Contains(lesson.Misfit, number) {
			lesson.Misfit = append(lesson.Misfit, number)
		}
	}
}

// lastWording is the number of the last wording of a practice, or 0.
func (r *Record) lastWording(practice int) int {
	for i := len(r.Wordings); i > 0; i-- {
		if r.Wordings[i-1].Practice == practice {
			return i
		}
	}
	return 0
}

func (l *Learner) verified(r *request, lines []verifiedLine, byNumber map[int]*Lesson) {
	for _, b := range r.blocks {
		for _, shown := range b.lines {
			at := slices.IndexFunc(lines, func(v verifiedLine) bool { return v.Line == shown.number })
			if at < 0 {
				continue
			}
			number := l.record.lineOf(shown.text)
			if number == 0 {
				l.record.Lines = append(l.record.Lines, Line{shown.text, lines[at].Verdict, lines[at].Reason})
				number = len(l.record.Lines)
			}
			for _, n := range lines[at].Yes {
				if lesson := byNumber[n]; lesson != nil && !slices.Contains(lesson.Yes, number) {
					lesson.Yes = append(lesson.Yes, number)
				}
			}
		}
	}
}
