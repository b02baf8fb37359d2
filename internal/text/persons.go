package text

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// nameFile holds given names that are common somewhere and mean nothing else. It is
// data: add one where it is missing.
//
//go:embed names.txt
var nameFile string

var firstNames = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for line := range strings.Lines(nameFile) {
		if !strings.HasPrefix(line, "#") {
			for name := range strings.FieldsSeq(line) {
				all[name] = true
			}
		}
	}
	return all
})

// IsFirstName reports whether a word is a given name, or one in the possessive:
// "Anna", "Annas", "Anna's".
func IsFirstName(word string) bool {
	if !isUpper(word) {
		return false
	}
	word, _, _ = strings.Cut(bareName(word), "-")
	return firstNames()[word] || firstNames()[strings.TrimSuffix(word, "s")]
}

// isUpper reports whether a word begins with a capital.
func isUpper(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(first)
}

// bareName takes the mark of the possessive off.
func bareName(word string) string {
	return strings.TrimSuffix(strings.TrimSuffix(strings.TrimRight(word, "'’"), "'s"), "’s")
}

// isPerson reports whether a word names a person; before is the word before it, in
// lower case, with the marks behind it: "Die Frau. Danach" names no one.
func isPerson(word, before string) bool {
	return isUpper(word) && (known().titles[before] && !acronymic(word) || IsFirstName(word))
}

// acronymic tells "AG" in "Herr AG" from a name.
func acronymic(word string) bool { return word == strings.ToUpper(word) }
