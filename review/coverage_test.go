package review

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/lesson"
)

// A removed entry loses the lessons that back no other entry and that still exist.
func TestLosses(t *testing.T) {
	d := &Draft{Manifest: Manifest{
		Items: []Item{
			{
				ID:      "e1",
				Kind:    DropEntry,
				Name:    "Old.",
				Text:    "Old.",
				Lessons: []string{"a", "b", "gone"},
				Origin:  Kept,
				Why:     "support",
			},
			{ID: "e2", Kind: AddEntry, Name: "New.", Text: "New.", Lessons: []string{"b", "c"}, Origin: New},
			{ID: "e3", Kind: DropEntry, Name: "Own.", Text: "Own.", Lessons: []string{"c"}, Origin: Hand},
		},
		Lines: []Line{
			{Item: "e1", Name: "Old.", Text: "Old.", Lessons: []string{"a", "b"}, Origin: Kept},
			{Item: "e2", Name: "New.", Text: "New.", Lessons: []string{"b", "c"}, Origin: New},
		},
		Lessons: []lesson.Lesson{{ID: "a"}, {ID: "b"}, {ID: "c"}},
	}}
	for _, c := range []struct {
		refused string
		want    map[string][]string
	}{
		{"", map[string][]string{"e1": {"a"}, "e3": {}}},
		{"e2", map[string][]string{"e1": {"a", "b"}, "e3": {}}},
		{"e1", map[string][]string{"e3": {}}},
	} {
		decisions := d.All()
		delete(decisions, c.refused)
		losses := d.Losses(decisions)
		assert.Equalf(t, len(c.want), len(losses), "without %q: %v", c.refused, losses)
		for _, l := range losses {
			if want, ok := c.want[l.Item]; !ok || !slices.Equal(l.Lessons, want) {
				t.Errorf("without %q: %s takes %v with it, want %v", c.refused, l.Item, l.Lessons, want)
			}
		}
	}
}
