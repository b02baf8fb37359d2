package reader

import (
	"encoding/json"
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
func (p *Replay) Answer(asked fake.Request) fake.Reply {
	r := p.lessons.parse(asked)
	answer := map[string]any{}
	switch r.step {
	case "find":
		answer["practices"] = p.find(&r)
	case "assign":
		answer["notes"] = p.assign(&r)
	case "word":
		answer["practices"] = p.word(&r)
	case "verify":
		answer["lines"] = p.verify(&r)
	default:
		return fake.Reply{Status: 400, Error: "the record knows no such request"}
	}
	b, err := json.Marshal(answer)
	if err != nil {
		panic(err) // only values of this package come here
	}
	return fake.Reply{Text: string(b)}
}

// of returns the record of a lesson.
func (p *Replay) of(n note) *Lesson {
	if n.lesson == nil {
		return &Lesson{}
	}
	if known := p.record.lessonOf(n.lesson); known != nil {
		return known
	}
	p.unseen[n.lesson.ID] = true
	return &Lesson{}
}

const (
	// examples is how many notes an answer names for a practice, leastExamples at least.
	examples, leastExamples = 5, 3
)

func (p *Replay) find(r *request) []foundPractice {
	known := map[int]bool{}
	for _, text := range r.known {
		known[p.record.practiceOf(text)] = true
	}
	found := []foundPractice{}
	for i, practice := range p.record.Practices {
		var notes, others []int
		for _, n := range r.listed {
			if p.record.practiceOf(n.text) == i+1 {
				notes = append(notes, n.number)
			}
		}
		for _, n := range r.notes() {
			l := p.of(n)
			switch {
			case slices.Contains(l.Example, i+1):
				notes = append(notes, n.number)
			case len(l.Assigned) > 0 && l.Assigned[0][0] == i+1:
				others = append(others, n.number)
			}
		}
		if len(notes) < leastExamples {
			notes = append(notes, others[:min(len(others), examples-len(notes))]...)
		}
		if !known[i+1] && (len(notes) >= leastExamples || r.merge && len(notes) > 0) {
			found = append(found, foundPractice{practice.Name, practice.Line, notes})
		}
	}
	return found
}

func (p *Replay) assign(r *request) []assignedNote {
	option := map[int]int{}
	for _, o := range r.options {
		if practice := p.record.practiceOf(o.text); practice > 0 {
			option[practice] = o.number
		}
	}
	all := []assignedNote{}
	for _, n := range r.notes() {
		l := p.of(n)
		if !r.again {
			p.asked[l]++
		}
		a := assignedNote{Note: n.number}
		if len(l.Assigned) > 0 {
			c := l.Assigned[min(max(p.asked[l], 1), len(l.Assigned))-1]
			a.Practice, a.Also, a.Weight = option[c[0]], option[c[1]], c[2]
		}
		all = append(all, a)
	}
	return all
}

func (p *Replay) word(r *request) []wordedPractice {
	all := []wordedPractice{}
	for _, b := range r.blocks {
		if b.practice.number == 0 {
			continue
		}
		practice := p.record.practiceOf(b.practice.text)
		var numbers []int
		for i, w := range p.record.Wordings {
			if w.Practice == practice {
				numbers = append(numbers, i+1)
			}
		}
		if practice == 0 || len(numbers) == 0 {
			p.unseen[b.practice.text] = true
			continue
		}
		number := numbers[0]
		if b.rejected {
			number = numbers[len(numbers)-1]
		}
		w := p.record.Wordings[number-1]
		answer := wordedPractice{b.practice.number, w.Name, w.Line, []int{}}
		for _, n := range b.notes {
			if slices.Contains(p.of(n).Misfit, number) {
				answer.Misfits = append(answer.Misfits, n.number)
			}
		}
		all = append(all, answer)
	}
	return all
}

func (p *Replay) verify(r *request) []verifiedLine {
	all := []verifiedLine{}
	for _, b := range r.blocks {
		for _, line := range b.lines {
			answer := verifiedLine{
				Line: line.number, Yes: []int{}, Verdict: "too vague",
				Reason: "the reader did not see this line",
			}
			number := p.record.lineOf(line.text)
			if number == 0 {
				p.unseen[line.text] = true
				all = append(all, answer)
				continue
			}
			answer.Verdict, answer.Reason = p.record.Lines[number-1].Verdict, p.record.Lines[number-1].Reason
			for _, n := range b.notes {
				if slices.Contains(p.of(n).Yes, number) {
					answer.Yes = append(answer.Yes, n.number)
				}
			}
			all = append(all, answer)
		}
	}
	return all
}
