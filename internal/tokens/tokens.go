// Package tokens counts what a text costs a model, in the two ways that matter
// here: as o200k_base tokens, and as the host counts. What comes in is text,
// what goes out is a number; it is a leaf and imports nothing of ours.
//
// A budget is kept when the larger of the two counts fits. Both are needed: the
// host's figure over-counts prose by 5-16 % and under-counts tables and code up
// to 2.5 times.
package tokens

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Count says how a text is counted for a budget.
type Count string

// The ways to count. Larger is the larger of the other two.
const (
	Larger Count = "larger"
	Host   Count = "host"
	O200k  Count = "o200k"
)

// Size is the size of a text in units that can be added line by line: both figures of a text are the sums over its
// lines, if each line is counted with its line ending.
type Size struct {
	O200k int // o200k_base tokens
	Units int // UTF-16 code units; the host takes four for a token
}

// Add is the size of two lines together.
func (s Size) Add(t Size) Size { return Size{s.O200k + t.O200k, s.Units + t.Units} }

// Of is the number of tokens that a size is worth.
func (c Count) Of(s Size) int {
	host := (s.Units + 3) / 4
	switch c {
	case Host:
		return host
	case O200k:
		return s.O200k
	}
	return max(host, s.O200k)
}

// Tokens counts a whole text. The host counts a text without the white space at
// its end, and so does this.
func (c Count) Tokens(text string) int {
	text = withLF(strings.TrimRightFunc(text, unicode.IsSpace))
	size := Size{Units: Units(text)}
	if c != Host {
		size.O200k = bpe(text)
	}
	return c.Of(size)
}

// Budget limits the sizes of texts, and says how they are counted.
type Budget struct {
	Section, Soul, Tools int // tokens of the section, of SOUL.md and of TOOLS_COMPACT.md

	Words   int // of an entry after its name
	Entries int // of the section
	Count
}

// Cost is the number of tokens that a line takes, its line ending included.
func (b Budget) Cost(line string) int { return b.Of(Measure(line)) }

// Measure is the size of a line, its line ending included.
func Measure(line string) Size {
	line = withLF(line)
	return Size{O200k: bpe(line), Units: Units(line)}
}

// withLF is text with LF line endings. A budget counts those, so that the same
// text costs the same in a file with CRLF line endings.
func withLF(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// Units is the number of UTF-16 code units of text, the length that the host's
// language gives a string. A byte that is not UTF-8 counts as one.
func Units(text string) int {
	n := 0
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}

// longLine is the length in bytes from which a line is counted in pieces: the
// time to count a text grows with the square of its longest word.
const longLine = 4096

// bpe counts o200k_base tokens, exactly for texts whose lines are shorter than
// longLine, else at most one too many for every longLine bytes.
func bpe(text string) int {
	n, from, at := 0, 0, 0
	for line := range strings.Lines(text) {
		if len(line) > longLine {
			n += count(text[from:at])
			from = at
		}
		at += len(line)
		for at-from > longLine && len(line) > longLine {
			end := from + longLine
			for end > from+longLine-utf8.UTFMax && !utf8.RuneStart(text[end]) {
				end--
			}
			n += count(text[from:end])
			from = end
		}
	}
	return n + count(text[from:])
}
