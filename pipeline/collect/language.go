package collect

import (
	"math/bits"
	"regexp"
	"sync"

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
