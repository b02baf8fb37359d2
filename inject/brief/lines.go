package brief

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	textunicode "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/unicode/norm"

	"wisdom/internal/injection"
	"wisdom/internal/words"
	"wisdom/markdown"
)

// line is a line of a section with its number in its file; 0 for one that is not from the file.
type line struct {
	text   string
	number int
}

// textOf joins lines.
func textOf(lines []line) string {
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i] = l.text
	}
	return strings.Join(texts, "\n")
}

// decode turns the bytes of a file into text with LF line endings and without invisible characters.
func decode(b []byte) string {
	if isUTF16(b) { // whatever follows the mark: what is damaged is replaced, and is no error
		b, _ = textunicode.UTF16(textunicode.BigEndian, textunicode.UseBOM).NewDecoder().Bytes(b)
	}
	text := strings.ToValidUTF8(string(b), "\ufffd")
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", " ", "\u2029", " ", "\u0085", " ").Replace(text)
	return injection.Visible(text)
}

// isBinary reports whether bytes are no text, beyond a little that was damaged.
func isBinary(b []byte) bool {
	const mostZeros, mostInvalid = 100, 20 // one byte in so many
	const few = 8                          // invalid bytes, as those of another encoding in a short note
	if isUTF16(b) {
		return false
	}
	invalid := 0
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			invalid++
		}
		i += size
	}
	return bytes.Count(b, []byte{0})*mostZeros > len(b) || invalid > few && invalid*mostInvalid > len(b)
}

// isUTF16 reports whether bytes begin with the mark of UTF-16, in either order of bytes.
func isUTF16(b []byte) bool {
	return bytes.HasPrefix(b, []byte("\xff\xfe")) || bytes.HasPrefix(b, []byte("\xfe\xff"))
}

// tagNames are the names of the block's own tags, as plainName spells them.
var tagNames = []string{"zeoscontext", "task"}

// reOwnName matches such a name as it is, with anything behind it.
var reOwnName = words.Lazily(`(?i)^\s*/?\s*(?:zeos_context|task)\b`)

// withoutTags escapes what could close the block, open another, or pass for a task: a "<" in front of one of the
// block's own names, however it is written.
func withoutTags(text string) string {
	if !strings.ContainsAny(text, "<＜﹤") {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		if norm.NFKC.String(string(r)) == "<" && namesOwnTag(text[i+utf8.RuneLen(r):]) {
			b.WriteString("&lt;")
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// namesOwnTag reports whether what is behind a "<" begins with one of the block's own names.
func namesOwnTag(behind string) bool {
	return slices.Contains(tagNames, plainName(behind)) || reOwnName().MatchString(behind)
}

// longestTag is how many bytes behind a "<" its name is looked for.
const longestTag = 120

// plainName returns the name at the beginning of a tag, without slashes, spaces and signs, in lower case.
func plainName(text string) string {
	var b strings.Builder
	for i, r := range text[:min(len(text), longestTag)] {
		for _, c := range norm.NFKC.String(string(r)) {
			switch {
			case unicode.IsLetter(c) || unicode.IsDigit(c):
				b.WriteRune(unicode.ToLower(c))
			case unicode.IsSpace(c) && b.Len() > 0,
				c == '>',
				c == '<',
				c == '/' && b.Len() > 0,
				i > 0 && c == utf8.RuneError:
				return b.String()
			}
		}
	}
	return b.String()
}

var (
	// reSectionName matches a line that a reader could take for a section of the block.
	reSectionName = words.Lazily(`(?i)^(\s*)#{1,2}(\s*(?:soul|anchors|profile|journal|roadmap)\b)`)
	reFence       = words.Lazily("^(.*?)(`{3,}|~{3,})")
)

// topLevel is the level of the highest heading within a section: the sections have level 2.
const topLevel = 3

// outline returns a file without comments as the lines of a section: without front matter, and structured.
func outline(text string) []line {
	start := markdown.FrontMatter([]byte(text))
	return structured(numbered(text[start:], 1+strings.Count(text[:start], "\n")))
}

// structured returns lines with their headings below those of the block, and with every fence closed. Where lines are
// taken out, they are structured again.
func structured(lines []line) []line {
	lines = closedRaw(closed(lines))
	lines = lowerNested(lowered(lines))
	for i := range lines {
		lines[i].text = strings.TrimRight(reSectionName().ReplaceAllString(lines[i].text, "$1###$2"), " \t")
	}
	return tidy(lines)
}

// numbered splits a text into lines; first is the number of its first.
func numbered(text string, first int) []line {
	var lines []line
	for part := range strings.SplitSeq(text, "\n") {
		lines = append(lines, line{part, first + len(lines)})
	}
	return lines
}

// mostOpen is how many fences and comments without an end are closed one by one.
const mostOpen = 8

// closed ends fences that are never closed at the next blank line, and escapes comments that are not.
func closed(lines []line) []line {
	for range mostOpen {
		open := markdown.Parse([]byte(textOf(lines))).Unclosed
		if open == 0 {
			return lines
		}
		at := open - 1
		m := reFence().FindStringSubmatch(lines[at].text)
		if m == nil || strings.Contains(m[1], "<!--") {
			lines[at].text = strings.Replace(lines[at].text, "<!--", "&lt;!--", 1)
			continue
		}
		lines = slices.Insert(lines, blankAfter(lines, at), line{text: indentOf(m[1]) + m[2]})
	}
	if markdown.Parse([]byte(textOf(lines))).Unclosed > 0 {
		for i := range lines {
			lines[i].text = strings.NewReplacer("```", "'''", "~~~", "'''", "<!--", "&lt;!--").Replace(lines[i].text)
		}
	}
	return lines
}

// indentOf is the text before the end of a fence: as deep as its beginning, in the same quotations.
func indentOf(before string) string {
	return strings.Map(func(r rune) rune {
		if r == '>' || r == '\t' {
			return r
		}
		return ' '
	}, before)
}

// lowered brings the headings of a file below the sections of the block, each on one line.
func lowered(lines []line) []line {
	doc := markdown.Parse([]byte(textOf(lines)))
	headings := doc.Headings()
	top := topLevel
	for _, h := range headings {
		top = min(top, h.Level)
	}
	for _, h := range headings {
		first, last := doc.Line(h.Start), doc.Line(max(h.End-1, h.Start))
		text, ok := headingText(lines[first-1 : last])
		if !ok || text != strings.Join(strings.Fields(h.Text), " ") {
			continue // behind a table the parser is some lines off
		}
		if text != "" {
			text = strings.Repeat("#", min(h.Level+topLevel-top, 6)) + " " + text
		}
		lines[first-1].text = text
		for i := first; i < last; i++ {
			lines[i].text = ""
		}
	}
	return lines
}

var (
	reATX       = words.Lazily(`^ {0,3}#{1,6}(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$`)
	reUnderline = words.Lazily(`^ {0,3}(?:=+|-+)[ \t]*$`)
)

// headingText returns the text of a heading's lines: one that begins with number signs, or several with a line below
// them.
func headingText(lines []line) (text string, ok bool) {
	if len(lines) == 1 {
		m := reATX().FindStringSubmatch(lines[0].text)
		if m == nil {
			return "", false
		}
		return strings.Join(strings.Fields(m[1]), " "), true
	}
	last := len(lines) - 1
	return strings.Join(strings.Fields(textOf(lines[:last])), " "), reUnderline().MatchString(lines[last].text)
}

// tidy removes blank lines at both ends, and all but one elsewhere.
func tidy(lines []line) []line {
	var kept []line
	for _, l := range lines {
		if l.text == "" && (len(kept) == 0 || kept[len(kept)-1].text == "") {
			continue
		}
		kept = append(kept, l)
	}
	for len(kept) > 0 && kept[len(kept)-1].text == "" {
		kept = kept[:len(kept)-1]
	}
	return kept
}

// levelOf is the level of a heading that outline made, 0 for another line.
func levelOf(text string) int {
	level := len(text) - len(strings.TrimLeft(text, "#"))
	if level < topLevel || level > 6 || !strings.HasPrefix(text[level:], " ") {
		return 0
	}
	return level
}

// fenceMarks are the backticks and tildes that a line begins with, and what is behind them.
func fenceMarks(text string) (marks, behind string) {
	text = strings.TrimLeft(text, " \t>")
	behind = strings.TrimLeft(text, "`~")
	return text[:len(text)-len(behind)], behind
}

// inCode is the level of a line that is inside a fence or opens or ends one.
const inCode = -1

// levelsOf are the levels of lines: that of a heading, 0 for text, or inCode. open are the marks of the fence that is
// open behind the last line, "" if none is.
func levelsOf(lines []line) (levels []int, open string) {
	levels = make([]int, len(lines))
	for i, l := range lines {
		marks, behind := fenceMarks(l.text)
		switch {
		case open != "":
			levels[i] = inCode
			if strings.HasPrefix(marks, open) && strings.TrimSpace(behind) == "" {
				open = ""
			}
		case len(marks) >= 3 && (strings.Trim(marks, "`") == "" || strings.Trim(marks, "~") == ""):
			levels[i], open = inCode, marks
		default:
			levels[i] = levelOf(l.text)
		}
	}
	return levels, open
}

// openFence returns the marks of a fence that lines leave open, or "".
func openFence(lines []line) string {
	_, open := levelsOf(lines)
	return open
}

// holdsText reports whether a section says anything: a line that is no heading, no empty label and no empty list mark.
func holdsText(lines []line) bool {
	return slices.ContainsFunc(lines, func(l line) bool {
		text := strings.Trim(l.text, " \t-*+_>|")
		return text != "" && levelOf(l.text) == 0 && !strings.HasSuffix(text, ":") && !strings.HasSuffix(text, "：")
	})
}
