//go:build unix

package workspace_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

func open(t *testing.T, dir string) *Real {
	t.Helper()
	r, err := Open(dir)
	require.NoError(t, err)
	t.Cleanup(func() {
		assert.NoError(t, r.Close())
	})
	return r
}

// each runs a test on every implementation that keeps files.
func each(t *testing.T, test func(*testing.T, FS)) {
	t.Run("real", func(t *testing.T) { test(t, open(t, t.TempDir())) })
	t.Run("memory", func(t *testing.T) { test(t, workspacetest.NewMemory(nil)) })
	t.Run("dry run", func(t *testing.T) { test(t, NewDryRun(workspacetest.NewMemory(nil))) })
	t.Run("faulty", func(t *testing.T) { test(t, &workspacetest.Faulty{FS: workspacetest.NewMemory(nil)}) })
}

func put(t *testing.T, fsys FS, p Path, text string) {
	t.Helper()
	require.NoError(t, WriteNew(fsys, p, []byte(text), 0o644))
}

func get(t *testing.T, fsys FS, p Path) string {
	t.Helper()
	b, h, err := ReadState(fsys, p, MaxState)
	require.NoError(t, err)
	if h == Absent {
		return "absent"
	}
	return string(b)
}

func TestFilesAndFolders(t *testing.T) {
	each(t, func(t *testing.T, fsys FS) {
		require.NoError(t, MkdirAll(fsys, "a/b", 0o755))
		put(t, fsys, "a/b/one", "1")
		_, err := fsys.Create("a/b/one", 0o600)
		assert.ErrorIs(t, err, fs.ErrExist, "creating what is there")
		require.NoError(t, Replace(fsys, "a/b/one", []byte("2"), 0o600))
		require.NoError(t, AppendLine(fsys, "a/b/log", []byte("x"), 0o600))
		require.NoError(t, AppendLine(fsys, "a/b/log", []byte("y"), 0o600))
		assert.Equal(t, "2x\ny\nabsent", get(t, fsys, "a/b/one")+get(t, fsys, "a/b/log")+get(t, fsys, "nowhere"))
		entries, err := fsys.ReadDir("a/b")
		require.NoError(t, err)
		var names []string
		for _, e := range entries {
			names = append(names, e.Name)
		}
		assert.Equal(t, []string{"log", "one"}, names, "names")
		put(t, fsys, "c", "3")
		assert.ErrorIs(t, fsys.RenameNew("c", "a/b/one"), fs.ErrExist, "renaming onto what is there")
		err = fsys.Rename("c", "a/b/one")
		assert.Truef(t, err == nil && get(t, fsys, "a/b/one") == "3" && get(t, fsys, "c") == "absent", "renaming: %v", err)
		assert.Error(t, fsys.Remove("a/b"), "a folder that is not empty was removed")
		require.NoError(t, RemoveAll(fsys, "a"))
		there, err := Exists(fsys, "a")
		assert.Truef(t, !there && err == nil, "still there: %v, %v", there, err)
		var irregular *NotRegularError
		_, err = fsys.ReadFile(".", 10)
		assert.ErrorAs(t, err, &irregular, "reading a folder")
		put(t, fsys, "big", strings.Repeat("x", 11))
		var large *TooLargeError
		_, err = fsys.ReadFile("big", 10)
		assert.Truef(t, errors.As(err, &large) && large.Size >= 11, "reading what is too large: %v", err)
	})
}

// Invariant 3.
func TestSwap(t *testing.T) {
	each(t, func(t *testing.T, fsys FS) {
		put(t, fsys, "target", "old")
		put(t, fsys, "next", "new")
		var changed *ChangedError
		err := Swap(fsys, "target", "next", HashOf([]byte("other")), false)
		assert.Truef(t, errors.As(err, &changed) && get(t, fsys, "target") == "old" &&
			get(t, fsys, "next") == "new", "swapping what changed: %v", err)
		err = Swap(fsys, "target", "next", HashOf([]byte("old")), false)
		assert.Truef(t, err == nil && get(t, fsys, "target") == "new" &&
			get(t, fsys, "next") == "absent", "swapping: %v", err)
		err = Swap(fsys, "target", "aside", HashOf([]byte("new")), true)
		assert.Truef(t, err == nil && get(t, fsys, "target") == "absent" &&
			get(t, fsys, "aside") == "absent", "taking away: %v", err)
		put(t, fsys, "next", "first")
		err = Swap(fsys, "target", "next", Absent, false)
		assert.Truef(t, err == nil && get(t, fsys, "target") == "first", "placing: %v", err)
		put(t, fsys, "next", "second")
		err = Swap(fsys, "target", "next", Absent, false)
		assert.Truef(t, errors.As(err, &changed) && get(t, fsys, "target") == "first", "placing where something is: %v", err)
	})
}

func TestLock(t *testing.T) {
	dir := t.TempDir()
	for name, pair := range map[string][2]FS{
		"real":   {open(t, dir), open(t, dir)},
		"memory": func() [2]FS { m := workspacetest.NewMemory(nil); return [2]FS{m, m} }(),
	} {
		unlock, err := pair[0].Lock("lock")
		require.NoError(t, err)
		var locked *LockedError
		_, err = pair[1].Lock("lock")
		require.ErrorAsf(t, err, &locked, "%s: a second lock", name)
		assert.Truef(t, name != "real" || strings.Contains(err.Error(), "process "), "the holder is not named: %v", err)
		require.NoError(t, unlock())
		again, err := pair[1].Lock("lock")
		require.NoErrorf(t, err, "%s: after it was given back", name)
		require.NoError(t, again())
	}
}

// Invariant 1.
func TestRealIsConfined(t *testing.T) {
	outside := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(outside, "secret"), []byte("x"), 0o600))
	dir := t.TempDir()
	require.NoError(t, os.Symlink(filepath.Join(outside, "secret"), filepath.Join(dir, "link")))
	require.NoError(t, os.Symlink(outside, filepath.Join(dir, "folder")))
	r := open(t, dir)
	for _, p := range []Path{
		"link", "folder/secret", "../" + Path(filepath.Base(outside)) + "/secret", Path(outside) + "/secret",
	} {
		b, err := r.ReadFile(p, 10)
		assert.Errorf(t, err, "%s was read: %q", p, b)
	}
	_, err := r.Create("folder/new", 0o600)
	assert.Error(t, err, "a file was made outside")
	var irregular *NotRegularError
	err = CheckTarget(r, "link")
	assert.Truef(t, errors.As(err, &irregular) && irregular.Kind == "a symbolic link", "a link as a target: %v", err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "one"), nil, 0o600))
	require.NoError(t, os.Link(filepath.Join(dir, "one"), filepath.Join(dir, "two")))
	err = CheckTarget(r, "two")
	assert.Truef(t, errors.As(err, &irregular) && irregular.Kind == "a file with 2 hard links", "a hard link: %v", err)
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600))
	_, err = r.ReadFile("pipe", 10)
	assert.ErrorAs(t, err, &irregular, "a pipe")
	for link, to := range map[string]string{"absolute": filepath.Join(dir, "one"), "out": "../elsewhere/one"} {
		require.NoError(t, os.Symlink(to, filepath.Join(dir, link)))
	}
	_, err = r.ReadFile("absolute", 10)
	assert.EqualError(t, err, "absolute: is a symbolic link with an absolute path, not a regular file")
	_, err = r.ReadFile("out", 10)
	assert.EqualError(t, err, "out: is a symbolic link that leads out of the folder, not a regular file")
}

// Found by review: with a named pipe in the place of a file, every command waited for its other end.
func TestPipesAreNotOpened(t *testing.T) {
	dir := t.TempDir()
	r := open(t, dir)
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600))
	_, _, read := ReadState(r, "pipe", 10)
	_, attributes := r.Attributes("pipe")
	_, appended := r.Append("pipe", 0o600)
	_, locked := r.Lock("pipe")
	for name, err := range map[string]error{
		"read": read, "attributes": attributes, "append": appended, "lock": locked,
	} {
		var irregular *NotRegularError
		assert.Truef(t, errors.As(err, &irregular) && irregular.Kind == "a named pipe", "%s: %v", name, err)
	}
	_, err := r.ReadDir("pipe")
	require.ErrorIs(t, err, syscall.ENOTDIR)
}

// Found by review: where a sync service had taken a file off the disk, it counted as absent.
func TestNotDownloaded(t *testing.T) {
	fsys := workspacetest.NewMemory(map[Path]string{"a/.SOUL.md.icloud": "x"})
	var away *NotDownloadedError
	_, _, err := ReadState(fsys, "a/SOUL.md", 10)
	assert.Truef(t, errors.As(err, &away) && away.Placeholder == "a/.SOUL.md.icloud", "%v", err)
	_, h, err := ReadState(fsys, "a/TOOLS.md", 10)
	assert.Truef(t, h == Absent && err == nil, "%s, %v", h, err)
}

// A link is never read as a file that is replaced.
func TestStateFollowsNoLink(t *testing.T) {
	dir := t.TempDir()
	r := open(t, dir)
	put(t, r, "file", "x")
	require.NoError(t, os.Symlink("file", filepath.Join(dir, "link")))
	_, _, err := ReadState(r, "link", 10)
	require.EqualError(t, err, "link: is a symbolic link, not a regular file")
	b, err := r.ReadFile("link", 10)
	assert.Truef(t, err == nil && string(b) == "x", "a note that is a link: %q, %v", b, err)
}

// A pipe that takes the place of a file between any two steps blocks no one.
func TestPipeTakesAPlace(t *testing.T) {
	dir := t.TempDir()
	r := open(t, dir)
	file, other, stop := filepath.Join(dir, "f"), filepath.Join(dir, "g"), make(chan struct{})
	require.NoError(t, errors.Join(os.WriteFile(file, []byte("x"), 0o600), syscall.Mkfifo(other, 0o600)))
	var swapping sync.WaitGroup
	swapping.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				_ = r.Exchange("f", "g")
			}
		}
	})
	for range 2000 {
		_, _ = r.ReadFile("f", 10)
		_, _ = r.Attributes("f")
		if f, err := r.Append("f", 0o600); err == nil {
			require.NoError(t, f.Close())
		}
	}
	close(stop)
	swapping.Wait()
}

// Found by review: what root made, the owner of the workspace could not read.
func TestRootHandsOver(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root makes files for others")
	}
	dir := t.TempDir()
	require.NoError(t, os.Chown(dir, 1234, 2345))
	r := open(t, dir)
	require.NoError(t, MkdirAll(r, "a/b", 0o700))
	require.NoError(t, errors.Join(Replace(r, "a/file", nil, 0o600), AppendLine(r, "a/log", nil, 0o600)))
	unlock, err := r.Lock("a/lock")
	require.NoError(t, err)
	require.NoError(t, unlock())
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mine"), nil, 0o600))
	require.NoError(t, AppendLine(r, "mine", nil, 0o600))
	for name, want := range map[string]uint32{
		"a": 1234, "a/b": 1234, "a/file": 1234, "a/log": 1234, "a/lock": 1234, "mine": 0,
	} {
		info, err := os.Lstat(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Equalf(t, want, info.Sys().(*syscall.Stat_t).Uid, "the owner of %s", name)
	}
}

// Found by review: a lock file that is a link would be followed.
func TestLockIsNoLink(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "outside")
	require.NoError(t, os.WriteFile(outside, []byte("precious"), 0o600))
	dir := t.TempDir()
	require.NoError(t, os.Symlink(outside, filepath.Join(dir, "lock")))
	var irregular *NotRegularError
	_, err := open(t, dir).Lock("lock")
	assert.ErrorAs(t, err, &irregular)
	require.NoError(t, os.Link(outside, filepath.Join(dir, "lock2")))
	_, err = open(t, dir).Lock("lock2")
	assert.ErrorAs(t, err, &irregular, "a second name of a file")
	err = AppendLine(open(t, dir), "lock2", []byte("x"), 0o600)
	assert.ErrorAs(t, err, &irregular, "appending to a second name of a file")
	b, err := os.ReadFile(outside)
	assert.Truef(t, err == nil && string(b) == "precious", "the file outside holds %q, %v", b, err)
}

func TestSetAside(t *testing.T) {
	fsys := workspacetest.NewMemory(map[Path]string{"a": "ours", "b": "theirs"})
	for _, p := range []Path{"a", "b", "c"} {
		require.NoError(t, SetAside(fsys, p, "NAME", HashOf([]byte("ours"))))
	}
	entries, err := fsys.ReadDir(".")
	assert.Truef(t, err == nil && len(entries) == 1 && strings.HasPrefix(entries[0].Name, "NAME.found-"),
		"left are %v, %v", entries, err)
}

func TestAttributesAreKept(t *testing.T) {
	dir := t.TempDir()
	r := open(t, dir)
	put(t, r, "old", "x")
	require.NoError(t, os.Chmod(filepath.Join(dir, "old"), 0o640))
	asRoot := os.Getuid() == 0
	if asRoot {
		require.NoError(t, os.Chown(filepath.Join(dir, "old"), 1234, 2345))
	}
	before, err := r.Attributes("old")
	require.NoError(t, err)
	require.NoError(t, WriteLike(r, "new", []byte("y"), before))
	after, err := r.Attributes("new")
	require.NoError(t, err)
	if after.Mode != 0o640 || after.UID != before.UID || after.GID != before.GID || asRoot && after.UID != 1234 {
		t.Errorf("attributes %+v became %+v", before, after)
	}
}

func TestCheckWritable(t *testing.T) {
	fsys := workspacetest.NewMemory(map[Path]string{"f": "x"})
	for mode, want := range map[fs.FileMode]string{
		0o644: "", 0o600: "", 0o020: "", 0o444: "f: is read-only (mode 0444), so it is not replaced",
		0o500: "f: is read-only (mode 0500), so it is not replaced",
	} {
		require.NoError(t, errors.Join(fsys.Remove("f"), WriteLike(fsys, "f", nil, Attributes{Mode: mode, UID: -1, GID: -1})))
		got := ""
		if err := CheckWritable(fsys, "f"); err != nil {
			got = err.Error()
		}
		assert.Equalf(t, want, got, "mode %o", mode)
	}
	assert.NoError(t, CheckWritable(fsys, "absent"))
}

func TestDryRunWritesNothing(t *testing.T) {
	below := workspacetest.NewMemory(map[Path]string{"kept": "1", "dir/a": "a"})
	d := NewDryRun(below)
	put(t, d, "dir/b", "b")
	require.NoError(t, Replace(d, "kept", []byte("2"), 0o600))
	require.NoError(t, d.Remove("dir/a"))
	entries, err := d.ReadDir("dir")
	assert.Truef(t, err == nil && len(entries) == 1 && entries[0].Name == "b", "the dry run sees %v, %v", entries, err)
	assert.True(t, get(t, d, "kept") == "2" && get(t, d, "dir/b") == "b", "it does not read back what it wrote")
	assert.True(t, get(t, below, "kept") == "1" && get(t, below, "dir/a") == "a" && get(t, below, "dir/b") == "absent",
		"the dry run wrote")
}

// Invariant 4: the memory forgets what was not synced, and nothing else.
func TestCrash(t *testing.T) {
	never := func() bool { return false }
	m := workspacetest.NewMemory(map[Path]string{"kept": "1"})
	f, err := m.Create("unsynced", 0o600)
	require.NoError(t, err)
	_, err = f.Write([]byte("x"))
	require.NoError(t, err)
	require.NoError(t, m.Rename("kept", "renamed"))
	after := m.Crash(never)
	if get(t, after, "unsynced") != "absent" || get(t, after, "kept") != "1" || get(t, after, "renamed") != "absent" {
		t.Error("what was not synced is there")
	}
	require.NoError(t, m.SyncDir("."))
	after = m.Crash(never)
	assert.True(t, get(t, after, "unsynced") == "" && get(t, after, "kept") == "absent" && get(t, after, "renamed") == "1",
		"names are lost, or content lasts without a sync")
	put(t, m, "synced", "y")
	require.NoError(t, Replace(m, "renamed", []byte("2"), 0o600))
	after = m.Crash(never)
	assert.True(t, get(t, after, "synced") == "y" && get(t, after, "renamed") == "2", "what was replaced is lost")
}

func TestFaulty(t *testing.T) {
	disk := workspacetest.NewMemory(nil)
	f := &workspacetest.Faulty{FS: disk, At: 2, Err: syscall.ENOSPC, Lasting: true}
	err := WriteNew(f, "a", []byte("abcd"), 0o600)
	assert.Truef(t, errors.Is(err, syscall.ENOSPC) && get(t, disk, "a") == "absent",
		"a full disk leaves %q, %v", get(t, disk, "a"), err)
	power := &workspacetest.Faulty{FS: disk, At: 2, Err: workspacetest.ErrPower}
	assert.ErrorIs(t, WriteNew(power, "b", []byte("abcd"), 0o600), workspacetest.ErrPower)
	assert.Equal(t, "ab", get(t, disk, "b"), "a power cut leaves")
	_, err = power.ReadFile("b", 10)
	assert.ErrorIs(t, err, workspacetest.ErrPower, "after a power cut")
}

func TestParsePath(t *testing.T) {
	for _, bad := range []string{"", "/etc", "../x", "a/../../x", "a\nb", "a\x1b[2J"} {
		p, err := ParsePath(bad)
		assert.Errorf(t, err, "%q is taken as %q", bad, p)
	}
	p, err := ParsePath("a/./b/")
	assert.Truef(t, err == nil && p == "a/b" && p.Dir() == "a" && p.Base() == "b" && p.Within("a") && !p.Within("a/b/c"),
		"path %q, %v", p, err)
}

// A file that grows is begun anew from its limit on, and the one before it is kept.
func TestAppendRotated(t *testing.T) {
	fsys := workspacetest.NewMemory(nil)
	require.NoError(t, MkdirIgnored(fsys, "own"))
	for _, line := range []string{"one", "two", "three", "four"} {
		require.NoError(t, AppendRotated(fsys, "own/log", []byte(line), 10, 0o600))
	}
	for p, want := range map[Path]string{"own/log": "three\nfour\n", "own/log.1": "one\ntwo\n", "own/.gitignore": "*\n"} {
		got, err := fsys.ReadFile(p, 100)
		assert.Truef(t, err == nil && string(got) == want, "%s holds %q, %v, want %q", p, got, err, want)
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
				err = errors.Join(MkdirIgnored(fsys, "own"), AppendRotated(fsys, "own/log", []byte("x"), 100, 0o600), fsys.Close())
				assert.NoError(t, err)
			})
		}
		all.Wait()
		log, _ := os.ReadFile(dir + "/own/log")
		ignore, _ := os.ReadFile(dir + "/own/.gitignore")
		assert.Truef(t, strings.Count(string(log), "x") == 8 && string(ignore) == "*\n", "%q, %q", log, ignore)
	}
}

// The bug that a line which a crash cut off spoiled the next one, too.
func TestAppendRotatedBehindATornLine(t *testing.T) {
	t.Parallel()
	fsys := workspacetest.NewMemory(map[Path]string{"log": "one\ntw"})
	for _, line := range []string{"three", "four"} {
		require.NoError(t, AppendRotated(fsys, "log", []byte(line), 100, 0o600))
	}
	const want = "one\ntw\nthree\nfour\n"
	got, err := fsys.ReadFile("log", 100)
	assert.Truef(t, err == nil && string(got) == want, "%q, %v, want %q", got, err, want)
}
