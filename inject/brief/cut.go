package brief

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/tokens"
)

// cutMark stands where text of a section is not included.
const cutMark = "...[summarized]..."

// firstTokens and lastTokens are what is kept of an old journal, around the mark. A
// shorter summary has both parts in the same proportion.
const firstTokens, lastTokens = 150, 100

// cutter cuts lines by tokens.
type cutter struct{ count tokens.Count }

func (c cutter) tokens(lines []line) int { return c.count.Tokens(textOf(lines)) }

// summarize returns lines in at most so many tokens: their first and last ones around
// the mark. Lines that fit are returned as they are.
func (c cutter) summarize(lines []line, most int) (short []line, cut bool) {
	if c.tokens(lines) <= most {
		return lines, false
	}
	room := most - c.count.Tokens(cutMark) - 2 // the line endings
	for ; room > 0; room -= 2 {
		short = c.around(lines, room*firstTokens/(firstTokens+lastTokens), room*lastTokens/(firstTokens+lastTokens))
		if c.tokens(short) <= most {
			return short, true
		}
	}
	return c.head(lines, max(most, 1)), true
}

// around returns the first and the last tokens of lines, with the mark between them. A
// fence that the cut opens is closed, one that it tears is opened again.
func (c cutter) around(lines []line, first, last int) []line {
	head, tail := c.head(lines, first), c.tail(lines, last)
	if fence := openFence(head); fence != "" {
		head = append(head, line{text: fence})
	}
	if fence := openFence(lines[:len(lines)-len(tail)]); fence != "" {
		tail = append([]line{{text: fence}}, tail...)
	}
	return tidy(slices.Concat(head, []line{{}, {text: cutMark}, {}}, tail))
}

// start returns the beginning of lines in at most so many tokens, with the mark behind
// it. Lines that fit are returned as they are.
func (c cutter) start(lines []line, most int) (short []line, cut bool) {
	if c.tokens(lines) <= most {
		return lines, false
	}
	for room := most - c.count.Tokens(cutMark) - 2; room > 0; room -= 2 {
		short = c.head(lines, room)
		if last := len(short) - 1; last > 0 && short[last].text != lines[last].text {
			short = withoutEnd(short[:last]) // not the half of a line
		}
		if fence := openFence(short); fence != "" {
			short = append(short, line{text: fence})
		}
		short = tidy(append(short, line{}, line{text: cutMark}))
		if c.tokens(short) <= most {
			return short, true
		}
	}
	return c.head(lines, max(most, 1)), true
}

// head returns the first tokens of lines, tail the last ones. Words are not torn where
// there are spaces.
func (c cutter) head(lines []line, most int) []line {
	var kept []line
	var size tokens.Size
	for _, l := range lines {
		next := size.Add(tokens.Measure(l.text + "\n"))
		if c.count.Of(next) > most {
			if text := c.cutLine(l.text, size, most, false); text != "" {
				kept = append(kept, line{text, l.number})
			}
			break
		}
		kept, size = append(kept, l), next
	}
	return kept
}

func (c cutter) tail(lines []line, most int) []line {
	var size tokens.Size
	for i := len(lines) - 1; i >= 0; i-- {
		next := size.Add(tokens.Measure(lines[i].text + "\n"))
		if c.count.Of(next) > most {
			kept := append([]line{}, lines[i+1:]...)
			if text := c.cutLine(lines[i].text, size, most, true); text != "" {
				kept = append([]line{{text, lines[i].number}}, kept...)
			}
			return kept
		}
		size = next
	}
	return append([]line{}, lines...)
}

// longestToken is the most bytes that a token is taken to have.
const longestToken = 32

// cutLine returns as much of the beginning or of the end of a line as fits behind what
// is there.
func (c cutter) cutLine(text string, there tokens.Size, most int, fromEnd bool) string {
	bytes := min(len(text), max(most, 0)*longestToken)
	part := func(n int) string {
		if fromEnd {
			for n > 0 && !utf8.RuneStart(text[len(text)-n]) {
				n--
			}
			return text[len(text)-n:]
		}
		for n > 0 && n < len(text) && !utf8.RuneStart(text[n]) {
			n--
		}
		return text[:n]
	}
	low, high := 0, bytes+1
	for low+1 < high {
		middle := (low + high) / 2
		if c.count.Of(there.Add(tokens.Measure(part(middle)+"\n"))) <= most {
			low = middle
		} else {
			high = middle
		}
	}
	kept := part(low)
	if kept == text {
		return kept
	}
	if fromEnd {
		if at := strings.IndexFunc(kept, unicode.IsSpace); at >= 0 {
			kept = kept[at:]
		}
	} else if at := strings.LastIndexFunc(kept, unicode.IsSpace); at >= 0 {
		kept = kept[:at]
	}
	if kept = strings.TrimSpace(kept); !isText(kept) {
		return ""
	}
	return kept
}

// isText reports whether a text has more than marks.
func isText(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// openFence returns the marks of a fence that lines leave open, or "".
func openFence(lines []line) string {
	inFence := fenced(lines)
	if len(lines) == 0 || !inFence[len(lines)-1] {
		return ""
	}
	at := len(lines) - 1
	for at > 0 && inFence[at-1] {
		at--
	}
	probe := append(append([]line{}, lines[at:]...), line{text: "x"})
	if !fenced(probe)[len(probe)-1] {
		return "" // its last line ends it
	}
	// Of several fences in a row the last one is open.
	for start := len(lines) - 1; start >= at; start-- {
		trimmed := strings.TrimLeft(lines[start].text, " \t>")
		marks := trimmed[:len(trimmed)-len(strings.TrimLeft(trimmed, "`~"))]
		if len(marks) >= 3 {
			return marks
		}
	}
	return ""
}
