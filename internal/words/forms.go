package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// formsIn says for a language, by its number, whether a word is a form of another
// that stands in its base form. The stems of most languages only take endings off
// and need no second look.
func formsIn(language int) func(word, base string) bool {
	switch languages[language].analyzer {
	case "en":
		return englishForm
	case "de":
		return germanForm
	}
	return func(string, string) bool { return true }
}

// englishForm takes what is made of a word for a form of it, but not what the word
// is made of: "confirmed" and "confirmation" are of "confirm"; "even" is none of
// "evening", nor "product" one of "production".
func englishForm(word, base string) bool {
	word = strings.ToLower(word)
	same := samePrefix(word, base)
	rest := base[same:]
	return englishBase[rest] || same < len(word) && (rest == "ed" || rest == "ing")
}

var englishBase = map[string]bool{"": true, "e": true, "y": true, "s": true, "es": true}

// germanForm takes "prüft" and "prüfte" for forms of "prüfen" and "Verträge" for
// one of "vertrag"; "rechnen" is none of "rechner", nor "zählen" one of "zahl".
func germanForm(word, base string) bool {
	lower := strings.ToLower(word)
	if isGermanForm(lower, base) {
		return true
	}
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(first) && isGermanForm(umlauts.Replace(lower), umlauts.Replace(base))
}

var umlauts = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u")

func isGermanForm(word, base string) bool {
	same := samePrefix(word, base)
	for stem := same; stem >= max(same-2, 1); stem-- {
		if germanBase[base[stem:]] && germanEndings[word[stem:]] {
			return true
		}
	}
	return false
}

// samePrefix is how many bytes two words begin with alike.
func samePrefix(a, b string) int {
	same := 0
	for same < len(a) && same < len(b) && a[same] == b[same] {
		same++
	}
	return same
}

var (
	germanBase    = map[string]bool{"": true, "e": true, "n": true, "en": true}
	germanEndings = map[string]bool{
		"": true, "e": true, "n": true, "en": true, "er": true, "ern": true, "es": true, "em": true, "s": true, "t": true, "st": true, "et": true, "est": true,
		"te": true, "ten": true, "ete": true, "eten": true, "end": true, "ende": true, "enden": true, "nd": true, "nde": true, "nden": true,
	}
)
