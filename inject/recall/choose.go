package recall

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
)

// The policy. Budgets are tokens, the larger of the two counts, and hold for snippets
// together with their citations.
const (
	// Threshold is the least score of a snippet.
	Threshold = 0.3
	// MostSnippets, MostTokens and MostEach are the budgets of one message.
	MostSnippets = 6
	MostTokens   = 1200
	MostEach     = 350

	// enough is how many independent snippets that support the answer end the search.
	enough = 2
	// supports is the share of the best score from which on a snippet supports the
	// answer as well.
	supports = 0.65
	// sure is the least score of a snippet that counts as support: what meets less of
	// a message may be about something else.
	sure = 0.6
	// adds is the share of the message's information that a snippet must add if it
	// does not support the answer.
	adds = 0.12
	// alike is the share of common terms from which on two snippets are copies.
	alike = 0.8
)

// Snippet is a passage that was chosen.
type Snippet struct {
	Path      workspace.Path `json:"path"`
	StartLine int            `json:"start_line"`
	EndLine   int            `json:"end_line"`
	Tier      Tier           `json:"tier"`
	Score     float64        `json:"score"`
	Tokens    int            `json:"tokens"`
	Truncated bool           `json:"truncated"`
	Text      string         `json:"text"`
	Source    string         `json:"source"`
	Heading   string         `json:"heading,omitempty"`
	Date      string         `json:"date,omitempty"`
	Redacted  bool           `json:"redacted,omitempty"`
	Sum       *Sum           `json:"sum,omitempty"`
}

// Sum says how a score came about.
type Sum struct {
	// Coverage is the share of the message's information; Close and Recency are what
	// it is multiplied with.
	Coverage float64 `json:"coverage"`
	Close    float64 `json:"close"`
	Recency  float64 `json:"recency"`
	Met      []Met   `json:"met"`
	// Meaning is how near the meaning is, with an embedding model.
	Meaning float64 `json:"meaning,omitempty"`
}

// Met is a word of the message, what it weighs, and how well a snippet meets it.
type Met struct {
	Word   string  `json:"word"`
	Weight float64 `json:"weight"`
	Met    float64 `json:"met"`
}

// LeftOut is a passage, or a file without lines, that was not included.
type LeftOut struct {
	Path      workspace.Path `json:"path"`
	StartLine int            `json:"start_line"`
	EndLine   int            `json:"end_line"`
	Score     float64        `json:"score"`
	Why       string         `json:"why"`
}

// choice is the policy at work: it takes candidates in the order of their scores.
type choice struct {
	needs   []need
	best    float64 // the highest score
	told    float64 // the weight of the needs that a score is a share of
	all     []*candidate
	chosen  []*candidate
	texts   []Snippet
	covered []float64 // how well each need is met by what was chosen
	support int
	isAsked func() bool // whether the message asks for something; it takes time to tell
	tokens  int         // with citations
	stopped string
	left    []LeftOut
}

// mostLeftOut is how many candidates the receipt names.
const mostLeftOut = 20

// choose applies the policy to candidates.
func choose(all []*candidate, needs []need, isAsked func() bool) *choice {
	slices.SortFunc(all, func(a, b *candidate) int {
		switch {
		case a.fused != b.fused:
			return cmp.Compare(b.fused, a.fused)
		case a.score != b.score:
			return cmp.Compare(b.score, a.score)
		}
		return inOrder(a, b)
	})
	c := &choice{isAsked: isAsked, needs: needs, all: all, covered: make([]float64, len(needs))}
	for i := range toldOf(needs) {
		c.told += needs[i].weight
	}
	for _, next := range all {
		c.best = max(c.best, next.score)
	}
	for _, next := range all {
		if c.stopped != "" {
			c.leave(next, c.stopped)
			continue
		}
		if why := c.objection(next); why != "" {
			c.leave(next, why)
			continue
		}
		c.take(next)
	}
	return c
}

func (c *choice) leave(next *candidate, why string) {
	if len(c.left) < mostLeftOut {
		c.left = append(c.left, LeftOut{next.path, next.first, next.last, next.score, why})
	}
}

// objection is why a candidate is not included, or "".
func (c *choice) objection(next *candidate) string {
	if next.score < Threshold {
		return "below the threshold"
	}
	if next.meaning == 0 && next.meets(c.needs) < leastMet && !c.isAsked() {
		return "one word of a message that asks for nothing"
	}
	if why := c.stale(next); why != "" {
		return why
	}
	if len(c.chosen) > 0 && !c.isSupport(next) && c.gain(next) < adds && next.meaning == 0 {
		return "adds nothing"
	}
	return ""
}

// stale is why a candidate says nothing new, or nothing that is true, or "".
func (c *choice) stale(next *candidate) string {
	if newer := c.superseding(next); newer != nil {
		return "superseded by " + newer.cite()
	}
	for _, other := range c.chosen {
		if isCopy(next, other) {
			return "a copy of " + other.cite()
		}
	}
	return ""
}

// isSupport reports whether a candidate supports the answer as the best one does.
func (c *choice) isSupport(next *candidate) bool {
	return next.score >= supports*c.best
}

// gain is the share of the message's information that a candidate adds.
func (c *choice) gain(next *candidate) float64 {
	sum := 0.0
	for i, met := range next.met {
		sum += c.needs[i].weight * max(0, met-c.covered[i])
	}
	if c.told == 0 {
		return 0
	}
	return sum / c.told
}

// take makes a snippet of a candidate, as far as the budgets allow. It reports whether they do.
func (c *choice) take(next *candidate) bool {
	s := Snippet{
		Path: next.path, StartLine: next.first, EndLine: next.last, Tier: next.tier, Score: next.score,
		Tokens: next.tokens, Text: next.text, Heading: next.heading, Redacted: next.redacted, Date: next.date,
		Sum: sumUp(next, c.needs),
	}
	if !next.day.IsZero() {
		s.Date = next.day.Format("2006-01-02")
	}
	citation := citationTokens(next)
	if s.Tokens+citation > MostEach {
		next.cut(&s, MostEach-citation, c.needs)
	}
	s.Source = cite(s.Path, s.StartLine, s.EndLine)
	if s.Text == "" || c.tokens+s.Tokens+citation > MostTokens {
		c.leave(next, "budget")
		return false
	}
	c.tokens += s.Tokens + citation
	if c.isSupport(next) && next.score >= sure {
		c.support++
	}
	c.chosen, c.texts = append(c.chosen, next), append(c.texts, s)
	for i, met := range next.met {
		c.covered[i] = max(c.covered[i], met)
	}
	switch {
	case len(c.chosen) == MostSnippets:
		c.stopped = "6 snippets"
	case c.support >= enough:
		c.stopped = "2 snippets support the answer"
	}
	return true
}

// citationTokens is at most what a citation takes.
func citationTokens(c *candidate) int {
	return len("\nSource: "+c.cite())/2 + 1
}

func (c *candidate) cite() string { return cite(c.path, c.first, c.last) }

func cite(p workspace.Path, first, last int) string {
	return fmt.Sprintf("%s#L%d-L%d", p, first, last)
}

// superseding is a newer candidate that says how it is now, if there is one.
func (c *choice) superseding(next *candidate) *candidate {
	for _, other := range c.all {
		if other == next || other.score < Threshold || !other.day.After(next.day) || next.day.IsZero() {
			continue
		}
		common := share(next.has, other.has)
		if common >= sameMatter && haveOtherNumbers(next, other) ||
			common >= sameMatter/2 && saysItChanged(other.text) && other.score >= next.score*supports {
			return other
		}
	}
	return nil
}

// sameMatter is the share of common terms from which on two passages are about the
// same, and the newer one holds.
const sameMatter = 0.6

// share is the share of the terms of the smaller set that the other one has too.
func share(a, b map[string]bool) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	n, common := 0, 0
	for term := range a {
		if isNumber(term) {
			continue
		}
		n++
		if b[term] {
			common++
		}
	}
	if n < 2 {
		return 0
	}
	return float64(common) / float64(n)
}

func isNumber(term string) bool { return strings.ContainsAny(term, "0123456789") }

// haveOtherNumbers reports whether both passages name numbers, and none in common.
func haveOtherNumbers(a, b *candidate) bool {
	numbers := func(c *candidate) map[string]bool {
		all := map[string]bool{}
		for _, t := range c.terms {
			if isNumber(t.term) {
				all[t.term] = true
			}
		}
		return all
	}
	x, y := numbers(a), numbers(b)
	for term := range x {
		if y[term] {
			return false
		}
	}
	return len(x) > 0 && len(y) > 0
}

// saysItChanged reports whether a text replaces an older one.
func saysItChanged(text string) bool { return holdsPhrase(text, loadVocabulary().changed) }

// isOutdated reports whether a passage says of itself that it is true no longer.
func (c *candidate) isOutdated() bool {
	return strings.Count(c.text, "~~") >= 2 || holdsPhrase(c.text, loadVocabulary().outdated) ||
		holdsPhrase(c.heading, loadVocabulary().outdated)
}

func holdsPhrase(text string, phrases []string) bool {
	lower := strings.ToLower(text)
	return slices.ContainsFunc(phrases, func(phrase string) bool {
		return strings.Contains(lower, phrase) && withoutPhrase(lower, phrase) != lower
	})
}

// isCopy reports whether two passages say the same.
func isCopy(a, b *candidate) bool {
	if a.sum == b.sum {
		return true
	}
	common, all := 0, len(b.has)
	for term := range a.has {
		if b.has[term] {
			common++
		} else {
			all++
		}
	}
	return all > 0 && float64(common) >= alike*float64(all)
}

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

// sentencesOf are the places of the sentences of a text, line ends included.
func sentencesOf(text string) [][2]int {
	var all [][2]int
	start := 0
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		ends := r == '\n' || strings.ContainsRune("。！？", r) ||
			strings.ContainsRune(".!?", r) && end < len(text) && (text[end] == ' ' || text[end] == '\n')
		if ends && end > start {
			if end < len(text) && text[end] == ' ' {
				end++
			}
			all = append(all, [2]int{start, end})
			start = end
		}
	}
	if start < len(text) {
		all = append(all, [2]int{start, len(text)})
	}
	return all
}
