package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Count is the number of words in text: UAX #29 words, where two characters of
// a script that writes no spaces (Han, Hiragana, Katakana) count as one.
func Count(text string) int {
	words, characters := 0, 0
	for start, end := range spans(text) {
		n := 0
		for _, r := range text[start:end] {
			if IsCJK(r) {
				n++
			}
		}
		if n == 0 {
			words++
		}
		characters += n
	}
	return words + (characters+1)/2
}

// IsCJK reports whether r belongs to a script that writes no spaces.
func IsCJK(r rune) bool {
	return r >= 0x2e80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// Shorten returns a text on one line with at most so many characters, cut between words
// where there are any.
func Shorten(text string, most int) string {
	text = OneLine(text)
	if len(text) <= most || utf8.RuneCountInString(text) <= most {
		return text
	}
	end, n := 0, 1
	for end = range text {
		if n++; n > most {
			break
		}
	}
	cut := text[:end]
	if space := strings.LastIndexByte(cut, ' '); space > len(cut)/2 {
		cut = cut[:space]
	}
	return strings.TrimRight(cut, " ,;:") + "…"
}
