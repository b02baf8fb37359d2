package distill

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"wisdom/prompts"
)

const (
	// assignSize is how many lessons one request assigns.
	assignSize = 25
	// perLesson is how many tokens the answer has for a lesson, at most.
	perLesson = 40
	// Harm is the weight of a lesson that tells of harm, or that the owner demanded; it is the heaviest.
	Harm = 3
)

// assign asks which practice each lesson teaches, and moves it there, and to a second one if it teaches that too. A
// lesson without a usable answer teaches none.
func (s *study) assign(ctx context.Context, ids []string) error {
	if len(ids) == 0 || len(s.practices) == 0 {
		s.setAside(ids)
		return nil
	}
	shown := s.shown(ids)
	data := prompts.Data{Practices: s.numbered()}
	chosen := make([]assigned, len(shown))
	requests := chunks(len(shown), assignSize)
	failed, err := s.each(prompts.Assign, len(shown), requests, func(r request) (map[int]string, error) {
		batch := data
		if s.opts.Form.Margins {
			return nil, s.assignByMargins(ctx, shown, r.some, chosen)
		}
		batch.Lessons = mapped(r.some, func(i int) prompts.Lesson { return shown[i].Lesson })
		var answer struct{ Notes []assigned }
		if err := s.send(ctx, prompts.Assign, r, batch, perLesson*len(r.some)+perLesson, &answer); err != nil {
			return nil, err
		}
		wrong := s.chosen(r.some, answer.Notes, chosen)
		if why := s.implausibleRows(r.some, shown, chosen); why != "" {
			wrong = r.all(why)
		}
		return wrong, nil
	})
	if failed == nil {
		return err
	}
	for i, l := range shown {
		id := l.lesson.ID
		if failed[i] == ErrOutOfTime.Error() {
			continue
		}
		delete(s.unanswered, id)
		if why := failed[i]; why != "" {
			s.unanswered[id] = why
			chosen[i] = assigned{}
		}
		s.move(id, s.numberedAs(chosen[i].Practice), s.numberedAs(&chosen[i].Also), max(int(chosen[i].Weight), 1))
	}
	return err
}

// numberedAs is the practice with a number in an answer, nil for none.
func (s *study) numberedAs(n *number) *practice {
	if n == nil || *n <= 0 || int(*n) > len(s.practices) {
		return nil
	}
	return s.practices[*n-1]
}

// assigned is what an answer says about a lesson: a row of these numbers, or an object of servers that know no schema.
type assigned struct {
	Note     number
	Practice *number
	Also     number // a second practice, 0 for none
	Weight   number
}

// UnmarshalJSON implements json.Unmarshaler.
func (a *assigned) UnmarshalJSON(b []byte) error {
	type object assigned
	if b[0] != '[' {
		return json.Unmarshal(b, (*object)(a))
	}
	return json.Unmarshal(b, &[]any{&a.Note, &a.Practice, &a.Also, &a.Weight})
}

// chosen reads an answer about some lessons into all, and returns what is wrong with it.
func (s *study) chosen(some []int, answer, all []assigned) map[int]string {
	wrong, seen := map[int]string{}, map[int]bool{}
	for _, c := range answer {
		i := int(c.Note) - 1
		if c.Practice != nil && *c.Practice == 0 { // only a part of the note fits a practice
			*c.Practice, c.Also = c.Also, 0
		}
		switch {
		case !slices.Contains(some, i): // it was not asked about
			continue
		case c.Practice == nil:
			wrong[i] = fmt.Sprintf("note %d came without a practice", c.Note)
		case *c.Practice < 0 || int(*c.Practice) > len(s.practices):
			wrong[i] = fmt.Sprintf("note %d: there is no practice %v", c.Note, *c.Practice)
		case c.Also < 0 || int(c.Also) > len(s.practices):
			wrong[i] = fmt.Sprintf("note %d: there is no practice %v for also", c.Note, c.Also)
		case c.Weight < 0 || c.Weight > Harm:
			wrong[i] = fmt.Sprintf("note %d: weight %v is not between 0 and %d", c.Note, c.Weight, Harm)
		case seen[i] && all[i].Practice != nil && *c.Practice != *all[i].Practice:
			wrong[i] = fmt.Sprintf("note %d came twice, with practice %d and with practice %d",
				c.Note, *all[i].Practice, *c.Practice)
		}
		seen[i], all[i] = true, c
	}
	for _, i := range some {
		if !seen[i] {
			wrong[i] = fmt.Sprintf("note %d was missing", i+1)
		}
	}
	return wrong
}
