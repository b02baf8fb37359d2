package brief

import (
	"slices"
	"strings"

	"wisdom/internal/words"
)

// What a Markdown parser does not take for a comment or a heading of the file may still read as one to a model: within
// a list, a quotation, a paragraph or HTML. So the lines are looked at as they stand.

var (
	// reOpener matches a line that opens a fence, in a list or a quotation too.
	reOpener = words.Lazily("^[\\s>]*(?:(?:[-*+]|\\d+[.)])\\s+)*[\\s>]*(`{3,}[^`]*|~{3,}.*)$")
	// reNested matches a heading of level 1 or 2 behind the marks of lists and quotations.
	reNested = words.Lazily(`^((?: {0,3}>| {0,3}(?:[-*+]|\d+[.)])\s)+\s*| {0,3})#{1,2}([ \t]+\S.*)$`)
	// reQuoted matches a line of a quotation: its marks and its text.
	reQuoted = words.Lazily(`^(\s*>[\s>]*)(.*)$`)
	// reTagHeading matches the name of a tag for a heading of level 1 or 2.
	reTagHeading = words.Lazily(`(?i)(</?h)[12]\b`)
	// reRaw matches the beginning of HTML that reaches to its end tag, blank lines included.
	reRaw = words.Lazily(`(?i)^ {0,3}<(script|style|pre|textarea)\b`)
	// reDeclared matches the beginning of a declaration, which reaches to its end mark.
	reDeclared = words.Lazily(`^ {0,3}<(?:\?|!\[CDATA\[|![A-Za-z])`)
)

// fenceEnd returns the line that closes the fence that a line opens, 0 if none does.
func fenceEnd(lines []string, at int) int {
	m := reOpener().FindStringSubmatch(lines[at])
	if m == nil {
		return 0
	}
	marks := m[1][:len(m[1])-len(strings.TrimLeft(m[1], m[1][:1]))]
	for i := at + 1; i < len(lines); i++ {
		text := strings.Trim(lines[i], " \t>")
		if strings.HasPrefix(text, marks) && strings.Trim(text, marks[:1]) == "" {
			return i
		}
	}
	return 0
}

// withoutComments takes the comments out of a text, wherever they stand but in code. Lines keep their numbers.
func withoutComments(text string) string {
	if !strings.Contains(text, "<!--") {
		return text
	}
	lines := strings.Split(text, "\n")
	var kept []string
	inside := false
	last := strings.Count(text[:max(strings.LastIndex(text, "-->"), 0)], "\n") // the last line on which one ends
	for i := 0; i < len(lines); i++ {
		if !inside {
			if end := fenceEnd(lines, i); end > 0 {
				kept = append(kept, lines[i:end+1]...)
				i = end
				continue
			}
		}
		closes := func(at int) bool {
			return i < last || strings.Contains(lines[i][at:], "-->")
		}
		var line string
		line, inside = withoutComment(lines[i], inside, closes)
		kept = append(kept, line)
	}
	return strings.Join(kept, "\n")
}

// withoutComment takes the comments out of a line. inside says that one is open, before the line and behind it; a
// comment that nothing closes is none.
func withoutComment(text string, inside bool, closes func(at int) bool) (kept string, open bool) {
	var b strings.Builder
	for i := 0; i < len(text); {
		switch {
		case inside:
			end := strings.Index(text[i:], "-->")
			if end < 0 {
				return b.String(), true
			}
			i, inside = i+end+len("-->"), false
		case strings.HasPrefix(text[i:], "<!--") && closes(i+len("<!--")):
			i, inside = i+len("<!--"), true
		case text[i] == '`':
			length := codeSpan(text[i:])
			b.WriteString(text[i : i+length])
			i += length
		default:
			b.WriteByte(text[i])
			i++
		}
	}
	return b.String(), inside
}

// codeSpan is the length of the code that a text begins with, or of its backticks if nothing closes it.
func codeSpan(text string) int {
	marks := len(text) - len(strings.TrimLeft(text, "`"))
	for i := marks; i < len(text); i++ {
		if text[i] != '`' {
			continue
		}
		run := len(text[i:]) - len(strings.TrimLeft(text[i:], "`"))
		if run == marks {
			return i + run
		}
		i += run - 1
	}
	return marks
}

// closedRaw ends HTML that is never closed at the next blank line, as closed does with fences: all headings behind it
// would belong to it. Declarations that are never closed are escaped. Fences within lists and quotations end there.
func closedRaw(lines []line) []line {
	for range mostOpen {
		at, fence := openedAt(lines)
		if fence == "" {
			break
		}
		before, _, _ := strings.Cut(lines[at].text, fence)
		indent := strings.Map(func(r rune) rune {
			if r == '>' || r == '\t' {
				return r
			}
			return ' '
		}, before)
		lines = slices.Insert(lines, blankAfter(lines, at), line{text: indent + fence})
	}
	inFence := fenced(lines)
	for i := 0; i < len(lines); i++ {
		rest := func() string { return strings.ToLower(textOf(lines[i:])) }
		switch m := reRaw().FindStringSubmatch(lines[i].text); {
		case inFence[i]:
		case m != nil && !strings.Contains(rest(), "</"+strings.ToLower(m[1])):
			end := blankAfter(lines, i)
			lines = slices.Insert(lines, end, line{text: "</" + strings.ToLower(m[1]) + ">"})
			inFence = fenced(lines)
		case m == nil && reDeclared().MatchString(lines[i].text) && !declarationEnds(rest()):
			lines[i].text = strings.Replace(lines[i].text, "<", "&lt;", 1)
		}
	}
	return lines
}

// openedAt returns the line that opens a fence that no line closes, and its marks; "" if there is none.
func openedAt(lines []line) (at int, marks string) {
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i] = l.text
	}
	for i := 0; i < len(texts); i++ {
		m := reOpener().FindStringSubmatch(texts[i])
		if m == nil {
			continue
		}
		end := fenceEnd(texts, i)
		if end == 0 {
			return i, m[1][:len(m[1])-len(strings.TrimLeft(m[1], m[1][:1]))]
		}
		i = end
	}
	return 0, ""
}

// blankAfter returns the first blank line behind another, or the end.
func blankAfter(lines []line, at int) int {
	for at++; at < len(lines) && strings.TrimSpace(lines[at].text) != ""; at++ {
	}
	return at
}

// declarationEnds reports whether the declaration that a text begins with ends.
func declarationEnds(text string) bool {
	text = strings.TrimLeft(text, " ")
	for begin, end := range map[string]string{"<?": "?>", "<![cdata[": "]]>"} {
		if strings.HasPrefix(text, begin) {
			return strings.Contains(text, end)
		}
	}
	return strings.Contains(text, ">")
}

// lowerNested brings what reads like a heading of the block, but is none of the file, below the sections: in lists,
// quotations and HTML. Code stays as it is.
func lowerNested(lines []line) []line {
	inFence := fenced(lines)
	for i := range lines {
		if inFence[i] {
			continue
		}
		text := reTagHeading().ReplaceAllString(lines[i].text, "${1}3")
		text = reNested().ReplaceAllString(text, "${1}###${2}")
		if m := reQuoted().FindStringSubmatch(text); m != nil && i > 0 && reUnderline().MatchString(m[2]) {
			above := reQuoted().FindStringSubmatch(lines[i-1].text)
			if above != nil && isText(above[2]) && !strings.HasPrefix(above[2], "#") && !reBullet().MatchString(above[2]) {
				lines[i-1].text = above[1] + "### " + above[2]
				text = strings.TrimRight(m[1], " \t")
			}
		}
		lines[i].text = text
	}
	return lines
}
