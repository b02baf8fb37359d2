package tokens

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// class is a set of characters that o200k_base tells apart.
type class uint8

const (
	small class = 1 << iota
	large       // capital and title letters
	other       // other letters
	mark
	number
	blank // white space, except for newlines
	newline
	sign // everything else

	start = large | other | mark // what a word begins with
	rest  = small | other | mark // what it ends with
)

func classOf(r rune) class {
	switch {
	case unicode.IsLower(r):
		return small
	case unicode.IsUpper(r), unicode.IsTitle(r):
		return large
	case unicode.IsLetter(r):
		return other
	case unicode.IsMark(r):
		return mark
	case unicode.IsNumber(r):
		return number
	case r == '\n', r == '\r':
		return newline
	case unicode.IsSpace(r):
		return blank
	}
	return sign
}

// span returns the length of the characters of some classes that a text begins with, and where the last one of them
// that is also of the classes in last ends.
func span(text string, classes, last class) (length, end int) {
	for length < len(text) {
		r, size := utf8.DecodeRuneInString(text[length:])
		c := classOf(r)
		if c&classes == 0 {
			break
		}
		length += size
		if c&last != 0 {
			end = length
		}
	}
	return length, end
}

// piece returns the length of the first piece of a text: tokens are made in each piece by itself. It does what this
// expression does, which takes several times as long:
//
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+
func piece(text string) int {
	if end := word(text); end > 0 {
		return end + len(contraction.FindString(text[end:]))
	}
	if end := digits(text); end > 0 {
		return end
	}
	space := len(text) - len(strings.TrimPrefix(text, " "))
	if signs, _ := span(text[space:], sign|mark, 0); signs > 0 {
		return len(text) - len(strings.TrimLeft(text[space+signs:], "\r\n/"))
	}
	blanks, end := span(text, blank|newline, newline)
	_, size := utf8.DecodeLastRuneInString(text[:blanks])
	switch {
	case end > 0:
		return end
	case blanks == len(text) || blanks == size:
		return blanks
	}
	return blanks - size // the last one belongs to the word behind it
}

var contraction = regexp.MustCompile(`^(?i:'(?:[stmd]|re|ve|ll))`)

// word returns the length of letters and marks, with the blank or sign before them; 0 for none.
func word(text string) int {
	first, before := utf8.DecodeRuneInString(text)
	if classOf(first)&(blank|sign) == 0 {
		before = 0
	}
	if length := letters(text[before:]); length > 0 {
		return before + length
	}
	return 0
}

// letters returns the length of large letters and then small ones. Others are both; without a small one, the last of
// them is where the letters end.
func letters(text string) int {
	length, end := span(text, start, other|mark)
	ending, _ := span(text[length:], rest, 0)
	if ending == 0 && end > 0 {
		return end
	}
	return length + ending
}

// digits returns the length of three digits at most.
func digits(text string) int {
	n := 0
	for i, r := range text {
		if n == 3 || !unicode.IsNumber(r) {
			return i
		}
		n++
	}
	return len(text)
}
