package recall

import (
	"math"
	"slices"
	"strings"
	"time"
)

const (
	// mostTold is how many needs a score is a share of: those of a long message cannot all be met by one passage.
	mostTold = 7

	// contextQuality is how much a need counts that is met only by what stands above
	// a passage.
	contextQuality = 0.8

	// old is how much of a score an old note loses; half of it after halfLife.
	old      = 0.1
	halfLife = 180 * 24 * time.Hour
)

// rate gives a candidate its scores, once: the share of the message's information that it contains, less for an old note,
// and what its meaning adds.
func (x *Index) rate(c *candidate, needs []need) {
	if c.has != nil {
		return
	}
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
	c.coverage = min(c.told(needs)/max(informationOf(needs, mostTold), 1e-9), 1)
	c.score = math.Round((c.coverage*c.recency+c.meaning)*100)/100 + 0 // no -0
}

// told is how much of the message's information a candidate holds. The words for work that needs no notes count for no
// more than all the others: alone they say nothing of a note.
func (c *candidate) told(needs []need) (told float64) {
	work := 0.0
	for i, met := range c.met {
		if needs[i].task {
			work += needs[i].weight * met
		} else {
			told += needs[i].weight * met
		}
	}
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
