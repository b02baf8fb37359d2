package recall

import (
	"context"
	"slices"
	"sync"

	"wisdom/internal/lang"
)

// Who describes a situation, or asks for something to be done, seldom uses the words of the lesson that matters: a
// single word that both have may be all there is. So lessons compete among themselves for a situation, each for a
// smaller share of the message: they are short, and worth more than notes.
const (
	// situation is from how many needs on a message describes a situation; asked is the same
	// for one that asks.
	situation, asked = 5, 2
)

// isSituation reports whether a message with some words describes one, or asks for something to be done. Work that needs
// no notes is none.
func isSituation(needs []need, words float64, isAsked bool) bool {
	return !slices.ContainsFunc(needs, func(n need) bool { return n.task }) &&
		(words >= situation || words >= asked && isAsked)
}

// curated are the passages of curated files, whose lessons a lot of notes may crowd out of the candidates.
func (x *Index) curated(ctx context.Context) (spans, error) {
	return readSpans(ctx, x.db, "SELECT id, passages FROM contents WHERE id IN "+
		"(SELECT content FROM files WHERE tier IN ('T3', 'T4')) ORDER BY id")
}

// lessonHeadings are the words in headings below which lessons are kept, of all languages.
var lessonHeadings = sync.OnceValue(func() []string {
	return lang.Phrases(func(l *lang.Language) []string { return l.Headings.Lessons })
})
