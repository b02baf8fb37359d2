package distill

import (
	"slices"
	"strings"

	"wisdom/internal/lang"
	"wisdom/internal/lesson"
	"wisdom/internal/words"
)

// negates reports whether an order holds another one word for word with a negation, whatever
// the words are: "never open the log before" and "open the log before".
func negates(order, other string) bool {
	plain := slices.Collect(words.Split(strings.ToLower(other)))
	if len(plain) < leastWords || words.Negations(other) > 0 || words.Negations(order) != 1 {
		return false
	}
	rest := slices.Collect(words.Split(strings.ToLower(order)))
	at := slices.IndexFunc(rest, func(word string) bool { return words.Negations(word) > 0 })
	rest = slices.DeleteFunc(rest, func(word string) bool { return words.Negations(word) > 0 })
	for start := max(at-len(plain)+1, 0); start <= at && start+len(plain) <= len(rest); start++ {
		if slices.Equal(rest[start:start+len(plain)], plain) {
			return true
		}
	}
	return false
}

// reverses reports whether one of two orders on the same matter forbids what the other wants done.
func reverses(a, b string) bool { return forbids(a) != forbids(b) || negates(a, b) || negates(b, a) }

// forbids reports whether an order says what not to do. "Never forget to" does not, and
// "not before" and "not without" say what to do first.
func forbids(order string) bool {
	return words.Negations(order)%2 == 1 && !affirms().MatchString(strings.ToLower(order))
}

// affirms are negations that turn nothing.
var affirms = lang.Expression("", "", func(l *lang.Language) string { return l.Distill.AffirmsPattern })

// opposite are those of some lessons that give the opposite order of a line, and the newest of them, or nil.
func (s *study) opposite(line string, ids []string) (against []string, newest *lesson.Lesson) {
	for _, e := range s.orders.echoes(line) {
		l := &s.lessons[e.lesson]
		if !slices.Contains(ids, l.ID) || !reverses(line, e.text) {
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
