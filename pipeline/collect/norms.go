package collect

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"wisdom/internal/words"
)

// normative says whether a text in lower case says what holds always, or what to
// do: with one of the words that people make rules with.
func normative(lower string) bool {
	folded := fold(lower)
	for word := range strings.FieldsFuncSeq(folded, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
		if normWords()[word] {
			return true
		}
	}
	return reNormSigns().MatchString(folded)
}

// fold is a text in lower case without the accents of Latin letters, which people
// leave out, and with ё as е. Other scripts stay as they are: what looks like an
// accent there makes another letter.
func fold(text string) string {
	text = strings.ReplaceAll(strings.ToLower(text), "’", "'")
	if isASCII(text) {
		return text
	}
	var b strings.Builder
	for _, r := range norm.NFC.String(text) {
		switch {
		case r == 'ł':
			b.WriteByte('l')
		case r == 'đ':
			b.WriteByte('d')
		case r == 'ё':
			b.WriteRune('е')
		case r > unicode.MaxLatin1 && !unicode.Is(unicode.Latin, r) || r < utf8.RuneSelf:
			b.WriteRune(r)
		default:
			base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
			b.WriteRune(base)
		}
	}
	return b.String()
}

// isSyllabic tells the scripts in which a word goes on without a space: no border
// can be seen behind it.
func isSyllabic(r rune) bool { return words.IsCJK(r) || unicode.Is(unicode.Hangul, r) }

// drawsRule says whether a text that tells what went wrong says a rule as well: in a
// word, or in a last sentence that holds in general.
func drawsRule(text string) bool {
	lower := strings.ToLower(text)
	if normative(lower) {
		return true
	}
	at := reSentence().FindAllStringIndex(strings.TrimRight(lower, ".!?。！？ "), -1)
	return at != nil && advises(lower[at[len(at)-1][1]:])
}

// reSentence is the end of a sentence with another one behind it.
var reSentence = words.Lazily(`[.!?]\s+|[。！？]\s*`)
