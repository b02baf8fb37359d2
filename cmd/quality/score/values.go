package score

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/words"
)

// invented lists the values of a text that none of the sources has: numbers,
// paths, code, names and negations.
func invented(text string, sources []string) []string {
	var found []string
	for _, value := range values(text) {
		if !anyHolds(sources, value) {
			found = append(found, value)
		}
	}
	return append(found, negatedAlone(text, sources)...)
}

func anyHolds(sources []string, literal string) bool {
	for _, source := range sources {
		if holds(source, literal) {
			return true
		}
	}
	return false
}

// holds reports whether a text contains a literal as a whole word, in any case. Scripts without spaces have no word
// borders.
func holds(text, literal string) bool {
	text, literal = strings.ToLower(words.OneLine(text)), strings.ToLower(words.OneLine(literal))
	first, _ := utf8.DecodeRuneInString(literal)
	last, _ := utf8.DecodeLastRuneInString(literal)
	for from := 0; ; {
		i := strings.Index(text[from:], literal)
		if i < 0 || literal == "" {
			return false
		}
		start, end := from+i, from+i+len(literal)
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		after, _ := utf8.DecodeRuneInString(text[end:])
		within := inWord(before) && inWord(first) || inWord(after) && inWord(last)
		if !within {
			return true
		}
		from = start + utf8.RuneLen(first)
	}
}

func inWord(r rune) bool { return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !words.IsCJK(r) }

// values returns the words of a text that must come from its source.
func values(text string) []string {
	var found []string
	for _, s := range words.Specifics(text) {
		if !s.Kind.Plain() { // those are looked for below
			found = append(found, strings.Trim(text[s.Start:s.End], "`"))
		}
	}
	for _, sentence := range reSentence.Split(text, -1) {
		for i, word := range strings.FieldsFunc(sentence, betweenWords) {
			word = strings.Trim(word, inner)
			first, _ := utf8.DecodeRuneInString(word)
			if strings.ContainsFunc(word, unicode.IsDigit) || i > 0 && unicode.IsUpper(first) {
				found = append(found, word)
			}
		}
	}
	return append(found, numerals(split(text))...)
}

// reSentence ends what begins with a capital for no other reason.
var reSentence = regexp.MustCompile(`[.!?:]["”')*]*\s|[。！？：]`)

// inner are the marks that may be inside a word.
const inner = `'’-_./:`

func betweenWords(r rune) bool {
	return words.IsCJK(r) ||
		!unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune(inner, r)
}

// reach is the greatest distance in words between a negation and a word that it negates.
const reach = 6

// negatedAlone lists the words that a text turns and its sources do not. A word
// that they do not have is no proof: then any negation of theirs will do.
func negatedAlone(text string, sources []string) []string {
	var found []string
	list := split(text)
	for i := range list {
		if !negates(list, i) {
			continue
		}
		word, turned, known, any := turnedBy(list, i), false, false, false
		for _, source := range sources {
			t, k, a := turns(split(source), word)
			turned, known, any = turned || t, known || k, any || a
		}
		if !turned && (known || !any) {
			found = append(found, list[i]+" "+word)
		}
	}
	return found
}

// negates reports whether the word at i is a negation.
func negates(list []string, i int) bool {
	return words.Negations(list[i]) > 0 ||
		i+1 < len(list) && isCJK(list[i]) && words.Negations(gram(list, i)) > words.Negations(list[i+1])
}

// turnedBy is the word that a negation is about: the next one that is not too
// short to mean much, or else the one before.
func turnedBy(list []string, i int) string {
	for j := i + 1; j < len(list) && j <= i+reach; j++ {
		if telling(list, j) {
			return gram(list, j)
		}
	}
	for j := i - 1; j >= 0; j-- {
		if telling(list, j) {
			return gram(list, j)
		}
	}
	return ""
}

func telling(list []string, i int) bool {
	long := isCJK(list[i]) && !strings.Contains(modals(), list[i]) || utf8.RuneCountInString(list[i]) >= 4
	return long && !negates(list, i)
}

// modals go with a negation in Chinese.
var modals = sync.OnceValue(func() string {
	return lang.Concat(func(l *lang.Language) string { return l.Words.Modals })
})

// turns reports whether a list has a word near a negation, has it at all, and has
// any negation.
func turns(list []string, word string) (turned, known, any bool) {
	for i := range list {
		if negates(list, i) {
			any = true
		}
		if gram(list, i) != word && list[i] != word { // at the end of a text a word is one character
			continue
		}
		known = true
		for j := max(i-reach, 0); j < len(list) && j <= i+reach; j++ {
			turned = turned || negates(list, j)
		}
	}
	return turned, known, any
}

// gram is the word at i; in a script without spaces, two characters.
func gram(list []string, i int) string {
	if isCJK(list[i]) && i+1 < len(list) && isCJK(list[i+1]) {
		return list[i] + list[i+1]
	}
	return list[i]
}

func isCJK(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return words.IsCJK(r)
}
