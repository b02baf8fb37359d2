package facts

import (
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/words"
)

// pair is where a key and the text that tells its value stand in a line.
type pair struct {
	key, value span
	// swapped: what has the value stands behind it.
	swapped bool
	// bold: the author marked the key as a label.
	bold bool
}

var (
	reBold     = words.Lazily(`^(?:\*\*|__)(.+?)(?:\*\*|__)\s*(?:(\([^)]*\)|（[^）]*）)\s*)?([:：=]|—|–|-|→|->|=>|⇒|➜)?\s*`)
	reCodeSpan = words.Lazily("^`[^`]+`$")
	reOneURL   = words.Lazily(`^<?[a-z][a-z0-9+.-]*://[^\s<>]+>?$`)
)

// separators between a key and its value.
var separators = []string{"→", "->", "=>", "⇒", "➜", " = ", ": ", "：", ":`", ":\t", " — ", " – ", " - ", " | "}

// split cuts a line at its first separator outside code.
func split(text string) (pair, bool) {
	if p, ok := splitBold(text); ok {
		return p, true
	}
	at, length, dashed := -1, 0, false
	for _, s := range separators {
		isDash := slices.Contains([]string{" — ", " – ", " - "}, s)
		if i := outside(text, s); i > 0 && (at < 0 || i < at) && (!isDash || strings.Count(text[:i], "**")%2 == 0) {
			at, length, dashed = i, len(s), isDash
		}
	}
	if at < 0 {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" || value == "" || strings.ContainsAny(name, " `") || strings.Contains(text, "://") {
			return pair{}, false
		}
		return pair{key: span{0, len(name)}, value: trimmed(text, len(name)+1, len(text))}, true
	}
	if text[at:at+length] == ":`" {
		length = 1
	}
	p := pair{key: trimmed(text, 0, at), value: trimmed(text, at+length, len(text))}
	key, value := text[p.key.start:p.key.end], text[p.value.start:p.value.end]
	// "the gate is 8101 - the feed is 8102"
	isTold := dashed && digits(key[strings.LastIndexByte(key, ' ')+1:]) && !startsSpecific(value)
	if key == "" || value == "" || isTold {
		return pair{}, false
	}
	if isCommand(key) && !startsSpecific(value) ||
		isCodeOrURL(key) && (strings.Contains(key, "://") || !hasStrong(value)) ||
		dashed && isOneWord(key) && strings.ContainsAny(key, "/._") && len(scan(key)) == 1 && len(scan(value)) == 0 {
		p.swapped = true
	}
	return p, true
}

// splitBold cuts a line behind the label in bold that it begins with, and what that says in brackets.
func splitBold(text string) (pair, bool) {
	m := reBold().FindStringSubmatchIndex(text)
	if m == nil || m[1] >= len(text) {
		return pair{}, false
	}
	key, from := strings.TrimRight(text[m[2]:m[3]], ":： "), m[1]
	end, isEnded := m[2]+len(key), len(key) < m[3]-m[2]
	switch {
	case m[4] > 0 && isEnded:
		from = m[4] // it is about the value
	case m[4] > 0:
		end = m[5]
	}
	if m[6] > 0 && text[m[6]-1] == ' ' && text[m[6]] == '-' && isDigit(text[m[1]]) && m[7] == m[1] {
		from-- // no dash, but the sign of a number
	}
	if m[6] < 0 && !isEnded && text[from] != '`' {
		return pair{}, false
	}
	return pair{key: span{m[2], end}, value: trimmed(text, from, len(text)), bold: true}, true
}

// trimmed is a range without the spaces around it.
func trimmed(text string, start, end int) span {
	for start < end && text[start] == ' ' {
		start++
	}
	for start < end && text[end-1] == ' ' {
		end--
	}
	return span{start, end}
}

// withoutBold is a value without the mark that closes what was set in bold in front of it.
func withoutBold(raw, value string) string {
	const mark = "**"
	before, _, found := strings.Cut(raw, value)
	if !found || strings.Count(before, mark)%2 == 0 || strings.Count(value, mark)%2 == 0 {
		return value
	}
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(value, mark), mark))
}

// outside finds a separator that stands neither in code nor in brackets.
func outside(text, separator string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], separator)
		if i < 0 {
			return -1
		}
		i += from
		before := text[:i]
		if strings.Count(before, "`")%2 == 0 && words.OpenBrackets(before) <= 0 {
			return i
		}
		from = i + len(separator)
	}
}

func isCodeOrURL(text string) bool {
	return reCodeSpan().MatchString(text) || reOneURL().MatchString(text)
}

// isCommand tells code that is run from code that names.
func isCommand(text string) bool {
	return reCodeSpan().MatchString(text) && (strings.Contains(text, " ") || strings.HasPrefix(text, "`-"))
}

// startsSpecific reports whether a text begins with something to look up.
func startsSpecific(text string) bool {
	marks := scan(text)
	return len(marks) > 0 && marks[0].start <= 2 || text != "" && isDigit(text[0])
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// piece is a part of a text between two separators.
type piece struct {
	span
	// first: what stands before is another statement. aside: it stands in brackets or
	// behind a dash and explains.
	first, aside bool
	brackets     bool
	// slashed: it stands behind a slash, beside what stands before.
	slashed bool
}

// pieces cuts a text at commas, semicolons, dashes, brackets and full stops that
// stand neither in code nor in quotation marks.
func pieces(text string) []piece {
	var all []piece
	start := 0
	next := piece{first: true}
	cut := func(end, to int, then piece) {
		if s := trimmed(text, start, end); s.start < s.end {
			next.span = s
			all = append(all, next)
		} else if next.first {
			then.first = true
		}
		start, next = to, then
	}
	code, quoted := false, false
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		at := i
		i += size
		switch {
		case r == '`':
			code = !code
		case code:
		case r == '"':
			quoted = !quoted
		case quoted:
		case r == '(' && (at == 0 || text[at-1] == ' ' || text[at-1] == '`') || r == '（':
			if end := words.Enclosed(text[at:]); end > 0 {
				cut(at, at, piece{aside: true, brackets: true})
				cut(at+end, at+end, piece{})
				i = at + end
			}
		case separatesSentences(text, at, i, r):
			cut(at, i, piece{first: true})
		case r == ',' && (i == len(text) || text[i] == ' '), r == '，', r == '、':
			cut(at, i, piece{})
		case at > 0 && text[at-1] == ' ' && i < len(text) && text[i] == ' ':
			switch r {
			case '·', '|':
				cut(at, i, piece{first: true})
			case '/':
				cut(at, i, piece{slashed: true})
			case '—', '–', '-', '←', '→':
				cut(at, i, piece{aside: true})
			}
		case r == '-' && strings.HasPrefix(text[i:], "> "):
			cut(at, i+1, piece{aside: true})
		case r == '—', r == '→':
			cut(at, i, piece{aside: true})
		}
	}
	cut(len(text), len(text), piece{})
	return all
}

// separatesSentences reports whether the character r, which stands from at to next,
// ends a sentence or a statement.
func separatesSentences(text string, at, next int, r rune) bool {
	switch r {
	case '；':
		return true
	case ';':
		return next == len(text) || text[next] == ' '
	}
	return words.EndsSentence(text[:at], r, text[next:])
}

// sentences are the sentences of a text as ranges.
func sentences(text string) []span {
	var all []span
	end := 0
	for _, s := range words.Sentences(text) {
		start := end + strings.Index(text[end:], s)
		end = start + len(s)
		all = append(all, span{start, end})
	}
	return all
}

// isEnd reports whether a text ends with a mark that ends sentences.
func isEnd(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, " )*_\"”"))
	return strings.ContainsRune(".!?。！？", r)
}
