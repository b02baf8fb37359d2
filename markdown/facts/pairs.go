package facts

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"
)

// pair is a key and the text that tells its value.
type pair struct{ key, value string }

var (
	reBold = regexp.MustCompile(`^(?:\*\*|__)(.+?)(?:\*\*|__)\s*(?:\([^)]*\)\s*)?([:：=]|—|–|-|→|->|=>|⇒|➜)?\s*(.*)$`)
	reLink = regexp.MustCompile(`\[([^\]]*)\]\(([^)\s]+)\)`)
	// reAside is what stands in brackets inside a key.
	reAside = regexp.MustCompile(`\s*(?:\([^)]*\)|（[^）]*）)`)
)

// separators between a key and its value, besides a colon.
var separators = []string{"→", "->", "=>", "⇒", "➜", " = ", ": ", "：", ":`", ":\t", " — ", " – ", " - ", " | "}

// split cuts a line at its first separator outside code.
func split(text string) (pair, bool) {
	if m := reBold.FindStringSubmatch(text); m != nil {
		key := strings.TrimRight(m[1], ":： ")
		if m[3] != "" && (m[2] != "" || key != m[1] || strings.HasPrefix(m[3], "`")) {
			return pair{key, m[3]}, true
		}
	}
	at, length := -1, 0
	for _, s := range separators {
		if i := outside(text, s); i > 0 && (at < 0 || i < at) {
			at, length = i, len(s)
		}
	}
	if at < 0 {
		if name, value, ok := strings.Cut(text, "="); ok && name != "" && !strings.ContainsAny(name, " `") && !strings.Contains(text, "://") {
			return pair{name, value}, value != ""
		}
		return pair{}, false
	}
	if text[at:at+length] == ":`" {
		length = 1
	}
	key, value := strings.TrimSpace(text[:at]), strings.TrimSpace(text[at+length:])
	if key == "" || value == "" {
		return pair{}, false
	}
	if isCommand(key) && !startsSpecific(value) || isCodeOrURL(key) && strings.Contains(key, "://") {
		return pair{shortLabel(value), key}, true
	}
	return pair{key, value}, true
}

// outside finds a separator that does not stand in a code span.
func outside(text, separator string) int {
	ticks := 0
	for from := 0; ; {
		i := strings.Index(text[from:], separator)
		if i < 0 {
			return -1
		}
		ticks += strings.Count(text[from:from+i], "`")
		if ticks%2 == 0 {
			return from + i
		}
		ticks += strings.Count(separator, "`")
		from += i + len(separator)
	}
}

// named shortens a key to what names: without what is said in brackets, and of a
// long one the first clause.
func (p pair) named() pair {
	if countWords(p.key) > maxName {
		p.key = reAside.ReplaceAllString(p.key, "")
	}
	if at := strings.IndexAny(p.key, ",;"); countWords(p.key) > maxName && at > 0 {
		p.key = p.key[:at]
	}
	return p
}

// pair adds what a pair tells. Below a bullet it tells about that bullet.
func (r *reader) pair(line int, parent string, p pair) {
	found := values(p.value)
	if len(scan(p.value)) == 0 {
		switch m := reCounted.FindStringSubmatch(p.key); {
		case reCodeSpan.MatchString(p.key):
			// A name, and what it is for.
			r.add(line, shortLabel(p.value), "", strings.Trim(p.key, "`"), "")
			return
		case m != nil && telling(m[1]):
			r.add(line, shortLabel(p.value), m[1], m[2], "")
			return
		}
	}
	if name, rest, ok := strings.Cut(p.value, " → "); ok && !strings.Contains(name, " ") && unicode.IsLower(firstRune(name)) && startsSpecific(rest) {
		r.add(line, cmp.Or(parent, p.key), "", strings.Trim(name, " `*"), "")
	}
	for _, v := range found {
		key, attr := p.key, v.attr
		if parent != "" {
			key, attr = parent, strings.TrimSpace(plain(p.key)+" "+v.attr)
		}
		r.add(line, key, attr, v.text, "")
	}
}
