package collect

import (
	"regexp"
	"sync"

	"wisdom/internal/lang"
	"wisdom/internal/text"
)

// known are the phrases of all languages, folded: a heading or a line is too short to tell
// its language.
var known = sync.OnceValue(func() *lang.Language { return lang.Together(text.Fold) })

// withouts are the words of all languages that are negative and forbid nothing.
// ruleWords and ruleSigns are in orders, weakWords and weakSigns in orders and in reports. See lang.Norms.
var (
	withouts  = lang.Set(func(l *lang.Language) string { return l.Norms.Without })
	ruleWords = lang.Set(func(l *lang.Language) string { return text.Fold(l.Norms.Words) })
	weakWords = lang.Set(func(l *lang.Language) string { return text.Fold(l.Norms.WeakWords) })
	ruleSigns = signsOf(func(l *lang.Language) string { return l.Norms.Pattern })
	weakSigns = signsOf(func(l *lang.Language) string { return l.Norms.WeakPattern })
)

// signs are the patterns of all languages. A pattern takes long, so it is matched only where the text holds one of its
// literals.
type signs struct {
	patterns []func() *regexp.Regexp // by language
	literals *text.Marks
	of       []int // by literal, its language
}

func signsOf(field func(*lang.Language) string) func() *signs {
	return sync.OnceValue(func() *signs {
		s := &signs{}
		var literals []string
		for i, l := range lang.All() {
			s.patterns = append(s.patterns, text.Lazily(field(l)))
			for _, literal := range lang.Literals(field(l)) {
				literals, s.of = append(literals, literal), append(s.of, i)
			}
		}
		s.literals = text.MarksOf(literals...)
		return s
	})
}

// match reports whether a text holds one of the signs.
func (s *signs) match(text string) (found bool) {
	tried := map[int]bool{} // by language
	s.literals.Each(text, func(literal, _ int) bool {
		if i := s.of[literal]; !tried[i] {
			tried[i] = true
			found = s.patterns[i]().MatchString(text)
		}
		return !found
	})
	return found
}
