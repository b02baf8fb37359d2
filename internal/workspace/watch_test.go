package workspace

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// watchedFolder is a folder with memory/a.md that is watched, and is quiet.
func watchedFolder(t *testing.T, now func() time.Time) (w *Watched, dir string) {
	t.Helper()
	dir = t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "memory"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "memory", "a.md"), []byte("a"), 0o600))
	real, err := Open(dir)
	require.NoError(t, err)
	w = Watch(real, dir, now)
	t.Cleanup(func() { _, _ = w.Close(), real.Close() })
	if w.watcher == nil || !reportsAll(dir) {
		t.Skip("nothing is watched here")
	}
	look(t, w)
	require.True(t, w.IsQuiet(), "nothing changed")
	return w, dir
}

// look lists the folder and what is below it, as a caller does that was told of a change.
func look(t *testing.T, w *Watched) {
	t.Helper()
	assert.False(t, w.IsQuiet(), "a change was not noticed")
	var visit func(p Path)
	visit = func(p Path) {
		entries, err := w.ReadDir(p)
		require.NoError(t, err)
		for _, e := range entries {
			if e.Mode.IsDir() {
				visit(p.Join(e.Name))
			}
		}
	}
	visit(Root)
}

func TestWatchedSeesEveryChange(t *testing.T) {
	w, dir := watchedFolder(t, time.Now)
	at := func(name string) string { return filepath.Join(dir, "memory", name) }
	for _, change := range []struct {
		name string
		make func() error
	}{
		{"a new file", func() error { return os.WriteFile(at("b.md"), []byte("b"), 0o600) }},
		{"a file that grows", func() error { return os.WriteFile(at("b.md"), []byte("bb"), 0o600) }},
		{"a file that is replaced", func() error { return os.Rename(at("b.md"), at("a.md")) }},
		{"a time that is put back", func() error { return os.Chtimes(at("a.md"), time.Unix(1, 0), time.Unix(1, 0)) }},
		{"a new folder", func() error { return os.MkdirAll(at("deep/er"), 0o700) }},
		{"a file in the new folder", func() error { return os.WriteFile(at("deep/er/c.md"), nil, 0o600) }},
		{"a folder that moves", func() error { return os.Rename(at("deep"), at("moved")) }},
		{"a file in the moved folder", func() error { return os.WriteFile(at("moved/er/d.md"), nil, 0o600) }},
		{"a folder that goes", func() error { return os.RemoveAll(at("moved")) }},
		{"a file above", func() error { return os.WriteFile(filepath.Join(dir, "MEMORY.md"), nil, 0o600) }},
		{"a file that goes", func() error { return os.Remove(at("a.md")) }},
	} {
		require.NoError(t, change.make(), change.name)
		look(t, w)
		assert.True(t, w.IsQuiet(), change.name)
	}
}

// A change just before the question is seen, however many there are.
func TestWatchedIsNeverLate(t *testing.T) {
	w, dir := watchedFolder(t, time.Now)
	for i := range 300 {
		name := filepath.Join(dir, "memory", strconv.Itoa(i%7)+".md")
		require.NoError(t, os.WriteFile(name, []byte(strconv.Itoa(i)), 0o600))
		require.Falsef(t, w.IsQuiet(), "change %d was not noticed", i)
	}
}

// More changes than the system keeps reports of.
func TestWatchedSurvivesManyChanges(t *testing.T) {
	w, dir := watchedFolder(t, time.Now)
	names := [2]string{filepath.Join(dir, "memory", "a.md"), filepath.Join(dir, "memory", "b.md")}
	for i := range 12_000 { // two reports each
		require.NoError(t, os.Rename(names[i%2], names[1-i%2]))
	}
	look(t, w)
	for end := time.Now().Add(10 * time.Second); !w.IsQuiet() && time.Now().Before(end); {
	}
	assert.True(t, w.IsQuiet())
}

func TestWatchedLooksOnceAMinute(t *testing.T) {
	now := time.Unix(1_000_000_000, 0)
	w, dir := watchedFolder(t, func() time.Time { return now })
	now = now.Add(fullLook - time.Second)
	assert.True(t, w.IsQuiet())
	now = now.Add(time.Second)
	assert.False(t, w.IsQuiet(), "a minute later")
	assert.True(t, w.IsQuiet())
	now = now.Add(-time.Hour)
	assert.False(t, w.IsQuiet(), "the clock was put back")
	require.NoError(t, os.Link(filepath.Join(dir, "memory", "a.md"), filepath.Join(t.TempDir(), "other")))
	now = now.Add(fullLook)
	look(t, w)
	assert.False(t, w.IsQuiet(), "a file may change under its other name")
}

// Where nothing can be watched, every question is answered with a look.
func TestWatchedFallsBack(t *testing.T) {
	w, _ := watchedFolder(t, time.Now)
	w.watch(filepath.Join(w.dir, "gone"))
	assert.False(t, w.IsQuiet(), "a folder that went while it was looked for")
	assert.True(t, w.IsQuiet())
	require.NoError(t, os.RemoveAll(w.marks))
	assert.False(t, w.IsQuiet(), "no mark can be made")
	require.NoError(t, w.Close())
	assert.False(t, w.IsQuiet(), "closed")
	_, err := w.ReadDir(Root)
	assert.NoError(t, err)
}
