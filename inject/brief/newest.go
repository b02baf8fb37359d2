package brief

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"wisdom/internal/sorting"
	"wisdom/internal/words"
	"wisdom/internal/workspace"
	"wisdom/markdown/host"
)

// mostAhead is how many days ahead of today the name of a journal may be dated: a clock or a time zone is wrong by so
// much at most. A date further ahead is a mistake.
const mostAhead = 3

// journalKey is what the name of a journal tells about its age.
type journalKey struct {
	path workspace.Path
	// elsewhere: it lies in a folder about a topic, not in one for the notes of days.
	elsewhere bool
	date      string
	// daily: it is named for the day alone, or for the day and a part of it.
	daily bool
	// time is the time of day in its name, in seconds; -1 without one.
	time int
	// number is the number at the end of its name, 0 without one.
	number int
}

// newestFirst orders the journals that match a pattern by what their names tell: by date, those without one behind the
// others. Of one day, the later time comes first, then the higher number, then what was modified last. Where a pattern
// is for the notes of days (it has {date}), a folder about a topic comes behind those for days, and the note that is
// named for the day alone is that of the whole day and comes first. Descriptions of a folder and what the host derives
// from notes are not among them. late are those with an impossible date.
func (o *Options) newestFirst(files []workspace.Path, pattern string) (sorted, late []workspace.Path) {
	base, _, _ := strings.Cut(pattern, "*")
	days, deep := strings.Contains(pattern, "{date}"), strings.Contains(pattern, "**")
	last := o.lastDay()
	var keys []journalKey
	for _, p := range files {
		switch key := keyOf(p); {
		case isAbout(p) || isDerived(p):
		case key.date > last:
			late = append(late, p)
		default:
			key.daily = days && key.daily
			key.elsewhere = (days || deep) && !isForDays(strings.TrimPrefix(string(p.Dir()), strings.TrimSuffix(base, "/")))
			keys = append(keys, key)
		}
	}
	sorting.Stable(keys, journalKey.compare)
	for start := 0; start < len(keys); {
		end := start + 1
		for end < len(keys) && keys[start].compare(keys[end]) == 0 {
			end++
		}
		if end-start > 1 { // of thousands of journals, few are asked for their time
			o.byModification(keys[start:end])
		}
		start = end
	}
	for _, key := range keys {
		sorted = append(sorted, key.path)
	}
	return sorted, late
}

// compare orders journals by their names, the newest first.
func (k journalKey) compare(other journalKey) int {
	return cmp.Or(
		boolRank(k.elsewhere)-boolRank(other.elsewhere), cmp.Compare(other.date, k.date),
		boolRank(other.daily)-boolRank(k.daily), cmp.Compare(other.time, k.time), cmp.Compare(other.number, k.number),
	)
}

// byModification orders journals by the time of their last change, the newest first, and those of the same time by
// path.
func (o *Options) byModification(keys []journalKey) {
	modified := map[workspace.Path]int64{}
	for _, key := range keys {
		if entry, err := o.Repo.Lstat(key.path); err == nil {
			modified[key.path] = entry.Stamp.Modified
		}
	}
	sorting.Stable(keys, func(a, b journalKey) int {
		return cmp.Or(cmp.Compare(modified[b.path], modified[a.path]), cmp.Compare(a.path, b.path))
	})
}

var (
	// reTimeOfDay matches a time behind the date of a name: 1430, 14-30, 14_30_05, 14h30.
	reTimeOfDay = words.Lazily(`^[-_ tT]*([01]\d|2[0-3])[-_.:hH]?([0-5]\d)(?:[-_.:mM]?([0-5]\d))?(?:\D|$)`)
	// reNumber matches the number at the end of a name.
	reNumber = words.Lazily(`(?:^|\D)(\d{1,6})$`)
)

// keyOf reads the name of a journal.
func keyOf(p workspace.Path) journalKey {
	stem := stemOf(p)
	date, rest := cutDate(stem)
	key := journalKey{path: p, date: date, time: -1}
	if rest == "" { // most of them
		key.daily = len(stem) <= len(time.DateOnly)
		return key
	}
	if m := reTimeOfDay().FindStringSubmatch(rest); date != "" && m != nil {
		for i, unit := range []int{3600, 60, 1} {
			n, _ := strconv.Atoi(m[i+1]) // digits, or no seconds
			key.time = max(key.time, 0) + n*unit
		}
		rest = rest[len(strings.TrimRight(m[0], "_- ")):]
	}
	m := reNumber().FindStringSubmatch(rest)
	if m != nil {
		key.number, _ = strconv.Atoi(m[1])
	}
	key.daily = date != "" && key.time < 0 && strings.HasPrefix(stem, date[:4]) &&
		(rest == "" || m != nil && strings.Trim(rest, "-_ ") == m[1])
	return key
}

// stemOf is the name of a file without its extension.
func stemOf(p workspace.Path) string { return strings.TrimSuffix(p.Base(), path.Ext(p.Base())) }

func boolRank(b bool) int {
	if b {
		return 1
	}
	return 0
}

// isAbout reports whether a file is about a folder of journals and none of them.
func isAbout(p workspace.Path) bool {
	return slices.Contains([]string{"readme", "index", "template"}, strings.ToLower(stemOf(p)))
}

// isDerived reports whether a file lies in a folder that the host derives from notes.
func isDerived(p workspace.Path) bool {
	return slices.ContainsFunc(strings.Split(string(p.Dir()), "/"), func(name string) bool {
		return slices.Contains(host.DerivedFolders, name)
	})
}

// dayFolders are names of folders that hold the notes of days.
var dayFolders = []string{
	"archive", "daily", "days", "diary", "journal", "journals", "log", "logs", "notes", "sessions",
}

// isForDays reports whether a folder below that of the notes holds notes of days, as a folder for a year does, and is
// not about a topic.
func isForDays(dir string) bool {
	for name := range strings.SplitSeq(strings.Trim(dir, "/"), "/") {
		isNumber := strings.Trim(name, "0123456789-") == ""
		if !isNumber && !slices.Contains(dayFolders, strings.ToLower(name)) {
			return false
		}
	}
	return true
}
