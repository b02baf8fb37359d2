package recall

import (
	"strings"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/secrets"
	"wisdom/internal/words"
)

// nameBefore is the end of a text in front of a value, without what links them.
func nameBefore(text string) string {
	text = strings.TrimRight(text, " \t:：=\"'“„(（*_`")
	for _, l := range lang.AllMessages() {
		for _, link := range l.Links {
			if before, found := strings.CutSuffix(text, link); found {
				return strings.TrimRight(before, " \t:：=\"'“„(（*_`")
			}
		}
	}
	return text
}

// withoutGuessed redacts what a person may have chosen to keep others out, wherever it
// follows the name of a secret: in a snippet a value too many is hidden rather than one
// too few.
func withoutGuessed(text string) string {
	var b strings.Builder
	last, lineStart := 0, 0
	for line := range strings.Lines(text) {
		for at, end := nextValue(line, 0); at < end; at, end = nextValue(line, end) {
			value := strings.TrimRight(line[at:end], ".:!?*_")
			if strings.Trim(value, "0123456789.,:-/") == "" { // most of them: a number, a day, an hour
				continue
			}
			if !looksMade(value) && (!secrets.IsName(nameBefore(line[:at])) || !secrets.LooksChosen(value)) {
				continue
			}
			b.WriteString(text[last:lineStart+at] + secrets.Redacted)
			last = lineStart + at + len(value)
		}
		lineStart += len(line)
	}
	return b.String() + text[last:]
}

// leastMade is the length in bytes from which a word that a machine made is hidden,
// whatever is before it.
const leastMade = 14

// looksMade reports whether a word is one that a machine made: small and large letters
// and digits by turns.
func looksMade(word string) bool {
	if len(word) < leastMade || secrets.IsPlace(word) {
		return false
	}
	changes, last := 0, byte(0)
	seen := map[byte]bool{}
	for i := range len(word) {
		kind := byte(0)
		switch c := word[i]; {
		case c >= 'a' && c <= 'z':
			kind = 'a'
		case c >= 'A' && c <= 'Z':
			kind = 'A'
		case c >= '0' && c <= '9':
			kind = '0'
		case c >= utf8.RuneSelf:
			return false
		}
		if kind != last && kind != 0 {
			changes++
		}
		last = kind
		seen[kind] = true
	}
	return seen['a'] && seen['A'] && seen['0'] && changes*3 >= len(word)
}

// nextValue is the next word of a line that may be a secret: it has digits or signs.
func nextValue(line string, from int) (start, end int) {
	start, telling := from, false
	for at := from; at < len(line); {
		kind, size := valueBytes[line[at]], 1
		if line[at] >= utf8.RuneSelf {
			var r rune
			if r, size = utf8.DecodeRuneInString(line[at:]); strings.ContainsRune("“”„（），。；、：", r) {
				kind = endsValue
			}
		}
		switch {
		case kind == endsValue && telling:
			return start, at
		case kind == endsValue:
			start = at + size
		case kind == tellsValue:
			telling = true
		}
		at += size
	}
	if telling {
		return start, len(line)
	}
	return len(line), len(line)
}

// What a byte means for nextValue: it stands between words that may be secrets, or makes
// a word one.
const (
	endsValue = 1 + iota
	tellsValue
)

var valueBytes = func() (kinds [256]byte) {
	for _, c := range []byte(" \t\r\n,;|`\"'()") {
		kinds[c] = endsValue
	}
	for _, c := range []byte("0123456789!?&%$+#*=~^") {
		kinds[c] = tellsValue
	}
	return kinds
}()

// leastBesideSecret is how many words a passage with a secret must have besides.
const leastBesideSecret = 6

// isOnlySecret reports whether a redacted passage says little but the name of a secret.
func isOnlySecret(text string) bool {
	return words.Count(reSigns.ReplaceAllString(text, " ")) < leastBesideSecret
}
