package secrets

import (
	"html"
	"slices"
	"strings"
)

// reSplice matches what may stand within a secret without being part of it, because a reader sees the text without it,
// and so does a model: comments that end on their line, tags, characters without a form, escapes, marks of emphasis and
// code between the characters of a word; and entities, which stand for a character.
var reSplice = compiled(`<!--[^\n]*?-->|</?(?:b|i|u|em|strong|code|kbd|tt|span|td|th|br)>|\\([_.-])|` +
	`(?:\b|[.-])([*\x60~]+)(?:\b|-)|&(?:#\d{1,5}|#[xX][0-9a-fA-F]{1,4}|[a-zA-Z]{2,8});|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-` +
	`\x{9f}\p{Cf}\x{34f}\x{115f}\x{1160}\x{17b4}\x{17b5}\x{180b}-\x{180f}\x{2065}\x{3164}` +
	`\x{fe00}-\x{fe0f}\x{ffa0}\x{fff0}-\x{fff8}\x{e0000}-\x{e0fff}]`)

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
	for _, at := range reSplice().FindAllStringSubmatchIndex(p.text, -1) {
		start, end, instead := at[0], at[1], ""
		switch {
		case at[2] >= 0:
			end = at[2]
		case at[4] >= 0:
			start, end = at[4], at[5]
		case p.text[start] == '&':
			instead = strings.ReplaceAll(html.UnescapeString(p.text[start:end]), "\u00a0", " ")
		}
		kept.WriteString(p.text[last:start] + instead)
		if last = end; instead != "" {
			start = end // a secret that ends with it ends behind the entity
		}
		next.cuts = append(next.cuts, cut{kept.Len(), start, end})
	}
	next.text = kept.String() + p.text[last:]
	return next
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
