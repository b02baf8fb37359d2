package collect

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
)

// others has a line for each reason why a file below memory is no source.
func (f *finder) others() (files []file) {
	const unnamed = "no name has a date or a word such as lessons or rules"
	others := map[string][]string{} // by why they are not read
	f.walk(below, func(p workspace.Path, _ workspace.Entry) {
		if !f.seen[p] && strings.HasSuffix(lesson.FileName(p.Base()), ".md") {
			why := cmp.Or(f.opts.whyExcluded(p), unnamed)
			others[why] = append(others[why], strings.TrimPrefix(string(p), "memory/"))
		}
	})
	for _, why := range slices.Sorted(maps.Keys(others)) {
		note := text.Plural(len(others[why]), "file") + " not read, as " + why + ": " + text.FirstOf(others[why])
		if why == unnamed {
			note += "; include below [sources] in wisdom.toml adds files"
		}
		files = append(files, file{shown: f.prefix + "memory/", status: Skipped, note: note, names: others[why]})
	}
	return files
}

// withoutOldNotes has one line a folder for the old notes in which there is no known lesson.
func withoutOldNotes(sources []Source, window int) []Source {
	old := map[string]int{}
	sources = slices.DeleteFunc(sources, func(s Source) bool {
		without := s.old && s.Status == Read && s.Lessons == 0
		if without {
			old[path.Dir(s.Path)]++
		}
		return without
	})
	for _, folder := range slices.Sorted(maps.Keys(old)) {
		note := fmt.Sprintf("no new lesson is taken from %s (window %d days)", text.Plural(old[folder], "older note"), window)
		sources = append(sources, Source{Path: folder + "/", Status: Skipped, Note: note})
	}
	return sources
}
