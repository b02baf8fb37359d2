package recall

import (
	"context"
	"iter"
	"os"
	"path/filepath"
	"testing"
	"time"

	"wisdom/inject/recall/recalltest"
	"wisdom/internal/workspace"

	"github.com/stretchr/testify/require"
)

// BenchmarkFirstIndex builds the index of 500 notes of some 6 KB on disk, whose words are many
// as in real notes, or few.
func BenchmarkFirstIndex(b *testing.B) {
	for name, notes := range map[string]iter.Seq2[string, string]{
		"many words": recalltest.Notes(500), "few words": recalltest.FewWords(500),
	} {
		b.Run(name, func(b *testing.B) { benchmarkFirstIndex(b, notes) })
	}
}

func benchmarkFirstIndex(b *testing.B, notes iter.Seq2[string, string]) {
	dir := b.TempDir()
	for _, folder := range []string{"memory", ".wisdom"} {
		require.NoError(b, os.Mkdir(filepath.Join(dir, folder), 0o700))
	}
	for name, text := range notes {
		require.NoError(b, os.WriteFile(filepath.Join(dir, "memory", name), []byte(text), 0o600))
	}
	fsys, err := workspace.Open(dir)
	require.NoError(b, err)
	b.Cleanup(func() { _ = fsys.Close() })
	database := filepath.Join(dir, filepath.FromSlash(string(IndexFile)))
	for b.Loop() {
		if err := os.Remove(database); err != nil && !os.IsNotExist(err) {
			b.Fatal(err)
		}
		x, err := Open(context.Background(), fsys, Options{Database: database, Now: time.Unix(1_262_304_000, 0)})
		if err == nil {
			_, err = x.Recall(context.Background(), Question{Message: recalltest.Messages[0]})
		}
		require.NoError(b, err)
		require.NoError(b, x.Close())
	}
}
