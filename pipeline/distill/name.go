package distill

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/text"
	"wisdom/pipeline/collect"
)

// longestName is the most words of a name that an author or a model gave, longestMade of one that is made of the words
// of an order, longestPiece the most characters of one in a script without spaces.
const longestName, longestMade, longestPiece = 3, 4, 12

// nameOf names an entry: with the label that its author gave it and another lesson, else with words of the order. The
// name is empty where the order is cut off from a label that may be its subject or its condition.
func nameOf(r recurrence) string {
	if strings.HasPrefix(strings.ToLower(r.text), strings.ToLower(r.label)) {
		return nameFor(r.text)
	}
	same := func(o *order) bool { return strings.EqualFold(o.label, r.label) }
	if text.Count(r.label) <= longestName && (len(r.copies) == 0 || slices.ContainsFunc(r.copies, same)) {
		return asName(r.label)
	}
	return ""
}

// nameGiven is the name that a model gave a line, in the form of an entry. One that does not say what the line is about
// is replaced: it is a sentence, holds Markdown, or ends with a word that only holds sentences together, or with an
// adverb where the line does not begin with the same verb.
func nameGiven(given, line string) string {
	given = unquoted(strings.Trim(text.OneLine(text.Unbold(given)), decoration))
	fields := strings.Fields(given)
	if len(fields) == 0 || text.Count(given) > longestName || strings.ContainsAny(given, "*`<") ||
		!isContent(bare(fields[len(fields)-1]), text.Language(line)) && !isOrderInShort(fields, line) {
		return nameFor(line)
	}
	return asName(given)
}

// isOrderInShort reports whether a name is the verb of a line with an adverb: "Restore first".
func isOrderInShort(name []string, line string) bool {
	verb, _, _ := strings.Cut(line, " ")
	return len(name) == 2 && strings.EqualFold(name[0], bare(verb)) && adverbs()[strings.ToLower(bare(name[1]))]
}

// nameFor names an order by what it is about: its verb and the object beside it, of a ban the object alone, for its
// beginning may say the opposite; else the longest thing behind an article; else its first words.
func nameFor(order string) string {
	if first, behind, _ := strings.Cut(order, ", "); isCondition(first) && collect.GivesOrder(behind) {
		order = behind
	}
	language, fields := text.Language(order), strings.Fields(order)
	if language == "cjk" {
		return asName(pieceOf(order))
	}
	forbids, all := text.Negations(order) > 0, phrasesOf(fields, language)
	var name []string
	if len(all) > 0 && !all[0].isThing {
		name = actOf(all[0].words, forbids, all[0].words[0] != bare(fields[0]))
	}
	things := only(all, func(p phrase) bool { return p.isThing && len(p.words) <= mostAfterArticle })
	switch {
	case len(name) > 0:
	case len(things) > 0:
		name = slices.MaxFunc(things, func(a, b phrase) int { return len(a.words) - len(b.words) }).words
	case forbids && len(all) > 1:
		name = all[1].words
	default:
		name = firstWords(fields, language)
	}
	return asName(strings.Join(name[:min(len(name), longestMade)], " "))
}

// isCondition reports whether a clause begins like one that says when an order holds.
func isCondition(clause string) bool {
	first, _, _ := strings.Cut(clause, " ")
	return text.IsStop(strings.ToLower(first), "") && text.Negations(clause) == 0
}

// actOf is the verb and object in the first phrase of an order, of a ban the object: what stands behind the verb, or, as
// in German, the nouns in front of it, which have capitals within a sentence. It is empty for a verb alone.
func actOf(first []string, forbids, within bool) []string {
	isNoun := func(word string) bool { return capital(strings.ToLower(word)) == text.WithStop(word) }
	if forbids {
		verb := slices.IndexFunc(first, func(word string) bool { return !isNoun(word) })
		if within && verb != 0 {
			return first[:cmp.Or(max(verb, 0), len(first))]
		}
		return first[1:]
	}
	if len(first) == 1 {
		return nil
	}
	return first
}

// firstWords are the first words of an order without adverbs, up to the last of them that carries meaning; of a clause
// of two words or more, no further. Where none does, all words are.
func firstWords(fields []string, language string) []string {
	var first []string
	end := 0
	for _, field := range fields {
		word := bare(field)
		if len(first) == longestMade || adverbs()[strings.ToLower(word)] && text.Negations(word) == 0 {
			continue
		}
		if first = append(first, field); isContent(word, language) {
			end = len(first)
		}
		if len(first) > 1 && !strings.HasSuffix(field, word) {
			break
		}
	}
	return first[:cmp.Or(end, len(first))]
}

var (
	articles = lang.Set(func(l *lang.Language) string { return l.Distill.Articles })
	adverbs  = lang.Set(func(l *lang.Language) string { return l.Distill.Adverbs })
	// prepositions are those that are no stop words.
	prepositions = lang.Set(func(l *lang.Language) string { return l.Distill.Prepositions })
	// between are the words that part phrases in scripts without spaces.
	between = lang.Expression("", `|\PL+`, func(l *lang.Language) string { return l.Distill.BetweenPattern })
)

// pieceOf is the first clause of an order in a script without spaces, if it is short, else its longest phrase.
func pieceOf(order string) string {
	clause := order[:cmp.Or(max(strings.IndexFunc(order, unicode.IsPunct), 0), len(order))]
	if text.Negations(clause) == 0 && text.Count(clause) <= longestMade {
		return clause
	}
	longest := ""
	for _, piece := range between().Split(clause, -1) {
		if text.Count(piece) > text.Count(longest) {
			longest = piece
		}
	}
	runes := []rune(longest)
	return string(runes[:min(len(runes), longestPiece)])
}

// mostAfterArticle is how many words behind an article are one thing at most: of more, one may be a verb.
const mostAfterArticle = 2

// phrase are words that carry meaning and stand side by side, without a mark or an adverb between them.
type phrase struct {
	words   []string
	isThing bool // they stand behind an article
}

func phrasesOf(fields []string, language string) (all []phrase) {
	open, behindArticle := false, false
	for _, field := range fields {
		word := bare(field)
		if !isContent(word, language) {
			open = false
			if !adverbs()[strings.ToLower(word)] {
				behindArticle = articles()[strings.ToLower(field)]
			}
			continue
		}
		if !open || !strings.HasPrefix(field, word) {
			all = append(all, phrase{isThing: behindArticle && strings.HasPrefix(field, word)})
		}
		last := &all[len(all)-1]
		last.words = append(last.words, word)
		open, behindArticle = strings.HasSuffix(field, word), false
	}
	return all
}

// isContent reports whether a word carries meaning in a language, or in any if that is empty.
func isContent(word, language string) bool {
	word = strings.ToLower(strings.ReplaceAll(word, "’", "'"))
	return word != "" && !text.IsStop(word, language) && !articles()[word] && !adverbs()[word] &&
		!prepositions()[word] && text.Negations(word) == 0
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
func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return text.WithStop(string(unicode.ToUpper(first)) + s[size:])
}

// standalone is a sentence in the form of an entry, word for word: a capital in front, a full stop behind. It is empty
// if the sentence cannot stand alone: it is in pieces, it points outside itself, or it tells what happened once; and in
// English if it does not tell its reader what to do, as "must be fixed first" and "the founder must sign".
func standalone(sentence string) string {
	s := strings.TrimFunc(sentence, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("`)）]*\"”", r)
	})
	language := text.Language(sentence)
	if strings.ContainsAny(sentence, "?？") || strings.ContainsAny(s, "\"“”„«»[]{}<>|≠→=*`…") ||
		text.OpenBrackets(s) != 0 ||
		pointsOutside(s) ||
		(language == "" || language == "en") && !collect.Commands(sentence) {
		return ""
	}
	return capital(s)
}

// hasName reports whether a word within a sentence has a capital, as names of persons, places and products, which
// belong to one situation; in German all nouns have one.
func hasName(sentence string) bool {
	return text.Language(sentence) != "de" && slices.ContainsFunc(strings.Fields(sentence)[1:], func(word string) bool {
		first, _ := utf8.DecodeRuneInString(bare(word))
		acronym := strings.TrimSuffix(bare(word), "s")
		return unicode.IsUpper(first) && acronym != strings.ToUpper(acronym)
	})
}

var (
	outside = lang.Set(func(l *lang.Language) string { return l.Distill.Outside })
	// outsideSigns do so in more words, and in scripts without spaces.
	outsideSigns = lang.Expression("", "", func(l *lang.Language) string { return l.Distill.OutsidePattern })
)

// pointsOutside reports whether a sentence needs another one to be understood.
func pointsOutside(s string) bool {
	lower := strings.ToLower(strings.ReplaceAll(s, "’", "'"))
	list := slices.Collect(text.Split(lower))
	return text.IsBackward(list[0]) ||
		slices.ContainsFunc(list[:min(len(list), 3)], text.IsPointing) ||
		slices.ContainsFunc(list, func(word string) bool { return outside()[word] }) ||
		outsideSigns().MatchString(lower)
}
