package main

import (
	"fmt"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// asciiMarks are the marks that people write, in a terminal that shows ASCII.
var asciiMarks = strings.NewReplacer(
	"…",
	"...",
	"—",
	"-",
	"–",
	"-",
	"·",
	"-",
	"•",
	"*",
	"“",
	`"`,
	"”",
	`"`,
	"„",
	`"`,
	"«",
	`"`,
	"»",
	`"`,
	"‘",
	"'",
	"’",
	"'",
	"→",
	"->",
	"←",
	"<-",
	"≠",
	"!=",
	"≤",
	"<=",
	"≥",
	">=",
	"×",
	"x",
	"\u00a0",
	" ",
)

// inASCII is a text for a terminal that shows nothing else: accents go, and what
// has no likeness is shown as an escape, for it is part of what is approved.
func inASCII(text string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(asciiMarks.Replace(text)) {
		switch {
		case r < 0x80:
			b.WriteRune(r)
		case unicode.Is(unicode.Mn, r):
		case cases.Fold().String(string(r)) == "ss":
			b.WriteString("ss")
		default:
			fmt.Fprintf(&b, "\\u%04x", r)
		}
	}
	return b.String()
}

// wrapped breaks a text into lines of at most width columns, those after the
// first indented. Spaces within a line stay; a word that is longer than a line is
// broken too.
func wrapped(text string, width, indent int) []string {
	w := wrapper{width: width, indent: min(indent, width/2)}
	lead := len(text) - len(strings.TrimLeft(text, " "))
	w.line = strings.Repeat(" ", min(lead, width/2))
	gap := 0
	for word := range strings.SplitSeq(text[lead:], " ") {
		if word == "" {
			gap++
			continue
		}
		w.put(word, gap+1)
		gap = 0
	}
	return append(w.lines, w.line)
}

// wrapper fills lines. Leading spaces are part of a line that has no word yet.
type wrapper struct {
	width, indent int
	lines         []string
	line          string
	filled        bool // the line has a word
}

func (w *wrapper) room() int { return w.width - uniseg.StringWidth(w.line) }

// longest is how much of a word is looked at in one piece, in bytes, so that one
// without an end takes no more time for each of its lines than others.
const longest = 1 << 12

// fits measures a text where it is to stand: some characters are wider behind
// others.
func (w *wrapper) fits(text string) bool {
	return len(text) <= longest && uniseg.StringWidth(w.line+text) <= w.width
}

func (w *wrapper) put(word string, gap int) {
	if w.filled && !w.fits(strings.Repeat(" ", gap)+word) {
		w.next()
	}
	for !w.filled && !w.fits(word) {
		head := w.head(word)
		w.line += head
		word = word[len(head):]
		w.next()
	}
	if w.filled {
		w.line += strings.Repeat(" ", gap)
	}
	w.line, w.filled = w.line+word, true
}

// head is as much of a word as fits on the line; at least one character.
func (w *wrapper) head(word string) string {
	piece := word[:min(len(word), longest)]
	for len(piece) < len(word) && !utf8.RuneStart(word[len(piece)]) {
		piece = piece[:len(piece)-1]
	}
	head := cutAt(piece, w.room())
	if w.fits(head) {
		return head
	}
	runes := []rune(head)
	n := sort.Search(len(runes), func(i int) bool { return !w.fits(string(runes[:i+1])) })
	return string(runes[:max(n, 1)])
}

func (w *wrapper) next() {
	w.lines = append(w.lines, w.line)
	w.line, w.filled = strings.Repeat(" ", w.indent), false
}

// cutAt is what of a word fits into so many columns; at least one character.
func cutAt(word string, width int) (head string) {
	rest, state, used := word, -1, 0
	for rest != "" {
		cluster, after, columns, next := uniseg.FirstGraphemeClusterInString(rest, state)
		if used > 0 && used+columns > width {
			break
		}
		head, rest, state, used = head+cluster, after, next, used+columns
	}
	return head
}

// write prints a text that is broken to the width of the terminal.
func (a *app) write(indent int, format string, args ...any) {
	text := a.shown(fmt.Sprintf(format, args...))
	for _, line := range wrapped(text, max(a.width()-1, 20), indent) {
		fmt.Fprintln(a.out, line)
	}
}
