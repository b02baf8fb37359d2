package pointers

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
		assert.Equal(t, want, Gone(fsys, "", "memory/2026-03-01.md", text), text)
	}
}

// A note or a script in a folder below home is gone if the folder is there and it is not. What programs make when they run,
// what lies in home itself or another home, and what is to be written is not.
func TestGoneBelowHome(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(home, "bin"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(home, "bin", "backup.sh"), nil, 0o600))
	for text, want := range map[string][]string{
		"Run `~/bin/backup.sh`, then `~/bin/prune.sh`, again `~/bin/prune.sh`.": {"~/bin/prune.sh"},
		"Start it: `python3 $HOME/bin/report.py --today`.":                      {"~/bin/report.py"},
		"`bash ${HOME}/bin/backup.sh`, `~/bin/backup.log`, `~/bin/state.json`":  nil,
		"`~/prune.sh`, `~/scripts/prune.sh`, `~other/bin/prune.sh`, ~/bin/x.sh": nil,
		"Write the times down in `~/bin/times.md`.":                             nil,
	} {
		assert.Equal(t, want, Gone(workspacetest.NewMemory(nil), home, "TOOLS.md", text), text)
		assert.Empty(t, Gone(workspacetest.NewMemory(nil), "", "TOOLS.md", text), text)
	}
}
