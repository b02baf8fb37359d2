package recall

import (
	"slices"
	"strings"

	"wisdom/internal/text"
)

// superseding is a newer candidate that says how it is now, if there is one.
func (c *choice) superseding(next *candidate) *candidate {
	for _, other := range c.all {
		if other == next || other.score < c.least || !other.day.After(next.day) || next.day.IsZero() {
			continue
		}
		older, newer := next.read(), other.read()
		isAbout := max(older.Within(newer), newer.Within(older)) >= sameMatter && other.score >= next.score*supports
		if text.Change(older, newer).IsAgainst() || isAbout && saysItChanged(other.text) {
			return other
		}
	}
	return nil
}

// sameMatter is the share of the terms of the smaller of two passages from which on they may be about the same, and the
// newer one holds, if it says that something changed.
const sameMatter = 0.3

// read reads the text of a candidate without its dates: two notes of one year would have a number in common. It is
// compared with many.
func (c *candidate) read() text.Text {
	if c.gist == nil {
		gist := text.Of(withoutDates(c.text))
		c.gist = &gist
	}
	return *c.gist
}

func withoutDates(s string) string {
	return takeDates(strings.ToLower(s), func(_, month, day string) bool {
		_, _, ok := monthAndDay(month, day)
		return ok
	})
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
func isCopy(a, b *candidate) bool { return a.sum == b.sum || a.read().NearCopy(b.read()) }
