package distill

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lesson"
	"wisdom/internal/words"
)

// writing is how lessons write the words within their sentences: with a capital, or without; in lower case. A word that
// comes with a capital only is a proper name, of a person, a place or a product, and belongs to one situation.
type writing struct {
	capital, small map[string]bool
	language       string // of most of them, see words.Language
}

func writingOf(lessons []lesson.Lesson) *writing {
	w := &writing{capital: map[string]bool{}, small: map[string]bool{}}
	var beginning strings.Builder
	for _, l := range lessons {
		if beginning.Len() < 1<<12 {
			beginning.WriteString(l.Text + " ")
		}
		inside := false
		for word := range strings.FieldsSeq(l.Text) {
			bare := bareWord(word)
			switch {
			case bare == "" || !inside || isAcronym(bare):
			case isCapital(bare):
				w.capital[strings.ToLower(bare)] = true
			default:
				w.small[bare] = true
			}
			inside = !strings.ContainsAny(word[len(word)-1:], ".!?:*\"") && !strings.HasSuffix(word, "”")
		}
	}
	w.language = words.Language(beginning.String())
	return w
}

// languageOf is the language of a sentence; if that cannot be told, of most lessons.
func (w *writing) languageOf(sentence string) string {
	return cmp.Or(words.Language(sentence), w.language)
}

// hasName reports whether a proper name is in a sentence. German writes all nouns with a capital, so that nothing can
// be told from one.
func (w *writing) hasName(sentence string) bool {
	if w.languageOf(sentence) == "de" {
		return false
	}
	for i, word := range strings.Fields(sentence) {
		bare := bareWord(word)
		lower := strings.ToLower(bare)
		if isCapital(bare) && !isAcronym(bare) && lower != "i" && !w.small[lower] && (i > 0 || w.capital[lower]) {
			return true
		}
	}
	return false
}

// bareWord is a word without the marks around it and the mark of the possessive.
func bareWord(word string) string {
	word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' })
	return strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s")
}

func isCapital(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(first)
}

// isAcronym tells DNS and APIs from names.
func isAcronym(word string) bool {
	word = strings.TrimSuffix(word, "s")
	return utf8.RuneCountInString(word) > 1 && word == strings.ToUpper(word) && !strings.ContainsFunc(word, words.IsCJK)
}
