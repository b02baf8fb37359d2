package collect

import (
	"regexp"
	"sync"

	"wisdom/internal/lang"
	"wisdom/internal/words"
)

// known are the phrases of all languages, folded: a heading or a line is too short to tell
// its language.
var known = sync.OnceValue(func() *lang.Language { return lang.Together(fold) })

// The words of all languages.
var (
	conditions  = lang.Set(func(l *lang.Language) string { return l.Norms.Conditions })
	goesOn      = lang.Set(func(l *lang.Language) string { return l.HeadingWords.GoesOn })
	connectives = lang.Set(func(l *lang.Language) string { return l.HeadingWords.Connectives })
	joinsNouns  = lang.Set(func(l *lang.Language) string { return l.HeadingWords.Of })
	copied      = lang.Set(func(l *lang.Language) string { return fold(l.HeadingWords.Copied) })
)

// What is told by a pattern; see lang.Norms and lang.HeadingPatterns.
var (
	normSigns   = signsOf(func(l *lang.Language) string { return l.Norms.Pattern })
	weakSigns   = signsOf(func(l *lang.Language) string { return l.Norms.WeakPattern })
	taughtSigns = signsOf(func(l *lang.Language) string { return l.Headings.LessonsPattern })

	reForeign = lang.Expression("(?i)", "", func(l *lang.Language) string { return l.HeadingPatterns.Foreign })
	// rePasted matches what follows a word such as "copied" that is about the text below.
	rePasted = sync.OnceValue(func() *regexp.Regexp {
		from := lang.WordPattern(func(l *lang.Language) string { return l.HeadingWords.From })
		return regexp.MustCompile(`^(?:$|[^\pL]*(?:` + from + `)(?:$|[^\pL])|[^\pL\s])`)
	})
)

// signs are the patterns of a field of all languages. Most texts hold no literal of any,
// and are shown to none.
type signs struct {
	patterns []func() *regexp.Regexp
	literals *words.Marks
	of       []int // by literal, its pattern
}

func signsOf(field func(*lang.Language) string) func() *signs {
	return sync.OnceValue(func() *signs {
		s := &signs{}
		var literals []string
		for _, l := range lang.All() {
			for _, literal := range lang.Literals(field(l)) {
				literals = append(literals, literal)
				s.of = append(s.of, len(s.patterns))
			}
			s.patterns = append(s.patterns, words.Lazily(field(l)))
		}
		s.literals = words.MarksOf(literals...)
		return s
	})
}

// in reports whether a text holds one of the signs.
func (s *signs) in(text string) bool {
	shown, matches := uint64(0), false
	s.literals.Each(text, func(literal, _ int) bool {
		i := s.of[literal]
		if shown&(1<<i) == 0 {
			shown |= 1 << i
			matches = s.patterns[i]().MatchString(text)
		}
		return !matches
	})
	return matches
}
