package distill

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/internal/words"
)

// Candidate is a lesson that may back an entry in a person's words.
type Candidate struct {
	*lesson.Lesson
	// Sentence is the sentence of the lesson that has most of the entry's words.
	Sentence string
	// Share is how much of what the entry says that sentence has, from 0 to 1: rare words count for more.
	Share float64
	// Against reports that the lesson gives the opposite order.
	Against bool
}

const (
	// leastShare is the share from which on a lesson is about the matter of an entry; besides, it has so much of the best
	// one's share. leastShared is how many words it has in common with the entry, and leastPairs how many pairs of
	// characters in scripts without spaces.
	leastShare, ofBest      = 0.25, 0.5
	leastShared, leastPairs = 2, 3
	// elsewhere is what a word in another sentence of the lesson is worth beside one in the same sentence.
	elsewhere = 0.3
	// besides is what each other word of the sentence takes from its share, and pairBesides each other pair: a long
	// sentence has any words by chance.
	besides, pairBesides = 0.03, 0.015
)

// Candidates finds the lessons that may back an entry, those that have most of its words in one sentence first, and of
// these the newest.
func Candidates(ctx context.Context, lessons []lesson.Lesson, text string, most int) []Candidate {
	wanted, least, other := stemsIn(text), leastShared, besides
	unspaced := strings.ContainsFunc(text, words.IsCJK)
	if unspaced {
		least, other = leastPairs, pairBesides
	}
	all := make([][]map[string]bool, len(lessons)) // of each lesson the stems of its sentences
	words.SideBySide(ctx, len(lessons), func(i int) {
		for _, sentence := range words.Sentences(words.Unbold(lessons[i].Text)) {
			all[i] = append(all[i], stemsIn(sentence))
		}
	})
	weights := rarities(wanted, all, unspaced)
	var found []Candidate
	for i := range lessons {
		if at, shared, share := best(all[i], weights, other); shared >= min(least, len(wanted)) && share >= leastShare {
			sentence := words.Sentences(words.Unbold(lessons[i].Text))[at]
			found = append(found, Candidate{Lesson: &lessons[i], Sentence: sentence, Share: share})
		}
	}
	slices.SortStableFunc(found, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share), strings.Compare(b.Date, a.Date))
	})
	found = slices.DeleteFunc(found, func(c Candidate) bool { return c.Share < ofBest*found[0].Share })
	found = found[:min(most, len(found))]
	orders := ReadOrders(ctx, lessons)
	for i, c := range found {
		found[i].Against = orders.Against(text, func(l *lesson.Lesson) bool { return l == c.Lesson }) != nil
	}
	return found
}

func stemsIn(text string) map[string]bool {
	stems := map[string]bool{}
	for _, term := range words.Terms(text) {
		stems[term.Stem] = true
	}
	return stems
}

// rarities weighs the wanted words by how few lessons have them; together they weigh 1. Pairs of characters that no
// lesson has weigh nothing: most are no words.
func rarities(wanted map[string]bool, lessons [][]map[string]bool, unspaced bool) map[string]float64 {
	weights, sum := map[string]float64{}, 0.0
	for stem := range wanted {
		n := 0
		for _, sentences := range lessons {
			if slices.ContainsFunc(sentences, func(stems map[string]bool) bool { return stems[stem] }) {
				n++
			}
		}
		if n > 0 || !unspaced {
			weights[stem] = math.Log(1 + float64(len(lessons)+1)/float64(n+1))
			sum += weights[stem]
		}
	}
	for stem := range weights {
		weights[stem] /= sum
	}
	return weights
}

// best is the sentence of a lesson with the largest share, and how many of the wanted words it has; each other word
// takes so much from it.
func best(sentences []map[string]bool, weights map[string]float64, other float64) (at, shared int, share float64) {
	for i, stems := range sentences {
		here, sum := 0, 0.0
		for stem, weight := range weights {
			switch {
			case stems[stem]:
				here++
				sum += weight
			case slices.ContainsFunc(sentences, func(other map[string]bool) bool { return other[stem] }):
				sum += elsewhere * weight
			}
		}
		sum = math.Round(100*sum/(1+other*float64(len(stems)-here))) / 100
		if sum > share {
			at, shared, share = i, here, sum
		}
	}
	return at, shared, share
}

// NameFor names an entry of a person's by what its text is about; empty where no word carries meaning.
func NameFor(text string) string {
	text = words.OneLine(words.Unbold(text))
	if len(words.Terms(text)) == 0 {
		return ""
	}
	return nameFor(text)
}
