package reader

import (
	"testing"

	"wisdom/internal/lesson"
	"wisdom/pipeline/llm/fake"
)

// A note that is asked about once more, because a line does not fit it, was none of the lessons: its record could not
// be ended.
func TestANoteThatDoesNotFitALineIsKnown(t *testing.T) {
	t.Parallel()
	lessons := []lesson.Lesson{{ID: "a", Date: "2026-11-02", Text: "Weigh the flour twice."}}
	lessons[0].Heading = "Baking"
	asked := fake.Request{Prompt: "The notes:\n\n" +
		"[1] (2026-11-02, under \"Baking\", does not fit practice 3) Weigh the flour twice.\n"}.Read()
	if all := asked.Notes(); len(all) != 1 || indexOf(lessons).of(all[0]) != &lessons[0] {
		t.Errorf("notes %+v", all)
	}
}
