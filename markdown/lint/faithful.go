package lint

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/text"
	"wisdom/markdown/section"
)

// Unfaithful returns a number or a name in an entry that none of its lessons has, spelled out or abbreviated, or "". It
// applies to every entry, whoever worded it. It does not check whether an entry contradicts its lessons, because words
// cannot show that: "never without a test" and "test first" are one rule.
func Unfaithful(e section.Entry, lessons []string) string {
	// Most entries claim nothing of the kind, and need no look at the lessons.
	known := sync.OnceValue(func() map[string]bool { return lowerWords(lessons) })
	language := text.Language(e.Text)
	if language == "" { // a short line may not tell
		language = text.Language(strings.Join(lessons, " "))
	}
	nouns := language == "de" // have capitals, and other endings in the lessons
	for _, part := range []string{e.Name, e.Text} {
		for i, word := range bareWords(part) {
			first, _ := utf8.DecodeRuneInString(word)
			number, name := strings.ContainsFunc(word, unicode.IsDigit), i > 0 && unicode.IsUpper(first) &&
				(!nouns || text.IsFirstName(word))
			switch {
			case !number && !name, known()[strings.ToLower(word)], name && known()[otherNumber(strings.ToLower(word))],
				name && !number && isAbbreviated(word, lessons):
			case number:
				return fmt.Sprintf("%q is in none of its lessons", word)
			default:
				return fmt.Sprintf("the name %q is in none of its lessons", word)
			}
		}
	}
	return ""
}

// otherNumber is a name in the singular if it is in the plural, and the other way round: "TTLs" of lessons on a TTL.
func otherNumber(name string) string {
	if one, plural := strings.CutSuffix(name, "s"); plural {
		return one
	}
	return name + "s"
}

// isAbbreviated reports whether lessons abbreviate a name, or spell out one that is an abbreviation.
func isAbbreviated(name string, lessons []string) bool {
	return slices.ContainsFunc(lessons, func(text string) bool {
		return slices.ContainsFunc(bareWords(text), func(word string) bool {
			return isShortFor(word, name) || isShortFor(name, word)
		})
	})
}

// isShortFor reports whether a word is written like an abbreviation ("JS", "K8s"), and another one has its letters in
// their order, the first one first ("JavaScript"). It is at least three times as long: many shorter words have them.
func isShortFor(short, long string) bool {
	capitals := 0
	var letters []rune
	for _, r := range short {
		if unicode.IsUpper(r) || unicode.IsDigit(r) {
			capitals++
		}
		if unicode.IsLetter(r) {
			letters = append(letters, unicode.ToLower(r))
		}
	}
	long = strings.ToLower(long)
	if capitals < 2 || len(letters) == 0 || len(long) < 3*len(short) || !strings.HasPrefix(long, string(letters[:1])) {
		return false
	}
	for _, r := range letters {
		_, rest, found := strings.Cut(long, string(r))
		if !found {
			return false
		}
		long = rest
	}
	return true
}

func lowerWords(texts []string) map[string]bool {
	found := map[string]bool{}
	for _, text := range texts {
		for _, word := range bareWords(text) {
			found[strings.ToLower(word)] = true
		}
	}
	return found
}

// bareWords are the words of a text without the marks around them. What stands behind an apostrophe is a word of its
// own: "API's" and "l'API" are of an API.
func bareWords(s string) []string {
	return slices.Collect(text.Split(strings.NewReplacer("’", " ", "'", " ").Replace(s)))
}
