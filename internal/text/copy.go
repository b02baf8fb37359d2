package text

import (
	"slices"
)

// Text is what of a text is compared.
type Text struct {
	normal  string
	stems   []string // sorted, each once
	negated bool
	sense   sense
}

// Of reads a text.
func Of(text string) Text {
	return Text{Normal(text), stemsOf(text), Negations(text)%2 == 1, senseOf(text)}
}

// stemsOf are the stems of a text, sorted, each once.
func stemsOf(text string) []string {
	stems := Terms(text)
	slices.Sort(stems)
	return slices.Compact(stems)
}

// NearCopy reports whether two texts say the same in nearly the same words.
func (t Text) NearCopy(other Text) bool {
	if t.normal == other.normal {
		return true
	}
	return t.negated == other.negated && t.Share(other) >= NearCopy && !t.sense.opposes(other.sense)
}

// Share is the share of the stems of two texts, from 0 to 1.
func (t Text) Share(other Text) float64 { return Share(t.stems, other.stems) }

// Within is the share of the stems of a text that another has too, from 0 to 1.
func (t Text) Within(other Text) float64 {
	return float64(common(t.stems, other.stems)) / float64(max(len(t.stems), 1))
}

// Share is the share of the keys of two sets, from 0 to 1. Both are sorted and have each key once.
func Share[K ~string | ~int32](a, b []K) float64 {
	shared := common(a, b)
	if all := len(a) + len(b) - shared; all > 0 {
		return float64(shared) / float64(all)
	}
	return 0
}

// common counts the keys that are in two sorted lists.
func common[K ~string | ~int32](a, b []K) (n int) {
	for _, key := range a {
		if _, found := slices.BinarySearch(b, key); found {
			n++
		}
	}
	return n
}
