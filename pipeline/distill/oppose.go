package distill

import (
	"slices"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
)

// opposite are those of some lessons that give the opposite order of a line, and the newest of them, or nil.
func (s *study) opposite(line string, ids []string) (against []string, newest *lesson.Lesson) {
	for _, e := range s.orders.echoes(line) {
		l := &s.lessons[e.lesson]
		if !slices.Contains(ids, l.ID) || e.change() != text.Reverses {
			continue
		}
		if against = append(against, l.ID); newest == nil || l.Date > newest.Date {
			newest = l
		}
	}
	return against, newest
}

// turn takes the lessons from a draft that do not back it, whatever the model said: those that give the opposite order,
// and the older one of two that are opposed to each other. An opposite order that is no older than what is left turns
// the draft.
func (s *study) turn(p *practice, d *draft) {
	against, newest := s.opposite(d.text, p.LessonIDs())
	d.yes = except(d.yes, against...)
	for _, o := range s.orders.all {
		old := &s.lessons[o.lesson]
		if !slices.Contains(d.yes, old.ID) {
			continue
		}
		if _, by := s.opposite(o.text, d.yes); by != nil && by.Date > old.Date {
			d.yes = except(d.yes, old.ID)
		}
	}
	isNewer := func(id string) bool { return s.lessons[s.index[id]].Date > newest.Date }
	if newest != nil && !slices.ContainsFunc(d.yes, isNewer) {
		d.against = newest.Sentence()
	}
}
