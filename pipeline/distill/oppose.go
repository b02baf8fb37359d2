package distill

import (
	"slices"
	"strings"

	"wisdom/internal/lang"
	"wisdom/internal/lesson"
	"wisdom/internal/text"
)

// negates reports whether an order holds another one word for word with a negation, whatever
// the words are: "never open the log before" and "open the log before".
func negates(order, other string) bool {
	plain := slices.Collect(text.Split(strings.ToLower(other)))
	if len(plain) < leastWords || text.Negations(other) > 0 || text.Negations(order) != 1 {
		return false
	}
	rest := slices.Collect(text.Split(strings.ToLower(order)))
	at := slices.IndexFunc(rest, func(word string) bool { return text.Negations(word) > 0 })
	rest = slices.DeleteFunc(rest, func(word string) bool { return text.Negations(word) > 0 })
	for start := max(at-len(plain)+1, 0); start <= at && start+len(plain) <= len(rest); start++ {
		if slices.Equal(rest[start:start+len(plain)], plain) {
			return true
		}
	}
	return false
}

// reverses reports whether one of two orders on the same matter forbids what the other wants done.
func reverses(a, b string) bool {
	if text.Negations(a) == 0 && text.Negations(b) == 0 {
		return false // most pairs
	}
	one, other := clausesOf(a), clausesOf(b)
	return one.forbid(other) || other.forbid(one) || negates(a, b) || negates(b, a)
}

// clauses are what an order wants done and what it forbids. What is in neither may be either: "never move, rename".
type clauses struct {
	wanted, banned text.Text
	// least is the share of the banned words from which on it is the same thing.
	least float64
}

// sameThing is the share of the words of a ban from which on another order wants the very thing that is banned,
// sameSyllables where a verb may hold its negation: fewer words are the same there.
const sameThing, sameSyllables = 0.75, 0.5

// forbid reports whether the first order forbids what another wants done. One that names what the first wants, too,
// chooses between the two things.
func (c clauses) forbid(other clauses) bool {
	return c.banned.Within(other.wanted) >= c.least && c.wanted.Within(other.wanted) < 1
}

// clausesOf reads an order: a negation bans what is behind it in its clause, or all of the clause if nothing is.
func clausesOf(order string) clauses {
	least := sameThing
	if strings.ContainsFunc(order, text.IsSyllable) {
		least = sameSyllables
	}
	if affirms().MatchString(strings.ToLower(order)) {
		return clauses{wanted: text.Of(order), least: least}
	}
	var wanted, banned []string
	for clause := range strings.FieldsFuncSeq(order, text.IsBreak) {
		switch {
		case text.Negations(clause)%2 == 1:
			banned = append(banned, behindNegation(clause))
		case len(banned) == 0:
			wanted = append(wanted, withoutContrast(clause))
		}
	}
	return clauses{text.Of(strings.Join(wanted, ", ")), text.Of(strings.Join(banned, ", ")), least}
}

// behindNegation is what a clause bans.
func behindNegation(clause string) string {
	all := strings.Fields(clause)
	at := slices.IndexFunc(all, func(word string) bool { return text.Negations(word) > 0 })
	if rest := strings.Join(all[at+1:], " "); len(text.Terms(rest)) > 0 {
		return rest
	}
	return clause
}

// withoutContrast is a clause without what it denies in passing, up to a condition: "instead of rm when you delete".
func withoutContrast(clause string) string {
	denied := false
	return strings.Join(slices.DeleteFunc(strings.Fields(clause), func(word string) bool {
		lower := strings.ToLower(word)
		denied = denials()[lower] || denied && !conditions()[lower]
		return denied
	}), " ")
}

// Denials come before what is not so, conditions end it.
var (
	denials    = lang.Set(func(l *lang.Language) string { return l.Facts.Denials })
	conditions = lang.Set(func(l *lang.Language) string { return l.Norms.Conditions })
)

// forbids reports whether an order says what not to do. "Never forget to" does not, and
// "not before" and "not without" say what to do first.
func forbids(order string) bool {
	return text.Negations(order)%2 == 1 && !affirms().MatchString(strings.ToLower(order))
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
