package distill

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/words"
)

// longestName is the most words that a name has.
const longestName = 3

// nameOf names an entry that says an order: with the label that its author gave it and
// another lesson, if there is one, or with its subject, the words of the core around a term. The name is empty
// where that is no noun phrase, for all that can be told.
func nameOf(order *statement, subject int, core []string, with []echo) string {
	same := func(e echo) bool { return e.in.label == order.label }
	if n := words.Count(order.label); n > 0 && n <= longestName && (len(with) == 0 || slices.ContainsFunc(with, same)) {
		if isAcronym(order.label) && strings.Contains(order.label, " ") {
			return asName(strings.ToLower(order.label))
		}
		return asName(order.label)
	}
	shared := func(at int) bool { return slices.Contains(core, order.terms[at].stem) }
	if namesThing(order, subject) == noThing {
		return ""
	}
	if p := order.terms[subject]; words.IsCJK([]rune(order.text[p.start:])[0]) {
		return asName(unspacedName(order.text, p))
	}
	first, last := subject, subject+1
	for first > 0 && adjoins(order, first-1) && shared(first-1) && namesThing(order, first-1) > noThing {
		first--
	}
	for plainForms(order.language) && last < len(order.terms) && adjoins(order, last-1) && shared(last) {
		last++
	}
	phrase := order.text[order.terms[first].start:order.terms[last-1].end]
	if words.Count(phrase) > longestName {
		phrase = order.text[order.terms[subject].start:order.terms[subject].end]
	}
	return asName(phrase)
}

// adjoins reports whether nothing is between a term and the next one.
func adjoins(s *statement, at int) bool {
	end, next := s.terms[at].end, s.terms[at+1].start
	return next <= end || s.text[end:next] == " " || s.text[end:next] == "-"
}

var (
	articles   = lang.Set(func(l *lang.Language) string { return l.Distill.Articles })
	nameless   = lang.Set(func(l *lang.Language) string { return l.Distill.Nameless })
	emptySigns = lang.Set(func(l *lang.Language) string { return l.Distill.EmptyCharacters })
)

// How surely a term names a thing.
const (
	noThing = iota
	likelyThing
	surelyThing
)

// namesThing tells how surely a term of a statement names a thing: behind an article, or
// with a capital within the sentence, surely; in English, in no form of a verb, likely.
func namesThing(s *statement, at int) int {
	p := s.terms[at]
	word := s.text[p.start:p.end]
	lower := strings.ToLower(word)
	before := strings.Fields(strings.ToLower(s.text[:p.start]))
	switch {
	case nameless()[lower], articles()[lower]:
		return noThing
	case words.IsCJK([]rune(word)[0]) && unspacedName(s.text, p) == "":
		return noThing
	case unicode.Is(unicode.Han, []rune(word)[0]):
		return likelyThing
	case s.language == "cjk":
		return surelyThing
	case len(before) == 0:
		return noThing
	case articles()[before[len(before)-1]], isCapital(word) && !isAcronym(s.text):
		return surelyThing
	case len(before) > 1 && articles()[before[len(before)-2]]: // an adjective between them, perhaps
		return likelyThing
	case !plainForms(s.language), words.IsImperative(lower):
		return noThing
	case strings.HasSuffix(lower, "ed"), strings.HasSuffix(lower, "ing"), strings.HasSuffix(lower, "ly"):
		return noThing
	}
	return likelyThing
}

// plainForms reports whether words of a language, "" for one that cannot be told, stand
// beside each other in a name in the forms that they have in a sentence.
func plainForms(language string) bool { return language == "" || language == "en" || language == "cjk" }

// longestRun is how many Chinese characters in a row may be one name.
const longestRun = 4

// unspacedName is the run of Chinese characters, or of Katakana, around a term, as far as
// none of them holds sentences together; empty for what is no word, or more than one.
func unspacedName(text string, p place) string {
	script := func(r rune) *unicode.RangeTable {
		switch {
		case emptySigns()[string(r)]:
			return nil
		case unicode.Is(unicode.Han, r):
			return unicode.Han
		case unicode.Is(unicode.Katakana, r) || r == '\u30fc': // the mark of a long vowel
			return unicode.Katakana
		}
		return nil
	}
	first, _ := utf8.DecodeRuneInString(text[p.start:])
	of := script(first)
	other := func(r rune) bool { return script(r) != of }
	if of == nil || strings.ContainsFunc(text[p.start:p.end], other) {
		return ""
	}
	start := strings.LastIndexFunc(text[:p.start], other) + 1
	for !utf8.RuneStart(text[start]) {
		start++
	}
	end := len(text)
	if at := strings.IndexFunc(text[p.end:], other); at >= 0 {
		end = p.end + at
	}
	if of == unicode.Han && utf8.RuneCountInString(text[start:end]) > longestRun {
		return ""
	}
	return text[start:end]
}

// asName makes a name of words: a capital in front, a full stop behind.
func asName(text string) string {
	text = strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	return words.WithStop(string(unicode.ToUpper(first)) + text[size:])
}
