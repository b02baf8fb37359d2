package recall

import (
	"math"
	"path"
	"slices"
	"strings"
	"time"
)

const (
	// mostTold is how many needs a score is a share of: those of a long message
	// cannot all be met by one passage.
	mostTold = 7

	// contextQuality is how much a need counts that is met only by what stands above
	// a passage.
	contextQuality = 0.8
	// fileQuality is how much it counts if only the name of the file meets it.
	fileQuality = 0.5

	// farApart is how much of a score a passage loses whose words stand far apart.
	farApart = 0.2
	// old is how much of a score an old note loses; half of it after halfLife.
	old      = 0.1
	halfLife = 180 * 24 * time.Hour
)

// rate gives a candidate its score: the share of the message's information that it
// contains, less for words far apart and for an old note. Above is how much a need counts that
// is met only by what stands above the passage.
func (x *Index) rate(c *candidate, needs []need, above float64) {
	c.terms = c.passage.terms()
	c.has = map[string]bool{}
	for _, t := range c.terms {
		c.has[t.term] = true
	}
	if c.date != "" {
		c.has[wholeTerm(c.date)] = true
	}
	around := setOf(termsOf(c.context(), c.language))
	name := setOf(termsOf(strings.TrimSuffix(path.Base(string(c.path)), ".md"), c.language))
	c.met, c.expected = make([]float64, len(needs)), make([]bool, len(needs))
	all := 0.0
	for i := range needs {
		n := &needs[i]
		if n.date != "" && !c.day.IsZero() && c.day.Format(time.DateOnly) == n.date {
			c.met[i] = 1
		}
		for _, f := range n.forms {
			switch {
			case f.quality <= c.met[i]:
			case holdsAll(f.terms, c.has):
				c.met[i] = f.quality
			case holdsAll(f.terms, c.has, around):
				c.met[i] = max(c.met[i], f.quality*above)
			case holdsAll(f.terms, name):
				c.met[i] = max(c.met[i], f.quality*fileQuality)
			}
		}
		if by := n.expected[c.id]; by > c.met[i] {
			c.met[i], c.expected[i] = by, true
		}
		if i < toldOf(needs) {
			all += n.weight
		}
	}
	if all > 0 {
		c.coverage = max(min(c.told(needs)/all, 1), clauseCoverage(c.met, needs, all))
	}
	c.close = 1 - farApart*(1-x.closeness(c, needs))
	c.recency = 1
	if !c.day.IsZero() {
		age := max(x.opts.Now.Sub(c.day), 0)
		c.recency = 1 - old*(1-math.Exp2(-float64(age)/float64(halfLife)))
	}
	c.score = math.Round(c.coverage*c.close*c.recency*100) / 100
}

// told is how much of the message's information a candidate holds. The words for work that
// needs no notes count for no more than all the others: alone they say nothing of a note.
func (c *candidate) told(needs []need) float64 {
	told, work := 0.0, 0.0
	for i, met := range c.met {
		if needs[i].task {
			work += needs[i].weight * met
		} else {
			told += needs[i].weight * met
		}
	}
	return told + min(work, told)
}

// clauseCoverage is the highest share of the information of one part of the message. A
// part counts less than the whole, the less it tells; one of a single word is none.
func clauseCoverage(met []float64, needs []need, whole float64) float64 {
	type part struct{ told, all, words float64 }
	parts := map[int]part{}
	for i := range needs {
		p := parts[needs[i].clause]
		if !needs[i].task {
			p.told += needs[i].weight * met[i]
		}
		p.all += needs[i].weight
		if strings.Contains(needs[i].word, "@") {
			p.words += hanWeight
		} else {
			p.words++
		}
		parts[needs[i].clause] = p
	}
	best := 0.0
	for _, p := range parts {
		if p.words >= 2 && p.all > 0 {
			best = max(best, p.told/p.all*(1+min(p.all/whole, 1))/2)
		}
	}
	return best
}

// toldOf is how many needs a score is a share of. Characters count for half a word.
func toldOf(needs []need) int {
	n, words := 0, 0.0
	for n < len(needs) && words < mostTold {
		if strings.Contains(needs[n].word, "@") {
			words += hanWeight
		} else {
			words++
		}
		n++
	}
	return n
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

// near is how many terms a passage may have besides each one that meets a need without
// their counting as far apart.
const near = 8

// closeness is 1 where the words that meet the needs stand together, and less the more
// others stand between them.
func (x *Index) closeness(c *candidate, needs []need) float64 {
	wanted := map[string]int{}
	for i := range needs {
		for _, f := range needs[i].forms {
			if f.quality <= c.met[i] {
				for _, term := range f.terms {
					wanted[term] = i
				}
			}
		}
	}
	var at, which []int
	seen := map[int]bool{}
	for place, t := range c.terms {
		if i, ok := wanted[t.term]; ok {
			at, which = append(at, place), append(which, i)
			seen[i] = true
		}
	}
	if len(seen) == 0 {
		return 1
	}
	span := window(at, which, len(seen))
	return min(1, float64(len(seen)*near)/float64(max(span, 1)))
}

// window is the length of the shortest run of places that holds all of n kinds.
func window(at, which []int, n int) int {
	counts := map[int]int{}
	best, from := math.MaxInt, 0
	for to := range at {
		counts[which[to]]++
		for len(counts) == n {
			best = min(best, at[to]-at[from]+1)
			if counts[which[from]]--; counts[which[from]] == 0 {
				delete(counts, which[from])
			}
			from++
		}
	}
	return best
}
