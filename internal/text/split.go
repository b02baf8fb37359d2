package text

import (
	"iter"
	"strings"
	"unicode"
)

// Split goes through the words of a text as they are written: runs of letters,
// digits and apostrophes.
func Split(text string) iter.Seq[string] {
	return strings.FieldsFuncSeq(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
	})
}

// hasCJK reports whether a character of a script that writes no spaces is in text,
// hasSyllables whether one of those or a Korean one does.
func hasCJK(text string) bool { return strings.ContainsFunc(text, IsCJK) }

func hasSyllables(text string) bool { return strings.ContainsFunc(text, IsSyllable) }

// IsSyllable reports whether r belongs to a script in which a word goes on without a space:
// no border can be seen behind it.
func IsSyllable(r rune) bool { return r >= 0x1100 && (IsCJK(r) || unicode.Is(unicode.Hangul, r)) }
