package recall

import (
	"slices"
	"strings"
)

// superseding is a newer candidate that says how it is now, if there is one.
func (c *choice) superseding(next *candidate) *candidate {
	for _, other := range c.all {
		if other == next || other.score < c.least || !other.day.After(next.day) || next.day.IsZero() {
			continue
		}
		common := share(next.has, other.has)
		if common >= sameMatter && haveOtherNumbers(next, other) ||
			common >= sameMatter/2 && saysItChanged(other.text) && other.score >= next.score*supports {
			return other
		}
	}
	return nil
}

// sameMatter is the share of common terms from which on two passages are about the
// same, and the newer one holds.
const sameMatter = 0.6

// share is the share of the terms of the smaller set that the other one has too.
func share(a, b map[string]bool) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	n, common := 0, 0
	for term := range a {
		if isNumber(term) {
			continue
		}
		n++
		if b[term] {
			common++
		}
	}
	if n < 2 {
		return 0
	}
	return float64(common) / float64(n)
}

func isNumber(term string) bool { return strings.ContainsAny(term, "0123456789") }

// haveOtherNumbers reports whether both passages name numbers, and none in common. Dates do
// not count: two notes of one year would have a number in common.
func haveOtherNumbers(a, b *candidate) bool {
	x, y := a.ownNumbers(), b.ownNumbers()
	for number := range x {
		if y[number] {
			return false
		}
	}
	return len(x) > 0 && len(y) > 0
}

// ownNumbers are the numbers of a candidate. It is compared with many, and to find its dates
// takes longer than all else.
func (c *candidate) ownNumbers() map[string]bool {
	if c.numbers == nil {
		c.numbers = numbersOf(c.text)
	}
	return c.numbers
}

// numbersOf returns the terms with digits in a text, without those of its dates.
func numbersOf(text string) map[string]bool {
	text = takeDates(strings.ToLower(text), func(year, month, day string) bool {
		_, _, ok := monthAndDay(month, day)
		return ok
	})
	all := map[string]bool{}
	eachWord(text, func(w word) {
		if isNumber(w.text) {
			all[wholeTerm(w.text)] = true
		}
	})
	return all
}

// saysItChanged reports whether a text replaces an older one.
func saysItChanged(text string) bool { return holdsPhrase(text, loadVocabulary().changed) }

// isOutdated reports whether a passage says of itself that it is true no longer.
func (c *candidate) isOutdated() bool {
	return strings.Count(c.text, "~~") >= 2 || holdsPhrase(c.text, loadVocabulary().outdated) ||
		holdsPhrase(c.heading, loadVocabulary().outdated)
}

func holdsPhrase(text string, phrases []string) bool {
	lower := strings.ToLower(text)
	return slices.ContainsFunc(phrases, func(phrase string) bool {
		return strings.Contains(lower, phrase) && withoutPhrase(lower, phrase) != lower
	})
}

// isCopy reports whether two passages say the same.
func isCopy(a, b *candidate) bool {
	if a.sum == b.sum {
		return true
	}
	common, all := 0, len(b.has)
	for term := range a.has {
		if b.has[term] {
			common++
		} else {
			all++
		}
	}
	return all > 0 && float64(common) >= alike*float64(all)
}
