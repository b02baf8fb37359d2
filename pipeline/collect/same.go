package collect

import (
	"context"
	"slices"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
)

// same knows which places say the same: in the same words, or as a repetition of another one; see package text.
type same struct {
	texts  map[string]*occurrence // by id
	longer map[string]*occurrence // by id: what says more
}

// newSame compares all places. What says more is always longer than what it stands for, so that no chain of them ends
// where it began. No one tells a lesson twice in one file: what is shorter there is another one. What is for a model only
// stands for no lesson.
func newSame(ctx context.Context, places []occurrence) (*same, error) {
	s := &same{make(map[string]*occurrence, len(places)), map[string]*occurrence{}}
	texts := make([]*occurrence, 0, len(places))
	for i := range places {
		if p := &places[i]; s.texts[p.ID] == nil || s.texts[p.ID].isTold() && !p.isTold() {
			s.texts[p.ID] = p
		}
	}
	for _, p := range s.texts {
		texts = append(texts, p)
	}
	slices.SortFunc(texts, func(a, b *occurrence) int { return strings.Compare(a.Normal, b.Normal) })
	normal := make([]string, len(texts))
	for i, p := range texts {
		normal[i] = p.Normal
	}
	for i, longer := range text.Repeated(ctx, normal, func(longer, shorter int) bool {
		return len(normal[longer]) > len(normal[shorter]) && texts[longer].path != texts[shorter].path &&
			(texts[shorter].isTold() || !texts[longer].isTold())
	}) {
		if longer >= 0 {
			s.longer[texts[i].ID] = texts[longer]
		}
	}
	return s, ctx.Err()
}

func (o *occurrence) isTold() bool { return o.Class == lesson.Told }

// lesson is the place whose words stand for what p says.
func (s *same) lesson(p *occurrence) *occurrence {
	said := s.texts[p.ID]
	for longer := s.longer[said.ID]; longer != nil; longer = s.longer[said.ID] {
		said = longer
	}
	return said
}
