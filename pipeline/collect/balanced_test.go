package collect

import (
	"testing"

	"wisdom/internal/workspace"
)

// Found by a user: a lesson behind a label kept one of the two marks of bold around both.
func TestMarksAroundLabelAndLesson(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ line, want string }{
		{"**Lesson: Close the main valve first.**", "Close the main valve first."},
		{"**Lesson: Close the main valve first.** The hall was wet.", "Close the main valve first. The hall was wet."},
		{"The hall was wet. **Lesson: Close the main valve first.**", "Close the main valve first."},
		{"**Lesson:** Close the **main** valve first.", "Close the **main** valve first."},
		{"Lesson: **Close the main valve first.** The hall was wet.", "**Close the main valve first.** The hall was wet."},
	} {
		note := map[workspace.Path]string{"memory/2026-11-20.md": "# Day\n\n- " + test.line + "\n"}
		result := collectFrom(t, note, nil, nil)
		if len(result.Lessons) != 1 || result.Lessons[0].Text != test.want {
			t.Errorf("%s\n%s", test.line, lines(result))
		}
	}
}
