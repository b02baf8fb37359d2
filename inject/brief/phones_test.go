package brief

import (
	"strings"
	"testing"

	"wisdom/internal/secrets"
)

// A line of 104 KB took 32 seconds: the text before each match was read from its beginning. Read so, these lines take
// minutes.
func TestLongLinesOfIdentifiers(t *testing.T) {
	t.Parallel()
	const size = 200 << 10
	for text, want := range map[string]string{
		"Desk 555.010.9999 open; ":              "Desk [] open; ",
		"+49 (555) 010-1234 is open; ":          "[] is open; ",
		"The build é555.010.9999 is out; ":      "The build é555.010.9999 is out; ",
		"Reach me on Telegram as mara, please ": "Reach me on Telegram as [], please ",
	} {
		times := size / len(text)
		lines, found := withoutIdentifiers([]line{{strings.Repeat(text, times), 1}}, "USER.md")
		want = strings.Repeat(strings.ReplaceAll(want, "[]", secrets.Redacted), times)
		if got := textOf(lines); got != want {
			t.Errorf("%q: %d found; begins %.100q", text, len(found), got)
		}
	}
}
