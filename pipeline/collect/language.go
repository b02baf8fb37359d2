package collect

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

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
	rePasted = anyWord(
		`^(?:$|[^\pL]*(?:`,
		`)(?:$|[^\pL])|[^\pL\s])`,
		func(l *lang.Language) string { return l.HeadingWords.From },
	)
)

// anyWord returns an expression for one of the words of a field, of any language.
func anyWord(before, after string, field func(*lang.Language) string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(before + lang.WordPattern(field) + after) })
}

// signs are the patterns of a field of all languages. Most texts hold no literal of any,
// and are shown to none.
type signs struct {
	patterns []func() *regexp.Regexp
	literals *words.Marks
	of       []int // by literal, its pattern
	chinese  int
}

func signsOf(field func(*lang.Language) string) func() *signs {
	return sync.OnceValue(func() *signs {
		s := &signs{chinese: -1}
		var literals []string
		for _, l := range lang.All() {
			pattern := field(l)
			if pattern == "" {
				continue
			}
			if l.Name == "chinese" {
				s.chinese = len(s.patterns)
			}
			for _, literal := range lang.Literals(pattern) {
				literals = append(literals, literal)
				s.of = append(s.of, len(s.patterns))
			}
			s.patterns = append(s.patterns, words.Lazily(pattern))
		}
		s.literals = words.MarksOf(literals...)
		return s
	})
}

// each calls found with every pattern of which the text holds a literal, until that
// returns false. In a text with kana, which is Japanese, signs of Chinese mean something
// else.
func (s *signs) each(text string, found func(*regexp.Regexp) bool) {
	shown := uint64(0)
	s.literals.Each(text, func(literal, _ int) bool {
		i := s.of[literal]
		if shown&(1<<i) != 0 || i == s.chinese && strings.ContainsFunc(text, isKana) {
			return true
		}
		shown |= 1 << i
		return found(s.patterns[i]())
	})
}

func isKana(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana) }

// in reports whether a text holds one of the signs.
func (s *signs) in(text string) bool {
	matches := false
	s.each(text, func(pattern *regexp.Regexp) bool {
		matches = pattern.MatchString(text)
		return !matches
	})
	return matches
}
