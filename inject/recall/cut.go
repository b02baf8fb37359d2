package recall

import (
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/text"
	"wisdom/internal/tokens"
)

// cutMark stands where a snippet was cut.
const cutMark = "…"

// cut shortens a snippet to the sentences around the answer.
func (c *candidate) cut(s *Snippet, limit int, needs []need) {
	sentences := sentencesOf(c.text)
	best, most := 0, -1.0
	for i, at := range sentences {
		value := 0.0
		for n := range needs {
			for _, f := range needs[n].forms {
				if f.quality <= c.met[n] && c.holdsIn(f.terms[0], at[0], at[1]) {
					value += needs[n].weight
					break
				}
			}
		}
		if value > most {
			best, most = i, value
		}
	}
	from, to := best, best
	for grown := true; grown; { // one sentence after the other, behind and in front
		grown = false
		if to+1 < len(sentences) && c.fits(sentences[from][0], sentences[to+1][1], limit) {
			to, grown = to+1, true
		}
		if from > 0 && c.fits(sentences[from-1][0], sentences[to][1], limit) {
			from, grown = from-1, true
		}
	}
	start, end := sentences[from][0], sentences[to][1]
	for !c.fits(start, end, limit) { // one sentence alone is too long
		end = start + (end-start)*3/4
		for end > start && !utf8.RuneStart(c.text[end]) {
			end--
		}
		if end == start {
			s.Text = ""
			return
		}
	}
	s.Text, s.Truncated = c.shown(start, end), true
	s.Tokens = tokens.Larger.Tokens(s.Text)
	s.StartLine = c.first + strings.Count(c.text[:start], "\n")
	s.EndLine = c.first + strings.Count(strings.TrimRight(c.text[:end], "\n"), "\n")
}

func (c *candidate) holdsIn(term string, start, end int) bool {
	return slices.ContainsFunc(c.terms, func(t placed) bool { return t.term == term && t.start >= start && t.start < end })
}

func (c *candidate) fits(start, end, limit int) bool {
	return tokens.Larger.Tokens(c.shown(start, end)) <= limit
}

// shown is a part of the text with marks where it was cut.
func (c *candidate) shown(start, end int) string {
	text := strings.TrimRight(c.text[start:end], " \t\r\n")
	if start > 0 {
		text = cutMark + text
	}
	if strings.TrimSpace(c.text[end:]) != "" {
		text += cutMark
	}
	return text
}

// sentencesOf are the places of the sentences of a text, with the space and the line end behind them.
func sentencesOf(s string) (all [][2]int) {
	first, start := 0, 0
	for line := range strings.Lines(s) {
		for _, end := range text.SentenceSpans(line) {
			if end += first; strings.HasPrefix(s[end:], " ") {
				end++
			}
			all = append(all, [2]int{start, end})
			start = end
		}
		if first += len(line); len(all) > 0 {
			all[len(all)-1][1], start = first, first
		}
	}
	if all == nil {
		return [][2]int{{0, len(s)}}
	}
	return all
}
