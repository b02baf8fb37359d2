package secrets

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// splices may stand within a secret without being part of it: a reader sees text without them, and so does a model.
const (
	commentStart = "<!--"
	commentEnd   = "-->"
	// marks are those of emphasis and code, escapable is what an escape in Markdown may precede in a key.
	marks     = "*`~"
	special   = marks + `-\`
	escapable = "_.-"
)

// Plain is a text without what may split a secret and is not seen where it is shown: comments that end on their line,
// characters without a form, and between the characters of a word the marks of emphasis and escapes.
func Plain(text string) string {
	p := plainText{text: text}
	for i := 0; i < len(text); {
		if isPlain[text[i]] {
			i++
			continue
		}
		i = p.read(i)
	}
	if p.from == 0 {
		return text
	}
	return string(append(p.kept, text[p.from:]...))
}

// isPlain has the bytes that split nothing.
var isPlain = func() (plain [256]bool) {
	for c := byte(' '); c < 0x7f; c++ {
		plain[c] = strings.IndexByte(special, c) < 0
	}
	return plain
}()

// plainText is a text that is made plain: what is kept of it, and from where on nothing was looked at.
type plainText struct {
	text string
	kept []byte
	from int
	// unclosed is the place up to which no comment ends.
	unclosed int
}

// read looks at a special character and returns where to go on.
func (p *plainText) read(i int) int {
	c, size := utf8.DecodeRuneInString(p.text[i:])
	rest := p.text[i+size:]
	switch {
	case isHidden(c), c == '\\' && rest != "" && strings.IndexByte(escapable, rest[0]) >= 0:
		return p.cut(i, i+size)
	case strings.ContainsRune(marks, c):
		rest = strings.TrimLeft(rest, marks)
		end := len(p.text) - len(rest)
		if rest != "" && isKeyByte(rest[0]) && rest[0] != '.' && isKeyByte(p.before(i)) {
			return p.cut(i, end)
		}
		return end
	case c == '-' && p.before(i) == '-':
		// A comment may have come about by what was taken out of it.
		p.cut(i+1, i+1)
		if i < p.unclosed || !bytes.HasSuffix(p.kept, []byte(commentStart)) {
			break
		}
		line, _, _ := strings.Cut(rest, "\n")
		end := strings.Index(line, commentEnd)
		if end < 0 {
			p.unclosed = i + len(line)
			break
		}
		p.kept = p.kept[:len(p.kept)-len(commentStart)]
		return p.cut(i+1, i+1+end+len(commentEnd))
	}
	return i + size
}

// before is the byte that is kept in front of a place, 0 if there is none.
func (p *plainText) before(i int) byte {
	switch {
	case i > p.from:
		return p.text[i-1]
	case len(p.kept) > 0:
		return p.kept[len(p.kept)-1]
	}
	return 0
}

// cut leaves a part of the text out and returns where it ends.
func (p *plainText) cut(start, end int) int {
	p.kept, p.from = append(p.kept, p.text[p.from:start]...), end
	return end
}

// isHidden reports whether a character is not seen.
func isHidden(r rune) bool {
	if r < 0x7f {
		return r < ' ' && r != '\n' && r != '\t' && r != '\r'
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// isKeyByte reports whether a byte may be part of a key.
func isKeyByte(c byte) bool {
	return isWordByte(c) || c >= 'A' && c <= 'Z' || c == '-' || c == '.'
}

// redactSpliced redacts what is a secret only without what splits it: its line becomes plain. clean is the text with
// the other secrets redacted, found are those.
func redactSpliced(text, clean string, found []Finding) (string, []Finding) {
	plain := Plain(text)
	if plain == text {
		return clean, found
	}
	hidden, more := redact(plain)
	if len(more) == 0 {
		return clean, found
	}
	before, after, lines := strings.Split(plain, "\n"), strings.Split(hidden, "\n"), strings.Split(clean, "\n")
	spliced := map[int]bool{}
	for i, line := range after {
		if line != before[i] && line != Plain(lines[i]) {
			lines[i], spliced[i+1] = line, true
		}
	}
	isSpliced := func(f Finding) bool { return spliced[f.Line] }
	found = slices.DeleteFunc(found, isSpliced)
	for _, f := range more {
		if isSpliced(f) {
			found = append(found, f)
		}
	}
	slices.SortStableFunc(found, func(a, b Finding) int { return cmp.Compare(a.Line, b.Line) })
	return strings.Join(lines, "\n"), found
}
