package workspace

import (
	"errors"
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
