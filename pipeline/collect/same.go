package collect

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/similar"
	"wisdom/internal/words"
)

// same knows which places say the same: in the same words, in those with which another
// one begins, or as a repetition of another one; see package similar.
type same struct {
	texts  map[string]*occurrence // by id
	longer map[string]*occurrence // by a beginning that stands alone somewhere, and by normal form: what says more
}

// newSame compares all places. What says more is always longer than what it stands for,
// without its marks, so that no chain of them ends where it began.
func newSame(ctx context.Context, places []occurrence) (*same, error) {
	s := &same{make(map[string]*occurrence, len(places)), map[string]*occurrence{}}
	texts := make([]*occurrence, 0, len(places))
	said := make(map[string]bool, len(places)) // without marks
	for i := range places {
		p := &places[i]
		said[p.bare] = true
		if !p.echo && s.texts[p.id] == nil {
			s.texts[p.id] = p
			texts = append(texts, p)
		}
	}
	slices.SortFunc(texts, func(a, b *occurrence) int { return strings.Compare(a.normal, b.normal) })
	for _, p := range texts {
		for _, head := range p.beginnings {
			if said[head] && s.longer[head] == nil {
				s.longer[head] = p
			}
		}
	}
	statements := make([]similar.Statement, len(texts))
	for i, p := range texts {
		statements[i] = similar.Statement{
			Normal:     p.normal,
			Beginnings: p.beginnings,
			Settled:    s.longer[p.bare] != nil,
		}
	}
	for i, longer := range similar.Repeated(ctx, statements, func(longer, shorter int) float64 {
		return leastShare(texts[longer], texts[shorter])
	}) {
		if longer >= 0 {
			s.longer[texts[i].normal] = texts[longer]
		}
	}
	return s, ctx.Err()
}

// leastShare is the share of its words that a longer text must have in common with a
// shorter one that may repeat it. No one tells a lesson twice in one file, but people copy
// one there: such a copy begins alike and has nearly all words.
func leastShare(longer, shorter *occurrence) float64 {
	switch {
	case len(longer.bare) <= len(shorter.bare):
		return 2
	case longer.path != shorter.path:
		return 0
	case len(longer.beginnings) > 0 && len(shorter.beginnings) > 0 && longer.beginnings[0] == shorter.beginnings[0]:
		return similar.NearCopy
	}
	return 2
}

// lesson is the place whose words stand for what p says, or nil for a mere echo.
func (s *same) lesson(p *occurrence) *occurrence {
	lesson := s.texts[p.id]
	if longer := s.longer[p.bare]; longer != nil && longer.id != p.id {
		lesson = longer
	}
	if lesson == nil {
		return nil
	}
	for longer := s.more(lesson); longer != nil && longer != lesson; longer = s.more(lesson) {
		lesson = longer
	}
	return lesson
}

// more is what says more than a lesson, if anything does.
func (s *same) more(lesson *occurrence) *occurrence {
	return cmp.Or(s.longer[lesson.bare], s.longer[lesson.normal])
}

// mostBeginnings is how many beginnings of a lesson are known.
const mostBeginnings = 3

// longEnough reports whether a text has at least shortestTitle words, nearly: what is in an
// index, or in the day.
func longEnough(text string) bool {
	return strings.Count(text, " ")+1 >= shortestTitle ||
		strings.ContainsFunc(text, words.IsCJK) && utf8.RuneCountInString(text) >= 2*shortestTitle
}
