package compact

import (
	"regexp"
	"strings"
	"time"

	"wisdom/internal/workspace"
)

// reNote is the name of a dated note.
var reNote = regexp.MustCompile(`^(\d{4}-\d\d-\d\d).*\.md$`)

// Recent is the text of the dated notes of the last days, in lower case. A note or
// a folder that cannot be read tells nothing; the collector says so.
func Recent(fsys workspace.FS, now time.Time, days int) string {
	const (
		dir     workspace.Path = "memory"
		longest                = 256 << 10 // of one note, in bytes
	)
	entries, err := fsys.ReadDir(dir)
	if err != nil {
		return ""
	}
	from, to := now.AddDate(0, 0, -days).Format(time.DateOnly), now.Format(time.DateOnly)
	var b strings.Builder
	for _, e := range entries {
		m := reNote.FindStringSubmatch(e.Name)
		if m == nil || m[1] < from || m[1] > to || !e.Mode.IsRegular() {
			continue
		}
		note, err := fsys.ReadFile(dir.Join(e.Name), longest)
		if err != nil {
			continue
		}
		b.WriteString(strings.ToLower(string(note)) + "\n")
	}
	return b.String()
}
