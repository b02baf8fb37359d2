package reader

import (
	"slices"

	"wisdom/internal/lesson"
	"wisdom/pipeline/llm/fake"
)

// Replay answers the requests of one run from a record.
type Replay struct {
	record  *Record
	lessons index
	asked   map[*Lesson]int // how often each was to be assigned
	unseen  map[string]bool // lessons and lines that are not recorded
}

// NewReplay makes a replay for a run over lessons.
func NewReplay(record *Record, lessons []lesson.Lesson) *Replay {
	return &Replay{record, indexOf(lessons), map[*Lesson]int{}, map[string]bool{}}
}

// Unseen is how many lessons and lines the run asked about that are not recorded.
func (p *Replay) Unseen() int { return len(p.unseen) }

// Answer answers a request.
func (p *Replay) Answer(r fake.Request) fake.Reply {
	asked := r.Read()
	switch asked.Step {
	case "find":
		return fake.Answer{Practices: p.find(asked)}.Reply()
	case "assign":
		return fake.Answer{Notes: p.assign(asked)}.Reply()
	case "word":
		return fake.Answer{Practices: p.word(asked)}.Reply()
	case "verify":
		return fake.Answer{Lines: p.verify(asked)}.Reply()
	}
	return unknown
}

var unknown = fake.Reply{Status: 400, Error: "the record knows no such request"}

// of returns the record of a lesson.
func (p *Replay) of(n fake.Item) *Lesson {
	l := p.lessons.of(n)
	if l == nil {
		return &Lesson{}
	}
	if known := p.record.LessonOf(l); known != nil {
		return known
	}
	p.unseen[l.ID] = true
	return &Lesson{}
}

const (
	// examples is how many notes an answer names for a practice, leastExamples at least.
	examples, leastExamples = 5, 3
)

func (p *Replay) find(asked fake.Asked) []fake.FoundPractice {
	known := map[int]bool{}
	for _, text := range asked.Known {
		known[p.record.practiceOf(text)] = true
	}
	found := []fake.FoundPractice{}
	for i, practice := range p.record.Practices {
		var notes, others []int
		for _, n := range asked.Listed {
			if p.record.practiceOf(n.Text) == i+1 {
				notes = append(notes, n.Number)
			}
		}
		for _, n := range asked.Notes() {
			l := p.of(n)
			switch {
			case slices.Contains(l.Example, i+1):
				notes = append(notes, n.Number)
			case len(l.Assigned) > 0 && l.Assigned[0][0] == i+1:
				others = append(others, n.Number)
			}
		}
		if len(notes) < leastExamples {
			notes = append(notes, others[:min(len(others), examples-len(notes))]...)
		}
		if !known[i+1] && (len(notes) >= leastExamples || asked.Merge && len(notes) > 0) {
			found = append(found, fake.FoundPractice{Name: practice.Name, Line: practice.Line, Notes: notes})
		}
	}
	return found
}

func (p *Replay) assign(asked fake.Asked) []fake.AssignedNote {
	option := map[int]int{}
	for _, o := range asked.Options {
		if practice := p.record.practiceOf(o.Text); practice > 0 {
			option[practice] = o.Number
		}
	}
	all := []fake.AssignedNote{}
	for _, n := range asked.Notes() {
		l := p.of(n)
		if !asked.Again {
			p.asked[l]++
		}
		a := fake.AssignedNote{Note: n.Number}
		if len(l.Assigned) > 0 {
			c := l.Assigned[min(max(p.asked[l], 1), len(l.Assigned))-1]
			a.Practice, a.Also, a.Weight = option[c[0]], option[c[1]], c[2]
		}
		all = append(all, a)
	}
	return all
}

func (p *Replay) word(asked fake.Asked) []fake.WordedPractice {
	all := []fake.WordedPractice{}
	for _, b := range asked.Blocks {
		if b.Practice.Number == 0 {
			continue
		}
		practice := p.record.practiceOf(b.Practice.Text)
		numbers := p.record.wordingsOf(practice)
		if practice == 0 || len(numbers) == 0 {
			p.unseen[b.Practice.Text] = true
			continue
		}
		number := numbers[0]
		if b.Rejected {
			number = numbers[len(numbers)-1]
		}
		w := p.record.Wordings[number-1]
		misfits := p.numbers(b.Notes, func(l *Lesson) bool { return slices.Contains(l.Misfit, number) })
		all = append(all, fake.WordedPractice{Practice: b.Practice.Number, Name: w.Name, Line: w.Line, Misfits: misfits})
	}
	return all
}

func (p *Replay) verify(asked fake.Asked) []fake.VerifiedLine {
	all := []fake.VerifiedLine{}
	for _, b := range asked.Blocks {
		for _, shown := range b.Lines {
			line := Line{Verdict: "too vague", Reason: "the reader did not see this line"}
			number := p.record.LineOf(shown.Text)
			if number == 0 {
				p.unseen[shown.Text] = true
			} else {
				line = p.record.Lines[number-1]
			}
			yes := p.numbers(b.Notes, func(l *Lesson) bool { return number > 0 && slices.Contains(l.Yes, number) })
			all = append(all, fake.VerifiedLine{Line: shown.Number, Yes: yes, Verdict: line.Verdict, Reason: line.Reason})
		}
	}
	return all
}

// numbers are those of the notes whose lessons are wanted.
func (p *Replay) numbers(notes []fake.Item, wanted func(*Lesson) bool) []int {
	list := []int{}
	for _, n := range notes {
		if wanted(p.of(n)) {
			list = append(list, n.Number)
		}
	}
	return list
}
