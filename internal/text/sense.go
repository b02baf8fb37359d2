package text

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lang"
)

// denied are the words that text denies: those that come within two words after a negation.
func denied(text string) map[string]bool {
	found := map[string]bool{}
	near := 0
	for word := range Split(strings.ToLower(text)) {
		switch {
		case Negations(word) > 0:
			near = 2
		case near > 0:
			near--
			found[word] = true
		}
	}
	return found
}

// changes are the words of a rule that replaces an older one.
var changes = sync.OnceValue(func() *Marks {
	return MarksOf(lang.Phrases(func(l *lang.Language) []string { return l.Words.Changes })...)
})

// isChange reports whether a rule tells that it replaces another one.
func isChange(rule string) bool {
	rule, is := strings.ToLower(rule), false
	changes().Each(rule, func(phrase, at int) bool {
		is = standsAlone(rule, at, at+len(changes().Phrases[phrase]))
		return !is
	})
	return is
}

// standsAlone reports whether a part of a text begins and ends where words do; in scripts without spaces every part
// does.
func standsAlone(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	first, _ := utf8.DecodeRuneInString(text[start:])
	return IsCJK(first) || unicode.Is(unicode.Hangul, first) || !unicode.IsLetter(before) && !unicode.IsLetter(after)
}

// Opposed reports whether two texts have values of one kind and none in common: "increase the pool" and "decrease the
// pool", "wait 5 minutes" and "wait 30 minutes", "the white bin" and "the green bin".
func Opposed(a, b string) bool { return senseOf(a).opposes(senseOf(b)) }

// sense is what of a text can be opposed to another: what it names of things of which there are several, by their kind.
// Days, colours, numbers, opposites and so on go by one name in every language.
type sense map[string]map[string]bool

// value is one of a kind, as it is written in a language.
type value struct{ kind, name, written string }

// values are those of all languages.
type values struct {
	byWord map[string][]value
	// unspaced are those of scripts without spaces.
	unspaced []value
	// number matches numbers in Chinese characters in front of what they count.
	number *regexp.Regexp
	digits *strings.Replacer
}

var knownValues = sync.OnceValue(func() *values {
	v := &values{byWord: map[string][]value{}}
	var digits []string
	for _, l := range lang.All() {
		for _, number := range slices.Sorted(maps.Keys(l.Numbers)) {
			for word := range strings.FieldsSeq(l.Numbers[number]) {
				v.byWord[word] = append(v.byWord[word], value{"number", number, word})
				if strings.ContainsFunc(word, IsCJK) {
					digits = append(digits, word, number)
				}
			}
		}
		for kind, names := range l.Values {
			for name, list := range names {
				for word := range strings.FieldsSeq(list) {
					if one := (value{kind, name, word}); strings.ContainsFunc(word, IsCJK) {
						v.unspaced = append(v.unspaced, one)
					} else {
						v.byWord[word] = append(v.byWord[word], one)
					}
				}
			}
		}
		if l.Words.NumberPattern != "" {
			v.number = regexp.MustCompile(l.Words.NumberPattern)
		}
	}
	v.digits = strings.NewReplacer(digits...)
	return v
})

// senseOf reads the sense of a text.
func senseOf(text string) sense {
	s, v := sense{}, knownValues()
	for word := range Split(text) {
		lower := strings.ToLower(word)
		if !strings.ContainsFunc(lower, unicode.IsLetter) {
			s.add("number", lower)
		}
		for _, one := range v.byWord[lower] {
			s.add(one.kind, one.name)
		}
	}
	if strings.ContainsFunc(text, IsCJK) {
		for _, one := range v.unspaced {
			if strings.Contains(text, one.written) {
				s.add(one.kind, one.name)
			}
		}
		for _, number := range v.number.FindAllStringSubmatch(text, -1) {
			s.add("number", v.digits.Replace(number[1]))
		}
	}
	return s
}

func (s sense) add(kind, name string) {
	if s[kind] == nil {
		s[kind] = map[string]bool{}
	}
	s[kind][name] = true
}

// opposes is Opposed for texts that are compared with many.
func (s sense) opposes(other sense) bool {
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
