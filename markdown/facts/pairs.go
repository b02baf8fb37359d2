package facts

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/words"
)

// pair is a key and the text that tells its value.
type pair struct{ key, value string }

var (
	reBold = regexp.MustCompile(`^(?:\*\*|__)(.+?)(?:\*\*|__)\s*(?:\([^)]*\)\s*)?([:：=]|—|–|-|→|->|=>|⇒|➜)?\s*(.*)$`)
	reLink = regexp.MustCompile(`\[([^\]]*)\]\(([^)\s]+)\)`)
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
	for from := 0; ; {
		i := strings.Index(text[from:], separator)
		if i < 0 {
			return -1
		}
		i += from
		if strings.Count(text[:i], "`")%2 == 0 {
			return i
		}
		from = i + len(separator)
	}
}

// value is a part of a text that can be looked up, with the words before it.
type value struct{ attr, text string }

// pair adds what a pair tells. Below a bullet it tells about that bullet.
func (r *reader) pair(line int, parent string, p pair) {
	for _, v := range values(p.value) {
		key, attr := p.key, v.attr
		if parent != "" {
			key, attr = parent, strings.TrimSpace(plain(p.key)+" "+v.attr)
		}
		r.add(line, key, attr, v.text, "")
	}
}

// values finds what can be looked up in a text, part by part. The first part may
// be a plain name; the others must hold something specific.
func values(text string) []value {
	var found []value
	if m := reLink.FindStringSubmatch(text); m != nil {
		return []value{{"", m[2]}}
	}
	if isCodeOrURL(text) {
		return []value{{"", strings.Trim(text, "`<>")}}
	}
	for i, part := range parts(text) {
		if negated(part) {
			continue
		}
		switch got := specificsOf(part, i == 0); {
		case len(got) > 0:
			found = append(found, got...)
		case i == 0 && short(part):
			found = append(found, value{"", strings.Trim(part, `"“”„«»'*`)})
		case i > 0:
			if attr, name, ok := strings.Cut(part, " "); ok && attributes[strings.ToLower(attr)] && countWords(name) == 1 {
				found = append(found, value{attr, name})
			}
		}
	}
	return found
}

// specificsOf finds the specifics of a part: code spans, or else what looks like
// one. In a sentence, only code with few words before it counts.
func specificsOf(part string, first bool) []value {
	var found []value
	before := 0
	for _, s := range words.Specifics(part) {
		attr := strings.Trim(part[before:s.Start], " \t`*_:：=,;(\"“„")
		text := part[s.Start:s.End]
		before = s.End
		if s.Kind == words.Code {
			text = strings.Trim(text, "`")
		}
		if s.Kind == words.Secret {
			return nil
		}
		if countWords(attr) > 3 {
			if len(found) > 0 || countWords(part) > maxName+2 {
				return found
			}
			attr = ""
		}
		if named := s.Kind == words.Number || s.Kind == words.Version || s.Kind == words.Identifier; named &&
			first && attr != "" && !telling(attr) && short(part) && len(found) == 0 {
			return []value{{"", strings.Trim(part, `"“”„«»'*`)}}
		}
		switch s.Kind {
		case words.Date:
			continue
		case words.Number, words.Version:
			if !first && !telling(attr) {
				continue
			}
			if tail := strings.TrimSpace(part[s.End:]); tail != "" && countWords(tail) <= 4 && len(words.Specifics(tail)) == 0 {
				text = strings.TrimRight(part[s.Start:], " .*`")
				before = len(part)
			}
		}
		found = append(found, value{attr, text})
	}
	if found == nil && first && number(part) {
		return []value{{"", strings.TrimSpace(part)}}
	}
	return found
}

// telling says whether words in front of a number say what it is, and are not
// part of a name.
func telling(attr string) bool {
	for _, kw := range kindWords {
		if holds(attr, kw.words) {
			return true
		}
	}
	return holds(attr, numbered)
}

// parts cuts a text at commas, semicolons, brackets and full stops outside code
// and quotation marks.
func parts(text string) []string {
	var all []string
	start, code, quote := 0, false, false
	add := func(end int) {
		if part := strings.TrimSpace(text[start:end]); part != "" {
			all = append(all, part)
		}
	}
	for i := 0; i < len(text); {
		at := i
		r, size := utf8.DecodeRuneInString(text[at:])
		i += size
		next, _ := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '`':
			code = !code
			continue
		case r == '"':
			quote = !quote
			continue
		case code || quote:
			continue
		}
		cut := false
		switch r {
		case ',', ';', '.', '!':
			cut = unicode.IsSpace(next)
		case '，', '；', '。', '（', '）', '、', '·', '|', ')':
			cut = true
		case '(':
			cut = at > 0 && text[at-1] == ' '
		}
		if cut {
			add(at)
			start = i
		}
	}
	add(len(text))
	return all
}
