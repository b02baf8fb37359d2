package distill

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/pipeline/collect"
)

// Orders are the sentences of lessons that give orders. They tell where an order is given again, and where the opposite.
type Orders struct {
	lessons []lesson.Lesson
	all     []order
	index   *text.Index
}

// order is a sentence of a lesson that gives an order.
type order struct {
	lesson int
	text   string
	// label is what the author put in front of the lesson in bold.
	label string
	// leads reports that the sentence is the first one of its lesson that gives an order: it may become an entry.
	leads bool
	// gist is made of the text when it is asked for.
	gist func() text.Text
}

const (
	// mostSentences is how far into a lesson its orders are looked for, firstSentences how far that one which may become
	// an entry: what comes later leans on what is before it.
	mostSentences, firstSentences = 12, 2
	// leastWords is how many words a sentence has at least that makes sense on its own.
	leastWords = 4
)

// ReadOrders finds the orders of lessons. Lessons that are no advice as they are have none. Once ctx ends, some are
// missing.
func ReadOrders(ctx context.Context, lessons []lesson.Lesson) *Orders {
	of := make([][]order, len(lessons))
	text.SideBySide(ctx, len(lessons), func(i int) {
		if !lessons[i].Negative {
			of[i] = ordersOf(i, lessons[i].Text)
		}
	})
	o := &Orders{lessons: lessons, all: slices.Concat(of...)}
	o.index = text.NewIndex(ctx, len(o.all), func(i int) string { return o.all[i].text })
	return o
}

func ordersOf(lesson int, s string) []order {
	label, plain := plainOf(s)
	var all []order
	led := false
	for i, sentence := range text.Sentences(plain) {
		if i == mostSentences {
			break
		}
		if text.Count(sentence) >= leastWords && collect.GivesOrder(sentence) {
			leads := !led && i < firstSentences
			led = led || leads
			gist := sync.OnceValue(func() text.Text { return text.Of(sentence) })
			all = append(all, order{lesson, sentence, label, leads, gist})
		}
	}
	return all
}

// echo is where a lesson gives an order again, or the opposite one.
type echo struct {
	*order
	of    text.Text // the order that it is like
	alike float64
}

// change is what the lesson does to the order, if it is the newer one.
func (e echo) change() text.Relation { return text.Change(e.of, e.gist()) }

// isAgainst reports whether it is the opposite order, or says another number, day or name.
func (e echo) isAgainst() bool { return e.change().IsAgainst() }

// agrees reports whether it may be the order again: it is not against it, and both forbid something or neither does.
func (e echo) agrees() bool { return e.of.Forbids() == e.gist().Forbids() && !e.isAgainst() }

// echoes finds where lessons give an order again, or the opposite one: of each lesson the sentence that is most alike.
func (o *Orders) echoes(s string) []echo { return o.near(s, text.Reworded) }

// near finds what is at least so much alike.
func (o *Orders) near(s string, least float64) []echo {
	best := map[int]echo{}
	of := text.Of(s)
	o.index.Near(s, least, func(at int, alike float64) {
		other := &o.all[at]
		before, again := best[other.lesson]
		if !again || alike > before.alike || alike == before.alike && other.text < before.text {
			best[other.lesson] = echo{order: other, of: of, alike: alike}
		}
	})
	return slices.SortedFunc(maps.Values(best), func(a, b echo) int { return cmp.Compare(a.lesson, b.lesson) })
}

// Against is the newest of the lessons that give the opposite of an order, such as an entry, among those that may; nil
// for none.
func (o *Orders) Against(s string, may func(l *lesson.Lesson) bool) *lesson.Lesson {
	return o.newest(s, may, text.Relation.IsAgainst)
}

// Limiting is the newest of those that say where it does not hold.
func (o *Orders) Limiting(s string, may func(l *lesson.Lesson) bool) *lesson.Lesson {
	return o.newest(s, may, func(r text.Relation) bool { return r == text.Limits })
}

func (o *Orders) newest(s string, may func(l *lesson.Lesson) bool, is func(text.Relation) bool) *lesson.Lesson {
	var newest *lesson.Lesson
	for _, e := range o.near(s, text.Reversal) {
		l := &o.lessons[e.lesson]
		if may(l) && (newest == nil || l.Date > newest.Date) && is(e.change()) {
			newest = l
		}
	}
	return newest
}

// Owners tells for each lesson which approved entry it is of, the first of several, or -1: an entry that was approved
// for it, or one that it gives again, in the words of the entry or of a lesson that the entry was approved for.
func (o *Orders) Owners(anchors []Anchor) []int {
	approved := make([]int, len(o.lessons))
	for i, l := range o.lessons {
		approved[i] = slices.IndexFunc(anchors, func(a Anchor) bool { return slices.Contains(a.LessonIDs, l.ID) })
	}
	owner := slices.Clone(approved)
	for a := range anchors {
		own := o.echoes(anchors[a].Text)
		all := slices.Clone(own)
		for i := range o.all {
			if o.all[i].leads && approved[o.all[i].lesson] == a {
				all = append(all, o.echoes(o.all[i].text)...)
			}
		}
		for _, e := range all {
			turns := slices.ContainsFunc(own, func(other echo) bool { return other.lesson == e.lesson && !other.agrees() })
			if owner[e.lesson] < 0 && !turns && e.agrees() {
				owner[e.lesson] = a
			}
		}
	}
	return owner
}
