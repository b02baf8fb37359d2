package collect

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/words"
	"wisdom/markdown"
)

// comments are the marks between which a note holds what its author hides from readers.
var comments = [][2]string{{"<!--", "-->"}, {"%%", "%%"}}

var (
	reHiddenLine = words.Lazily(`^\s*(?:[-*+]\s+)?\[(?://|#|comment)\]:\s`)
	reStruck     = words.Lazily(`~~[^~]+~~|(?i:<(?:del|s|strike)>[^<]*</(?:del|s|strike)>)`)
	reWikiLink   = words.Lazily(`!?\[\[(?:[^\[\]|\n]*?\\?\|)?([^\[\]|\n]+)\]\]`)
	reCallout    = words.Lazily(`^\[!([\w -]+)\][+-]?[ \t]*(.*)`)
)

// asShown is a text as readers see it, with the same lines: without comments, the words that are struck out in a line
// with others, the targets of links that have a name, and the marks between entries.
func asShown(text string) string {
	lines := strings.Split(text, "\n")
	last := map[string]int{} // by mark that closes a comment, its last line
	for i, line := range lines {
		for _, marks := range comments {
			if lastEnd(line, marks[1]) >= 0 {
				last[marks[1]] = i
			}
		}
	}
	fence, hiding := "", ""
	for i, line := range lines {
		if mark := fenceOf(line); hiding == "" && (fence != "" || mark != "") {
			switch {
			case fence == "":
				fence = mark
			case strings.HasPrefix(mark, fence):
				fence = ""
			}
			continue
		}
		line, hiding = withoutComments(line, hiding, func(mark string) bool { return last[mark] > i })
		lines[i] = lineShown(line)
	}
	return strings.Join(lines, "\n")
}

// withoutComments is a line without its comments. hiding is the mark that closes the one that the line is in, and then
// the line below it. below says whether a mark is in a line further down.
func withoutComments(line, hiding string, below func(mark string) bool) (rest, still string) {
	if hiding == "" && !strings.Contains(line, "<!--") && !strings.Contains(line, "%%") { // most lines
		return line, ""
	}
	var b strings.Builder
	ends := [...]int{lastEnd(line, comments[0][1]), lastEnd(line, comments[1][1])}
	inCode := false
	for at := 0; at < len(line); {
		if hiding != "" {
			end := nextEnd(line[at:], hiding)
			if end < 0 {
				return b.String(), hiding
			}
			at, hiding = at+end, ""
			continue
		}
		inCode = inCode != (line[at] == '`')
		opens := 0
		for i, marks := range comments {
			behind := at + len(marks[0])
			isMark := strings.HasPrefix(line[at:], marks[0]) && (at == 0 || strings.IndexByte("%0123456789", line[at-1]) < 0)
			if isMark && !inCode && (ends[i] >= behind ||
				below(marks[1]) && (behind == len(line) || !isWordByte(line[behind]))) {
				hiding, opens = marks[1], len(marks[0])
			}
		}
		if opens == 0 {
			b.WriteByte(line[at])
		}
		at += max(opens, 1)
	}
	return b.String(), hiding
}

// nextEnd is where the first mark ends that closes a comment, -1 if there is none. "%%i" is a variable.
func nextEnd(line, mark string) int {
	for from := 0; ; {
		at := strings.Index(line[from:], mark)
		if at < 0 {
			return -1
		}
		if from += at + len(mark); mark != "%%" || from == len(line) || !isWordByte(line[from]) {
			return from
		}
	}
}

// lastEnd is where the last such mark begins.
func lastEnd(line, mark string) int {
	at := strings.LastIndex(line, mark)
	for at >= 0 && mark == "%%" && at+2 < len(line) && isWordByte(line[at+2]) {
		at = strings.LastIndex(line[:at], mark)
	}
	return at
}

func isWordByte(c byte) bool {
	return isLetter(rune(c|0x20)) && c < utf8.RuneSelf || c >= '0' && c <= '9'
}

// lineShown is a line as readers see it.
func lineShown(line string) string {
	switch {
	case isSeparator(line), strings.Contains(line, "]:") && reHiddenLine().MatchString(line):
		return ""
	case strings.Contains(line, "[["):
		if whole := reWikiLink().FindString(line); strings.TrimLeft(line, " \t-*+") != whole { // a line of contents
			line = reWikiLink().ReplaceAllString(line, "$1")
		}
	}
	if strings.Contains(line, "~~") || strings.Contains(line, "</") {
		if rest := reStruck().ReplaceAllString(line, " "); strings.ContainsFunc(rest, unicode.IsLetter) {
			line = rest
		}
	}
	return line
}

// fenceOf is the mark with which a line opens or closes code.
func fenceOf(line string) string {
	line = strings.TrimLeft(line, " \t>-*+")
	for _, mark := range []string{"`", "~"} {
		if rest := strings.TrimLeft(line, mark); len(line)-len(rest) >= 3 && !strings.Contains(rest, mark) {
			return line[:len(line)-len(rest)]
		}
	}
	return ""
}

// isSeparator reports whether a line is nothing but one mark, once or more, that means nothing in Markdown: "§".
func isSeparator(line string) bool {
	line = strings.TrimSpace(line)
	mark, size := utf8.DecodeRuneInString(line)
	return line != "" && !strings.ContainsRune("`~#>|-*_=+[]{}()<>$.\\\"'", mark) &&
		(unicode.IsPunct(mark) || unicode.IsSymbol(mark)) && strings.Trim(line[size:], " "+string(mark)) == ""
}

// callout is what a quotation holds that is one of Obsidian or GitHub, "> [!tip] Frost", as a part below its title.
func callout(doc *markdown.Document, quote *markdown.Block) *part {
	if quote.Kind != markdown.Quote || len(quote.Children) == 0 || quote.Children[0].Kind != markdown.Paragraph {
		return nil
	}
	first := *quote.Children[0]
	title, rest, more := strings.Cut(first.Text, "\n")
	m := reCallout().FindStringSubmatch(title)
	if m == nil {
		return nil
	}
	inside := quote.Children[1:]
	heading := &markdown.Block{Kind: markdown.Heading, Text: cmp.Or(m[2], m[1]), Start: first.Start, End: first.End}
	if more {
		_, heading.End = doc.LineSpan(doc.Line(first.Start))
		first.Text, first.Start = rest, heading.End
		inside = append([]*markdown.Block{&first}, inside...)
	}
	p := outline(doc, inside)
	p.heading, p.level = heading, boldLevel
	return p
}
