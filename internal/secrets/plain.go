package secrets

import (
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// splice is the length of what begins at a place and may stand within a secret without being part of it, because a
// reader sees the text without it, and so does a model: a comment that ends on its line, a tag, a character without a
// form, an escape, the end of a line that goes on, marks of emphasis and code between the characters of a word; and an
// entity, which stands for a character, the one that it returns.
func splice(text string, at int) (length int, instead string) {
	const longest = 4 << 10 // bytes of a comment
	joins := func(c byte) bool { return isWordByte(c|0x20) || c == '-' }
	switch c := text[at]; {
	case c == '\\' && at > 0 && text[at-1] > ' ' && strings.HasPrefix(text[at+1:], "\n"): // the line goes on
		rest := strings.TrimLeft(text[at+1:], "\n \t")
		return len(text) - at - len(rest), ""
	case c == '<' && strings.HasPrefix(text[at:], "<!--"):
		line, _, _ := strings.Cut(text[at:min(at+longest, len(text))], "\n")
		if end := strings.Index(line, "-->"); end >= 0 {
			return end + len("-->"), ""
		}
	case c == '<':
		return len(form("tag").FindString(text[at:min(at+len("</strong>"), len(text))])), ""
	case c == '\\' && at+1 < len(text) && strings.IndexByte("_.-", text[at+1]) >= 0, c < ' ' && c != '\t' && c != '\n' &&
		c != '\r', c == '\x7f':
		return 1, ""
	case (c == '*' || c == '`' || c == '~') && at > 0 && (joins(text[at-1]) || text[at-1] == '.'):
		if rest := strings.TrimLeft(text[at:], "*`~"); rest != "" && joins(rest[0]) {
			return len(text) - at - len(rest), ""
		}
	case c == '&':
		entity := form("entity").FindString(text[at:min(at+len("&abcdefgh;"), len(text))])
		return len(entity), strings.ReplaceAll(html.UnescapeString(entity), "\u00a0", " ")
	case c >= utf8.RuneSelf:
		r, size := utf8.DecodeRuneInString(text[at:])
		if r >= 0x80 && r < 0xa0 || unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point,
			unicode.Variation_Selector) {
			return size, ""
		}
	}
	return 0, ""
}

// plainText is a plain text, where the one that it was made of was cut, and that one, nil for the first.
type plainText struct {
	text string
	cuts []cut
	from *plainText
}

// cut is a place in a plain text, and the two ends of what was in the text there.
type cut struct{ at, start, end int }

// plainOf is a text without what may split a secret and is not seen where it is shown. A comment may come about by what
// was taken out of it, as may that one.
func plainOf(text string) *plainText {
	const most = 4 // comments within each other
	p := &plainText{text: text}
	for range most {
		next := p.next()
		if len(next.cuts) == 0 {
			break
		}
		p = next
	}
	return p
}

func (p *plainText) next() *plainText {
	next := &plainText{from: p}
	var kept strings.Builder
	last := 0
	for at := 0; at < len(p.text); at++ {
		length, instead := splice(p.text, at)
		if length == 0 {
			continue
		}
		kept.WriteString(p.text[last:at] + instead)
		start := at
		if last = at + length; instead != "" {
			start = last // a secret that ends with it ends behind the entity
		}
		next.cuts = append(next.cuts, cut{kept.Len(), start, last})
		at = last - 1
	}
	next.text = kept.String() + p.text[last:]
	return next
}

// near are the lines of a text that belong to what was cut: the block around it, up to empty lines, and the one before.
// No other line says anything new.
func (p *plainText) near(v view) []bool {
	lines := make([]bool, len(v.starts))
	if p.from.from != nil {
		return nil // all
	}
	isEmpty := func(line int) bool { return strings.TrimSpace(v.line(line)) == "" }
	for _, c := range p.cuts {
		line := v.lineAt(c.at)
		if lines[line] {
			continue
		}
		first := line
		for blocks := 0; first > 0 && !lines[first-1] && blocks < 2; first-- {
			if isEmpty(first-1) && !isEmpty(first) {
				blocks++
			}
		}
		for ; first < len(lines) && (first <= line || !isEmpty(first)); first++ {
			lines[first] = true
		}
	}
	return lines
}

// place is where a place of a plain text was in the first one. What was cut there stays outside of a secret that ends
// there.
func (p *plainText) place(at int, isEnd bool) int {
	for ; p.from != nil; p = p.from {
		i, _ := slices.BinarySearchFunc(p.cuts, at, func(c cut, at int) int { return c.at - at })
		if isEnd && i < len(p.cuts) && p.cuts[i].at == at {
			at = p.cuts[i].start
			continue
		}
		for i < len(p.cuts) && p.cuts[i].at == at {
			i++
		}
		if i > 0 {
			at += p.cuts[i-1].end - p.cuts[i-1].at
		}
	}
	return at
}
