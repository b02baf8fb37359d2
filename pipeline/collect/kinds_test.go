package collect

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wisdom/internal/workspace"
)

// Each file of testdata/kinds holds notes about one kind of heading or line, written
// before the rule for it was, in the form of those in testdata/languages.
func TestKinds(t *testing.T) {
	files, err := filepath.Glob("testdata/kinds/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("found %d kinds, error %v", len(files), err)
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, note := range strings.Split("\n"+string(b), "\n%")[1:] {
			place, text, _ := strings.Cut(note, "\n")
			checkNote(t, name, workspace.Path(strings.TrimSpace(place)), text)
		}
	}
}
