package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a call that was cut off left is removed by the next one, and nothing else is.
func TestReplaceIn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ".page.html.99999999.tmp"), []byte("cut o"), 0o600); err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(dir, ".page.html.mine")
	if err := os.WriteFile(own, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := replaceIn(dir, "page.html", []byte("last"), 0o600); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got := strings.Join(names, " "); got != ".page.html.mine page.html" {
		t.Errorf("the folder holds %s", got)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "page.html")); err != nil || string(b) != "last" {
		t.Errorf("%v: %q", err, b)
	}
}
