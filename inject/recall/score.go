package recall

import (
	"math"
	"slices"
	"strings"
	"time"
)

const (
	// mostTold is how many needs a score is a share of: those of a long message cannot all be met by one passage. A
	// lesson is about less of it: people who describe a situation seldom use the words of the lesson that matters.
	mostTold, lessonTold = 7, 3

	// elsewhere is how much a need counts that stands in another sentence than most that a passage meets.
	elsewhere = 0.3

	// underLessons is how much more a lesson scores that stands below a heading of lessons: a situation asks for a rule.
	underLessons = 1.3

	// contextQuality is how much a need counts that is met only by what stands above
	// a passage.
	contextQuality = 0.8

	// old is how much of a score an old note loses; half of it after halfLife.
	old      = 0.1
	halfLife = 180 * 24 * time.Hour
)

// rate gives a candidate its scores: the share of the message's information that it contains, less for an old note,
// and what its meaning adds.
func (x *Index) rate(c *candidate, needs []need) {
	c.terms = termsOf(c.text, c.language)
	c.has = map[string]bool{}
	for _, t := range c.terms {
		c.has[t.term] = true
	}
	if c.date != "" {
		c.has[wholeTerm(c.date)] = true
	}
	around := setOf(termsOf(c.context(), c.language))
	c.met, c.expected = make([]float64, len(needs)), make([]bool, len(needs))
	for i := range needs {
		n := &needs[i]
		if n.date != "" && !c.day.IsZero() && c.day.Format(time.DateOnly) == n.date {
			c.met[i] = 1
		}
		for _, f := range n.forms {
			switch {
			case f.quality <= c.met[i] || !f.isFor(c.language):
			case holdsAll(f.terms, c.has):
				c.met[i] = f.quality
			case holdsAll(f.terms, c.has, around):
				c.met[i] = max(c.met[i], f.quality*contextQuality)
			}
		}
		if by := n.expected[c.id]; by > c.met[i] {
			c.met[i], c.expected[i] = by, true
		}
	}
	c.recency = 1
	if !c.day.IsZero() {
		age := max(x.opts.Now.Sub(c.day), 0)
		c.recency = 1 - old*(1-math.Exp2(-float64(age)/float64(halfLife)))
	}
	c.meaning = x.meant.worth(c.id)
	told := c.told(needs)
	if all := informationOf(needs, mostTold); all > 0 {
		c.coverage = min(told/all, 1)
	}
	c.score = c.scored(c.coverage)
	if all := informationOf(needs, lessonTold); all > 0 { // of lessons that meet three words, one may meet more
		if holdsPhrase(c.heading, lessonHeadings()) {
			told *= underLessons
		}
		c.asLesson = c.scored(told / all)
	}
}

// scored is the score for a share of the message's information.
func (c *candidate) scored(share float64) float64 {
	return math.Round((share*c.recency+c.meaning)*100)/100 + 0 // no -0
}

// told is how much of the message's information a candidate holds: in the two neighbouring sentences of which it holds
// most, and a part of the rest, as words that lie far apart seldom belong together. The words for work that needs no
// notes count for no more than all the others: alone they say nothing of a note.
func (c *candidate) told(needs []need) float64 {
	work, told := 0.0, 0.0
	pairs := map[int]float64{} // by the second of two sentences
	for i, met := range c.met {
		n := &needs[i]
		worth := n.weight * met
		if n.task {
			work += worth
			continue
		}
		told += worth
		pairs[n.sentence] += worth
		pairs[n.sentence+1] += worth
	}
	best := 0.0
	for _, worth := range pairs {
		best = max(best, worth)
	}
	told = best + elsewhere*(told-best)
	return told + min(work, told)
}

// informationOf is that of the most telling needs. Characters count for half a word.
func informationOf(needs []need, most float64) (sum float64) {
	words := 0.0
	for _, n := range needs {
		if words >= most {
			break
		}
		sum += n.weight
		if words++; strings.Contains(n.word, "@") {
			words -= 1 - hanWeight
		}
	}
	return sum
}

func setOf(terms []placed) map[string]bool {
	set := map[string]bool{}
	for _, t := range terms {
		set[t.term] = true
	}
	return set
}

func holdsAll(terms []string, sets ...map[string]bool) bool {
	return !slices.ContainsFunc(terms, func(term string) bool {
		return !slices.ContainsFunc(sets, func(set map[string]bool) bool { return set[term] })
	})
}
