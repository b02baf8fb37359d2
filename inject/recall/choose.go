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
	// Threshold is the least score of a snippet, lessonThreshold that of a lesson for a situation.
	Threshold, lessonThreshold = 0.3, 0.2
	// MostSnippets, MostTokens and MostEach are the budgets of one message.
	MostSnippets = 6
	MostTokens   = 1200
	MostEach     = 350
	// MostLessons is how many lessons are added for a situation, mostInStory how many snippets there are for a story:
	// what meets most of many words may do so by chance, so all of them are lessons but one that is sure. LessonTokens
	// is what the snippets of a situation may take together then; a story has twice as many places, and twice that beside
	// the sure one.
	mostLessons, mostInStory, lessonTokens = 2, 4, 200
	// besideLesson is the share of the best score with which a lesson has a place, besideInStory that in a story.
	besideLesson, besideInStory = 0.6, 0.5
	// story is from how many words on a message tells more than a passage can meet.
	story = 2 * mostTold

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
	told     float64 // the weight of the needs that a score is a share of
	all      []*candidate
	alike    alike
	chosen   []*candidate
	texts    []Snippet
	covered  []float64 // how well each need is met by what was chosen
	support  int
	leastMet float64 // how many words of the message must be in a snippet
	tokens   int     // with citations
	limit    int     // of them
	places   int     // how many snippets there may be
	// beside is the share of the best score that a lesson needs, once lessons compete among themselves.
	beside  float64
	stopped string
	left    []LeftOut
}

// mostLeftOut is how many candidates the receipt names.
const mostLeftOut = 20

// choose applies the policy to candidates. Passages compete for the places of an answer; where none is sure, lessons
// compete among themselves for those of a situation. Words is how many the message has,
// leastMet how many of them a snippet must have.
func choose(all []*candidate, needs []need, words, leastMet float64, isSituation bool, alike alike) *choice {
	c := &choice{
		needs: needs, told: informationOf(needs, mostTold), all: all, leastMet: leastMet, alike: alike,
		covered: make([]float64, len(needs)), places: MostSnippets, limit: MostTokens,
	}
	isStory, least := isSituation && words >= story, Threshold
	if isStory {
		c.places, least = 1, sure
	}
	best := c.fill(all, least, func(l *candidate) float64 { return l.score })
	if !isSituation || best >= sure && !isStory {
		return c
	}
	c.stopped, c.places, c.beside, c.limit = "", len(c.chosen)+mostLessons, besideLesson, lessonTokens
	if isStory {
		c.places, c.beside, c.limit = mostInStory, besideInStory, c.tokens+2*lessonTokens
	}
	lessons := slices.DeleteFunc(slices.Clone(all), func(l *candidate) bool { return !l.isLesson() })
	c.fill(lessons, lessonThreshold, func(l *candidate) float64 { return l.asLesson })
	return c
}

// fill takes candidates in the order of a score, as far as they are not below a threshold and say something new. It
// returns the highest score.
func (c *choice) fill(all []*candidate, threshold float64, score func(*candidate) float64) (best float64) {
	all = slices.SortedFunc(slices.Values(all), func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(score(b), score(a)), inOrder(a, b))
	})
	for i, next := range all {
		if i == 0 {
			best = score(next)
		}
		supported := score(next) >= supports*best
		why := c.stopped
		switch {
		case slices.Contains(c.chosen, next):
			continue
		case why != "":
		case score(next) < threshold:
			why = "below the threshold"
		case next.isChance(c.needs, c.leastMet):
			why = "too few words in common"
		case score(next) < c.beside*best, c.beside == 0 && len(c.chosen) > 0 && !supported && c.gain(next) < adds:
			why = "adds nothing"
		default:
			why = c.stale(next)
		}
		isSupport := supported && score(next) >= sure && c.beside == 0
		if why == "" {
			c.take(next, score(next), isSupport)
			continue
		}
		c.leave(next, score(next), why)
		c.takeNewer(next, replaces, score(next), isSupport)
	}
	return best
}

// leave tells why a candidate is not included. What was looked at twice is told as it was looked at last.
func (c *choice) leave(next *candidate, score float64, why string) {
	told := LeftOut{next.path, next.first, next.last, score, why}
	if i := slices.IndexFunc(c.left, next.isLeftOut); i >= 0 {
		c.left[i] = told
	} else if len(c.left) < mostLeftOut {
		c.left = append(c.left, told)
	}
}

// isLeftOut reports whether an entry of a receipt is about the candidate.
func (c *candidate) isLeftOut(l LeftOut) bool {
	return l.Path == c.path && l.StartLine == c.first && l.EndLine == c.last
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
	if c.told == 0 {
		return 0
	}
	return sum / c.told
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
		s.Note = "older: " + cmp.Or(s.Date, "no date") + "; newer: " + next.newer.cite()
	}
	s.Source = cite(s.Path, s.StartLine, s.EndLine)
	if need, room := s.Tokens+citation, c.limit-c.tokens; s.Text == "" || need > room {
		c.leave(next, score, fmt.Sprintf("budget: %d tokens, %d left", need, room))
		return
	}
	c.tokens += s.Tokens + citation
	if isSupport {
		c.support++
	}
	c.left = slices.DeleteFunc(c.left, next.isLeftOut)
	c.chosen, c.texts = append(c.chosen, next), append(c.texts, s)
	for i, met := range next.met {
		c.covered[i] = max(c.covered[i], met)
	}
	switch {
	case len(c.chosen) == c.places:
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
