package text

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// leastNumber is the number from which on one belongs to one situation even
// without a unit: "try three times" is a rule, "call the twelve members" is not.
const leastNumber = 10

// isNumberInWords reports whether a word, in lower case, is a number that belongs to
// one situation; next is the word after it.
func isNumberInWords(word, next string) bool {
	word, _, _ = strings.Cut(word, "-") // twenty-five
	n, isNumber := known().numbers[word]
	return isNumber && (isUnit(next) || n >= leastNumber && !known().homonyms[word])
}

// hanNumbers finds the numbers of a text in Chinese characters. A number from ten on
// needs no unit of measure behind it.
func hanNumbers(text string) []Specific {
	var found []Specific
	v := known()
	for _, at := range v.hanNumber.FindAllStringIndex(text, -1) {
		before, _ := utf8.DecodeLastRuneInString(text[:at[0]])
		_, last := utf8.DecodeLastRuneInString(text[:at[1]])
		begins := func(unit string) bool { return strings.HasPrefix(text[at[1]-last:], unit) }
		if strings.ContainsRune(v.ordinals, before) || slices.ContainsFunc(v.noUnits, begins) {
			continue // it counts in a row, or its unit is the beginning of another word
		}
		found = append(found, Specific{at[0], at[1], InWords})
	}
	return found
}
