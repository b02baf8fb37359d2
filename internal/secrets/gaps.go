package secrets

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// gap is a way to read what stands between a name and its value.
type gap struct {
	how link
	// tail is where the words behind the name end, value where the value begins,
	// both in bytes behind the name.
	tail, value int
}

// findGaps reads the text behind a name: up to a mark that gives a value, such as a
// colon, up to a verb that does, and up to code. It returns the first of each, in
// this order.
func findGaps(rest string) []gap {
	words := loadWords()
	var is, code *gap
	found := make([]gap, 0, 3)
	word := 0 // where the word at i begins
scan:
	for i := 0; i < len(rest); {
		c, size := utf8.DecodeRuneInString(rest[i:])
		if mark, length := markAt(rest[i:]); length > 0 {
			if strings.HasPrefix(rest[i:], "://") {
				break
			}
			found = append(found, gap{mark, i, i + length + skipOpeners(rest[i+length:])})
			if later := strings.IndexByte(rest[i+length:], '`'); later >= 0 && code == nil {
				code = &gap{span, i, i + length + later + 1}
			}
			break
		}
		switch {
		case c == '`' && i > 0 && !closes(rest[i:]): // the first ends code that holds the name
			end := strings.IndexByte(rest[i+size:], '`')
			if end < 0 {
				break scan
			}
			if code == nil {
				code = &gap{span, i, i + size}
			}
			i += size + end + 1
			word = i
			continue
		case c == '(' || c == '（':
			end := strings.IndexAny(rest[i:], ")）\n")
			if end < 0 || rest[i+end] == '\n' {
				break scan
			}
			if code == nil && strings.HasPrefix(rest[i+size:], "`") {
				code = &gap{span, i, i + size + 1}
			} else if code == nil && (!strings.ContainsAny(rest[i+size:i+end], " \t") || reGroups.MatchString(rest[i+size:])) {
				code = &gap{span, i, i + size} // one word, or groups, which may be the value
			}
			_, last := utf8.DecodeRuneInString(rest[i+end:])
			i += end + last
			word = i
			continue
		case strings.ContainsRune(";；。!！?？\n“„「『，<", c), c == ',' && !strings.HasPrefix(rest[i:], ", c'est"):
			break scan
		case c == '"' && !closes(rest[i:]):
			break scan
		case c == ' ' || c == '\t':
			if is == nil && words.is[strings.ToLower(rest[word:i])] && word > 0 {
				is = &gap{verb, word, i + size}
			}
			word = i + size
		case is == nil && wide(c):
			if verbHere := words.wideIs(rest[i:]); verbHere > 0 {
				is = &gap{verb, i, i + verbHere}
			}
		}
		i += size
	}
	if is != nil {
		is.value += words.skipStill(rest[is.value:])
		is.value += skipOpeners(rest[is.value:])
		found = append(found, *is)
	}
	if code != nil {
		found = append(found, *code)
	}
	return found
}

// markAt is a mark that gives a value at the beginning of a text, and its length in
// bytes, or 0.
func markAt(text string) (link, int) {
	switch c := text[0]; {
	case c == '|':
		return cell, 1
	case c != ':' && c != '=' && c != '-' && c < utf8.RuneSelf:
		return bare, 0
	}
	for _, mark := range []string{":=", "=>", "->", "→", "：", "＝", "==", ":", "="} {
		if strings.HasPrefix(text, mark) {
			return direct, len(mark)
		}
	}
	return bare, 0
}

// closes reports whether a quotation mark at the beginning of a text ends what a
// mark follows: "token": or `token`:.
func closes(text string) bool {
	rest := strings.TrimLeft(text[1:], closers+" ")
	if rest == "" {
		return false
	}
	_, length := markAt(rest)
	return length > 0
}

// skipOpeners is the length of the spaces, emphasis and quotation marks in front of
// a value.
func skipOpeners(text string) int {
	const most = 3 // quotation marks
	rest := strings.TrimLeft(text, " \t")
	rest = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(rest, "*"), "*"), "__")
	rest = strings.TrimLeft(rest, " \t")
	for range most {
		c, size := utf8.DecodeRuneInString(rest)
		if size == 0 || !strings.ContainsRune(openers, c) {
			break
		}
		rest = rest[size:]
	}
	return len(text) - len(rest)
}

// skipBare is the length of what stands between a name and a value right behind it.
func skipBare(text string) int {
	rest := strings.TrimLeft(text, "\"'*_")
	inner := strings.TrimLeft(rest, " \t")
	if len(inner) == len(rest) && !strings.HasPrefix(rest, "(") && !strings.HasPrefix(rest, "（") {
		inner = text // the quotation marks are those of the value
	}
	inner = strings.TrimPrefix(strings.TrimPrefix(inner, "("), "（")
	return len(text) - len(inner) + skipOpeners(inner)
}

// wideIs is the length of a verb without spaces around it, or 0.
func (v *vocabulary) wideIs(text string) int {
	for _, word := range v.joined {
		if strings.HasPrefix(text, word) {
			return len(word)
		}
	}
	return 0
}

// skipStill is the length of the words between a verb and its value.
func (v *vocabulary) skipStill(text string) int {
	at := 0
	for {
		rest := strings.TrimLeftFunc(text[at:], unicode.IsSpace)
		word := ""
		for _, w := range v.lists["still"] {
			if len(w) > len(word) && len(rest) > len(w) && strings.EqualFold(rest[:len(w)], w) && (rest[len(w)] == ' ' || strings.ContainsFunc(w, wide)) {
				word = w
			}
		}
		if word == "" {
			return len(text) - len(rest)
		}
		at = len(text) - len(rest) + len(word)
	}
}
