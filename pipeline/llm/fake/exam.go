package fake

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"wisdom/pipeline/distill/exam"
)

// Sits changes what answers the questions of an exam, which the server answers right otherwise; nil makes it answer
// right again.
func (s *Server) Sits(answer func(Request) Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sits = answer
}

// Exams counts questions of an exam since the last time. Calls and Requests leave them out.
func (s *Server) Exams() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.exams
	s.exams = 0
	return n
}

// examines returns what answers a request, and counts it, if it is a question of an exam.
func (s *Server) examines(path string, r Request) func(Request) Reply {
	if !IsExam(r) {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[path]--
	s.exams++
	if s.sits != nil {
		return s.sits
	}
	return Pass
}

var reControl = regexp.MustCompile(`^The word is (\S+)\. `)

// IsExam reports whether a request is a question of an exam.
func IsExam(r Request) bool {
	asked, items := r.Read(), exam.All()
	notes := asked.Notes()
	if len(notes) == 0 {
		return reControl.MatchString(r.Prompt) || ofPair(r) != nil
	}
	is := func(text string) bool { return strings.HasSuffix(notes[0].Text, text) }
	switch asked.Step {
	case exam.Find:
		return slices.ContainsFunc(items.Find.Notes, func(n exam.Sought) bool { return is(n.Text) })
	case exam.Assign:
		return slices.ContainsFunc(items.Assign.Notes, func(n exam.Assigned) bool { return is(n.Text) })
	case exam.Word:
		return slices.ContainsFunc(items.Word, func(w exam.Wording) bool { return slices.ContainsFunc(w.Notes, is) })
	case exam.Verify:
		return slices.ContainsFunc(items.Verify, func(l exam.Line) bool {
			return slices.ContainsFunc(l.Notes, func(n exam.Pair) bool { return is(n.Text) })
		})
	}
	return false
}

// ofPair is the note of a question by margins, which shows one note and one line; nil for another question.
func ofPair(r Request) *exam.Assigned {
	notes := exam.All().Assign.Notes
	at := slices.IndexFunc(notes, func(n exam.Assigned) bool { return strings.Contains(r.Prompt, "Note: "+n.Text+"\n") })
	if len(r.Format) > 0 || at < 0 {
		return nil
	}
	return &notes[at]
}

// Pass answers a question of an exam right.
func Pass(r Request) Reply {
	if n := ofPair(r); n != nil {
		teaches := n.Teaches > 0 && strings.Contains(r.Prompt, "Rule: "+exam.All().Assign.Lines[n.Teaches-1].Line+"\n")
		if teaches {
			return Reply{Text: "yes", First: map[string]float64{"yes": -.1, "no": -3}}
		}
		return Reply{Text: "no", First: map[string]float64{"yes": -3, "no": -.1}}
	}
	if control := reControl.FindStringSubmatch(r.Prompt); control != nil {
		return Reply{Text: fmt.Sprintf(`{"word":%q}`, control[1])}
	}
	return Key(r).Reply()
}

// Key is the right answer to a question about the notes of an exam.
func Key(r Request) Answer {
	asked := r.Read()
	switch asked.Step {
	case exam.Find:
		return Answer{Practices: passFind(asked)}
	case exam.Assign:
		return Answer{Notes: passAssign(asked)}
	case exam.Word:
		return Answer{Practices: passWord(asked)}
	}
	return Answer{Lines: passVerify(asked)}
}

func passFind(asked Asked) (list []FoundPractice) {
	for _, p := range exam.All().Find.Practices {
		found := FoundPractice{Name: "Theme", Line: p.Gist}
		for _, note := range asked.Notes() {
			teaches := func(n exam.Sought) bool { return n.Teaches == p.ID && strings.HasSuffix(note.Text, n.Text) }
			if len(found.Notes) < 5 && slices.ContainsFunc(exam.All().Find.Notes, teaches) {
				found.Notes = append(found.Notes, note.Number)
			}
		}
		list = append(list, found)
	}
	return list
}

func passAssign(asked Asked) (list []AssignedNote) {
	for _, note := range asked.Notes() {
		at := slices.IndexFunc(exam.All().Assign.Notes,
			func(n exam.Assigned) bool { return strings.HasSuffix(note.Text, n.Text) })
		teaches := exam.All().Assign.Notes[at].Teaches
		list = append(list, AssignedNote{Note: note.Number, Practice: teaches, Weight: min(teaches, 2)})
	}
	return list
}

func passWord(asked Asked) (list []WordedPractice) {
	for _, b := range asked.Blocks {
		for _, w := range exam.All().Word {
			if b.Practice.Number == 0 || !strings.HasSuffix(b.Practice.Text, w.Line) {
				continue
			}
			line := w.Subject[:1:1]
			if w.Ban {
				line = append(line, w.Negations[0])
			}
			line = append(line, w.Exception[:min(len(w.Exception), 1)]...)
			list = append(list,
				WordedPractice{Practice: b.Practice.Number, Name: "Theme", Line: strings.Join(line, " "), Misfits: []int{}})
		}
	}
	return list
}

func passVerify(asked Asked) (list []VerifiedLine) {
	for _, b := range asked.Blocks {
		for _, line := range b.Lines {
			v := VerifiedLine{Line: line.Number, Yes: []int{}, Verdict: "misleading", Reason: "it is not so"}
			for _, l := range exam.All().Verify {
				if l.Line != line.Text {
					continue
				}
				v.Verdict, v.Reason = l.Verdict, ""
				for _, note := range b.Notes {
					follows := func(n exam.Pair) bool { return n.Yes && strings.HasSuffix(note.Text, n.Text) }
					if slices.ContainsFunc(l.Notes, follows) {
						v.Yes = append(v.Yes, note.Number)
					}
				}
			}
			list = append(list, v)
		}
	}
	return list
}
