package words

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Denied are the words that text denies: those that come within two words after a
// negation.
func Denied(text string) map[string]bool {
	denied := map[string]bool{}
	near := 0
	for word := range Split(strings.ToLower(text)) {
		switch {
		case Negations(word) > 0:
			near = 2
		case near > 0:
			near--
			denied[word] = true
		}
	}
	return denied
}

// Changes reports whether a rule tells that it replaces another one.
func Changes(rule string) bool {
	rule = strings.ToLower(rule)
	changes := known().changes
	for i, at := range changes.In(rule) {
		if at >= 0 && standsAlone(rule, at, at+len(changes.Phrases[i])) {
			return true
		}
	}
	return false
}

// standsAlone reports whether a part of a text begins and ends where words do; in
// scripts without spaces every part does.
func standsAlone(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	first, _ := utf8.DecodeRuneInString(text[start:])
	return isSyllable(first) || !unicode.IsLetter(before) && !unicode.IsLetter(after)
}

// Opposed reports whether two texts have values of one kind and none in common:
// "increase the pool" and "decrease the pool", "wait 5 minutes" and "wait 30 minutes",
// "the white bin" and "the green bin".
func Opposed(a, b string) bool { return SenseOf(a).Opposes(SenseOf(b)) }

// Sense is what of a text can be opposed to another: what it names of things of which
// there are several, by their kind. Days, colours, numbers, opposites and so on go by
// one name in every language.
type Sense map[string]map[string]bool

// value is one of a kind.
type value struct{ kind, name string }

// SenseOf reads the sense of a text.
func SenseOf(text string) Sense {
	s, v := Sense{}, known()
	for word := range Split(text) {
		lower := strings.ToLower(word)
		if !strings.ContainsFunc(lower, unicode.IsLetter) {
			s.add(value{"number", lower})
		}
		if n := v.numbers[lower]; n > 0 {
			s.add(value{"number", strconv.Itoa(n)})
		}
		for _, one := range v.values[lower] {
			s.add(one)
		}
	}
	if hasCJK(text) {
		for _, one := range v.unspaced {
			if strings.Contains(text, one.written) {
				s.add(one.value)
			}
		}
		for _, number := range v.hanNumber.FindAllStringSubmatch(text, -1) {
			s.add(value{"number", v.hanDigits.Replace(number[1])})
		}
	}
	return s
}

func (s Sense) add(one value) {
	if s[one.kind] == nil {
		s[one.kind] = map[string]bool{}
	}
	s[one.kind][one.name] = true
}

// Opposes is Opposed for texts that are compared with many.
func (s Sense) Opposes(other Sense) bool {
	for kind, values := range s {
		if len(other[kind]) > 0 && !overlap(values, other[kind]) {
			return true
		}
	}
	return false
}

func overlap(a, b map[string]bool) bool {
	for one := range a {
		if b[one] {
			return true
		}
	}
	return false
}
