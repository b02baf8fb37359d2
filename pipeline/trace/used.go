package trace

import (
	"context"

	"wisdom/internal/lesson"
	"wisdom/pipeline"
	"wisdom/review"
)

// Used is what newer lessons say about an entry.
type Used struct {
	Name   string        `json:"name"`
	Text   string        `json:"text"`
	Origin review.Origin `json:"origin"`
	Since  string        `json:"since"` // RFC 3339; empty where nothing tells it
	// Again is where newer notes repeat it; Against says the opposite.
	Again   []lesson.Lesson `json:"again"`
	Against *lesson.Lesson  `json:"against"`
}

// Used returns what newer lessons say about the entries that drafts brought. The required
// entry stands for no lesson, and nothing tells since when a handwritten one is there.
func (f *Finder) Used(ctx context.Context) ([]Used, error) {
	answers, entries := []Used{}, []pipeline.Standing(nil)
	for _, m := range f.InSection() {
		if m.Origin == review.Required || m.Origin == review.Hand {
			continue
		}
		record, _ := f.records.Of(m.Name, m.Text)
		answers = append(answers, Used{
			Name: m.Name, Text: m.Text, Origin: m.Origin, Since: m.At, Again: []lesson.Lesson{},
		})
		entries = append(entries, pipeline.Standing{Name: m.Name, Text: m.Text, LessonIDs: record.Lessons, Since: m.At})
	}
	isNew := func(id, since string) bool {
		seen, ok := f.Known.Seen[id]
		return !ok || seen.FirstAfter(since)
	}
	uses, err := pipeline.Uses(ctx, entries, f.Lessons, isNew)
	if err != nil {
		return nil, err
	}
	for i, use := range uses {
		answers[i].Again, answers[i].Against = append(answers[i].Again, use.Again...), use.Against
	}
	return answers, nil
}
