package words

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// class is a class of characters. Most of them are ASCII, so that is kept as a table.
type class struct {
	ascii  [utf8.RuneSelf]bool
	beyond func(rune) bool // for characters beyond ASCII
}

func classOf(holds func(rune) bool) *class {
	c := &class{beyond: holds}
	for r := range rune(utf8.RuneSelf) {
		c.ascii[r] = holds(r)
	}
	return c
}

// end is the place in text of the first character that is of the class, or is not,
// from start on.
func (c *class) end(text string, start int, of bool) int {
	for start < len(text) {
		if b := text[start]; b < utf8.RuneSelf {
			if c.ascii[b] == of {
				return start
			}
			start++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[start:])
		if c.beyond(r) == of {
			return start
		}
		start += size
	}
	return len(text)
}

// runs goes through the runs of characters of the class in a text.
func (c *class) runs(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for start := c.end(text, 0, true); start < len(text); {
			end := c.end(text, start, false)
			if !yield(text[start:end]) {
				return
			}
			start = c.end(text, end, true)
		}
	}
}

var (
	wordCharacters = classOf(
		func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' || r == '’' },
	)
	letters = classOf(func(r rune) bool { return unicode.IsLetter(r) || r == '\'' })
)

// Split goes through the words of a text as they are written: runs of letters,
// digits and apostrophes.
func Split(text string) iter.Seq[string] { return wordCharacters.runs(text) }

// Letters goes through the runs of letters and plain apostrophes in a text.
func Letters(text string) iter.Seq[string] { return letters.runs(text) }

// hasCJK reports whether a character of a script that writes no spaces is in text,
// hasSyllables whether one of those or a Korean one does.
func hasCJK(text string) bool { return hasBeyond(text, "\u2e80", IsCJK) }

func hasSyllables(text string) bool { return hasBeyond(text, "\u1100", IsSyllable) }

// IsSyllable reports whether r belongs to a script in which a word goes on without a space:
// no border can be seen behind it.
func IsSyllable(r rune) bool { return r >= 0x1100 && (IsCJK(r) || unicode.Is(unicode.Hangul, r)) }

// hasBeyond reports whether a character that is wanted is in text. All of them come
// after least, so that most texts need no look at characters, only at bytes.
func hasBeyond(text, least string, wanted func(rune) bool) bool {
	for i := range len(text) {
		if text[i] >= least[0] {
			return strings.ContainsFunc(text[i:], wanted)
		}
	}
	return false
}
