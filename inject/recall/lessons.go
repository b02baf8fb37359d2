package recall

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"wisdom/internal/lang"
)

// Who describes a situation in many words leaves most of them unmet by the one lesson that
// matters. Where nothing else is sure, lessons are judged by fewer words then: they are
// short, and worth more than notes.
const (
	// situation is from how many needs on a message describes a situation.
	situation = 5
	// lessonTold is how many needs the score of a lesson is a share of in a situation.
	lessonTold = 3
	// leastMet is how many of its words a lesson must meet; leastAsked is the same for one
	// that asks. One word in common is there too where people only tell of their day.
	leastMet, leastAsked = 2, 1
	// mostInSituation is how many snippets there may be with the lessons.
	mostInSituation = 4
)

// isSituation reports whether a message describes one. Work that needs no notes is none.
func isSituation(needs []need) bool {
	count := 0.0
	for i := range needs {
		switch {
		case needs[i].task:
			return false
		case strings.Contains(needs[i].word, "@"):
			count += hanWeight
		default:
			count++
		}
	}
	return count >= situation
}

// addLessons adds the lessons that meet the most of a situation.
func (c *choice) addLessons(message string) {
	all, least := 0.0, float64(leastMet)
	if strings.ContainsAny(message, "?？") {
		least = leastAsked
	}
	for i := range min(lessonTold, len(c.needs)) {
		all += c.needs[i].weight
	}
	var lessons []*candidate
	for _, next := range c.all {
		if next.score >= Threshold || !next.isLesson() || next.meets(c.needs) < least {
			continue
		}
		next.coverage = min(next.told(c.needs)/all, 1)
		next.score = math.Round(next.coverage*next.close*next.recency*100) / 100
		lessons = append(lessons, next)
	}
	slices.SortStableFunc(lessons, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), inOrder(a, b))
	})
	stopped := c.stopped // a receipt tells where the search stopped, and this is past it
	for _, next := range lessons {
		if next.score < Threshold || len(c.chosen) >= mostInSituation {
			break
		}
		if c.objection(next) != "" {
			continue
		}
		if !c.take(next) {
			continue
		}
		c.left = slices.DeleteFunc(c.left, func(l LeftOut) bool {
			return l.Path == next.path && l.StartLine == next.first && l.EndLine == next.last
		})
	}
	c.stopped = stopped
}

// meets is how many needs a candidate meets in some way; characters count for half a word.
func (c *candidate) meets(needs []need) float64 {
	n := 0.0
	for i, met := range c.met {
		switch {
		case met == 0 || needs[i].task:
		case strings.Contains(needs[i].word, "@"):
			n += hanWeight
		default:
			n++
		}
	}
	return n
}

// isLesson reports whether a passage stands where lessons are kept: in a curated file, or
// below a heading of lessons.
func (c *candidate) isLesson() bool {
	return c.tier == T3 || c.tier == T4 || holdsPhrase(c.heading, lessonHeadings())
}

var lessonHeadings = sync.OnceValue(func() []string {
	return lang.Phrases(func(l *lang.Language) []string { return l.Headings.Lessons })
})
