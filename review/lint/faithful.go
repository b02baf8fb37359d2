package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/words"
	"wisdom/markdown/section"
)

// Unfaithful says what an entry claims that none of the lessons it stands on
// has: a number, a name or a negation. It is empty where there is nothing. It
// holds for every entry, whoever worded it.
func Unfaithful(e section.Entry, lessons []string) string {
	known := map[string]bool{}
	for _, text := range lessons {
		for _, word := range bareWords(text) {
			known[strings.ToLower(word)] = true
		}
	}
	for _, part := range []string{e.Name, e.Text} {
		for i, word := range bareWords(part) {
			first, _ := utf8.DecodeRuneInString(word)
			lower := strings.ToLower(word)
			switch {
			case known[lower]:
			case strings.ContainsFunc(word, unicode.IsDigit):
				return fmt.Sprintf("%q stands in none of its lessons", word)
			case i > 0 && unicode.IsUpper(first):
				return fmt.Sprintf("the name %q stands in none of its lessons", word)
			case words.Negations(word) > 0 && !negatesAnywhere(lessons):
				return fmt.Sprintf("%q turns what its lessons say", word)
			}
		}
	}
	return ""
}

func negatesAnywhere(lessons []string) bool {
	for _, text := range lessons {
		if words.Negations(text) > 0 {
			return true
		}
	}
	return false
}

// bareWords are the words of a text without the marks around them.
func bareWords(text string) []string {
	return slices.Collect(words.Split(strings.ReplaceAll(text, "’", "'")))
}
