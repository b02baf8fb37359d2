package collect

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A lesson that is told again is one lesson, and what only sounds like it is another one; of each, the places and days.
func TestALessonToldAgainIsOneLesson(t *testing.T) {
	checkCases(t, "testdata/retold/*.txtar", func(t *testing.T, notes []note) string {
		var b strings.Builder
		for _, l := range collectNotes(t, notes).Lessons {
			fmt.Fprintf(&b, "%s\n", l.Text)
			for _, p := range l.Places {
				fmt.Fprintf(&b, "  in %s\n", p)
			}
			if l.Date != "" {
				fmt.Fprintf(&b, "  on %s, last %s\n", strings.Join(l.Days, " "), l.Date)
			}
			if l.Place != l.Places[0] {
				fmt.Fprintf(&b, "  whose words are those of %s\n", l.Place)
			}
		}
		return b.String()
	})
}

// A context that ends stops the search for what stands in several places.
func TestSearchForTheSameStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := newSame(ctx, []occurrence{{found: &found{Normal: "a"}}})
	assert.ErrorIs(t, err, context.Canceled)
}
