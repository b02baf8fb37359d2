package distill

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/words"
	"wisdom/pipeline/collect"
)

// leastWords is how many words a sentence has at least that makes sense on its own.
const leastWords = 4

// entryOf is a sentence in the form of an entry: a capital in front, a full stop behind, without asides in brackets,
// and otherwise word for word. It is empty if the sentence cannot stand alone: it is in pieces, it points outside
// itself, or it tells what happened once.
func entryOf(sentence string) string {
	text := reAside.ReplaceAllStringFunc(sentence, func(aside string) string {
		if collect.GivesOrder(aside) {
			return aside // an exception, perhaps
		}
		return ""
	})
	text = strings.TrimFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("`)）]*\"”", r)
	})
	if words.Count(text) < leastWords || strings.ContainsAny(sentence, "?？") ||
		strings.ContainsAny(text, "\"“”„«»[]{}<>|≠→=*`…") ||
		words.OpenBrackets(text) != 0 || pointsOutside(text) {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	return words.WithStop(string(unicode.ToUpper(first)) + text[size:])
}

var reAside = regexp.MustCompile(`\s*[(（][^()（）]*[)）]`)

var (
	backward = lang.Set(func(l *lang.Language) string { return l.Distill.Backward })
	pointing = lang.Set(func(l *lang.Language) string { return l.Distill.Pointing })
	outside  = lang.Set(func(l *lang.Language) string { return l.Distill.Outside })
	// outsideSigns do so in more words, and in scripts without spaces.
	outsideSigns = lang.Expression("", "", func(l *lang.Language) string { return l.Distill.OutsidePattern })
)

// pointsOutside reports whether a sentence needs another one to be understood.
func pointsOutside(text string) bool {
	lower := strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	list := slices.Collect(words.Split(lower))
	return backward()[list[0]] ||
		slices.ContainsFunc(list[:min(len(list), 3)], func(word string) bool { return pointing()[word] }) ||
		slices.ContainsFunc(list, func(word string) bool { return outside()[word] }) ||
		outsideSigns().MatchString(lower)
}
