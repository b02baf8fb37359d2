package score

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"

	"wisdom/internal/lang"
	"wisdom/internal/similar"
	"wisdom/internal/words"
)

// alike reports whether a text has the wording of a clause: the same words, or most of
// them. One that turns or counts something makes another clause.
func alike(text, clause string) bool {
	a, b := split(text), split(clause)
	return slices.Equal(a, b) || similar.Share(set(a), set(b)) >= similar.NearCopy &&
		slices.Equal(numerals(a), numerals(b)) && words.Negations(text) == words.Negations(clause)
}

// set is a list, sorted, with each word once.
func set(list []string) []string { return slices.Compact(slices.Sorted(slices.Values(list))) }

// acceptable reports whether a text could be an entry of a theme.
func (t Theme) acceptable(text string) bool {
	same := func(clause string) bool { return slices.Equal(split(text), split(clause)) }
	return slices.ContainsFunc(t.Clauses, same) ||
		!slices.ContainsFunc(t.Narrow, same) &&
			slices.ContainsFunc(t.Clauses, func(clause string) bool { return alike(text, clause) })
}

// split cuts a text into its words, in lower case and without marks and
// punctuation; a character of a script without spaces is a word.
func split(text string) []string {
	text = strings.ReplaceAll(words.Normal(text), "’", "'")
	var list []string
	var b strings.Builder
	end := func() {
		if word := strings.Trim(b.String(), "'"); word != "" {
			list = append(list, word)
		}
		b.Reset()
	}
	for _, r := range text {
		switch {
		case words.IsCJK(r):
			end()
			list = append(list, string(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' || unicode.IsMark(r):
			b.WriteRune(r)
		default:
			end()
		}
	}
	end()
	return list
}

// numerals are the words that count something, in their order.
func numerals(list []string) []string {
	var found []string
	for _, word := range list {
		if counts()[word] || strings.ContainsFunc(word, unicode.IsDigit) {
			found = append(found, word)
		}
	}
	return found
}

// counts are numbers in words, and words that multiply. Words for one are excluded: they are articles too.
var counts = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(func(l *lang.Language) string {
		return strings.Join(slices.Collect(maps.Values(l.Numbers)), " ") + " " + l.Words.Multiples
	})
})
