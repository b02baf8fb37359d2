package secrets

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// gap is a way to read the text between a name and its value.
type gap struct {
	how link
	// tail is where the words behind the name end, value where the value begins, both in bytes behind the name.
	tail, value int
}

// findGaps reads the text behind a name: up to a mark that gives a value, such as a colon, up to a verb that does, and
// up to code. It returns the first of each, in this order.
func findGaps(rest string) []gap {
	r := gapReader{rest: rest, words: loadWords()}
	for r.at < len(rest) && r.read() {
	}
	found := make([]gap, 0, 4)
	if r.mark != nil {
		found = append(found, *r.mark)
	}
	if r.is != nil {
		r.is.value += r.words.skipStill(rest[r.is.value:])
		r.is.value += skipOpeners(rest[r.is.value:])
		found = append(found, *r.is)
	}
	if r.code != nil {
		found = append(found, *r.code)
	}
	if r.was != nil {
		found = append(found, *r.was)
	}
	return found
}

// gapReader reads the text behind a name.
type gapReader struct {
	rest     string
	words    *vocabulary
	at, word int // where it reads, and where the word there begins
	// The first gap of each kind; was is that of a verb in parentheses.
	mark, is, code, was *gap
}

// read reads one character, or a part in parentheses or code. It reports whether a value may still follow.
func (r *gapReader) read() bool {
	c, size := utf8.DecodeRuneInString(r.rest[r.at:])
	if mark, length := markAt(r.rest[r.at:]); length > 0 {
		r.readMark(mark, length)
		return false
	}
	switch {
	case c == '`' && r.at > 0 && !closes(r.rest[r.at:]): // the first ends code that holds the name
		return r.readCode(size)
	case c == '(' || c == '（':
		return r.readParentheses(size)
	case strings.ContainsRune(";；。!！?？\n“„「『，<", c), c == ',' && !strings.HasPrefix(r.rest[r.at:], ", c'est"):
		return false
	case c == '"' && !closes(r.rest[r.at:]):
		return false
	case c == ' ' || c == '\t':
		if r.is == nil && r.words.has("is", r.rest[r.word:r.at]) && r.word > 0 {
			r.is = &gap{verb, r.word, r.at + size}
		}
		r.word = r.at + size
	case r.is == nil && wide(c):
		if length := r.words.wideIs(r.rest[r.at:]); length > 0 {
			r.is = &gap{verb, r.at, r.at + length}
		}
	}
	r.at += size
	return true
}

// readMark reads a mark, behind which nothing else is looked for but code.
func (r *gapReader) readMark(mark link, length int) {
	behind := r.rest[r.at+length:]
	if strings.HasPrefix(r.rest[r.at:], "://") {
		return
	}
	r.mark = &gap{mark, r.at, r.at + length + skipOpeners(behind)}
	if later := strings.IndexByte(behind, '`'); later >= 0 && r.code == nil {
		r.code = &gap{span, r.at, r.at + length + later + 1}
	}
}

// readCode reads over code, which may contain the value.
func (r *gapReader) readCode(size int) bool {
	end := strings.IndexByte(r.rest[r.at+size:], '`')
	if end < 0 {
		return false
	}
	if r.code == nil {
		r.code = &gap{span, r.at, r.at + size}
	}
	r.at += size + end + 1
	r.word = r.at
	return true
}

// readParentheses reads over parentheses, which may hold the value, alone or behind one word: "(was ...)".
func (r *gapReader) readParentheses(size int) bool {
	end := strings.IndexAny(r.rest[r.at:], ")）\n")
	if end < 0 || r.rest[r.at+end] == '\n' {
		return false
	}
	within := r.rest[r.at+size : r.at+end]
	switch {
	case r.code != nil:
	case strings.HasPrefix(r.rest[r.at+size:], "`"):
		r.code = &gap{span, r.at, r.at + size + 1}
	case !strings.ContainsAny(within, " \t") || reGroups().MatchString(within):
		r.code = &gap{span, r.at, r.at + size}
	case r.was == nil:
		first, value, _ := strings.Cut(within, " ")
		isVerb := func(list string) bool { return r.words.has(list, strings.TrimRight(first, ":：")) }
		if value = strings.TrimSpace(value); (isVerb("is") || isVerb("still")) && !strings.ContainsAny(value, " \t") {
			at := r.at + size + len(first)
			r.was = &gap{verb, r.at, at + skipOpeners(r.rest[at:])}
		}
	}
	_, last := utf8.DecodeRuneInString(r.rest[r.at+end:])
	r.at += end + last
	r.word = r.at
	return true
}

// markAt is a mark that gives a value at the beginning of a text, and its length in bytes, or 0.
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

// closes reports whether a quotation mark at the beginning of a text ends what a mark follows: "token": or `token`:.
func closes(text string) bool {
	rest := strings.TrimLeft(text[1:], closers+" ")
	if rest == "" {
		return false
	}
	_, length := markAt(rest)
	return length > 0
}

// skipOpeners is the length of the spaces, emphasis and quotation marks in front of a value.
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

// skipBare returns the length of the text between a name and the value that follows it.
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
	for _, word := range v.parts["is"] {
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
			if len(w) > len(word) && len(rest) > len(w) && strings.EqualFold(rest[:len(w)], w) &&
				(rest[len(w)] == ' ' || strings.ContainsFunc(w, wide)) {
				word = w
			}
		}
		if word == "" {
			return len(text) - len(rest)
		}
		at = len(text) - len(rest) + len(word)
	}
}
