package brief

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/tokens"
	"wisdom/internal/words"
)

// cutMark stands where text of a section is not included.
const cutMark = "...[summarized]..."

// firstTokens and lastTokens are what is kept of an old journal, around the mark. A shorter summary has both parts in
// the same proportion.
const firstTokens, lastTokens = 150, 100

// edge is where a line may be cut.
type edge int

const (
	// atWords cuts a line behind the last word that fits: the count of tokens decides.
	atWords edge = iota
	// atSentences cuts between lines, or behind a sentence where too much room would stay empty, and at words only where
	// that would be so too.
	atSentences
)

// leastFilled is how much of the room a cut at a line or a sentence must fill, in parts of ofFilled.
const leastFilled, ofFilled = 2, 3

// cutter cuts lines by tokens.
type cutter struct{ count tokens.Count }

func (c cutter) tokens(lines []line) int { return c.count.Tokens(textOf(lines)) }

// summarize returns lines in at most so many tokens: their first and last ones around the mark, as fit does.
func (c cutter) summarize(lines []line, most int, where edge) (short []line, cut bool) {
	return c.fit(lines, most, func(room int) []line {
		first := room * firstTokens / (firstTokens + lastTokens)
		return c.around(lines, first, room*lastTokens/(firstTokens+lastTokens), where)
	})
}

// fit returns lines in at most so many tokens. Lines that fit are returned as they are; shorten makes shorter ones,
// with the mark, of which the rest takes about the given room.
func (c cutter) fit(lines []line, most int, shorten func(room int) []line) (short []line, cut bool) {
	if c.tokens(lines) <= most {
		return lines, false
	}
	room := most - c.count.Tokens(cutMark) - 2 // the line endings
	for ; room > 0; room -= 2 {
		if short = shorten(room); c.tokens(short) <= most {
			return short, true
		}
	}
	return c.head(lines, max(most, 1), atWords), true
}

// around returns the first and the last tokens of lines, with the mark between them. A fence that the cut opens is
// closed, one that it tears is opened again.
func (c cutter) around(lines []line, first, last int, where edge) []line {
	head, tail := c.head(lines, first, where), c.tail(lines, last, where)
	if fence := openFence(head); fence != "" {
		head = append(head, line{text: fence})
	}
	if fence := openFence(lines[:len(lines)-len(tail)]); fence != "" {
		tail = append([]line{{text: fence}}, tail...)
	}
	return tidy(slices.Concat(head, []line{{}, {text: cutMark}, {}}, tail))
}

// start returns the beginning of lines in at most so many tokens, with the mark behind it, as fit does.
func (c cutter) start(lines []line, most int) (short []line, cut bool) {
	return c.fit(lines, most, func(room int) []line {
		short := withoutEnd(c.head(lines, room, atSentences))
		if fence := openFence(short); fence != "" {
			short = append(short, line{text: fence})
		}
		return tidy(append(short, line{}, line{text: cutMark}))
	})
}

// head returns the first tokens of lines, tail the last ones. Words are not torn where there are spaces.
func (c cutter) head(lines []line, most int, where edge) []line {
	var kept []line
	var size tokens.Size
	for _, l := range lines {
		next := size.Add(tokens.Measure(l.text + "\n"))
		if c.count.Of(next) > most {
			if text := c.cutLine(l.text, size, most, where, false); text != "" {
				kept = append(kept, line{text, l.number})
			}
			break
		}
		kept, size = append(kept, l), next
	}
	return kept
}

func (c cutter) tail(lines []line, most int, where edge) []line {
	var size tokens.Size
	for i := len(lines) - 1; i >= 0; i-- {
		next := size.Add(tokens.Measure(lines[i].text + "\n"))
		if c.count.Of(next) > most {
			kept := append([]line{}, lines[i+1:]...)
			if text := c.cutLine(lines[i].text, size, most, where, true); text != "" {
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

// cutLine returns as much of the beginning or of the end of a line as fits behind what is there.
func (c cutter) cutLine(text string, there tokens.Size, most int, where edge, fromEnd bool) string {
	fills := func(kept string) bool {
		return c.count.Of(there.Add(tokens.Measure(kept)))*ofFilled >= most*leastFilled
	}
	if where == atSentences && fills("") {
		return ""
	}
	part := beginningOf
	if fromEnd {
		part = endOf
	}
	low, high := 0, min(len(text), max(most, 0)*longestToken)+1
	for low+1 < high {
		middle := (low + high) / 2
		if c.count.Of(there.Add(tokens.Measure(part(text, middle)+"\n"))) <= most {
			low = middle
		} else {
			high = middle
		}
	}
	kept := part(text, low)
	if kept == text {
		return kept
	}
	if fromEnd {
		first, _ := utf8.DecodeRuneInString(kept)
		if at := strings.IndexFunc(kept, unicode.IsSpace); at >= 0 && !isWide(first) {
			kept = kept[at:]
		}
	} else if last, _ := utf8.DecodeLastRuneInString(kept); !isWide(last) {
		if at := strings.LastIndexFunc(kept, unicode.IsSpace); at >= 0 {
			kept = kept[:at]
		}
	}
	if kept = strings.TrimSpace(kept); !isText(kept) {
		return ""
	}
	if where == atSentences {
		if sentences := wholeSentences(text, kept, fromEnd); isSentence(sentences) && fills(sentences) {
			return sentences
		}
	}
	return kept
}

// wholeSentences returns the whole sentences of a text in a part of it, its beginning or its end.
func wholeSentences(text, part string, fromEnd bool) string {
	const beyond = 400 // bytes: enough to see whether a sentence ends with the part
	if fromEnd {
		room := len(text) - strings.LastIndex(text, part)
		seen := endOf(text, room+beyond)
		for start := range sentences(seen) {
			if start >= len(seen)-room {
				return seen[start:]
			}
		}
		return ""
	}
	from := max(strings.Index(text, part), 0)
	seen, whole := beginningOf(text[from:], len(part)+beyond), 0
	for _, end := range sentences(seen) {
		if end <= len(part) {
			whole = end
		}
	}
	return seen[:whole]
}

// sentences are the places of the sentences of a text: where each starts and ends.
func sentences(text string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		end := 0
		for _, sentence := range words.Sentences(text) {
			start := end + strings.Index(text[end:], sentence)
			if end = start + len(sentence); !yield(start, end) {
				return
			}
		}
	}
}

// beginningOf returns the first bytes of a text, at most so many, and no part of a character.
func beginningOf(text string, most int) string {
	end := min(len(text), most)
	for end > 0 && end < len(text) && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// endOf returns the last bytes of a text, at most so many, and no part of a character.
func endOf(text string, most int) string {
	start := max(len(text)-most, 0)
	for start < len(text) && !utf8.RuneStart(text[start]) {
		start++
	}
	return text[start:]
}

// isText reports whether a text has more than marks.
func isText(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}
