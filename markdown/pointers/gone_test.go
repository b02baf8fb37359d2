package pointers

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

// A note is gone if its folder is there and it is not. What is an example, a pattern, of another host, of another
// workspace, or to be written is not.
func TestGone(t *testing.T) {
	t.Parallel()
	fsys := workspacetest.NewMemory(map[workspace.Path]string{
		"memory/2026-03-01.md": "", "memory/topics/ovens.md": "", "projects/kiln/plan.md": "",
	})
	for text, want := range map[string][]string{
		"See `memory/ovens.md` and `memory/2026-03-01.md`.":                    {"memory/ovens.md"},
		"The plan is in [the topic](topics/kilns.md#plan), `memory/kilns.md`.": {"topics/kilns.md", "memory/kilns.md"},
		"Beside it: `topics/ovens.md`, ./memory/topics/ovens.md.":              nil,
		"`memory/kilns.md`, and again `memory/kilns.md`.":                      {"memory/kilns.md"},
		"Notes of days are `memory/YYYY-MM-DD.md`, `memory/2026-*.md`.":        nil,
		"Write down what you learn in `memory/kilns.md`.":                      nil,
		"Call `/api/memory/kilns.md`, or https://kiln.test/memory/kilns.md.":   nil,
		"On the shop's server: `shop:memory/kilns.md`, `~/memory/kilns.md`.":   nil,
		"The other repository has `docs/kilns.md` and `README.md`.":            nil,
		"`memory/../kilns.md` and `memory/kilns.json` are no notes.":           nil,
		"memory/kilns.md": nil,
	} {
		assert.Equal(t, want, Gone(fsys, "memory/2026-03-01.md", text), text)
	}
}
