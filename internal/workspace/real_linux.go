package workspace

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

const (
	renameNoReplace = unix.RENAME_NOREPLACE
	renameExchange  = unix.RENAME_EXCHANGE
)

// renameAt calls renameat2(2), the one call that swaps two names in one step or
// refuses to replace.
func renameAt(source *os.File, from string, target *os.File, to string, flags uint) error {
	err := unix.Renameat2(int(source.Fd()), from, int(target.Fd()), to, flags)
	if flags == renameExchange && (errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS)) {
		return ErrNoExchange
	}
	return err
}
