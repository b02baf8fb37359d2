package recall

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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
	// Expected: only a message that a model expected has the word.
	Expected bool `json:"expected,omitempty"`
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
	least   float64 // the least score with which a newer candidate supersedes an older one
	all     []*candidate
	chosen  []*candidate
	texts   []Snippet
	covered []float64 // how well each need is met by what was chosen
	support int
	isAsked func() bool // whether the message asks for something; it takes time to tell
	tokens  int         // with citations
	// isCourteous: the message thanks, greets or wishes.
	isCourteous bool
	stopped     string
	left        []LeftOut
}

// mostLeftOut is how many candidates the receipt names.
const mostLeftOut = 20

// choose applies the policy to candidates.
func choose(all []*candidate, needs []need, isAsked func() bool, isCourteous bool) *choice {
	slices.SortFunc(all, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), inOrder(a, b))
	})
	c := &choice{
		isAsked: isAsked, isCourteous: isCourteous,
		needs: needs, least: Threshold, all: all, covered: make([]float64, len(needs)),
	}
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

// Reasons that hold only beside the snippets that were chosen then.
const (
	addsNothing = "adds nothing"
	noRoom      = "budget: "
)

// gaveWay is the reason once those snippets have given way to lessons.
const gaveWay = "gave way to lessons"

// giveWay names the reason why a candidate is not included, once others were chosen than
// when it was looked at.
func (c *choice) giveWay(stopped string) {
	for i, l := range c.left {
		if l.Why == stopped || l.Why == addsNothing || strings.HasPrefix(l.Why, noRoom) {
			c.left[i].Why = gaveWay
		}
	}
}

// change names another reason why a candidate is not included.
func (c *choice) change(next *candidate, why string) {
	i := slices.IndexFunc(c.left, next.isLeftOut)
	if i < 0 {
		c.leave(next, why)
		return
	}
	c.left[i].Why = why
}

// isLeftOut reports whether an entry of a receipt is about the candidate.
func (c *candidate) isLeftOut(l LeftOut) bool {
	return l.Path == c.path && l.StartLine == c.first && l.EndLine == c.last
}

// objection is why a candidate is not included, or "".
func (c *choice) objection(next *candidate) string {
	if next.score < Threshold {
		return "below the threshold"
	}
	if next.meaning < Threshold && next.meets(c.needs) < leastMet && !c.isAsked() &&
		(next.score < sure || c.isCourteous || !next.isSingledOut(c.needs)) {
		return "one word of a message that asks for nothing"
	}
	if why := c.stale(next); why != "" {
		return why
	}
	if len(c.chosen) > 0 && !c.isSupport(next) && c.gain(next) < adds && next.meaning < Threshold {
		return addsNothing
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
	if need, room := s.Tokens+citation, MostTokens-c.tokens; s.Text == "" || need > room {
		c.leave(next, fmt.Sprintf("%s%d tokens, %d left", noRoom, need, room))
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
