package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
)

// What notes gave is read by rules, and rules are part of the program: another file of it, or the same one built again,
// has another name, whatever its version.
func TestAProgramBuiltAgainHasAnotherName(t *testing.T) {
	dir := t.TempDir()
	root, err := workspace.Open(dir)
	require.NoError(t, err)
	defer func() { _ = root.Close() }()
	named := func(file string) string {
		a := &deps{root: root, streams: streams{
			now: time.Now, executable: func() (string, error) { return filepath.Join(dir, file), nil },
		}}
		return a.kept().Program
	}
	write := func(file, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600))
	}
	write("wisdom", "rules a")
	write("other", "rules a")
	if err := os.Symlink("wisdom", filepath.Join(dir, "link")); err == nil {
		assert.Equal(t, named("wisdom"), named("link"))
	}
	before := named("wisdom")
	assert.NotEqual(t, before, named("other"))
	time.Sleep(20 * time.Millisecond) // more than a clock of files takes to go on
	write("wisdom", "rules b")
	assert.NotEqual(t, before, named("wisdom"))
	assert.Empty(t, named("gone"), "nothing is kept")
}
