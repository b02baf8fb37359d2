package brief

import (
	"bytes"
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

// fences are the lines of a text, asked from the first to the last for the ends of fences.
type fences struct {
	lines []string
	// open are, by their sign, the shortest marks that no line closed: no later line closes as many or more.
	open map[byte]int
}

// opener returns the marks of the fence that a line opens, "" if it opens none.
func opener(text string) string {
	m := reOpener().FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return m[1][:len(m[1])-len(strings.TrimLeft(m[1], m[1][:1]))]
}

// end returns the line that closes the fence that a line opens, 0 if none does.
func (f *fences) end(at int) int {
	lines, marks := f.lines, opener(f.lines[at])
	if marks == "" {
		return 0
	}
	if least, known := f.open[marks[0]]; known && len(marks) >= least {
		return 0
	}
	for i := at + 1; i < len(lines); i++ {
		text := strings.Trim(lines[i], " \t>")
		if strings.HasPrefix(text, marks) && strings.Trim(text, marks[:1]) == "" {
			return i
		}
	}
	if f.open == nil {
		f.open = map[byte]int{}
	}
	f.open[marks[0]] = len(marks)
	return 0
}

// withoutComments takes the comments out of a text, wherever they stand but in code. Lines keep their numbers.
func withoutComments(text string) string {
	if !strings.Contains(text, "<!--") {
		return text
	}
	lines := strings.Split(text, "\n")
	ends := fences{lines: lines}
	var kept []string
	inside := false
	last := strings.Count(text[:max(strings.LastIndex(text, "-->"), 0)], "\n") // the last line on which one ends
	for i := 0; i < len(lines); i++ {
		if !inside {
			if end := ends.end(i); end > 0 {
				kept = append(kept, lines[i:end+1]...)
				i = end
				continue
			}
		}
		here := strings.LastIndex(lines[i], "-->")
		closes := func(at int) bool { return i < last || at <= here }
		var line string
		line, inside = withoutComment(lines[i], inside, closes)
		kept = append(kept, line)
	}
	return strings.Join(kept, "\n")
}

// withoutComment takes the comments out of a line. inside says that one is open, before the line and behind it; a
// comment that nothing closes is none.
func withoutComment(text string, inside bool, closes func(at int) bool) (kept string, open bool) {
	var b []byte
	for i := 0; i < len(text); {
		switch {
		case inside:
			end := strings.Index(text[i:], "-->")
			if end < 0 {
				return string(b), true
			}
			i, inside = i+end+len("-->"), false
		case text[i] == '`':
			length := codeSpan(text[i:])
			b = append(b, text[i:i+length]...)
			i += length
		default:
			b = append(b, text[i])
			i++
			// It may have come about by a comment that was taken out of it.
			if bytes.HasSuffix(b, []byte("<!--")) && closes(i) {
				b, inside = b[:len(b)-len("<!--")], true
			}
		}
	}
	return string(b), inside
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
		lines = slices.Insert(lines, blankAfter(lines, at), line{text: indentOf(before) + fence})
	}
	levels, _ := levelsOf(lines)
	last := lastLines(lines)
	added := map[int][]line{}               // end tags, by the line in front of which they come
	addedTo, addedAt := 0, map[string]int{} // the furthest of them, of all and by tag
	var all []line
	for i, l := range lines {
		all = append(all, added[i]...)
		switch m := reRaw().FindStringSubmatch(l.text); {
		case levels[i] == inCode:
		case m != nil:
			if tag := "</" + strings.ToLower(m[1]); last(tag) < i && addedAt[tag] <= i {
				end := blankAfter(lines, i)
				added[end] = append(added[end], line{text: tag + ">"})
				addedTo, addedAt[tag] = end, end
			}
		case reDeclared().MatchString(l.text):
			if mark := declarationEnd(l.text); last(mark) < i && (mark != ">" || addedTo <= i) {
				l.text = strings.Replace(l.text, "<", "&lt;", 1)
			}
		}
		all = append(all, l)
	}
	return append(all, added[len(lines)]...)
}

// lastLines returns a function that gives the last line that holds a mark, in letters of either case; -1 if none does.
// Each mark is looked for once.
func lastLines(lines []line) func(mark string) int {
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i] = strings.ToLower(l.text)
	}
	found := map[string]int{}
	return func(mark string) int {
		at, known := found[mark]
		if !known {
			for at = len(texts) - 1; at >= 0 && !strings.Contains(texts[at], mark); at-- {
			}
			found[mark] = at
		}
		return at
	}
}

// openedAt returns the line that opens a fence that no line closes, and its marks; "" if there is none.
func openedAt(lines []line) (at int, marks string) {
	texts := strings.Split(textOf(lines), "\n")
	ends := fences{lines: texts}
	for i := 0; i < len(texts); i++ {
		marks := opener(texts[i])
		if marks == "" {
			continue
		}
		end := ends.end(i)
		if end == 0 {
			return i, marks
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

// declarationEnd is the mark that ends the declaration that a line begins with.
func declarationEnd(text string) string {
	switch text = strings.TrimLeft(text, " "); {
	case strings.HasPrefix(text, "<?"):
		return "?>"
	case strings.HasPrefix(text, "<![CDATA["):
		return "]]>"
	}
	return ">"
}

// lowerNested brings what reads like a heading of the block, but is none of the file, below the sections: in lists,
// quotations and HTML. Code stays as it is.
func lowerNested(lines []line) []line {
	levels, _ := levelsOf(lines)
	for i := range lines {
		if levels[i] == inCode {
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
