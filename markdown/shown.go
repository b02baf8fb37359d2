package markdown

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/text"
)

var (
	// Comments of HTML and of Obsidian, in which "100%%" and "%%i" are text.
	reHTML       = text.Lazily(`(?s)()<!--.*?-->()`)
	reObsidian   = text.Lazily(`(?s)(^|[^%\d])%%(?:[^\n]*?|\W.*?)%%(\W|$)`)
	reHiddenLine = text.Lazily(`^\s*(?:[-*+]\s+)?\[(?://|#|comment)\]:\s`)
	reStruck     = text.Lazily(`~~[^~]+~~|(?i:<(?:del|s|strike)>[^<]*</(?:del|s|strike)>)`)
	reWikiLink   = text.Lazily(`!?\[\[(?:[^\[\]|\n]*?\\?\|)?([^\[\]|\n]+)\]\]`)
)

// Shown is a text as readers see it, with the same lines: without comments of HTML and Obsidian, words that are struck
// out in a line with others, the targets of links that have a name, and marks that only part entries. Code stays.
func Shown(text string) string {
	text = withoutComments(withoutComments(text, "<!--", reHTML), "%%", reObsidian)
	code := codeIn(text)
	lines, at := strings.Split(text, "\n"), 0
	for i, line := range lines {
		if line != "" && !code[at] {
			lines[i] = lineShown(line)
		}
		at += len(line) + 1
	}
	return strings.Join(lines, "\n")
}

// withoutComments blanks out comments that do not begin in code. The first and the last group of a match stay.
func withoutComments(text, mark string, comment func() *regexp.Regexp) string {
	if !strings.Contains(text, mark) { // most texts
		return text
	}
	out, code := []byte(text), codeIn(text)
	for _, m := range comment().FindAllStringSubmatchIndex(text, -1) {
		if start, end := m[3], m[4]; !code[start] {
			blank(out[start:end])
		}
	}
	return string(out)
}

// codeIn tells which bytes of a text are in code, between fences or in a line, as far as marks tell.
func codeIn(text string) []bool {
	code, at, fence := make([]bool, len(text)), 0, ""
	for line := range strings.Lines(text) {
		mark, inFence, inSpan := fenceOf(line), fence != "", false
		switch {
		case mark != "" && !inFence:
			fence, inFence = mark, true
		case mark != "" && strings.HasPrefix(mark, fence):
			fence = ""
		}
		for i := range len(line) {
			inSpan = inSpan != (line[i] == '`')
			code[at+i] = inFence || inSpan
		}
		at += len(line)
	}
	return code
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

// Struck is where words of a line are struck out, but in code: the first byte of each place, and the one behind it.
func Struck(line string) [][]int {
	if !strings.Contains(line, "~~") && !strings.Contains(line, "</") { // most lines
		return nil
	}
	return slices.DeleteFunc(reStruck().FindAllStringIndex(line, -1), func(at []int) bool {
		return strings.Count(line[:at[0]], "`")%2 > 0
	})
}

// isSeparator reports whether a line is nothing but one mark, once or more, that means nothing in Markdown: "§".
func isSeparator(line string) bool {
	line = strings.TrimSpace(line)
	mark, size := utf8.DecodeRuneInString(line)
	return line != "" && !strings.ContainsRune("`~#>|-*_=+[]{}()<>$.\\\"'", mark) &&
		(unicode.IsPunct(mark) || unicode.IsSymbol(mark)) && strings.Trim(line[size:], " "+string(mark)) == ""
}
