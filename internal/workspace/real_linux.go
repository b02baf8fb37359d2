package workspace

import (
	"errors"
	"io/fs"
	"os"
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
