package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	// fullLook is after what time a folder counts as changed in any case: some changes are not reported, for instance
	// those of a file that is mapped into memory.
	fullLook = time.Minute
	// longestWait is how long a report of the system is waited for.
	longestWait = 100 * time.Millisecond
)

// Watched is a folder on disk that knows whether anything changed in the folders that were listed through it. It is
// not safe for concurrent use.
type Watched struct {
	FS
	dir     string
	now     func() time.Time
	watcher *fsnotify.Watcher // nil where changes are not reported, or not all of them
	looked  time.Time
	changed bool
	// marks is a folder elsewhere, for files that part what happened before a question from what happens later; marked is
	// how many there were.
	marks  string
	marked int
}

// Watch watches fsys, which lies at dir. Where the system cannot report changes, nothing is quiet.
func Watch(fsys FS, dir string, now func() time.Time) *Watched {
	w := &Watched{FS: fsys, dir: dir, now: now}
	marks, err := os.MkdirTemp("", "wisdom-")
	if err != nil {
		return w
	}
	w.marks = marks
	if w.watcher, err = fsnotify.NewWatcher(); err == nil {
		err = w.watcher.Add(marks)
	}
	if err != nil {
		_ = w.Close()
	}
	return w
}

// Close ends the watch; nothing is quiet from then on.
func (w *Watched) Close() error {
	if w.watcher == nil {
		return nil
	}
	err := errors.Join(w.watcher.Close(), os.RemoveAll(w.marks))
	w.watcher = nil
	return err
}

// ReadDir implements FS. A folder is watched before it is listed: what changes in between is in both.
func (w *Watched) ReadDir(p Path) ([]Entry, error) {
	w.watch(filepath.Join(w.dir, filepath.FromSlash(string(p))))
	entries, err := w.FS.ReadDir(p)
	for _, e := range entries { // a file with another name may be changed by way of that one
		w.changed = w.changed || e.Mode.IsRegular() && e.Links > 1
	}
	return entries, err
}

func (w *Watched) watch(dir string) {
	if w.watcher == nil {
		return
	}
	err := w.watcher.Add(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission): // another look may find it changed
		w.changed = true
	case err != nil || !reportsAll(dir): // the system may have a limit
		_ = w.Close()
	}
}

// IsQuiet reports whether nothing changed in the folders that were listed since it last reported false. A caller that
// is told false lists them again. Whatever was changed before the call is taken into account.
func (w *Watched) IsQuiet() bool {
	if w.watcher == nil {
		return false
	}
	w.catchUp()
	now := w.now()
	if age := now.Sub(w.looked); !w.changed && 0 <= age && age < fullLook {
		return true
	}
	w.changed, w.looked = false, now
	return false
}

// catchUp takes in what the system reported. Reports come in the order of the changes, so that the one of a file that is
// made now comes behind all that matter.
func (w *Watched) catchUp() {
	w.marked++
	mark := filepath.Join(w.marks, strconv.Itoa(w.marked))
	if err := os.WriteFile(mark, nil, 0o600); err != nil {
		w.changed = true
		return
	}
	defer os.Remove(mark) //nolint:errcheck // it goes with its folder
	late := time.NewTimer(longestWait)
	defer late.Stop()
	for {
		select {
		case event := <-w.watcher.Events:
			if event.Name == mark {
				return
			}
			w.changed = w.changed || filepath.Dir(event.Name) != w.marks
		case err := <-w.watcher.Errors: // some reports are lost
			w.changed = w.changed || err != nil
		case <-late.C:
			w.changed = true
			return
		}
	}
}
