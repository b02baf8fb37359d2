package recall

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"wisdom/internal/lang"
	"wisdom/internal/workspace"
)

// leastListed is from how many files on the names in a folder are remembered.
const leastListed = 256

// listing are the names in a folder. They are those that are there as long as the stamp of
// the folder is the same: it changes when a file comes, goes or is renamed.
type listing struct {
	stamp workspace.Stamp
	names []string
}

// listings are the folders whose names are known. An index that cannot be read knows none.
func (x *Index) listings(ctx context.Context) map[workspace.Path]listing {
	known := map[workspace.Path]listing{}
	rows, err := x.db.QueryContext(ctx, "SELECT path, modified, changed, file, names FROM folders")
	if err != nil {
		return nil // what is wrong with it is found when it is brought up to date
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	for rows.Next() {
		var p, names string
		var l listing
		var file int64
		if err := rows.Scan(&p, &l.stamp.Modified, &l.stamp.Changed, &file, &names); err != nil {
			return nil
		}
		l.stamp.File = uint64(file)
		l.names = strings.Split(names, "/")
		known[workspace.Path(p)] = l
	}
	if rows.Err() != nil {
		return nil
	}
	return known
}

// list lists a folder that had a stamp before.
func (f *finder) list(p workspace.Path, stamp workspace.Stamp) ([]workspace.Entry, error) {
	if known, ok := f.known[p]; ok && known.stamp == stamp {
		entries, err := workspace.Look(f.fsys, p, known.names)
		if err == nil && len(entries) == len(known.names) {
			f.listed[p] = known
			return entries, nil
		}
	}
	entries, err := f.fsys.ReadDir(p)
	if err == nil && len(entries) >= leastListed && stamp.Changed != 0 {
		l := listing{stamp: stamp, names: make([]string, len(entries))}
		for i := range entries {
			l.names[i] = entries[i].Name
		}
		f.listed[p] = l
	}
	return entries, err
}

// remember keeps the names in large folders. A folder that has only just changed may change
// again without a new stamp.
func (u *updater) remember(ctx context.Context, listed map[workspace.Path]listing) error {
	if err := u.exec(ctx, "DELETE FROM folders"); err != nil {
		return err
	}
	for _, p := range sorted(listed) {
		l := listed[p]
		if u.opts.Clock != nil && u.opts.Clock().Sub(time.Unix(0, max(l.stamp.Modified, l.stamp.Changed))) < settled {
			u.unsettled = true
			continue
		}
		if err := u.exec(ctx, "INSERT INTO folders VALUES (?,?,?,?,?)", string(p), l.stamp.Modified, l.stamp.Changed,
			int64(l.stamp.File), strings.Join(l.names, "/")); err != nil {
			return err
		}
	}
	return nil
}

// stampsOf are the stamps of the folders whose names are remembered, for the digest.
func stampsOf(listed map[workspace.Path]listing) string {
	var b strings.Builder
	for _, p := range sorted(listed) {
		fmt.Fprintf(&b, " %s %v", p, listed[p].stamp)
	}
	return b.String()
}

// lessonTitle is lang.LessonTitle from the index: to read it from where it is defined takes
// a tenth of a call.
func (x *Index) lessonTitle(ctx context.Context) *regexp.Regexp {
	if x.title != nil {
		return x.title
	}
	var title string
	err := x.db.QueryRowContext(ctx, "SELECT value FROM meta WHERE key = 'title'").Scan(&title)
	if x.title, _ = regexp.Compile(title); err != nil || x.title == nil { // found amiss once it is brought up to date
		x.title = regexp.MustCompile(lang.LessonTitle())
	}
	return x.title
}
