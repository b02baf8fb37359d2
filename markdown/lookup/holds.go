package lookup

import "strings"

// Holds reports whether a text holds a word or words byte for byte, not as part of another one.
func Holds(text, word string) bool {
	for from := 0; word != ""; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return false
		}
		at += from
		if !inWord(text, at-1) && !inWord(text, at+len(word)) {
			return true
		}
		from = at + len(word)
	}
	return false
}

func inWord(text string, at int) bool {
	if at < 0 || at >= len(text) {
		return false
	}
	c := text[at]
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '-'
}
