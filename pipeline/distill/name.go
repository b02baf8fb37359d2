package distill

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/words"
	"wisdom/pipeline/collect"
)

// longestName is the most words that a name has.
const longestName = 3

// nameOf names an entry: with the label that its author gave it and another lesson, else with the first thing that it
// is about, else with its first words. The name is empty where none of them can be told, and where the order is cut off
// from a label that may be its subject or its condition.
func nameOf(r recurrence) string {
	if isOwn := strings.HasPrefix(strings.ToLower(r.text), strings.ToLower(r.label)); !isOwn {
		same := func(o *order) bool { return strings.EqualFold(o.label, r.label) }
		if words.Count(r.label) <= longestName && (len(r.copies) == 0 || slices.ContainsFunc(r.copies, same)) {
			return asName(r.label)
		}
		return ""
	}
	fields := strings.Fields(r.text)
	for i := range fields {
		if name := thing(fields[i:]); name != "" {
			return asName(name)
		}
	}
	first := fields[:min(len(fields), longestName)]
	for len(first) > 0 && isEmpty(first[len(first)-1]) {
		first = first[:len(first)-1]
	}
	if name := strings.Join(first, " "); words.Negations(r.text) == 0 && words.Count(name) <= longestName {
		return asName(name) // of what is forbidden, the beginning may say the opposite
	}
	return ""
}

var articles = lang.Set(func(l *lang.Language) string { return l.Distill.Articles })

// mostAfterArticle is how many words behind an article are one thing at most: of more, one may be a verb.
const mostAfterArticle = 2

// thing is what stands between an article, the first of some words, and the next mark or the next word that holds
// sentences together; empty for what is no one thing.
func thing(fields []string) string {
	if !articles()[strings.ToLower(fields[0])] {
		return ""
	}
	var found []string
	for _, field := range fields[1:] {
		if isEmpty(field) || !strings.HasPrefix(field, bare(field)) {
			break
		}
		if found = append(found, field); bare(field) != field {
			break
		}
	}
	if len(found) > mostAfterArticle {
		return ""
	}
	return strings.Join(found, " ")
}

// isEmpty reports whether a word only holds sentences together.
func isEmpty(field string) bool {
	word := strings.ToLower(bare(field))
	return word == "" || words.IsStop(word) || articles()[word] || words.Negations(word) > 0
}

// bare is a text without the marks around it.
func bare(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// asName makes a name of words: a capital in front, a full stop behind.
func asName(text string) string {
	if text = bare(text); text == "" {
		return ""
	}
	return capital(text)
}

// capital is a text with a capital in front and a full stop behind.
func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return words.WithStop(string(unicode.ToUpper(first)) + text[size:])
}

// standalone is a sentence in the form of an entry, word for word: a capital in front, a full stop behind. It is empty
// if the sentence cannot stand alone: it is in pieces, it points outside itself, or it tells what happened once; and in
// English if it does not tell its reader what to do, as "must be fixed first" and "the founder must sign".
func standalone(sentence string) string {
	text := strings.TrimFunc(sentence, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("`)）]*\"”", r)
	})
	language := words.Language(sentence)
	if strings.ContainsAny(sentence, "?？") || strings.ContainsAny(text, "\"“”„«»[]{}<>|≠→=*`…") ||
		words.OpenBrackets(text) != 0 ||
		pointsOutside(text) ||
		(language == "" || language == "en") && !collect.Commands(sentence) {
		return ""
	}
	return capital(text)
}

// hasName reports whether a word within a sentence has a capital, as names of persons, places and products, which
// belong to one situation; in German all nouns have one.
func hasName(sentence string) bool {
	return words.Language(sentence) != "de" && slices.ContainsFunc(strings.Fields(sentence)[1:], func(word string) bool {
		first, _ := utf8.DecodeRuneInString(bare(word))
		acronym := strings.TrimSuffix(bare(word), "s")
		return unicode.IsUpper(first) && acronym != strings.ToUpper(acronym)
	})
}

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
