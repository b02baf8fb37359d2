package distill

import (
	"slices"
	"strings"

	"wisdom/internal/lang"
	"wisdom/internal/similar"
	"wisdom/internal/words"
)

// opposes reports whether one of two orders on the same matter forbids and the other does
// not, or says the opposite, or another number, day or name.
func opposes(a, b string) bool {
	return forbids(a) != forbids(b) || similar.Opposed(a, b) || negates(a, b) || negates(b, a)
}

// negates reports whether an order holds another one word for word with a negation, whatever
// the words are: "never open the log before" and "open the log before".
func negates(order, other string) bool {
	plain := slices.Collect(words.Split(strings.ToLower(other)))
	if len(plain) < leastWords || words.Negations(other) > 0 || words.Negations(order) != 1 {
		return false
	}
	var rest []string
	at := -1
	for word := range words.Split(strings.ToLower(order)) {
		if words.Negations(word) > 0 {
			at = len(rest)
			continue
		}
		rest = append(rest, word)
	}
	for start := range max(len(rest)-len(plain)+1, 0) {
		if slices.Equal(rest[start:start+len(plain)], plain) {
			return at >= start && at < start+len(plain)
		}
	}
	return false
}

// forbids reports whether an order says what not to do. "Never forget to" does not, and
// "not before" and "not without" say what to do first.
func forbids(order string) bool {
	return words.Negations(order)%2 == 1 && !affirms().MatchString(strings.ToLower(order))
}

// affirms are negations that turn nothing.
var affirms = lang.Expression("", "", func(l *lang.Language) string { return l.Distill.AffirmsPattern })
