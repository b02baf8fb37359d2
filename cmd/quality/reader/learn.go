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

// Learner makes a Record or a Table of requests and their answers.
type Learner interface {
	learn(asked fake.Request, text string) error
	// Bytes is what was learned, as a file.
	Bytes() []byte
}

// recordLearner makes a record of the requests about lessons and their answers.
type recordLearner struct {
	*Record
	index index
	asked map[*Lesson]int // how often each was to be assigned
}

// NewLearner makes a learner for a run over lessons; by says who answers.
func NewLearner(by string, lessons []lesson.Lesson) Learner {
	return &recordLearner{&Record{By: by}, indexOf(lessons), map[*Lesson]int{}}
}

// Bytes is the record, in the order of the lessons' places.
func (l *recordLearner) Bytes() []byte {
	slices.SortStableFunc(l.Lessons, func(a, b *Lesson) int {
		return cmp.Or(strings.Compare(a.Place.Path, b.Place.Path), cmp.Compare(a.Place.StartLine, b.Place.StartLine))
	})
	return l.Record.Bytes()
}

func (l *recordLearner) learn(r fake.Request, text string) error {
	asked := r.Read()
	byNumber := map[int]*Lesson{}
	for _, n := range asked.Notes() {
		shown := l.index.of(n)
		if shown == nil {
			return fmt.Errorf("note %d of the prompt is none of the lessons", n.Number)
		}
		byNumber[n.Number] = l.see(shown)
	}
	var found struct{ Practices []fake.FoundPractice }
	var worded struct{ Practices []fake.WordedPractice }
	var assigned struct{ Notes []fake.AssignedNote }
	var verified struct{ Lines []fake.VerifiedLine }
	into := map[string]any{"find": &found, "word": &worded, "assign": &assigned, "verify": &verified}[asked.Step]
	if err := json.Unmarshal([]byte(text), into); err != nil {
		return err
	}
	switch asked.Step {
	case "find":
		l.found(asked, found.Practices, byNumber)
	case "word":
		l.worded(asked, worded.Practices, byNumber)
	case "assign":
		l.assigned(asked, assigned.Notes, byNumber)
	case "verify":
		l.verified(asked, verified.Lines, byNumber)
	}
	return nil
}

// see records that a lesson was shown.
func (l *recordLearner) see(lesson *lesson.Lesson) *Lesson {
	hash := hashOf(lesson.Text)
	if i := slices.IndexFunc(l.Lessons, func(k *Lesson) bool { return k.Hash == hash }); i >= 0 {
		return l.Lessons[i]
	}
	runes := []rune(lesson.Text)
	seen := &Lesson{
		Place: lesson.Place, Hash: hash, Text: string(runes[:min(len(runes), shownText)]),
		Assigned: []Choice{},
	}
	l.Lessons = append(l.Lessons, seen)
	return seen
}

// add adds a number to those that each of the notes has in a list.
func add(number int, notes []int, byNumber map[int]*Lesson, list func(*Lesson) *[]int) {
	for _, n := range notes {
		if lesson := byNumber[n]; lesson != nil && !slices.Contains(*list(lesson), number) {
			*list(lesson) = append(*list(lesson), number)
		}
	}
}

// found takes a list of practices in. One that merges lists, or repeats a request, replaces
// what was there; the examples are then those that a practice is assigned.
func (l *recordLearner) found(asked fake.Asked, practices []fake.FoundPractice, byNumber map[int]*Lesson) {
	if asked.Merge || asked.Again {
		l.Practices = nil
		for _, lesson := range l.Lessons {
			lesson.Example = nil
		}
	}
	for _, p := range practices {
		l.Practices = append(l.Practices, Practice{p.Name, p.Line})
		add(len(l.Practices), p.Notes, byNumber, func(k *Lesson) *[]int { return &k.Example })
	}
}

func (l *recordLearner) assigned(asked fake.Asked, notes []fake.AssignedNote, byNumber map[int]*Lesson) {
	practice := map[int]int{}
	for _, o := range asked.Options {
		practice[o.Number] = l.practiceOf(o.Text)
	}
	if !asked.Again {
		for _, lesson := range byNumber {
			l.asked[lesson]++
		}
	}
	for _, n := range notes {
		if lesson := byNumber[n.Note]; lesson != nil {
			lesson.Assigned = append(lesson.Assigned[:min(len(lesson.Assigned), l.asked[lesson]-1)],
				Choice{practice[n.Practice], practice[n.Also], n.Weight})
		}
	}
}

func (l *recordLearner) worded(asked fake.Asked, practices []fake.WordedPractice, byNumber map[int]*Lesson) {
	for _, w := range practices {
		at := slices.IndexFunc(asked.Blocks, func(b fake.Block) bool { return b.Practice.Number == w.Practice })
		if at < 0 {
			continue
		}
		practice := l.practiceOf(asked.Blocks[at].Practice.Text)
		wording := Wording{practice, w.Name, w.Line}
		number := len(l.Wordings) + 1
		if before := l.wordingsOf(practice); asked.Again && len(before) > 0 {
			number = before[len(before)-1]
			l.Wordings[number-1] = wording
			for _, lesson := range byNumber {
				lesson.Misfit = slices.DeleteFunc(lesson.Misfit, func(n int) bool { return n == number })
			}
		} else {
			l.Wordings = append(l.Wordings, wording)
		}
		add(number, w.Misfits, byNumber, func(k *Lesson) *[]int { return &k.Misfit })
	}
}

func (l *recordLearner) verified(asked fake.Asked, lines []fake.VerifiedLine, byNumber map[int]*Lesson) {
	for _, b := range asked.Blocks {
		for _, shown := range b.Lines {
			at := slices.IndexFunc(lines, func(v fake.VerifiedLine) bool { return v.Line == shown.Number })
			if at < 0 {
				continue
			}
			number := l.LineOf(shown.Text)
			if number == 0 {
				l.Lines = append(l.Lines, Line{shown.Text, lines[at].Verdict, lines[at].Reason})
				number = len(l.Lines)
			}
			add(number, lines[at].Yes, byNumber, func(k *Lesson) *[]int { return &k.Yes })
		}
	}
}
