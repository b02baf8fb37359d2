package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold is a text in lower case without the accents of Latin letters, which people
// leave out, and with ё as е. Other scripts stay as they are: what looks like an
// accent there makes another letter.
func Fold(text string) string {
	text = strings.ToLower(text)
	if isASCII(text) {
		return text
	}
	var b strings.Builder
	for _, r := range norm.NFC.String(strings.ReplaceAll(text, "’", "'")) {
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

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}
