package lesson

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"
)

func TestIsFile(t *testing.T) {
	titled := func(name string) bool { return name == "learnings.md" || name == "écueils.md" }
	for p, want := range map[workspace.Path]bool{
		"LEARNINGS.md":                 true,
		"E\u0301cueils.md":             true, // as a Mac names it
		".learnings/ERRORS.md":         true,
		".learnings/old/ERRORS.md":     false,
		"agents/kelp/LEARNINGS.md":     true,
		"agents/LEARNINGS.md":          false,
		"agents/kelp/notes.md":         false,
		"agents/kelp/old/LEARNINGS.md": false,
		"projects/pier/learnings.md":   true,
		"docs/Learnings.md":            true,
		"skills/LEARNINGS.md":          false,
		".learnings/errors.txt":        false,
	} {
		assert.Equalf(t, want, IsFile(p, titled), "%s: %v", p, !want)
	}
}
