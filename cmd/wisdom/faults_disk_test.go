//go:build faults && linux && amd64

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"golang.org/x/sys/unix"

	"github.com/stretchr/testify/require"
)

// needsRoot skips what only root can do, and says so loudly.
func needsRoot(t *testing.T, tools ...string) {
	t.Helper()
	if os.Getuid() != 0 {
		leftOut(t, "it needs root")
	}
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			leftOut(t, "there is no "+tool)
		}
	}
	dir := t.TempDir()
	if err := system("mount", "-t", "tmpfs", "tmpfs", dir); err != nil {
		leftOut(t, "nothing can be mounted here: "+err.Error())
	}
	require.NoError(t, system("umount", dir))
}

func system(args ...string) error {
	if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, out)
	}
	return nil
}

// mounted mounts something until the test ends, or until unmount is called.
func mounted(t *testing.T, dir string, args ...string) (unmount func()) {
	t.Helper()
	require.NoError(t, errors.Join(os.MkdirAll(dir, 0o755), system(append(append([]string{"mount"}, args...), dir)...)))
	done := false
	unmount = func() {
		if done {
			return
		}
		done = true
		assert.NoError(t, system("umount", dir))
	}
	t.Cleanup(unmount)
	return unmount
}

// disk makes an ext4 image with a workspace in it, mounts it, and returns where.
// Nothing reaches the image by itself before half an hour has gone.
func (st *stage) disk(t *testing.T, folder string) (image, dir string) {
	t.Helper()
	image = filepath.Join(folder, "image")
	require.NoError(t, errors.Join(
		system("truncate", "-s", "12M", image), system("mkfs.ext4", "-q", "-b", "1024", "-J", "size=1", image),
	))
	mount := filepath.Join(folder, "disk")
	// With auto_da_alloc the file system would sync for programs that forget to.
	mounted(t, mount, "-o", "loop,commit=1800,noauto_da_alloc", image)
	dir = filepath.Join(mount, "ws")
	clone(t, st.before, dir)
	require.NoError(t, system("sync", "-f", dir))
	return image, dir
}

// TestFaultsPowerCut stops the command before each call that changes something,
// copies the disk as it is without what was not synced, and lets the next command
// find that.
func TestFaultsPowerCut(t *testing.T) {
	needsRoot(t, "mkfs.ext4", "losetup", "mount")
	if err := system("losetup", "-f"); err != nil {
		leftOut(t, "there is no loop device, so that only the disk in memory forgets (backups, TestPowerCutAtEveryCall)")
	}
	bin, step := program(t), stride(t)
	for _, s := range scenarios() {
		t.Run(s.name, func(t *testing.T) { setUp(t, bin, s).cutEverywhere(t, step) })
	}
}

// cutEverywhere cuts the power before every so many calls of a command.
func (st *stage) cutEverywhere(t *testing.T, step int) {
	t.Helper()
	folder := t.TempDir()
	image, dir := st.disk(t, folder)
	seen, tried, older := 0, 0, 0
	cut := func(where string) (done bool) {
		tried++
		done, err := st.afterPowerCut(t, image, filepath.Join(folder, "after"))
		assert.NoErrorf(t, err, "%s, power cut before %s", st.name, where)
		if !done {
			older++
		}
		return done
	}
	got := st.under(t, dir, func(c fileCall) verdict {
		if c.writes {
			if seen++; (seen-1)%step == step/2 {
				cut(c.String())
			}
		}
		return verdict{}
	})
	succeed(t, got)
	assert.Truef(t, st.name == "init" || st.name == "run" || cut("the end"),
		"%s: it said that it was done, and a power cut took it back", st.name)
	t.Logf("%d of %d points tried; %d times the files were the old ones, else the new ones", tried, seen+1, older)
}

// afterPowerCut mounts a copy of the disk and looks at what is left. It also says
// whether the files are those that the command makes.
func (st *stage) afterPowerCut(t *testing.T, image, after string) (done bool, err error) {
	t.Helper()
	if err := copyFile(image, after+".image"); err != nil {
		return false, err
	}
	unmount := mounted(t, after, "-o", "loop", after+".image")
	defer unmount()
	dir := filepath.Join(after, "ws")
	if err := st.recovered(t, dir); err != nil {
		return false, err
	}
	return st.done(t, dir), nil
}

func copyFile(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Close())
}

// TestFaultsFullDisk has less and less space on a real tmpfs.
func TestFaultsFullDisk(t *testing.T) {
	needsRoot(t, "mount")
	bin := program(t)
	for _, s := range scenarios() {
		st := setUp(t, bin, s)
		tried, stopped := 0, 0
		for free := 0; ; free += 4 * stride(t) {
			dir := filepath.Join(t.TempDir(), "tmpfs")
			unmount := mounted(t, dir, "-t", "tmpfs", "-o", "size=32m", "tmpfs")
			ws := filepath.Join(dir, "ws")
			clone(t, st.before, ws)
			resize(t, dir, used(t, dir)+free)
			got := plainly(ws, append([]string{bin}, in(ws, st.args)...)...)
			resize(t, dir, 32<<10)
			tried++
			if got.exit != exitDone {
				stopped++
			}
			assert.Truef(t, got.exit != exitDone || st.done(t, ws),
				"%s with %d KiB free said that it was done:\n%s%s%q", s.name, free, got.out, got.err, agentFiles(t, ws))
			if err := st.recovered(t, ws); err != nil {
				t.Errorf("%s with %d KiB free: %v\nit ended with %d and said:\n%s%s", s.name, free, err, got.exit, got.out, got.err)
			}
			unmount()
			if got.exit == exitDone && free > 0 {
				break
			}
		}
		t.Logf("%-9s full tmpfs: %d sizes tried, %d of them too small", s.name, tried, stopped)
	}
}

// used is what a tmpfs holds, in KiB.
func used(t *testing.T, dir string) int {
	t.Helper()
	var stat unix.Statfs_t
	require.NoError(t, unix.Statfs(dir, &stat))
	return int(stat.Blocks-stat.Bfree) * int(stat.Bsize) / 1024
}

func resize(t *testing.T, dir string, kib int) {
	t.Helper()
	require.NoError(t, system("mount", "-o", fmt.Sprintf("remount,size=%dk", max(kib, 4)), dir))
}

// TestFaultsUnwritable has files and folders that cannot be written or replaced.
func TestFaultsUnwritable(t *testing.T) {
	needsRoot(t, "mkfs.ext4", "mount", "chattr")
	bin := program(t)
	var stages []*stage
	for _, s := range scenarios()[2:] {
		stages = append(stages, setUp(t, bin, s))
	}
	for _, c := range []struct {
		name  string
		block func(dir string) error
		free  func(dir string) error
	}{
		{"immutable SOUL.md", chattr("+i", "SOUL.md"), chattr("-i", "SOUL.md")},
		{
			"immutable initiative folder",
			chattr("+i", "initiatives/adaptive-context-injection"),
			chattr("-i", "initiatives/adaptive-context-injection"),
		},
		{"immutable .wisdom", chattr("+i", ".wisdom"), chattr("-i", ".wisdom")},
		{"folder in which nothing can be made", chattr("+i", "."), chattr("-i", ".")},
		{"append-only log", chattr("+a", ".wisdom/log.jsonl"), chattr("-a", ".wisdom/log.jsonl")},
		{"a mount over SOUL.md", mountOn("SOUL.md"), unmountFrom("SOUL.md")},
		{"a read-only folder", readOnly("ro"), readOnly("rw")},
		{
			"a folder where the new file waits",
			func(dir string) error { return os.Mkdir(filepath.Join(dir, ".SOUL.md.wisdom-new"), 0o755) },
			func(dir string) error { return os.RemoveAll(filepath.Join(dir, ".SOUL.md.wisdom-new")) },
		},
	} {
		for _, st := range stages {
			s := st.scenario
			_, dir := st.disk(t, t.TempDir())
			if c.name == "a read-only folder" {
				require.NoError(t, system("mount", "--bind", dir, dir))
			}
			if err := c.block(dir); err != nil {
				continue // it is not there in this scenario
			}
			got := plainly(dir, append([]string{bin}, in(dir, st.args)...)...)
			require.NoError(t, c.free(dir))
			if c.name == "a read-only folder" {
				require.NoError(t, system("umount", dir))
			}
			t.Logf("%-9s %s: exit %d", s.name, c.name, got.exit)
			assert.Truef(t, (got.exit != exitDone || st.done(t, dir)) && got.exit != exitUnfinished,
				"%s, %s: exit %d", s.name, c.name, got.exit)
			if err := st.recovered(t, dir); err != nil {
				t.Errorf("%s, %s: %v\nit ended with %d and said:\n%s%s", s.name, c.name, err, got.exit, got.out, got.err)
			}
		}
	}
}

func chattr(flag, name string) func(string) error {
	return func(dir string) error { return system("chattr", flag, filepath.Join(dir, name)) }
}

func mountOn(name string) func(string) error {
	return func(dir string) error {
		name := filepath.Join(dir, name)
		return system("mount", "--bind", name, name)
	}
}

func unmountFrom(name string) func(string) error {
	return func(dir string) error { return system("umount", filepath.Join(dir, name)) }
}

func readOnly(how string) func(string) error {
	return func(dir string) error { return system("mount", "-o", "remount,bind,"+how, dir) }
}

// TestFaultsOtherFileSystem keeps .wisdom on another file system than the agent's
// files.
func TestFaultsOtherFileSystem(t *testing.T) {
	needsRoot(t, "mount")
	bin := program(t)
	for _, s := range scenarios()[2:5] {
		st := setUp(t, bin, s)
		dir := filepath.Join(t.TempDir(), "ws")
		clone(t, st.before, dir)
		aside := filepath.Join(t.TempDir(), "aside")
		clone(t, filepath.Join(dir, ".wisdom"), aside)
		mounted(t, filepath.Join(dir, ".wisdom"), "-t", "tmpfs", "tmpfs")
		require.NoError(t, system("cp", "-a", aside+"/.", filepath.Join(dir, ".wisdom")))
		succeed(t, plainly(dir, append([]string{bin}, in(dir, st.args)...)...))
		assert.NoError(t, st.recovered(t, dir), s.name)
	}
}

// TestFaultsCaseInsensitive does everything where upper and lower case are the same,
// in a workspace with names in lower case. What is in place is looked at in another
// mount, with names as they are on the disk.
func TestFaultsCaseInsensitive(t *testing.T) {
	needsRoot(t, "mkfs.ntfs", "lowntfs-3g", "ntfs-3g", "mount")
	bin := program(t)
	for _, s := range scenarios() {
		st := setUp(t, bin, s)
		folder := t.TempDir()
		image, mount := filepath.Join(folder, "image"), filepath.Join(folder, "disk")
		dir := filepath.Join(mount, "ws")
		require.NoError(t, errors.Join(system("truncate", "-s", "32M", image), system("mkfs.ntfs", "-q", "-F", image)))
		on := func(driver, options string) func() {
			return mounted(t, mount, "-t", driver, "-o", "loop,permissions"+options, image)
		}
		unmount := on("ntfs-3g", "")
		clone(t, st.before, dir)
		for _, name := range []string{"SOUL.md", "TOOLS.md", "AGENTS.md", "DAILY_EXECUTION_QUEUE.md"} {
			require.NoError(t, os.Rename(filepath.Join(dir, name), filepath.Join(dir, strings.ToLower(name))))
		}
		unmount()
		unmount = on("lowntfs-3g", ",ignore_case")
		got := plainly(dir, append([]string{bin}, in(dir, st.args)...)...)
		unmount()
		assert.Equalf(t, exitDone, got.exit, "%s: exit %d: %s%s", s.name, got.exit, got.out, got.err)
		unmount = on("ntfs-3g", "")
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		for _, e := range entries {
			if upper := strings.TrimSuffix(strings.ToUpper(e.Name()), ".MD") + ".md"; strings.HasSuffix(e.Name(), ".md") &&
				e.Name() != upper {
				require.NoError(t, os.Rename(filepath.Join(dir, e.Name()), filepath.Join(dir, upper)))
			}
		}
		assert.NoError(t, st.check(dir), s.name)
		assert.Truef(t, st.done(t, dir), "%s: it said that it was done", s.name)
		unmount()
		t.Logf("%-9s held", s.name)
	}
}

// TestFaultsRace starts commands at once.
func TestFaultsRace(t *testing.T) {
	bin := program(t)
	outcomes := map[string]int{}
	for _, s := range scenarios()[2:] {
		st := setUp(t, bin, s)
		for range max(2, 20/stride(t)) {
			dir := filepath.Join(t.TempDir(), "ws")
			clone(t, st.before, dir)
			codes := atOnce(2, func(int) traced { return plainly(dir, append([]string{bin}, in(dir, st.args)...)...) })
			assert.Truef(t, codes[0].exit == exitDone || codes[1].exit == exitDone,
				"%s twice at once: neither worked: %+v", s.name, codes)
			outcomes[fmt.Sprintf("%s %d and %d", s.name, min(codes[0].exit, codes[1].exit), max(codes[0].exit, codes[1].exit))]++
			assert.NoErrorf(t, st.recovered(t, dir), "%s twice at once", s.name)
		}
	}
	t.Logf("two at once: %v", outcomes)
}

// TestFaultsHundredRuns starts a hundred runs at once: some work, one after the
// other, and all others say that one is at work.
func TestFaultsHundredRuns(t *testing.T) {
	bin := program(t)
	st := setUp(t, bin, scenarios()[1])
	dir := filepath.Join(t.TempDir(), "ws")
	clone(t, st.before, dir)
	codes := map[int]int{}
	for _, got := range atOnce(100, func(int) traced { return plainly(dir, append([]string{bin}, distillAll...)...) }) {
		codes[got.exit]++
	}
	assert.Truef(t, codes[exitDone] != 0 && codes[exitDone]+codes[exitLocked] == 100, "exit codes %v", codes)
	assert.NoError(t, st.recovered(t, dir))
	t.Logf("a hundred runs at once: %d worked, one after the other, %d ended with 11", codes[exitDone], codes[exitLocked])
}

func atOnce(n int, work func(int) traced) []traced {
	results := make([]traced, n)
	var all sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		all.Go(func() {
			<-start
			results[i] = work(i)
		})
	}
	close(start)
	all.Wait()
	return results
}
