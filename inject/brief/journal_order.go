package brief

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown/host"
)

// mostAhead is how many days ahead of today the name of a journal may be dated: a clock or a time zone is wrong by so
// much at most. A date further ahead is a mistake: that journal comes behind all others.
const mostAhead = 3

var (
	reDate   = text.Lazily(`(\d{4})[-_]?(\d\d)[-_]?(\d\d)`)
	reNumber = text.Lazily(`\d{1,9}`)
)

// journalKey is what a journal tells about its age.
type journalKey struct {
	date string
	// numbers are those behind the date: a time of day, the number of a session. The note of a whole day has the highest.
	numbers []int
	changed int64
}

// newestFirst orders the journals that match a pattern: by the date in the name, those without one behind the others.
// Of one day, the later time or the higher number in the name comes first, then what was changed last. Where a pattern
// is for the notes of days (it has {date}), the note of the whole day comes first. Descriptions of a folder and what the
// host derives from notes are not among them.
func (o *Options) newestFirst(files []workspace.Path, pattern string) []workspace.Path {
	last := o.Now.AddDate(0, 0, mostAhead).Format(time.DateOnly)
	files = slices.DeleteFunc(files, isNoJournal)
	keys := map[workspace.Path]journalKey{}
	for _, p := range files {
		date, rest := cutDate(stemOf(p))
		if date > last {
			date = ""
		}
		key := journalKey{date: date, changed: changed(o.Repo, p)}
		if rest == "" && strings.Contains(pattern, "{date}") {
			key.numbers = []int{math.MaxInt}
		}
		for _, digits := range reNumber().FindAllString(rest, -1) {
			number, _ := strconv.Atoi(digits)
			key.numbers = append(key.numbers, number)
		}
		keys[p] = key
	}
	slices.SortStableFunc(files, func(a, b workspace.Path) int {
		x, y := keys[a], keys[b]
		return cmp.Or(cmp.Compare(y.date, x.date), slices.Compare(y.numbers, x.numbers),
			cmp.Compare(y.changed, x.changed), cmp.Compare(a, b))
	})
	return files
}

// changed is when a file was changed, in nanoseconds; 0 if nobody knows.
func changed(fsys workspace.FS, p workspace.Path) int64 {
	entry, _ := fsys.Lstat(p)
	return entry.Stamp.Modified
}

// dateOf returns when the session of a journal was, as YYYY-MM-DD: the date in its name, else the day on which it was
// changed.
func (o *Options) dateOf(p place) string {
	if date := dateIn(p.path.Base()); date != "" {
		return date
	}
	if at := changed(p.fsys, p.path); at > 0 {
		return time.Unix(0, at).In(o.Now.Location()).Format(time.DateOnly)
	}
	return ""
}

// stemOf is the name of a file without its extension.
func stemOf(p workspace.Path) string { return strings.TrimSuffix(p.Base(), path.Ext(p.Base())) }

// isNoJournal reports whether a file is about a folder of journals, or lies in a folder that the host derives from
// notes.
func isNoJournal(p workspace.Path) bool {
	isDerived := func(name string) bool { return slices.Contains(host.DerivedFolders, name) }
	return slices.Contains([]string{"readme", "index", "template"}, strings.ToLower(stemOf(p))) ||
		slices.ContainsFunc(strings.Split(string(p.Dir()), "/"), isDerived)
}
