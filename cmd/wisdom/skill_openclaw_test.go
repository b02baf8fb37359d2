package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A real OpenClaw lists the skill, finds the program that it needs, and shows it to the
// model.
func TestOpenClawLoadsTheSkill(t *testing.T) {
	dir := os.Getenv("WISDOM_OPENCLAW")
	if dir == "" {
		t.Skip("needs a real OpenClaw: make test-openclaw")
	}
	state := t.TempDir()
	s := &shell{dir: filepath.Join(state, "workspace"), env: map[string]string{}}
	s.write(t, "SOUL.md", "# Soul\n")
	s.must(t, "skill", "print", "--output", filepath.Join(s.dir, "skills"))
	self, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(self, filepath.Join(state, "wisdom")))
	settings := `{"agents": {"defaults": {"workspace": "` + s.dir + `"}}}`
	require.NoError(t, os.WriteFile(filepath.Join(state, "openclaw.json"), []byte(settings), 0o600))
	path := strings.Join([]string{
		state, filepath.Join(dir, "node_modules/node/bin"),
		filepath.Join(dir, "node_modules/.bin"), os.Getenv("PATH"),
	}, string(filepath.ListSeparator))
	t.Setenv("PATH", path)
	cmd := exec.Command("openclaw", "skills", "info", skillName)
	cmd.Env = append(os.Environ(), "HOME="+state, "OPENCLAW_STATE_DIR="+state, "NO_COLOR=1")
	out, err := cmd.CombinedOutput()
	for _, want := range []string{skillName + " ✓ Ready", "Visible to model: yes", "✓ wisdom"} {
		require.Truef(t, err == nil && strings.Contains(string(out), want),
			"%v: openclaw does not say %q: %s", err, want, out)
	}
}
