package secrets

import (
	"slices"
	"strings"
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
func findGaps(rest string) []*gap {
	if at := form("tagged").FindStringSubmatchIndex(rest); at != nil {
		return []*gap{{direct, 0, at[3]}}
	}
	r := gapReader{rest: rest, words: loadWords()}
	for r.at < len(rest) && r.read() {
	}
	if r.is != nil {
		r.is.value += len(form("still").FindString(rest[r.is.value:]))
		r.is.value += skipOpeners(rest[r.is.value:])
	}
	return slices.DeleteFunc([]*gap{r.mark, r.is, r.code, r.was}, func(g *gap) bool { return g == nil })
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
	if strings.ContainsRune("|:=-→：＝", c) {
		if mark := form("mark").FindString(r.rest[r.at:]); mark != "" {
			r.readMark(mark)
			return false
		}
	}
	switch {
	case c == '`' && r.at > 0 && !form("closes").MatchString(r.rest[r.at:]): // the first ends code that holds the name
		return r.readCode(size)
	case c == '(' || c == '（':
		return r.readParentheses(size)
	case strings.ContainsRune(";；。!！?？\n“„「『，<", c), c == ',' && !strings.HasPrefix(r.rest[r.at:], ", c'est"):
		return false
	case c == '"' && !form("closes").MatchString(r.rest[r.at:]):
		return false
	case c == ' ' || c == '\t':
		if r.is == nil && r.words.has("is", r.rest[r.word:r.at]) && r.word > 0 {
			r.is = &gap{verb, r.word, r.at + size}
		}
		r.word = r.at + size
	case r.is == nil && wide(c):
		if is := form("wide-is").FindString(r.rest[r.at:]); is != "" {
			r.is = &gap{verb, r.at, r.at + len(is)}
		}
	}
	r.at += size
	return true
}

// readMark reads a mark, behind which nothing else is looked for but code.
func (r *gapReader) readMark(mark string) {
	at := r.at + len(mark)
	behind := r.rest[at:]
	isCell := mark == "|"
	if strings.HasPrefix(behind, "//") || isCell && !strings.HasSuffix(r.rest[:r.at], " ") &&
		!strings.HasPrefix(behind, " ") && !strings.ContainsFunc(r.rest, wide) {
		return
	}
	r.mark = &gap{direct, r.at, at + skipOpeners(behind)}
	if isCell {
		r.mark.how = cell
	}
	if later := strings.IndexByte(behind, '`'); later >= 0 && r.code == nil {
		r.code = &gap{span, r.at, at + later + 1}
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
	case !strings.ContainsAny(within, " \t") || form("groups").MatchString(within):
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

// skipOpeners is the length of what is in front of a value.
func skipOpeners(text string) int { return len(form("openers").FindString(text)) }

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
