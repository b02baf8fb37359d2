package recall

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"wisdom/internal/workspace"
)

// BenchmarkFirstIndex builds the index of 500 notes of some 6 KB on disk.
func BenchmarkFirstIndex(b *testing.B) {
	dir := b.TempDir()
	for _, folder := range []string{"memory", ".wisdom"} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o700); err != nil {
			b.Fatal(err)
		}
	}
	things := strings.Fields(
		"printer oven pump lathe camera switch heater sensor router scale drill kiln mixer press saw fan",
	)
	first := time.Date(2010, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range 500 {
		var t strings.Builder
		for j := 0; t.Len() < 6000; j++ {
			n := i*31 + j*17
			fmt.Fprintf(&t, "\n## Hall %d\n\n- The %s of hall %d uses port %d since it was mended, and lot w%dx came with it.\n",
				n%500, things[n%16], n%500, 1000+n%9000, n%70_000)
		}
		name := first.AddDate(0, 0, i).Format(time.DateOnly) + ".md"
		if err := os.WriteFile(filepath.Join(dir, "memory", name), []byte(t.String()), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	fsys, err := workspace.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = fsys.Close() })
	database := filepath.Join(dir, filepath.FromSlash(string(IndexFile)))
	for b.Loop() {
		if err := os.Remove(database); err != nil && !os.IsNotExist(err) {
			b.Fatal(err)
		}
		x, err := Open(context.Background(), fsys, Options{Database: database, Now: first})
		if err == nil {
			_, err = x.Recall(context.Background(), Question{Message: "which port does the printer of hall 77 use"})
		}
		if err != nil {
			b.Fatal(err)
		}
		if err := x.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
