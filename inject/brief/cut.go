package brief

import (
	"slices"
	"strings"

	"wisdom/internal/tokens"
)

// cutMark stands where text of a section is not included.
const cutMark = "...[summarized]..."

// firstTokens and lastTokens are what is kept of an old journal, around the mark. A shorter summary has both parts in
// the same proportion.
const firstTokens, lastTokens = 150, 100

// cutter cuts lines by tokens.
type cutter struct {
	count tokens.Count
	// exact cuts where the count says; else lines stay whole if they fill two thirds of the room.
	exact bool
}

func (c cutter) tokens(lines []string) int { return c.count.Tokens(textOf(lines)) }

// fit returns lines in at most so many tokens. Lines that fit are returned as they are; shorten makes shorter ones,
// with the mark, of which the rest takes about the given room.
func (c cutter) fit(lines []string, most int, shorten func(room int) []string) (short []string, cut bool) {
	if c.tokens(lines) <= most {
		return lines, false
	}
	room := most - c.count.Tokens(cutMark) - 2 // the line endings
	for ; room > 0; room -= 2 {
		if short = shorten(room); c.tokens(short) <= most {
			return short, true
		}
	}
	return nil, true
}

// around returns lines in at most so many tokens: their first and last ones around the mark. A fence that the cut opens
// is closed, one that it tears is opened again.
func (c cutter) around(lines []string, most int) (short []string, cut bool) {
	return c.fit(lines, most, func(room int) []string {
		first := room * firstTokens / (firstTokens + lastTokens)
		tail := c.tail(lines, room-first)
		if fence := openFence(lines[:len(lines)-len(tail)]); fence != "" {
			tail = slices.Insert(tail, 0, fence)
		}
		return tidy(slices.Concat(c.start(lines, first), []string{"", cutMark, ""}, tail))
	})
}

// beginning returns lines in at most so many tokens: their first ones, with the mark behind them.
func (c cutter) beginning(lines []string, most int) []string {
	lines, _ = c.fit(lines, most, func(room int) []string { return tidy(append(c.start(lines, room), "", cutMark)) })
	return lines
}

// start returns the first tokens of lines, without headings that nothing follows any more.
func (c cutter) start(lines []string, most int) []string {
	kept := withoutEnd(c.head(lines, most))
	if fence := openFence(kept); fence != "" {
		kept = append(kept, fence)
	}
	return kept
}

// withoutEnd removes headings and marks that nothing follows.
func withoutEnd(lines []string) []string {
	for last := len(lines) - 1; last >= 0 && (levelOf(lines[last]) > 0 || letters(lines[last]) == 0); last-- {
		lines = lines[:last]
	}
	return lines
}

// head returns the first tokens of lines, tail the last ones. Words are not torn.
func (c cutter) head(lines []string, most int) []string {
	return c.take(lines, most, func(texts []string) []string { return texts })
}

func (c cutter) tail(lines []string, most int) []string { return c.take(lines, most, reversed) }

// take returns the tokens that come first in an order of lines and words.
func (c cutter) take(lines []string, most int, order func([]string) []string) []string {
	lines = order(lines)
	n, left := c.fitting(lines, "\n", most)
	kept := slices.Clone(lines[:n])
	if n < len(lines) && (c.exact || 3*left > most) {
		all := order(pieces(lines[n]))
		m, _ := c.fitting(all, "", left)
		kept = append(kept, strings.TrimSpace(strings.Join(order(all[:m]), "")))
	}
	return order(kept)
}

func reversed(texts []string) []string {
	texts = slices.Clone(texts)
	slices.Reverse(texts)
	return texts
}

// fitting returns how many of some texts, each with an end, fit into so many tokens, and how many tokens are left.
func (c cutter) fitting(texts []string, end string, most int) (n, left int) {
	var size tokens.Size
	for _, text := range texts {
		next := size.Add(tokens.Measure(text + end))
		if c.count.Of(next) > most {
			break
		}
		size = next
		n++
	}
	return n, most - c.count.Of(size)
}
