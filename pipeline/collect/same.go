package collect

import (
	"context"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/similar"
	"wisdom/internal/words"
)

// same knows which places say the same: in the same words, in those with which another
// one begins, or as a repetition of another one; see package similar.
type same struct {
	texts  map[string]*occurrence // by normal form
	longer map[string]string      // by a beginning that stands alone somewhere, and by normal form, the normal form of what says more
}

// newSame compares all places. What says more is always longer than what it stands for,
// without its marks, so that no chain of them ends where it began.
func newSame(ctx context.Context, places []occurrence) (*same, error) {
	s := &same{make(map[string]*occurrence, len(places)), map[string]string{}}
	said := make(map[string]bool, len(places)) // without marks
	for i := range places {
		p := &places[i]
		said[p.bare] = true
		if !p.echo && s.texts[p.normal] == nil {
			s.texts[p.normal] = p
		}
	}
	normals := slices.Sorted(maps.Keys(s.texts))
	for _, normal := range normals {
		for _, head := range s.texts[normal].beginnings {
			if said[head] && s.longer[head] == "" {
				s.longer[head] = normal
			}
		}
	}
	statements := make([]similar.Statement, len(normals))
	for i, normal := range normals {
		p := s.texts[normal]
		statements[i] = similar.Statement{
			Normal:     normal,
			Beginnings: p.beginnings,
			Settled:    s.longer[p.bare] != "",
		}
	}
	for i, longer := range similar.Repeated(ctx, statements, func(longer, shorter int) float64 {
		return leastShare(s.texts[normals[longer]], s.texts[normals[shorter]])
	}) {
		if longer >= 0 {
			s.longer[normals[i]] = normals[longer]
		}
	}
	return s, ctx.Err()
}

// leastShare is the share of its words that a longer text must have in common with a
// shorter one that may repeat it. Nobody tells a lesson twice in one file, but people copy
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
	lesson := s.texts[p.normal]
	if longer := s.longer[p.bare]; longer != "" && longer != p.normal {
		lesson = s.texts[longer]
	}
	if lesson == nil {
		return nil
	}
	for longer := s.more(lesson); longer != "" && longer != lesson.normal; longer = s.more(lesson) {
		lesson = s.texts[longer]
	}
	return lesson
}

// more is the normal form of what says more than a lesson, if anything does.
func (s *same) more(lesson *occurrence) string {
	if longer := s.longer[lesson.bare]; longer != "" {
		return longer
	}
	return s.longer[lesson.normal]
}

// mostBeginnings is how many beginnings of a lesson are known.
const mostBeginnings = 3

// beginnings are the parts in front of the first breaks of a normal form, as long
// as a lesson may be: what stands in an index, or in the day.
func beginnings(normal string) []string {
	var heads []string
	for i, r := range normal {
		if !similar.IsBreak(r) || !longEnough(normal[:i]) {
			continue
		}
		if heads = append(heads, similar.Bare(normal[:i])); len(heads) == mostBeginnings {
			break
		}
	}
	return heads
}

// longEnough reports whether a text has at least shortestTitle words, nearly.
func longEnough(text string) bool {
	return strings.Count(text, " ")+1 >= shortestTitle ||
		strings.ContainsFunc(text, words.IsCJK) && utf8.RuneCountInString(text) >= 2*shortestTitle
}
