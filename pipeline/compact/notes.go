package compact

import (
	"slices"
	"strings"
	"time"

	"wisdom/internal/text"
	"wisdom/internal/workspace"
)

// longestNote is the largest note that is read, in bytes.
const longestNote = 256 << 10

// reNote is the name of a dated note.
var reNote = text.Lazily(`^\d{4}-\d\d-\d\d.*\.md$`)

// Recent is the text of AGENTS.md and of the dated notes of the last days, in lower case. What cannot be read tells
// nothing, nor does a file that is too large.
func Recent(fsys workspace.FS, now time.Time, days int) string {
	from, to := now.AddDate(0, 0, -days).Format(time.DateOnly), now.Format(time.DateOnly)
	var b strings.Builder
	isOld := func(path workspace.Path) bool {
		day := path.Base()[:len(time.DateOnly)]
		return day < from || day > to
	}
	for _, path := range append(slices.DeleteFunc(datedNotes(fsys), isOld), "AGENTS.md") {
		note, err := fsys.ReadFile(path, longestNote)
		if err != nil {
			continue
		}
		b.WriteString(strings.ToLower(string(note)) + "\n")
	}
	return b.String()
}

// datedNotes are the notes that have a day for a name, the oldest first.
func datedNotes(fsys workspace.FS) []workspace.Path {
	const dir workspace.Path = "memory"
	entries, err := fsys.ReadDir(dir)
	if err != nil {
		return nil
	}
	var notes []workspace.Path
	for _, e := range entries {
		if e.Mode.IsRegular() && reNote().MatchString(e.Name) {
			notes = append(notes, dir.Join(e.Name))
		}
	}
	slices.Sort(notes)
	return notes
}
