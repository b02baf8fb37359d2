package terminal

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"

	"golang.org/x/text/unicode/norm"
)

// hidden are the characters that turn the direction of text, or show nothing: what people use to hide text from a reader.
// Line ends of their own are among them; what joins letters and picks the form of an emoji is not.
var hidden = &unicode.RangeTable{
	R16: []unicode.Range16{ // in order
		{0x061c, 0x061c, 1},
		{0x200b, 0x200b, 1},
		{0x200e, 0x200f, 1},
		{0x2028, 0x202e, 1},
		{0x2060, 0x2064, 1},
		{0x2066, 0x2069, 1},
		{0xfeff, 0xfeff, 1},
	},
	R32: []unicode.Range32{{0xe0000, 0xe0fff, 1}}, // tags and the like: whole texts that are invisible
}

// Printable shows what a terminal would act upon as escapes, and keeps text on its line.
func Printable(text string) string {
	acts := func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0xfffd || isControl(r) }
	return escaped(strings.ReplaceAll(text, "\r\n", "\n"), acts, func(r rune) string { return fmt.Sprintf("\\U%08x", r) })
}

// EscapedJSON is JSON in which what would act on a terminal is written as an escape, which means the same.
func EscapedJSON(text string) string {
	return escaped(text, isControl, func(r rune) string {
		high, low := utf16.EncodeRune(r)
		return fmt.Sprintf("\\u%04x\\u%04x", high, low)
	})
}

func isControl(r rune) bool { return r >= 0x7f && r < 0xa0 || unicode.Is(hidden, r) }

// escaped is a text in which some characters are escapes, those of more than 16 bits by wide.
func escaped(text string, escapes func(rune) bool, wide func(rune) string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case !escapes(r):
			b.WriteRune(r)
		case r > 0xffff:
			b.WriteString(wide(r))
		default:
			fmt.Fprintf(&b, "\\u%04x", r)
		}
	}
	return b.String()
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
