package main

import (
	"crypto/sha256"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// marks are the names that make a folder a workspace, as patterns.
var marks = []string{
	"SOUL.md",
	"AGENTS.md",
	"MEMORY.md",
	"TOOLS.md",
	"memory",
	"[Ll][Ee][Ss][Ss][Oo][Nn][Ss]*",
	".learnings",
}

// findWorkspaces returns the workspaces at or below a folder, sorted. It does not
// look for more inside a workspace.
func findWorkspaces(dir string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		for _, mark := range marks {
			if matches, err := fs.Glob(os.DirFS(path), mark); err == nil && len(matches) > 0 {
				found = append(found, path)
				return fs.SkipDir
			}
		}
		return nil
	})
	return found, err
}

// snapshot holds the hash of every file of a workspace by its slash path.
type snapshot map[string][sha256.Size]byte

func takeSnapshot(dir string) (snapshot, error) {
	s := snapshot{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(path)))
		s[path] = sha256.Sum256(b)
		return err
	})
	return s, err
}

// own are the places that belong to the program: `run` may write there unasked.
var own = []string{".wisdom/", "initiatives/adaptive-context-injection/", "DAILY_EXECUTION_QUEUE.md"}

// targets are the files that an approval may change.
var targets = []string{"SOUL.md", "TOOLS_COMPACT.md", "AGENTS.md"}

// changed returns the files that differ between two snapshots, sorted, except
// those below the allowed places.
func (s snapshot) changed(now snapshot, allowed ...string) []string {
	var paths []string
	add := func(path string) {
		inside := func(place string) bool {
			return path == place || strings.HasSuffix(place, "/") && strings.HasPrefix(path, place)
		}
		if !slices.ContainsFunc(allowed, inside) {
			paths = append(paths, path)
		}
	}
	for path, hash := range s {
		if other, ok := now[path]; !ok || other != hash {
			add(path)
		}
	}
	for path := range now {
		if _, ok := s[path]; !ok {
			add(path)
		}
	}
	slices.Sort(paths)
	return paths
}
