package collect

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"wisdom/internal/text"
	"wisdom/internal/workspace"
)

// EmptyError says that a folder in which known lessons were is empty or missing: so looks a disk that is not mounted.
type EmptyError struct {
	Folder  string // ends with a slash
	Lessons int    // that would be lost
}

// Error implements error.
func (e *EmptyError) Error() string {
	return fmt.Sprintf("%s: is empty or missing, and %s from it would be lost", e.Folder, text.Plural(e.Lessons, "lesson"))
}

// Away says why lessons only seem to be gone: a file is not downloaded, a *workspace.NotDownloadedError, or a whole
// folder of the workspace is empty, an *EmptyError; else it is nil.
func (r *Result) Away(fsys workspace.FS) error {
	lost := map[string]int{}
	for _, gone := range r.Gone {
		for _, p := range gone.Places[:min(1, len(gone.Places))] {
			if err := workspace.NotDownloaded(fsys, workspace.Path(p.Path)); err != nil {
				return err
			}
			if folder, _, below := strings.Cut(p.Path, "/"); below && folder != "" {
				lost[folder]++
			}
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(lost)) {
		if entries, err := workspace.List(fsys, workspace.Path(folder)); err == nil && len(entries) == 0 {
			return &EmptyError{folder + "/", lost[folder]}
		}
	}
	return nil
}
