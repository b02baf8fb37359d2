package secrets

import (
	"bytes"
	"cmp"
	"html"
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
	special   = marks + `-\&`
	escapable = "_.-"
)

// Plain is a text without what may split a secret and is not seen where it is shown: comments that end on their line,
// characters without a form, and between the characters of a word the marks of emphasis and escapes. Entities are the
// characters that they stand for.
func Plain(text string) string {
	p := plainOf(text)
	if p.from == 0 {
		return text
	}
	return string(p.kept)
}

// plainText is a text that is made plain: what is kept of it, from where on nothing was looked at, which is 0 while
// all of it is kept, and where it was cut.
type plainText struct {
	text string
	kept []byte
	from int
	cuts []cut
}

// cut is a place in what is kept, and the two ends of what was in the text there.
type cut struct{ at, start, end int }

// plainOf makes a text plain.
func plainOf(text string) *plainText {
	p := &plainText{text: text}
	for i := 0; i < len(text); {
		if isPlain[text[i]] {
			i++
			continue
		}
		i = p.read(i)
	}
	p.kept = append(p.kept, text[p.from:]...)
	return p
}

// place is where a place of what is kept was in the text. What was cut there stays outside of a secret that ends there.
func (p *plainText) place(at int, isEnd bool) int {
	i, exact := slices.BinarySearchFunc(p.cuts, at, func(c cut, at int) int { return cmp.Compare(c.at, at) })
	if exact && isEnd {
		return p.cuts[i].start
	}
	for i < len(p.cuts) && p.cuts[i].at == at {
		i++
	}
	if i == 0 {
		return at
	}
	return p.cuts[i-1].end + at - p.cuts[i-1].at
}

// isPlain has the bytes that split nothing.
var isPlain = func() (plain [256]bool) {
	for c := byte(' '); c < 0x7f; c++ {
		plain[c] = strings.IndexByte(special, c) < 0
	}
	return plain
}()

var reEntity = compiled(`^&(?:#\d{1,5}|#[xX][0-9a-fA-F]{1,4}|[a-zA-Z]{2,8});`)

// read looks at a special character and returns where to go on.
func (p *plainText) read(i int) int {
	c, size := utf8.DecodeRuneInString(p.text[i:])
	rest := p.text[i+size:]
	switch {
	case isHidden(c), c == '\\' && rest != "" && strings.IndexByte(escapable, rest[0]) >= 0:
		return p.cut(i, i+size, "")
	case strings.ContainsRune(marks, c):
		rest = strings.TrimLeft(rest, marks)
		end := len(p.text) - len(rest)
		if rest != "" && isKeyByte(rest[0]) && rest[0] != '.' && isKeyByte(p.before(i)) {
			return p.cut(i, end, "")
		}
		return end
	case c == '&':
		if entity := reEntity().FindString(p.text[i:min(len(p.text), i+12)]); entity != "" {
			return p.cut(i, i+len(entity), strings.ReplaceAll(html.UnescapeString(entity), "\u00a0", " "))
		}
	case c == '-' && p.before(i) == '-':
		return p.readComment(i + size)
	}
	return i + size
}

// readComment cuts a comment whose second hyphen ends here, and returns where to go on. It may have come about by what
// was taken out of it.
func (p *plainText) readComment(at int) int {
	p.cut(at, at, "")
	line, _, _ := strings.Cut(p.text[at:], "\n")
	end := strings.Index(line, commentEnd)
	if end < 0 || !bytes.HasSuffix(p.kept, []byte(commentStart)) {
		return at
	}
	first := len(p.kept) - len(commentStart)
	start := p.place(first, false)
	p.kept = p.kept[:first]
	p.cuts = slices.DeleteFunc(p.cuts, func(c cut) bool { return c.at > first })
	p.from = at + end + len(commentEnd)
	p.cuts = append(p.cuts, cut{first, start, p.from})
	return p.from
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

// cut keeps another text in the place of a part, and returns where that ends.
func (p *plainText) cut(start, end int, instead string) int {
	p.kept, p.from = append(append(p.kept, p.text[p.from:start]...), instead...), end
	if instead != "" {
		start = end // a secret that ends with it ends behind the part
	}
	p.cuts = append(p.cuts, cut{len(p.kept), start, end})
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
