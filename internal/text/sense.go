package text

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"

	"wisdom/internal/lang"
)

// withoutValues is a text without the words of values.
func withoutValues(text string) string {
	kept := slices.DeleteFunc(slices.Collect(Split(text)), func(word string) bool {
		return len(knownValues().byWord[strings.ToLower(word)]) > 0 || strings.ContainsFunc(word, unicode.IsDigit)
	})
	rest := strings.Join(kept, " ")
	for _, one := range knownValues().unspaced {
		rest = strings.ReplaceAll(rest, one.written, "")
	}
	return rest
}

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
	digits   *strings.Replacer
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
	}
	v.digits = strings.NewReplacer(digits...)
	return v
})

// reNumber finds the numbers of a word, with their unit or within the characters of a script without spaces, but not that
// of a name: "S3".
var reNumber = Lazily(`(?:^|[^a-z\d])(\d+)`)

// senseOf reads the sense of a text.
func senseOf(text string) sense {
	s, v := sense{}, knownValues()
	for word := range Split(text) {
		lower := strings.ToLower(word)
		for _, number := range reNumber().FindAllStringSubmatch(lower, -1) {
			s.add("number", number[1])
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
		for _, number := range known().hanNumber.FindAllStringSubmatch(text, -1) {
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

// opposed is of how many kinds two texts have values and none in common: "increase the pool" and "decrease the pool",
// "wait 5 minutes" and "wait 30 minutes", "the white bin" and "the green bin".
func (s sense) opposed(other sense) (kinds int) {
	for kind, values := range s {
		shared := maps.Clone(values)
		maps.DeleteFunc(shared, func(name string, _ bool) bool { return !other[kind][name] })
		if len(other[kind]) > 0 && len(shared) == 0 {
			kinds++
		}
	}
	return kinds
}

func (s sense) opposes(other sense) bool { return s.opposed(other) > 0 }
