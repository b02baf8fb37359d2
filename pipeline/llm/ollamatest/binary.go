package ollamatest

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// version is the version of Ollama that build.sh builds.
const version = "v0.17.4"

// recipe is what a built server is made from, next to the Go module.
//
//go:embed build.sh shim
var recipe embed.FS

// binary returns the path of the server's program, or ends the test.
func binary(t testing.TB) string {
	t.Helper()
	if path := os.Getenv("OLLAMA_BIN"); path != "" {
		return path
	}
	const missing = "no Ollama server is named: `make test-ollama` finds or builds one, OLLAMA_BIN names one"
	if os.Getenv("WISDOM_REQUIRE_OLLAMA") != "1" {
		t.Skip(missing)
	}
	if path, err := exec.LookPath("ollama"); err == nil {
		return path
	}
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err == nil {
		return path
	}
	t.Fatal(missing)
	return ""
}

// built returns the path where build.sh puts the server.
func built() (string, error) {
	cache := os.Getenv("XDG_CACHE_HOME")
	if cache == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		cache = filepath.Join(home, ".cache")
	}
	key, err := recipeHash()
	if err != nil {
		return "", err
	}
	return filepath.Join(cache, "wisdom", "ollama-"+version+"-"+key, "ollama"), nil
}

// recipeHash is the first 12 digits of the hash of the script and its headers in
// the order of their names, as build.sh computes it.
func recipeHash() (string, error) {
	hash := sha256.New()
	err := fs.WalkDir(recipe, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := recipe.ReadFile(path)
		hash.Write(content)
		return err
	})
	return fmt.Sprintf("%x", hash.Sum(nil))[:12], err
}
