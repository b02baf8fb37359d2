package terminal

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Wrapped breaks a text into lines of at most width columns, those after the first indented. Spaces within a line stay;
// a word that is longer than a line is broken too.
func Wrapped(text string, width, indent int) []string {
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

// longest is how much of a word is looked at in one piece, in bytes, so that one
// without an end takes no more time for each of its lines than others.
const longest = 1 << 12

// fits measures a text where it is to stand: some characters are wider behind others.
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
func (w *wrapper) head(word string) (head string) {
	for rest, state := word, -1; rest != ""; {
		cluster, after, _, next := uniseg.FirstGraphemeClusterInString(rest, state)
		if head != "" && !w.fits(head+cluster) {
			break
		}
		head, rest, state = head+cluster, after, next
	}
	for !w.fits(head) { // what is shown as one may be wider than a line
		_, last := utf8.DecodeLastRuneInString(head)
		if last == len(head) {
			break
		}
		head = head[:len(head)-last]
	}
	return head
}

func (w *wrapper) next() {
	w.lines = append(w.lines, w.line)
	w.line, w.filled = strings.Repeat(" ", w.indent), false
}

// reTint finds the codes that colour a text.
var reTint = regexp.MustCompile(`\x1b\[[0-9]*m`)

// Rows is how many lines of a screen a text takes: the terminal breaks long ones.
func Rows(text string, width int) int {
	rows := 0
	width = max(width, 1)
	for line := range strings.Lines(text) {
		rows += max(1, (uniseg.StringWidth(reTint.ReplaceAllString(strings.TrimRight(line, "\n"), ""))+width-1)/width)
	}
	return rows
}
