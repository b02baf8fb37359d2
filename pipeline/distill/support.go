package distill

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
)

// Candidate is a lesson that may back an entry in a person's words.
type Candidate struct {
	*lesson.Lesson
	// Sentence is the sentence of the lesson that is most like the entry.
	Sentence string
	// Share is how alike the two are, from 0 to 1.
	Share float64
	// Against reports that the lesson gives the opposite order.
	Against bool
}

// leastShare is the share from which on a sentence is about the matter of an entry; besides, it has ofBest of the share
// of the best one.
const leastShare, ofBest = 0.2, 0.5

// Candidates finds the lessons that may back an entry, those with the sentence that is most like it first, and of these
// the newest.
func Candidates(ctx context.Context, lessons []lesson.Lesson, s string, most int) []Candidate {
	var sentences []Candidate
	for i := range lessons {
		for _, sentence := range text.Sentences(text.Unbold(lessons[i].Text)) {
			sentences = append(sentences, Candidate{Lesson: &lessons[i], Sentence: sentence})
		}
	}
	best := map[*lesson.Lesson]Candidate{}
	index := text.NewIndex(ctx, len(sentences), func(i int) string { return sentences[i].Sentence })
	index.Near(s, leastShare, func(i int, share float64) {
		c := sentences[i]
		if c.Share = math.Round(100*share) / 100; c.Share > best[c.Lesson].Share {
			best[c.Lesson] = c
		}
	})
	found := slices.SortedFunc(maps.Values(best), func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share), strings.Compare(b.Date, a.Date), strings.Compare(a.ID, b.ID))
	})
	found = only(found, func(c Candidate) bool { return c.Share >= ofBest*found[0].Share })
	found = found[:min(most, len(found))]
	of := text.Of(s)
	for i, c := range found {
		found[i].Against = text.Change(of, text.Of(c.Sentence)).IsAgainst()
	}
	return found
}

// NameFor names an entry of a person's by what its text is about; empty where no word carries meaning.
func NameFor(s string) string {
	s = text.OneLine(text.Unbold(s))
	if len(text.Terms(s)) == 0 {
		return ""
	}
	return nameFor(s)
}
