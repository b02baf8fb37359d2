package terminal

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"

	"golang.org/x/text/unicode/norm"
)

// Printable shows what a terminal would act upon as escapes, and keeps text on its line.
func Printable(text string) string {
	var b strings.Builder
	for _, r := range strings.ReplaceAll(text, "\r\n", "\n") {
		switch {
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case r > 0xffff && isHidden(r):
			fmt.Fprintf(&b, "\\U%08x", r)
		case r < ' ' || r >= 0x7f && r < 0xa0 || r == 0xfffd || isHidden(r):
			fmt.Fprintf(&b, "\\u%04x", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// EscapedJSON is JSON in which what would act on a terminal is written as an escape, which means the same.
func EscapedJSON(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r > 0xffff && isHidden(r):
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, "\\u%04x\\u%04x", high, low)
		case r >= 0x7f && r < 0xa0 || isHidden(r):
			fmt.Fprintf(&b, "\\u%04x", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isHidden reports whether a character turns the direction of text, or shows nothing: what people use to hide text from
// a reader. What joins letters and picks the form of an emoji stays.
func isHidden(r rune) bool {
	switch {
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f, r == 0x061c: // directions
		return true
	case r == 0x200b,
		r >= 0x2060 && r <= 0x2064,
		r == 0xfeff,
		r == 0x2028,
		r == 0x2029: // no width; line ends of their own
		return true
	}
	return r >= 0xe0000 && r <= 0xe0fff // tags and the like: whole texts that are invisible
}

// asciiMarks are the marks that people write, in a terminal that shows ASCII.
var asciiMarks = strings.NewReplacer(
	"…", "...", "—", "-", "–", "-", "·", "-", "•", "*", "“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "‘", "'",
	"’", "'", "→", "->", "←", "<-", "≠", "!=", "≤", "<=", "≥", ">=", "×", "x", "\u00a0", " ",
)

// InASCII is a text for a terminal that shows nothing else: accents go, and what
// has no likeness is shown as an escape, for it is part of what is approved.
func InASCII(text string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(asciiMarks.Replace(text)) {
		switch {
		case r < 0x80:
			b.WriteRune(r)
		case unicode.Is(unicode.Mn, r):
		case r == '\u00df' || r == '\u1e9e': // the sharp s
			b.WriteString("ss")
		default:
			fmt.Fprintf(&b, "\\u%04x", r)
		}
	}
	return b.String()
}
