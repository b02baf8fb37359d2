package main

import (
	"crypto/sha256"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// marks are the names that make a folder a workspace, as patterns.
var marks = []string{
	"SOUL.md", "AGENTS.md", "MEMORY.md", "TOOLS.md", "memory", "[Ll][Ee][Ss][Ss][Oo][Nn][Ss]*", ".learnings",
}

// findWorkspaces returns the workspaces at or below a folder, sorted. It does not look for more inside a workspace.
func findWorkspaces(dir string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		isMarked := func(mark string) bool {
			matches, err := fs.Glob(os.DirFS(path), mark)
			return err == nil && len(matches) > 0
		}
		if err == nil && d.IsDir() && slices.ContainsFunc(marks, isMarked) {
			found = append(found, path)
			return fs.SkipDir
		}
		return err
	})
	return found, err
}

// snapshot holds the hash of every file of a workspace by its slash path.
type snapshot map[string][sha256.Size]byte

func takeSnapshot(dir string) (snapshot, error) {
	s := snapshot{}
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(root, path)
		s[path] = sha256.Sum256(b)
		return err
	})
	return s, err
}

// own are the places that belong to the program: `run` may write there unasked.
var own = []string{".wisdom/", "initiatives/adaptive-context-injection/", "DAILY_EXECUTION_QUEUE.md"}

// targets are the files that an approval may change.
var targets = []string{"SOUL.md", "TOOLS_COMPACT.md", "AGENTS.md"}

// changed returns the files that differ between two snapshots, sorted, except those below the allowed places.
func (s snapshot) changed(now snapshot, allowed ...string) (paths []string) {
	both := maps.Clone(s)
	maps.Copy(both, now)
	for path := range both {
		isIn := func(place string) bool {
			return path == place || strings.HasSuffix(place, "/") && strings.HasPrefix(path, place)
		}
		before, was := s[path]
		after, is := now[path]
		if (was != is || before != after) && !slices.ContainsFunc(allowed, isIn) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}
