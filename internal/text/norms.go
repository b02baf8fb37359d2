package text

import (
	"regexp"
	"strings"
	"sync"

	"wisdom/internal/lang"
)

// The words and signs of orders, and those that are in orders and in reports. See lang.Norms.
var (
	OrderWords = lang.Set(func(l *lang.Language) string { return Fold(l.Norms.Words) })
	WeakWords  = lang.Set(func(l *lang.Language) string { return Fold(l.Norms.WeakWords) })
	OrderSigns = signsOf(func(l *lang.Language) string { return l.Norms.Pattern })
	WeakSigns  = signsOf(func(l *lang.Language) string { return l.Norms.WeakPattern })
)

// adverbs say in reports how often something is.
var adverbs = lang.Set(func(l *lang.Language) string { return Fold(l.Distill.Adverbs) })

// IsBan reports whether a clause forbids something or sets a condition: "never", "only with", "ask before". It has a word
// or a sign of orders, or one that reports may have, too, and a negation or an order in front. An adverb ("always") is a
// condition where it ends a clause that begins with an order: "ask Pia first".
func IsBan(s string) bool {
	folded, isNorm, isWeak, isOrder := strings.ReplaceAll(Fold(s), "**", ""), false, false, false
	n, last := 0, ""
	for word := range Split(folded) {
		isOrder = isOrder || (n == 0 || n == 1 && adverbs()[last]) && IsImperative(word)
		isNorm = isNorm || OrderWords()[word] && !adverbs()[word]
		isWeak = isWeak || WeakWords()[word]
		n, last = n+1, word
	}
	if isNorm || isOrder && n > 2 && adverbs()[last] || OrderSigns().Match(folded) {
		return true
	}
	return (isWeak || WeakSigns().Match(folded)) && (isOrder || Of(s).Forbids())
}

// Signs are the patterns of all languages. A pattern takes long, so it is matched only where the text holds one of its
// literals.
type Signs struct {
	patterns []func() *regexp.Regexp // by language
	literals *Marks
	of       []int // by literal, its language
}

func signsOf(field func(*lang.Language) string) func() *Signs {
	return sync.OnceValue(func() *Signs {
		s := &Signs{}
		var literals []string
		for i, l := range lang.All() {
			s.patterns = append(s.patterns, Lazily(field(l)))
			for _, literal := range lang.Literals(field(l)) {
				literals, s.of = append(literals, literal), append(s.of, i)
			}
		}
		s.literals = MarksOf(literals...)
		return s
	})
}

// Match reports whether a folded text holds one of the signs.
func (s *Signs) Match(text string) (found bool) {
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
