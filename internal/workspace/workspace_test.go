//go:build unix

package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
)

func open(t *testing.T, dir string) *Real {
	t.Helper()
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// each runs a test on every implementation that keeps files.
func each(t *testing.T, test func(*testing.T, FS)) {
	t.Run("real", func(t *testing.T) { test(t, open(t, t.TempDir())) })
	t.Run("memory", func(t *testing.T) { test(t, NewMemory(nil)) })
	t.Run("dry run", func(t *testing.T) { test(t, NewDryRun(NewMemory(nil))) })
	t.Run("faulty", func(t *testing.T) { test(t, &Faulty{FS: NewMemory(nil)}) })
}

func put(t *testing.T, fsys FS, p Path, text string) {
	t.Helper()
	if err := WriteNew(fsys, p, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, fsys FS, p Path) string {
	t.Helper()
	b, h, err := ReadState(fsys, p, MaxState)
	if err != nil {
		t.Fatal(err)
	}
	if h == Absent {
		return "absent"
	}
	return string(b)
}

func TestFilesAndFolders(t *testing.T) {
	each(t, func(t *testing.T, fsys FS) {
		if err := MkdirAll(fsys, "a/b", 0o755); err != nil {
			t.Fatal(err)
		}
		put(t, fsys, "a/b/one", "1")
		if _, err := fsys.Create("a/b/one", 0o600); !errors.Is(err, fs.ErrExist) {
			t.Errorf("creating what is there: %v", err)
		}
		if err := Replace(fsys, "a/b/one", []byte("2"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := AppendLine(fsys, "a/b/log", []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := AppendLine(fsys, "a/b/log", []byte("y"), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := get(t, fsys, "a/b/one") + get(t, fsys, "a/b/log") + get(t, fsys, "nowhere"); got != "2x\ny\nabsent" {
			t.Errorf("contents %q", got)
		}
		entries, err := fsys.ReadDir("a/b")
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range entries {
			names = append(names, e.Name)
		}
		if !slices.Equal(names, []string{"log", "one"}) {
			t.Errorf("names %v", names)
		}
		known, err := Names(fsys, "a")
		if err != nil || len(known) != 1 || known[0].Name != "b" || !known[0].Mode.IsDir() {
			t.Errorf("names and kinds %+v, %v", known, err)
		}
		put(t, fsys, "c", "3")
		if err := fsys.RenameNew("c", "a/b/one"); !errors.Is(err, fs.ErrExist) {
			t.Errorf("renaming onto what is there: %v", err)
		}
		if err := fsys.Rename("c", "a/b/one"); err != nil || get(t, fsys, "a/b/one") != "3" || get(t, fsys, "c") != "absent" {
			t.Errorf("renaming: %v", err)
		}
		if err := fsys.Remove("a/b"); err == nil {
			t.Error("a folder that is not empty was removed")
		}
		if err := RemoveAll(fsys, "a"); err != nil {
			t.Fatal(err)
		}
		if there, err := Exists(fsys, "a"); there || err != nil {
			t.Errorf("still there: %v, %v", there, err)
		}
		var irregular *NotRegularError
		if _, err := fsys.ReadFile(".", 10); !errors.As(err, &irregular) {
			t.Errorf("reading a folder: %v", err)
		}
		put(t, fsys, "big", strings.Repeat("x", 11))
		var large *TooLargeError
		if _, err := fsys.ReadFile("big", 10); !errors.As(err, &large) || large.Size < 11 {
			t.Errorf("reading what is too large: %v", err)
		}
	})
}

// Invariant 3.
func TestSwap(t *testing.T) {
	each(t, func(t *testing.T, fsys FS) {
		put(t, fsys, "target", "old")
		put(t, fsys, "next", "new")
		var changed *ChangedError
		if err := Swap(
			fsys, "target", "next", HashOf([]byte("other")), false,
		); !errors.As(err, &changed) || get(t, fsys, "target") != "old" ||
			get(t, fsys, "next") != "new" {
			t.Errorf("swapping what changed: %v", err)
		}
		if err := Swap(
			fsys, "target", "next", HashOf([]byte("old")), false,
		); err != nil || get(t, fsys, "target") != "new" ||
			get(t, fsys, "next") != "absent" {
			t.Errorf("swapping: %v", err)
		}
		if err := Swap(
			fsys, "target", "aside", HashOf([]byte("new")), true,
		); err != nil || get(t, fsys, "target") != "absent" ||
			get(t, fsys, "aside") != "absent" {
			t.Errorf("taking away: %v", err)
		}
		put(t, fsys, "next", "first")
		if err := Swap(fsys, "target", "next", Absent, false); err != nil || get(t, fsys, "target") != "first" {
			t.Errorf("placing: %v", err)
		}
		put(t, fsys, "next", "second")
		if err := Swap(fsys, "target", "next", Absent, false); !errors.As(err, &changed) ||
			get(t, fsys, "target") != "first" {
			t.Errorf("placing where something is: %v", err)
		}
	})
}

func TestLock(t *testing.T) {
	dir := t.TempDir()
	for name, pair := range map[string][2]FS{
		"real":   {open(t, dir), open(t, dir)},
		"memory": func() [2]FS { m := NewMemory(nil); return [2]FS{m, m} }(),
	} {
		unlock, err := pair[0].Lock("lock")
		if err != nil {
			t.Fatal(err)
		}
		var locked *LockedError
		if _, err := pair[1].Lock("lock"); !errors.As(err, &locked) {
			t.Errorf("%s: a second lock: %v", name, err)
		} else if name == "real" && !strings.Contains(err.Error(), "process ") {
			t.Errorf("the holder is not named: %v", err)
		}
		if err := unlock(); err != nil {
			t.Fatal(err)
		}
		again, err := pair[1].Lock("lock")
		if err != nil {
			t.Fatalf("%s: after it was given back: %v", name, err)
		}
		if err := again(); err != nil {
			t.Fatal(err)
		}
	}
}

// Invariant 1.
func TestRealIsConfined(t *testing.T) {
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "secret"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(filepath.Join(outside, "secret"), filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "folder")); err != nil {
		t.Fatal(err)
	}
	r := open(t, dir)
	for _, p := range []Path{
		"link",
		"folder/secret",
		"../" + Path(filepath.Base(outside)) + "/secret",
		Path(outside) + "/secret",
	} {
		if b, err := r.ReadFile(p, 10); err == nil {
			t.Errorf("%s was read: %q", p, b)
		}
	}
	if _, err := r.Create("folder/new", 0o600); err == nil {
		t.Error("a file was made outside")
	}
	var irregular *NotRegularError
	if err := CheckTarget(r, "link"); !errors.As(err, &irregular) || irregular.Kind != "a symbolic link" {
		t.Errorf("a link as a target: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "one"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(filepath.Join(dir, "one"), filepath.Join(dir, "two")); err != nil {
		t.Fatal(err)
	}
	if err := CheckTarget(r, "two"); !errors.As(err, &irregular) || irregular.Kind != "a file with 2 hard links" {
		t.Errorf("a hard link as a target: %v", err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := r.ReadFile("pipe", 10); !errors.As(err, &irregular) {
		t.Errorf("a pipe: %v", err)
	}
}

// Found by review: a lock file that is a link would be followed.
func TestLockIsNoLink(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.WriteFile(outside, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(dir, "lock")); err != nil {
		t.Fatal(err)
	}
	var irregular *NotRegularError
	if _, err := open(t, dir).Lock("lock"); !errors.As(err, &irregular) {
		t.Errorf("error %v", err)
	}
	if err := os.Link(outside, filepath.Join(dir, "lock2")); err != nil {
		t.Fatal(err)
	}
	if _, err := open(t, dir).Lock("lock2"); !errors.As(err, &irregular) {
		t.Errorf("a second name of a file: %v", err)
	}
	if err := AppendLine(open(t, dir), "lock2", []byte("x"), 0o600); !errors.As(err, &irregular) {
		t.Errorf("appending to a second name of a file: %v", err)
	}
	if b, err := os.ReadFile(outside); err != nil || string(b) != "precious" {
		t.Errorf("the file outside holds %q, %v", b, err)
	}
}

func TestSetAside(t *testing.T) {
	fsys := NewMemory(map[Path]string{"a": "ours", "b": "theirs"})
	for _, p := range []Path{"a", "b", "c"} {
		if err := SetAside(fsys, p, "NAME", HashOf([]byte("ours"))); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := fsys.ReadDir(".")
	if err != nil || len(entries) != 1 || !strings.HasPrefix(entries[0].Name, "NAME.found-") {
		t.Errorf("left are %v, %v", entries, err)
	}
}

func TestAttributesAreKept(t *testing.T) {
	dir := t.TempDir()
	r := open(t, dir)
	put(t, r, "old", "x")
	if err := os.Chmod(filepath.Join(dir, "old"), 0o640); err != nil {
		t.Fatal(err)
	}
	asRoot := os.Getuid() == 0
	if asRoot {
		if err := os.Chown(filepath.Join(dir, "old"), 1234, 2345); err != nil {
			t.Fatal(err)
		}
	}
	before, err := r.Attributes("old")
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteLike(r, "new", []byte("y"), before); err != nil {
		t.Fatal(err)
	}
	after, err := r.Attributes("new")
	if err != nil {
		t.Fatal(err)
	}
	if after.Mode != 0o640 || after.UID != before.UID || after.GID != before.GID || asRoot && after.UID != 1234 {
		t.Errorf("attributes %+v became %+v", before, after)
	}
}

func TestCheckWritable(t *testing.T) {
	fsys := NewMemory(map[Path]string{"f": "x"})
	for mode, want := range map[fs.FileMode]string{
		0o644: "", 0o600: "", 0o020: "", 0o444: "f: is read-only (mode 0444), so it is not replaced",
		0o500: "f: is read-only (mode 0500), so it is not replaced",
	} {
		if err := fsys.SetAttributes("f", Attributes{Mode: mode, UID: -1, GID: -1}); err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := CheckWritable(fsys, "f"); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("mode %o: %q, want %q", mode, got, want)
		}
	}
	if err := CheckWritable(fsys, "absent"); err != nil {
		t.Error(err)
	}
}

func TestDryRunWritesNothing(t *testing.T) {
	below := NewMemory(map[Path]string{"kept": "1", "dir/a": "a"})
	d := NewDryRun(below)
	put(t, d, "dir/b", "b")
	if err := Replace(d, "kept", []byte("2"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := d.Remove("dir/a"); err != nil {
		t.Fatal(err)
	}
	entries, err := d.ReadDir("dir")
	if err != nil || len(entries) != 1 || entries[0].Name != "b" {
		t.Errorf("the dry run sees %v, %v", entries, err)
	}
	if got := d.Written(); !slices.Equal(got, []Path{"dir/b", "kept"}) {
		t.Errorf("would have written %v", got)
	}
	if get(t, below, "kept") != "1" || get(t, below, "dir/a") != "a" || get(t, below, "dir/b") != "absent" {
		t.Error("the dry run wrote")
	}
}

// Invariant 4: the memory forgets what was not synced, and nothing else.
func TestCrash(t *testing.T) {
	never := func() bool { return false }
	m := NewMemory(map[Path]string{"kept": "1"})
	f, err := m.Create("unsynced", 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := m.Rename("kept", "renamed"); err != nil {
		t.Fatal(err)
	}
	after := m.Crash(never)
	if get(t, after, "unsynced") != "absent" || get(t, after, "kept") != "1" || get(t, after, "renamed") != "absent" {
		t.Error("what was not synced is there")
	}
	if err := m.SyncDir("."); err != nil {
		t.Fatal(err)
	}
	after = m.Crash(never)
	if get(t, after, "unsynced") != "" || get(t, after, "kept") != "absent" || get(t, after, "renamed") != "1" {
		t.Error("names are lost, or content lasts without a sync")
	}
	put(t, m, "synced", "y")
	if err := Replace(m, "renamed", []byte("2"), 0o600); err != nil {
		t.Fatal(err)
	}
	after = m.Crash(never)
	if get(t, after, "synced") != "y" || get(t, after, "renamed") != "2" {
		t.Error("what was replaced is lost")
	}
}

func TestFaulty(t *testing.T) {
	disk := NewMemory(nil)
	f := &Faulty{FS: disk, At: 2, Err: syscall.ENOSPC, Lasting: true}
	err := WriteNew(f, "a", []byte("abcd"), 0o600)
	if !errors.Is(err, syscall.ENOSPC) || get(t, disk, "a") != "absent" {
		t.Errorf("a full disk leaves %q, %v", get(t, disk, "a"), err)
	}
	power := &Faulty{FS: disk, At: 2, Err: ErrPower}
	if err := WriteNew(power, "b", []byte("abcd"), 0o600); !errors.Is(err, ErrPower) || get(t, disk, "b") != "ab" {
		t.Errorf("a power cut leaves %q, %v", get(t, disk, "b"), err)
	}
	if _, err := power.ReadFile("b", 10); !errors.Is(err, ErrPower) {
		t.Errorf("after a power cut: %v", err)
	}
}

func TestParsePath(t *testing.T) {
	for _, bad := range []string{"", "/etc", "../x", "a/../../x", "a\nb", "a\x1b[2J"} {
		if p, err := ParsePath(bad); err == nil {
			t.Errorf("%q is taken as %q", bad, p)
		}
	}
	if p, err := ParsePath("a/./b/"); err != nil || p != "a/b" || p.Dir() != "a" || p.Base() != "b" || !p.Within("a") ||
		p.Within("a/b/c") {
		t.Errorf("path %q, %v", p, err)
	}
}

// A file that grows is begun anew from its limit on, and the one before it is kept.
func TestAppendRotated(t *testing.T) {
	fsys := NewMemory(nil)
	if err := MkdirIgnored(fsys, "own"); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"one", "two", "three", "four"} {
		if err := AppendRotated(fsys, "own/log", []byte(line), 10, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for p, want := range map[Path]string{"own/log": "three\nfour\n", "own/log.1": "one\ntwo\n", "own/.gitignore": "*\n"} {
		if got, err := fsys.ReadFile(p, 100); err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v, want %q", p, got, err, want)
		}
	}
}

// Of several first calls at once all but one failed, and lost their lines.
func TestFirstLinesAtOnce(t *testing.T) {
	t.Parallel()
	for range 20 {
		dir := t.TempDir()
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				fsys, err := Open(dir)
				if err != nil {
					t.Error(err)
					return
				}
				err = errors.Join(
					MkdirIgnored(fsys, "own"), AppendRotated(fsys, "own/log", []byte("x"), 100, 0o600), fsys.Close(),
				)
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		log, _ := os.ReadFile(dir + "/own/log")
		ignore, _ := os.ReadFile(dir + "/own/.gitignore")
		if strings.Count(string(log), "x") != 8 || string(ignore) != "*\n" {
			t.Errorf("%q, %q", log, ignore)
		}
	}
}

// The bug that a line which a crash cut off spoiled the next one, too.
func TestAppendRotatedBehindATornLine(t *testing.T) {
	t.Parallel()
	fsys := NewMemory(map[Path]string{"log": "one\ntw"})
	for _, line := range []string{"three", "four"} {
		if err := AppendRotated(fsys, "log", []byte(line), 100, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const want = "one\ntw\nthree\nfour\n"
	if got, err := fsys.ReadFile("log", 100); err != nil || string(got) != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}
