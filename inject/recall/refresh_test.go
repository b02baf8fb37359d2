package recall

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/inject/recall/recalltest"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

// listing counts how often folders are listed.
type listing struct {
	workspace.FS
	lists int
}

func (l *listing) ReadDir(p workspace.Path) ([]workspace.Entry, error) {
	l.lists++
	return l.FS.ReadDir(p)
}

// Invariant 6, for a folder that is watched: a note that was written just before the message is found, and a folder in
// which nothing happens is not looked through.
func TestAWatchedFolderIsLookedThroughAfterAChange(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	note := filepath.Join(dir, "memory", "2026-11-20.md")
	require.NoError(t, os.Mkdir(filepath.Dir(note), 0o700))
	real, err := workspace.Open(dir)
	require.NoError(t, err)
	counted := &listing{FS: real}
	watched := workspace.Watch(counted, dir, time.Now)
	t.Cleanup(func() { _, _ = watched.Close(), real.Close() })
	x, err := Open(t.Context(), watched, Options{Now: today, Clock: time.Now})
	require.NoError(t, err)
	t.Cleanup(func() { _ = x.Close() })
	for i := range 30 {
		crate := fmt.Sprintf("- The heron crate stands in bay %d%d.\n", i%3, 100+i)
		require.NoError(t, os.WriteFile(note, []byte("# Log\n\n"+crate), 0o600))
		result, err := x.Recall(t.Context(), Question{Message: "In which bay is the heron crate?"})
		require.NoError(t, err)
		require.Len(t, result.Snippets, 1)
		assert.Contains(t, crate, result.Snippets[0].Text)
	}
	if !watched.IsQuiet() {
		t.Skip("nothing is watched here")
	}
	before := counted.lists
	_, err = x.Recall(t.Context(), Question{Message: "In which bay is the heron crate?"})
	require.NoError(t, err)
	assert.Equal(t, before, counted.lists, "the folders were listed though nothing changed")
}

// An index that many files were put into at once has the passages of a term in one list: searching many takes a quarter
// longer.
func TestALargeFirstIndexIsInOrder(t *testing.T) {
	t.Parallel()
	files := map[workspace.Path]string{}
	for name, text := range recalltest.Notes(slow) {
		files[workspace.Path("memory/"+name)] = text
	}
	x, err := Open(t.Context(), workspacetest.NewMemory(files), Options{Now: today})
	require.NoError(t, err)
	t.Cleanup(func() { _ = x.Close() })
	_, err = x.Recall(t.Context(), Question{Message: "In which bay is the heron crate?"})
	require.NoError(t, err)
	var lists int
	const count = "SELECT count(DISTINCT segid) FROM terms_idx"
	require.NoError(t, x.db.QueryRowContext(t.Context(), count).Scan(&lists))
	assert.Equal(t, 1, lists)
}
