package words

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
