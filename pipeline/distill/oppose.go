package distill

import (
	"context"
	"slices"
	"strings"

	"wisdom/internal/lang"
	"wisdom/internal/lesson"
	"wisdom/internal/words"
)

// opposes reports whether one of two orders on the same matter forbids and the other does
// not, or says the opposite, or another number, day or name.
func opposes(a, b string) bool { return forbids(a) != forbids(b) || words.Opposed(a, b) }

// forbids reports whether an order says what not to do. "Never forget to" does not, and
// "not before" and "not without" say what to do first.
func forbids(order string) bool {
	return words.Negations(order)%2 == 1 && !affirms().MatchString(strings.ToLower(order))
}

// affirms are negations that turn nothing.
var affirms = lang.Expression("", "", func(l *lang.Language) string { return l.Distill.AffirmsPattern })

// Contradicted finds for each text, such as a hand-written entry, the newest lesson from
// after the day since that gives the opposite order, as its index, or -1. Once ctx ends,
// some are missing.
func Contradicted(ctx context.Context, texts []string, lessons []lesson.Lesson, since string) []int {
	by := slices.Repeat([]int{-1}, len(texts))
	var newer []lesson.Lesson
	var index []int
	for i, l := range lessons {
		if l.Date > since {
			newer, index = append(newer, l), append(index, i)
		}
	}
	s := readStatements(ctx, newer, texts)
	for _, r := range s.recurrences(ctx) {
		t := r.order.lesson - len(newer)
		for _, e := range r.echoes {
			if t >= 0 && e.against && (by[t] < 0 || newer[e.lesson].Date > lessons[by[t]].Date) {
				by[t] = index[e.lesson]
			}
		}
	}
	return by
}
