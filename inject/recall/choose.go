package recall

import (
	"cmp"
	"fmt"
	"slices"

	"wisdom/internal/workspace"
)

// The policy. Budgets are tokens, the larger of the two counts, and hold for snippets
// together with their citations.
const (
	// Threshold is the least score of a snippet.
	Threshold = 0.2
	// MostSnippets, MostTokens and MostEach are the budgets of one message.
	MostSnippets = 6
	MostTokens   = 1200
	MostEach     = 350
	// mostAround is up to how many tokens a snippet has with the passages around it.
	mostAround = 120

	// beside is the share of the best score from which on a snippet is shown beside the best. Below it, it must be a later
	// word, or add something: this share of the message's information.
	beside, adds = 0.75, 0.2
	// sameWords is the share of what an older snippet meets of a message that a later word on the same meets as well, and
	// laterScore the share of its score that this has at least. For one that says that something changed both are signedWord.
	sameWords, laterScore, signedWord = 0.5, 0.6, 0.4
	// enough is how many independent snippets that support the answer end the search.
	enough = 2
	// sure is the least score of a snippet that counts as support: what meets less of
	// a message may be about something else.
	sure = 0.6
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
	// Found are the first and the last line of the passage that was found; the others are around it.
	Found    [2]int `json:"found"`
	Heading  string `json:"heading,omitempty"`
	Date     string `json:"date,omitempty"`
	Redacted bool   `json:"redacted,omitempty"`
	Sum      *Sum   `json:"sum,omitempty"`
	// Note is what else is known of it: what is newer, and which of the notes that it names are gone.
	Note string `json:"note,omitempty"`
}

// Sum says how a score came about.
type Sum struct {
	// Coverage is the share of the message's information, Recency is what it is multiplied with.
	Coverage float64 `json:"coverage"`
	Recency  float64 `json:"recency"`
	Met      []Met   `json:"met"`
	// Meaning is what the meaning adds, or takes away, with an embedding model.
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
	needs    []need
	told     float64              // the weight of the needs that a score is a share of
	known    map[int64]*candidate // what was read for the message, by its number
	alike    lookup               // those that share its words
	around   lookup               // those around it, in the order of the file
	chosen   []*candidate
	texts    []Snippet
	covered  []float64 // how well each need is met by what was chosen
	support  int
	leastMet float64 // how many words of the message must be in a snippet
	tokens   int     // with citations
	stopped  string
	left     []LeftOut
}

// lookup finds passages for a candidate.
type lookup func(c *choice, of *candidate) []*candidate

// mostLeftOut is how many candidates the receipt names.
const mostLeftOut = 20

// choose applies the policy to candidates. LeastMet is how many of the words of the message a snippet must have.
func choose(all []*candidate, needs []need, leastMet float64, alike, around lookup) *choice {
	all = slices.SortedFunc(slices.Values(all), func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), inOrder(a, b))
	})
	c := &choice{
		needs: needs, told: informationOf(needs, mostTold), known: map[int64]*candidate{}, leastMet: leastMet, alike: alike,
		around: around, covered: make([]float64, len(needs)),
	}
	for _, each := range all {
		c.known[each.id] = each
	}
	best := 0.0
	for _, next := range all {
		if c.isShown(next) || next.score >= Threshold && c.stopped == "" && next.isOutdated() {
			continue
		}
		best = max(best, next.score)
		isSupport := next.score >= beside*best
		why := c.stopped
		switch {
		case why != "":
		case next.score < Threshold:
			why = "below the threshold"
		case next.isChance(c.needs, c.leastMet):
			why = "too few words in common"
		case len(c.chosen) > 0 && !isSupport && c.gain(next) < adds && c.place(next) == len(c.chosen):
			why = "adds nothing"
		default:
			why = c.stale(next)
		}
		isSupport = isSupport && next.score >= sure
		if why == "" {
			c.take(next, next.score, isSupport)
			continue
		}
		c.leave(next, next.score, why)
		c.takeNewer(next, replaces, next.score, isSupport)
	}
	return c
}

// leave tells why a candidate is not included.
func (c *choice) leave(next *candidate, score float64, why string) {
	isTold := func(l LeftOut) bool {
		return l.Path == next.path && l.StartLine == next.first && l.EndLine == next.last
	}
	if len(c.left) < mostLeftOut && !slices.ContainsFunc(c.left, isTold) {
		c.left = append(c.left, LeftOut{next.path, next.first, next.last, score, why})
	}
}

// stale is why a candidate says nothing new, or nothing that is true, or "".
func (c *choice) stale(next *candidate) string {
	for _, other := range c.chosen {
		if isCopy(next, other) {
			return "a copy of " + other.cite()
		}
	}
	if newer, bond := c.newest(next); bond == replaces {
		return "superseded by " + newer.cite()
	}
	return ""
}

// gain is the share of the message's information that a candidate adds.
func (c *choice) gain(next *candidate) float64 {
	sum := 0.0
	for i, met := range next.met {
		sum += c.needs[i].weight * max(0, met-c.covered[i])
	}
	return sum / max(c.told, 1e-9)
}

// place is where a candidate goes among the snippets: before the first one that it is a later word to, as it meets much of
// what that meets of the message, else behind all.
func (c *choice) place(next *candidate) int {
	at := slices.IndexFunc(c.chosen, func(old *candidate) bool {
		met, both := 0.0, 0.0
		for i, n := range c.needs {
			if !n.task && !n.faint {
				met += n.weight * old.met[i]
				both += n.weight * min(old.met[i], next.met[i])
			}
		}
		return next.isNewerThan(old) && (both >= sameWords*met && next.score >= laterScore*old.score ||
			both >= signedWord*met && next.score >= signedWord*old.score && next.saysItChanged())
	})
	if at < 0 {
		return len(c.chosen)
	}
	return at
}

// take makes a snippet of a candidate, as far as the budgets allow.
func (c *choice) take(next *candidate, score float64, isSupport bool) {
	c.takeNewer(next, goesOn, score, isSupport)
	s := Snippet{
		Path: next.path, StartLine: next.first, EndLine: next.last, Tier: next.tier, Score: min(score, 1),
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
	if next.bond != apart && slices.Contains(c.chosen, next.newer) {
		s.Note = "of " + cmp.Or(s.Date, "unknown date") + "; see also, newer: " + next.newer.cite()
	}
	if need, room := s.Tokens+citation, MostTokens-c.tokens; s.Text == "" || need > room {
		c.leave(next, score, fmt.Sprintf("budget: %d tokens, %d left", need, room))
		return
	}
	s.Found, next.window = [2]int{s.StartLine, s.EndLine}, []*candidate{next}
	if !s.Truncated && next.tier != T1 {
		c.widen(next, &s, citation)
	}
	s.Source = cite(s.Path, s.StartLine, s.EndLine)
	c.tokens += s.Tokens + citation
	if isSupport {
		c.support++
	}
	at := c.place(next)
	c.chosen, c.texts = slices.Insert(c.chosen, at, next), slices.Insert(c.texts, at, s)
	c.left = slices.DeleteFunc(c.left, func(l LeftOut) bool {
		return l.Path == s.Path && s.StartLine <= l.StartLine && l.EndLine <= s.EndLine
	})
	for i, met := range next.met {
		c.covered[i] = max(c.covered[i], met)
	}
	switch {
	case len(c.chosen) == MostSnippets:
		c.stopped = fmt.Sprintf("%d snippets", len(c.chosen))
	case c.support >= enough:
		c.stopped = "2 snippets support the answer"
	}
	c.takeNewer(next, limits, score, isSupport)
}

// citationTokens is at most what a citation takes.
func citationTokens(c *candidate) int {
	return len("\nSource: "+c.cite())/2 + 1
}

func (c *candidate) cite() string { return cite(c.path, c.first, c.last) }

func cite(p workspace.Path, first, last int) string {
	return fmt.Sprintf("%s#L%d-L%d", p, first, last)
}
