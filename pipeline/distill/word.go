package distill

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/prompts"
)

const (
	// wordSize is how many practices one request words, mostRead from how many lessons each.
	wordSize, mostRead = 5, 15
	// perWording is how many tokens the answer has for a practice, at most.
	perWording = 150
)

// worded is an answer about a practice.
type worded struct {
	Practice   number
	Name, Line string
	Misfits    []number
}

// word asks for a line and a name of practices. The lines become drafts that are to be verified. It returns the lessons
// that do not fit the lines.
func (s *study) word(ctx context.Context, list []*practice) (misfits []string, err error) {
	var shown [][]prompts.Lesson // of each practice
	ids := map[number]string{}   // by number; numbers go on from practice to practice
	for _, p := range list {
		p.Tried, p.Reason, p.Detail, p.draft, p.fresh = len(p.Lessons), "", "", nil, p.LessonIDs()
		shown = append(shown, mapped(s.telling(p), func(id string) prompts.Lesson {
			n := len(ids) + 1
			ids[number(n)] = id
			return Shown(&s.lessons[s.index[id]], n)
		}))
	}
	failed, err := s.each(prompts.Word, len(ids), chunks(len(list), wordSize), func(r request) (map[int]string, error) {
		data := prompts.Data{Words: s.opts.Words, Others: s.othersThan(list, r.some)}
		for _, i := range r.some {
			p := list[i]
			data.Practices = append(data.Practices,
				prompts.Practice{Number: i + 1, Name: p.Name, Line: p.Line, Reason: p.rejection(shown[i], ids), Lessons: shown[i]})
		}
		var answer struct{ Practices []worded }
		if err := s.send(ctx, prompts.Word, r, data, perWording*len(r.some), &answer); err != nil {
			return nil, err
		}
		wrong := map[int]string{}
		for _, i := range r.some {
			at := slices.IndexFunc(answer.Practices, func(w worded) bool { return int(w.Practice) == i+1 })
			if at < 0 {
				wrong[i] = fmt.Sprintf("practice %d was missing", i+1)
				continue
			}
			s.tally(prompts.Word).usable = true // whatever becomes of the words
			misfits := only(mapped(answer.Practices[at].Misfits, func(n number) string { return ids[n] }),
				func(id string) bool { return list[i].Lessons[id] > 0 })
			if why := s.takeWording(list[i], answer.Practices[at], misfits, len(shown[i])); why != "" {
				wrong[i] = fmt.Sprintf("practice %d, %s", i+1, why)
			}
		}
		return wrong, nil
	})
	if err != nil {
		return nil, err
	}
	return s.settleWords(list, failed), nil
}

// othersThan are the practices that may become entries, are ones, or were dropped because the agent has loaded what
// they say, other than some of a list.
func (s *study) othersThan(list []*practice, some []int) []prompts.Practice {
	var others []prompts.Practice
	for _, p := range s.practices {
		at := slices.Index(list, p)
		switch {
		case slices.Contains(some, at):
		case p.draft != nil:
			others = append(others, prompts.Practice{Name: p.Name, Line: p.draft.text})
		case at >= 0 && p.Reason == "", p.anchor != nil, p.hand, len(p.Forms) > 0, p.Reason == string(Duplicate):
			others = append(others, prompts.Practice{Name: p.Name, Line: p.Line})
		}
	}
	return others
}

// rejection says why earlier wordings of a practice were rejected, and which of the lessons that the prompt shows did
// not back one that was in order otherwise.
func (p *practice) rejection(shown []prompts.Lesson, ids map[number]string) string {
	var misfits, same []string
	for _, l := range shown {
		switch id := ids[number(l.Number)]; {
		case p.rejected.verdict != okay:
		case slices.Contains(p.rejected.same, id):
			same = append(same, fmt.Sprintf("[%d]", l.Number))
		case !slices.Contains(p.rejected.yes, id):
			misfits = append(misfits, fmt.Sprintf("[%d]", l.Number))
		}
	}
	reason := p.reason
	if len(misfits) > 0 {
		reason += "; it does not follow from " + strings.Join(misfits, ", ")
	}
	if len(same) > 0 {
		reason += "; told by another note: " + strings.Join(same, ", ")
	}
	return reason
}

// settleWords keeps the lines of the practices that have one, and says why the others have none. It returns the lessons
// that do not fit the lines.
func (s *study) settleWords(list []*practice, failed map[int]string) (misfits []string) {
	for i, p := range list {
		if p.draft == nil {
			p.drop(cmp.Or(Cause(p.Reason), Invalid), cmp.Or(failed[i], p.Detail))
			p.fresh = nil
			continue
		}
		p.Line = p.draft.text
		for _, id := range p.draft.misfits {
			if slices.Contains(p.Also, id) {
				p.lose(id) // it teaches another one first
				continue
			}
			misfits = append(misfits, id)
			s.misfits[id] = p
		}
	}
	slices.Sort(misfits)
	return slices.Compact(misfits)
}

// draft is a wording that was not verified yet.
type draft struct {
	text    string
	misfits []string
	yes     []string // verified lessons
	same    []string // those that tell what another one tells
	verdict string
	reason  string
	against string // what a lesson says that turns it
}

// takeWording makes a draft of the wording in an answer if it passes the checks, or returns what is wrong with it.
func (s *study) takeWording(p *practice, w worded, misfits []string, lessons int) string {
	w.Line = tidyText(w.Line)
	if w.Line == "" && (p.reason != "" || p.Reason != "") { // no other words would mend it
		p.drop(cmp.Or(Cause(p.Reason), verdicts[p.rejected.verdict], Support), cmp.Or(p.Detail, p.reason))
		return ""
	}
	taught := s.indices(p.LessonIDs())
	w.Name = s.name(cmp.Or(w.Name, p.Name), w.Line, taught)
	if cause, why := s.refuse(w.Name, w.Line, taught); why != "" {
		p.drop(cause, why)
		if cause == Refused {
			return "" // a reviewer decided: other words do not change that
		}
		return why
	}
	if lessons > 0 && len(misfits) == lessons {
		return "misfits holds all of its notes: write a line that they teach"
	}
	p.Name, p.Reason, p.Detail = w.Name, "", ""
	p.draft = &draft{text: w.Line, misfits: misfits}
	return ""
}

// telling are the lessons of a practice that it is worded from: the heaviest, and among those first the ones of places
// that have none yet, then the newest.
func (s *study) telling(p *practice) []string {
	rest, chosen := p.LessonIDs(), []string{}
	from := map[string]int{}
	at := func(id string) *lesson.Lesson { return &s.lessons[s.index[id]] }
	for len(rest) > 0 && len(chosen) < mostRead {
		next := slices.MinFunc(rest, func(a, b string) int {
			return cmp.Or(cmp.Compare(p.Lessons[b], p.Lessons[a]), cmp.Compare(from[at(a).Path], from[at(b).Path]),
				cmp.Compare(at(b).Date, at(a).Date), cmp.Compare(a, b))
		})
		chosen = append(chosen, next)
		from[at(next).Path]++
		rest = except(rest, next)
	}
	return chosen
}
