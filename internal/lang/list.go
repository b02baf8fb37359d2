package lang

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// List is a list of words in lower case. Words of scripts without spaces, the longest first, are looked for anywhere in
// a text.
type List struct {
	Words map[string]bool
	wide  []string
}

// NewList is the list of the words that are in a field of any language.
func NewList(field func(*Language) string) List { return ListOf(WordSet(field)) }

// ListOf is the list of words of a set.
func ListOf(set map[string]bool) List {
	l := List{Words: set}
	for w := range set {
		if isWide(w) {
			l.wide = append(l.wide, w)
		}
	}
	slices.SortFunc(l.wide, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return l
}

// Begins reports whether a text begins with one of the words.
func (l List) Begins(text string) bool {
	text = strings.ToLower(strings.TrimLeft(text, "*_`\"'(（ "))
	first, _, _ := strings.Cut(text, " ")
	return l.Words[strings.Trim(first, ",.:;!*_：`)")] ||
		l.anyWide(func(w string) bool { return strings.HasPrefix(text, w) })
}

// Ends reports whether a text ends with one of the words.
func (l List) Ends(text string) bool {
	text = strings.ToLower(strings.TrimRight(text, " `*\"“"))
	return l.Words[text[strings.LastIndexAny(text, " (")+1:]] ||
		l.anyWide(func(w string) bool { return strings.HasSuffix(text, w) })
}

// In reports whether a text has one of the words, in the plural too, or a compound that ends with a long one.
func (l List) In(text string) bool {
	text = strings.ToLower(text)
	isMark := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '-' }
	for word := range strings.FieldsFuncSeq(text, isMark) {
		for part := range strings.SplitSeq(word, "-") {
			if l.has(part) {
				return true
			}
		}
		if l.Words[word] || l.endsCompound(word) {
			return true
		}
	}
	return l.anyWide(func(w string) bool { return strings.Contains(text, w) })
}

// All reports whether a text has no words but these, in the plural too, and numbers.
func (l List) All(text string) bool {
	found := false
	isMark := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), isMark) {
		for _, part := range l.wide {
			word = strings.ReplaceAll(word, part, "")
		}
		isNumber := word != "" && strings.Trim(word, "0123456789") == ""
		if word != "" && !isNumber && !l.has(word) {
			return false
		}
		found = found || !isNumber
	}
	return found
}

func (l List) has(word string) bool { return l.Words[word] || l.Words[strings.TrimSuffix(word, "s")] }

// endsCompound reports whether a word ends with a long one of the list.
func (l List) endsCompound(word string) bool {
	const long = 5 // bytes
	for i := range word {
		if i > 0 && len(word)-i >= long && l.Words[word[i:]] {
			return true
		}
	}
	return false
}

func (l List) anyWide(holds func(string) bool) bool { return slices.ContainsFunc(l.wide, holds) }
