package workspace

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	renameNoReplace = unix.RENAME_NOREPLACE
	renameExchange  = unix.RENAME_EXCHANGE
)

// changeTime is when the record of a file changed last. It cannot be set by a program, so it betrays an edit after
// which the time of modification was put back.
func changeTime(stat *syscall.Stat_t) int64 { return stat.Ctim.Nano() }

// renameAt calls renameat2(2), the only call that swaps two names in one step or fails if the target exists. On file
// systems that support no flags (NFS, some of FUSE) it falls back to the next best.
func renameAt(source *os.File, from string, target *os.File, to string, flags uint) error {
	err := unix.Renameat2(int(source.Fd()), from, int(target.Fd()), to, flags)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.ENOTSUP) {
		return renameWithoutFlags(source, from, target, to, flags)
	}
	return err
}

// entriesOf describes the files of a folder with some names, those that are there, in their order; without names all
// files, by name. It asks the kernel about each name of a folder directly: the way through fs.FileInfo takes a third
// longer, which counts in folders of thousands of notes. Many names are shared out to all processors.
func entriesOf(dir *os.File, names []string) ([]Entry, error) {
	if names == nil {
		var err error
		if names, err = dir.Readdirnames(-1); err != nil {
			return nil, err
		}
		slices.Sort(names)
	}
	workers := 1
	if len(names) >= manyNames {
		workers = min(runtime.GOMAXPROCS(0), mostAtOnce)
	}
	entries, failed := make([]Entry, len(names)), make([]error, workers)
	var all sync.WaitGroup
	for i := range workers {
		all.Go(func() {
			from, to := len(names)*i/workers, len(names)*(i+1)/workers
			failed[i] = describe(dir, names[from:to], entries[from:to])
		})
	}
	all.Wait()
	return slices.DeleteFunc(entries, func(e Entry) bool { return e.Name == "" }), errors.Join(failed...)
}

const (
	// manyNames is from how many names on it pays to share them out.
	manyNames = 1000
	// mostAtOnce is how many calls to a file system are made at once.
	mostAtOnce = 4
)

// describe fills in the entries of some names; that of a file that went meanwhile stays empty.
func describe(dir *os.File, names []string, entries []Entry) error {
	raw, err := dir.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Control(func(fd uintptr) {
		var stat unix.Stat_t
		for i, name := range names {
			err := unix.Fstatat(int(fd), name, &stat, unix.AT_SYMLINK_NOFOLLOW)
			for errors.Is(err, unix.EINTR) {
				err = unix.Fstatat(int(fd), name, &stat, unix.AT_SYMLINK_NOFOLLOW)
			}
			if errors.Is(err, unix.ENOENT) {
				continue
			}
			if err != nil {
				failed = &fs.PathError{Op: "lstat", Path: name, Err: err}
				return
			}
			entries[i] = Entry{
				Name: name, Mode: modeOf(stat.Mode), Size: stat.Size, Links: uint64(stat.Nlink), //nolint:unconvert // see linkCount
				Stamp: Stamp{Modified: stat.Mtim.Nano(), Changed: stat.Ctim.Nano(), File: stat.Ino},
			}
		}
	})
	return errors.Join(err, failed)
}

// listed returns what a folder tells of its files. Through a folder of an os.Root, the standard library asks the kernel
// about each of them.
func listed(dir *os.File) ([]fs.DirEntry, error) {
	raw, err := dir.SyscallConn()
	if err != nil {
		return nil, err
	}
	var again int
	var failed error
	err = raw.Control(func(fd uintptr) { again, failed = unix.FcntlInt(fd, unix.F_DUPFD_CLOEXEC, 0) })
	if err := errors.Join(err, failed); err != nil {
		return nil, err
	}
	plain := os.NewFile(uintptr(again), dir.Name())
	defer plain.Close()
	return plain.ReadDir(-1)
}

// modeOf is the mode of a file as the standard library writes it.
func modeOf(mode uint32) fs.FileMode {
	m := fs.FileMode(mode & 0o777)
	if mode&unix.S_ISUID != 0 {
		m |= fs.ModeSetuid
	}
	if mode&unix.S_ISGID != 0 {
		m |= fs.ModeSetgid
	}
	if mode&unix.S_ISVTX != 0 {
		m |= fs.ModeSticky
	}
	switch mode & unix.S_IFMT {
	case unix.S_IFDIR:
		m |= fs.ModeDir
	case unix.S_IFLNK:
		m |= fs.ModeSymlink
	case unix.S_IFIFO:
		m |= fs.ModeNamedPipe
	case unix.S_IFSOCK:
		m |= fs.ModeSocket
	case unix.S_IFBLK:
		m |= fs.ModeDevice
	case unix.S_IFCHR:
		m |= fs.ModeDevice | fs.ModeCharDevice
	}
	return m
}
