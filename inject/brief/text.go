package brief

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/charset"
	"wisdom/internal/injection"
	"wisdom/internal/text"
	"wisdom/markdown"
)

// textOf joins lines.
func textOf(lines []string) string { return strings.Join(lines, "\n") }

// decode turns the bytes of a file into text with LF line endings and without invisible characters. isText reports
// whether it is no binary file.
func decode(b []byte) (text string, isText bool) {
	text, note, _ := charset.Decode(b)
	return injection.Visible(newlines.Replace(text)), !strings.HasPrefix(note, "NUL")
}

var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", " ", "\u2029", " ", "\u0085", " ")

// reBlockTag matches a "<", also a wide one, in front of one of the block's own names.
var reBlockTag = text.Lazily(`(?i)[<＜﹤〈]([\s/\\]*(?:zeos[\s_-]*context|task)\b)`)

// withoutTags escapes what could close the block, open another, or pass for a task.
func withoutTags(text string) string { return reBlockTag().ReplaceAllString(text, "&lt;$1") }

var (
	// reComment matches a comment, or a span of code, in which nothing is a comment.
	reComment = text.Lazily("(?s)`[^`\n]*`|<!--.*?-->")
	reFence   = text.Lazily("^(.*?)(`{3,}|~{3,})")
)

// withoutComments takes the comments out of a text, wherever they stand but in code. Lines keep their numbers. What
// opens a comment or a fence that nothing closes is escaped: it would hide the rest of the block.
func withoutComments(text string) string {
	const mostOpen = 8 // are looked for one by one
	for range mostOpen {
		before := text
		text = withoutClosedComments(text)
		if open := markdown.Parse([]byte(text)).Unclosed; open > 0 {
			lines := strings.Split(text, "\n")
			lines[open-1] = openings.Replace(lines[open-1])
			text = textOf(lines)
		}
		if text == before {
			return text
		}
	}
	return openings.Replace(text)
}

var openings = strings.NewReplacer("```", "'''", "~~~", "'''", "<!--", "&lt;!--")

// withoutClosedComments takes the comments out of the text between blocks of code.
func withoutClosedComments(text string) string {
	var b strings.Builder
	last := 0
	for _, code := range append(codeBlocks(markdown.Parse([]byte(text)).Blocks), &markdown.Block{Start: len(text)}) {
		b.WriteString(reComment().ReplaceAllStringFunc(text[last:max(code.Start, last)], func(found string) string {
			if strings.HasPrefix(found, "`") {
				return found
			}
			return strings.Repeat("\n", strings.Count(found, "\n"))
		}))
		b.WriteString(text[max(code.Start, last):max(code.Start, code.End, last)])
		last = max(code.Start, code.End, last)
	}
	return b.String()
}

// codeBlocks are the blocks of code, in lists and quotations too.
func codeBlocks(blocks []*markdown.Block) (code []*markdown.Block) {
	for _, b := range blocks {
		if b.Kind == markdown.Code {
			code = append(code, b)
		}
		code = append(code, codeBlocks(b.Children)...)
	}
	return code
}

// topLevel is the level of the highest heading within a section: the sections have level 2.
const topLevel = 3

var (
	// reHeading matches a heading behind the marks of quotations and lists.
	reHeading   = text.Lazily(`^((?:\s*(?:>|[-*+]\s|\d+[.)]\s))*\s*)(#{1,6})(\s+\S.*)$`)
	reUnderline = text.Lazily(`^ {0,3}(?:=+|-+)[ \t]*$`)
	// reSectionName matches a line that a reader could take for a section of the block, in code too.
	reSectionName = text.Lazily(`(?i)^(\s*)#{1,2}(\s*(?:soul|anchors|profile|journal|roadmap)\b)`)
	// reRaw matches the beginning of HTML that blank lines do not end.
	reRaw = text.Lazily(`(?i)^( {0,3})<(script\b|style\b|pre\b|textarea\b|\?|![a-z[])`)
)

// outline returns a text without front matter as the lines of a section: its headings are below those of the block.
func outline(text string) []string {
	text = text[markdown.FrontMatter([]byte(text)):]
	lines := strings.Split(text, "\n")
	doc := markdown.Parse([]byte(text))
	top := topLevel
	for _, h := range doc.Headings() {
		top = min(top, h.Level)
		first, last := doc.Line(h.Start), doc.Line(max(h.End-1, h.Start))
		if first < last && reUnderline().MatchString(lines[last-1]) {
			title := strings.Join(strings.Fields(textOf(lines[first-1:last-1])), " ")
			lines[first-1] = strings.Repeat("#", h.Level) + " " + title
			clear(lines[first:last])
		}
	}
	code := inCodeOf(doc, len(lines))
	for i, l := range lines {
		if !code[i] {
			l = lowered(l, topLevel-top)
		}
		lines[i] = strings.TrimRight(reSectionName().ReplaceAllString(l, "$1###$2"), " \t")
	}
	return tidy(lines)
}

// lowered brings a heading so many levels down, and below the sections of the block.
func lowered(l string, by int) string {
	if m := reHeading().FindStringSubmatch(l); m != nil {
		level := min(max(len(m[2])+by, topLevel), 6)
		if strings.TrimSpace(m[1]) == "" {
			m[1] = ""
		}
		return m[1] + strings.Repeat("#", level) + m[3]
	}
	return reRaw().ReplaceAllString(l, "$1&lt;$2")
}

// inCodeOf reports which lines of a document are code.
func inCodeOf(doc *markdown.Document, lines int) []bool {
	code := make([]bool, lines)
	for _, b := range codeBlocks(doc.Blocks) {
		for n := doc.Line(b.Start); n <= doc.Line(max(b.End-1, b.Start)) && n <= lines; n++ {
			code[n-1] = true
		}
	}
	return code
}

// tidy removes blank lines at both ends, and all but one elsewhere.
func tidy(lines []string) []string {
	var kept []string
	for _, l := range lines {
		if l != "" || len(kept) > 0 && kept[len(kept)-1] != "" {
			kept = append(kept, l)
		}
	}
	if last := len(kept) - 1; last >= 0 && kept[last] == "" {
		return kept[:last]
	}
	return kept
}

// inCode is the level of a line of code.
const inCode = -1

// levelsOf are the levels of lines that outline made: that of a heading, 0 for text, or inCode.
func levelsOf(lines []string) []int {
	levels := make([]int, len(lines))
	code := inCodeOf(markdown.Parse([]byte(textOf(lines))), len(lines))
	for i, l := range lines {
		if levels[i] = levelOf(l); code[i] {
			levels[i] = inCode
		}
	}
	return levels
}

// levelOf is the level of a heading, 0 for another line.
func levelOf(l string) int {
	level := len(l) - len(strings.TrimLeft(l, "#"))
	if level < topLevel || level > 6 || !strings.HasPrefix(l[level:], " ") {
		return 0
	}
	return level
}

// openFence returns the line that closes the fence that lines leave open, or "".
func openFence(lines []string) string {
	open := markdown.Parse([]byte(textOf(lines))).Unclosed
	if open == 0 {
		return ""
	}
	m := reFence().FindStringSubmatch(lines[open-1])
	if m == nil {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if r == '>' || r == '\t' {
			return r
		}
		return ' ' // as deep as its beginning, in the same quotations
	}, m[1]) + m[2]
}

// holdsText reports whether a section says anything: a line that is no heading, no empty label, no mark and no sign
// that something is missing.
func holdsText(lines []string) bool {
	return slices.ContainsFunc(lines, func(l string) bool {
		text := strings.Trim(l, " \t-*+_>|")
		return text != "" && levelOf(l) == 0 && l != cutMark && !strings.HasSuffix(text, ":") &&
			!strings.HasSuffix(text, "：")
	})
}

// letters is the size of the letters of a text in bytes: a word of a script without spaces has few.
func letters(text string) (n int) {
	for _, r := range text {
		if unicode.IsLetter(r) {
			n += utf8.RuneLen(r)
		}
	}
	return n
}

// pieces are the words of a text, each with the space in front of it, and the characters of scripts without spaces.
func pieces(s string) (all []string) {
	start := 0
	for i, r := range s {
		if i > start && (r == ' ' || text.IsSyllable(r)) {
			all = append(all, s[start:i])
			start = i
		}
	}
	return append(all, s[start:])
}
