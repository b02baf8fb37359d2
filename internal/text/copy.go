package text

import (
	"slices"
	"strings"
	"sync"
)

// Text is what of a text is compared.
type Text struct {
	raw       string
	normal    string
	stems     []string // sorted, each once
	forms     []string
	negations int
	sense     sense
	order     func() *order
}

// Of reads a text.
func Of(text string) Text {
	stems := stemsOf(text)
	t := Text{
		raw:       text,
		normal:    Normal(text),
		stems:     stems,
		forms:     formsOf(stems),
		negations: Negations(text),
		sense:     senseOf(text),
	}
	t.order = sync.OnceValue(func() *order { return orderOf(t) })
	return t
}

// Forbids reports whether a text says what not to do. "Never forget to" does not, and "not before" and "not without" say
// what to do first.
func (t Text) Forbids() bool {
	return t.negations%2 == 1 && !affirms().MatchString(strings.ToLower(t.raw))
}

// stemsOf are the stems of a text, sorted, each once.
func stemsOf(text string) []string {
	stems := Terms(text)
	slices.Sort(stems)
	return slices.Compact(stems)
}

// NearCopy reports whether two texts say the same in nearly the same words.
func (t Text) NearCopy(other Text) bool {
	return (t.normal == other.normal || t.Share(other) >= NearCopy) && Change(t, other) == Same
}

// Share is the share of the stems of two texts, from 0 to 1.
func (t Text) Share(other Text) float64 { return Share(t.stems, other.stems) }

// SharesMuch reports whether two texts have more words in common than two on other matters have by chance.
func (t Text) SharesMuch(other Text) bool { return common(t.forms, other.forms) >= leastKeysOf(t.raw) }

// Within is the share of the forms of words of a text that another has too, from 0 to 1.
func (t Text) Within(other Text) float64 { return within(t.forms, other.forms) }

// Share is the share of the keys of two sets, from 0 to 1. Both are sorted and have each key once.
func Share(a, b []string) float64 {
	shared := common(a, b)
	if all := len(a) + len(b) - shared; all > 0 {
		return float64(shared) / float64(all)
	}
	return 0
}

// common counts the keys that are in two lists; the second one is sorted.
func common(a, b []string) (n int) {
	for _, key := range a {
		if _, found := slices.BinarySearch(b, key); found {
			n++
		}
	}
	return n
}
