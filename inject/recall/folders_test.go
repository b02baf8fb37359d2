package recall

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"wisdom/internal/workspace"
)

// lister counts how often folders are listed.
type lister struct {
	workspace.FS
	lists map[workspace.Path]int
}

func (l lister) ReadDir(p workspace.Path) ([]workspace.Entry, error) {
	l.lists[p]++
	return l.FS.ReadDir(p)
}

func (l lister) Look(p workspace.Path, names []string) ([]workspace.Entry, error) {
	return workspace.Look(l.FS, p, names)
}

// A large folder is listed again only after something came, went or was renamed in it; its
// files are looked at every time. Guards invariant 6.
func TestLargeFoldersAreListedOnce(t *testing.T) {
	f := newFolder(t)
	for i := range leastListed {
		f.write(fmt.Sprintf("memory/shelf-%03d.md", i), fmt.Sprintf("- Shelf w%d holds jars.\n", i))
	}
	fsys := lister{f.fsys, map[workspace.Path]int{}}
	opts := f.options()
	opts.Clock = func() time.Time { return time.Now().Add(time.Hour) } // everything is settled
	ask := func(message string, lists int, want string) {
		t.Helper()
		before := fsys.lists["memory"]
		x, err := Open(t.Context(), fsys, opts)
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close() //nolint:errcheck // it was only asked
		r, err := x.Recall(t.Context(), Question{Message: message})
		if err != nil {
			t.Fatal(err)
		}
		if sourcesOf(r) != want {
			t.Errorf("%s: %q", message, sourcesOf(r))
		}
		if got := fsys.lists["memory"] - before; got != lists {
			t.Errorf("%s: listed %d times, not %d", message, got, lists)
		}
	}
	later := func() { time.Sleep(20 * time.Millisecond) } // for the stamp of the folder
	ask("What is on shelf w77?", 1, "memory/shelf-077.md#L1-L1")
	ask("What is on shelf w78?", 0, "memory/shelf-078.md#L1-L1")
	f.write("memory/shelf-077.md", "- The orrery is here.\n")
	ask("Where is the orrery?", 0, "memory/shelf-077.md#L1-L1")
	later()
	f.write("memory/new.md", "- The sextant is new.\n")
	ask("Where is the sextant?", 1, "memory/new.md#L1-L1")
	ask("Is the sextant new?", 0, "memory/new.md#L1-L1")
	later()
	if err := os.Rename(filepath.Join(f.dir, "memory/new.md"), filepath.Join(f.dir, "memory/newer.md")); err != nil {
		t.Fatal(err)
	}
	ask("Where is the sextant?", 1, "memory/newer.md#L1-L1")
	later()
	if err := os.Remove(filepath.Join(f.dir, "memory/newer.md")); err != nil {
		t.Fatal(err)
	}
	ask("Where is the sextant?", 1, "")
}

// recall did not search agents/kelp/LEARNINGS.md, which collect read as a file of lessons.
func TestLessonFilesAreSearched(t *testing.T) {
	for p, want := range map[workspace.Path]bool{
		"LESSONS.md":                       true,
		"lessons-learned.md":               true,
		".learnings/ERRORS.md":             true,
		"tasks/lessons.md":                 true,
		"docs/Lektionen.md":                true,
		"notes/教训.md":                      true,
		"agents/kelp/LEARNINGS.md":         true,
		"projects/pier/lessons_learned.md": true,
		"agents/kelp/diary.md":             false,
		"projects/pier/src/LESSONS.md":     false,
		"skills/LESSONS.md":                false,
		"piano-lesson.md":                  false,
	} {
		files := map[workspace.Path]string{p: "- The winch needs grease every spring.\n"}
		r := ask(t, files, "When does the winch need grease?")
		if got := sourcesOf(r) == string(p)+"#L1-L1"; got != want {
			t.Errorf("%s: %q", p, sourcesOf(r))
		}
	}
}
