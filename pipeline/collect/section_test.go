package collect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
)

// Sections about lessons in the files of other hosts are sources. A section that wisdom wrote is none, and the lines
// behind it keep their numbers; a person's own section of that name is read as ever.
func TestFilesOfOtherHosts(t *testing.T) {
	const lessons = "## Lessons learned\n\n- Always weigh a parcel twice before you ship it.\n"
	const wisdom = "## Wisdom\n\n_Last compressed: 2026-11-01 | Source lessons: 3_\n\n" +
		"**Lessons learned.** Always run the linter before you commit.\n\n"
	files := map[workspace.Path]string{
		"CLAUDE.md": "# Parcels\n\n" + wisdom + lessons,
		"GEMINI.md": "# Parcels\n\nAlways be kind.\n\n## Lessons learned\n\n- Never ship a parcel without a label.\n",
	}
	result := collectFrom(t, files, &lesson.Ledger{}, func(*Options) {})
	got := map[string]int{}
	for _, l := range result.Lessons {
		got[l.Text] = l.Places[0].StartLine
	}
	assert.Equal(t, map[string]int{
		"Always weigh a parcel twice before you ship it.": 11, "Never ship a parcel without a label.": 7,
	}, got)
}
