package collect

import (
	"cmp"
	"iter"
	"math/bits"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"wisdom/internal/lang"
	"wisdom/internal/words"
)

// known are the phrases of all languages, folded: a heading or a line is too short to tell
// its language.
var known = sync.OnceValue(func() *lang.Language { return lang.Together(fold) })

// conditions are the words of all languages that begin one, withouts those that are negative and forbid nothing;
// ruleSigns are the patterns of rules. See lang.Norms.
var (
	conditions = lang.Set(func(l *lang.Language) string { return l.Norms.Conditions })
	withouts   = lang.Set(func(l *lang.Language) string { return l.Norms.Without })
	ruleSigns  = signsOf(
		func(l *lang.Language) string { return l.Norms.Pattern },
		func(l *lang.Language) string { return l.Norms.WeakPattern },
	)
)

// ordersLike are the words that begin the plainest orders in the language of a text, or else in that of the file that it
// is in, or else in English.
func ordersLike(text, file string) (always, never string) {
	code := cmp.Or(languageOf(text), file, "en")
	switch {
	case code == "zh" && file == "ja", code != "en" && file == "vi": // a line may have no kana, and no accents
		code = file
	case file != "" && words.IsForeign(text, "cjk") && !words.IsForeign(text, file): // of few words it cannot be told
		code = file
	}
	for _, l := range lang.All() {
		if l.Code == code || always == "" && l.Code == "en" {
			always, never = l.Norms.Always, l.Norms.Never
		}
	}
	return always, never
}

// languageOf is the code of the language of a text, empty where that cannot be told.
func languageOf(text string) string {
	const share = 4 // of the letters; names and terms are in other scripts
	letters, han, kana, hangul, vietnamese := 0, 0, 0, 0, 0
	for _, r := range text {
		switch {
		case r < unicode.MaxLatin1 || !unicode.IsLetter(r):
		case unicode.Is(unicode.Han, r):
			han++
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			kana++
		case unicode.Is(unicode.Hangul, r):
			hangul++
		case r >= 'Ạ' && r <= 'ỹ':
			vietnamese++
		}
		if unicode.IsLetter(r) {
			letters++
		}
	}
	switch {
	case share*hangul > letters:
		return "ko"
	case 4*share*vietnamese > letters:
		return "vi"
	case share*(han+kana) <= letters:
		return words.Language(strings.Join(slices.DeleteFunc(strings.Fields(text), isSpecific), " "))
	case kana > 0:
		return "ja"
	}
	return "zh"
}

// isSpecific reports whether a word is a name, a number, code or a place rather than one of a language.
func isSpecific(word string) bool {
	word = strings.TrimRight(word, ".,:;!?")
	return strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLower(r) && r != '\'' && r != '’' })
}

// signs are the patterns of fields of all languages. Most texts hold no literal of any,
// and are shown to none.
type signs struct {
	patterns []func() *regexp.Regexp
	literals *words.Marks
	of       []signSet // by literal, its pattern
	fields   []signSet // by field, its patterns
}

// signSet has a bit for each of some patterns.
type signSet uint64

func signsOf(fields ...func(*lang.Language) string) func() *signs {
	return sync.OnceValue(func() *signs {
		s := &signs{}
		var literals []string
		for _, field := range fields {
			all := signSet(0)
			for _, l := range lang.All() {
				bit := signSet(1) << len(s.patterns)
				for _, literal := range lang.Literals(field(l)) {
					literals = append(literals, literal)
					s.of = append(s.of, bit)
				}
				all |= bit
				s.patterns = append(s.patterns, words.Lazily(field(l)))
			}
			s.fields = append(s.fields, all)
		}
		if len(s.patterns) > 64 {
			panic("collect: a signSet has no bits for all patterns")
		}
		s.literals = words.MarksOf(literals...)
		return s
	})
}

// near are the signs of which a text holds a literal.
func (s *signs) near(text string) (near signSet) {
	s.literals.Each(text, func(literal, _ int) bool {
		near |= s.of[literal]
		return true
	})
	return near
}

// anyIn reports whether a text holds one of the signs.
func (s *signs) anyIn(text string, of signSet) bool {
	for of != 0 {
		if s.patterns[bits.TrailingZeros64(uint64(of))]().MatchString(text) {
			return true
		}
		of &= of - 1
	}
	return false
}

// in are the places where the signs of a field match in a text, without what is no letter around, and without what a
// sign must stand behind: that is outside its group.
func (s *signs) in(text string, field int) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		for of := s.near(text) & s.fields[field]; of != 0; of &= of - 1 {
			for _, at := range s.patterns[bits.TrailingZeros64(uint64(of))]().FindAllStringSubmatchIndex(text, -1) {
				start, end := at[0], at[1]
				for group := 2; group < len(at); group += 2 {
					if at[group] >= 0 {
						start, end = at[group], at[group+1]
					}
				}
				isOther := func(r rune) bool { return !isLetter(r) && !words.IsSyllable(r) }
				match := strings.TrimLeftFunc(text[start:end], isOther)
				start = end - len(match)
				if !yield(start, start+len(strings.TrimRightFunc(match, isOther))) {
					return
				}
			}
		}
	}
}
