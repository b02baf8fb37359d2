package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// renameWithoutFlags has no single system call to lean on: it looks and then
// renames, which leaves a moment in between. See Swap for what that costs.
func renameWithoutFlags(source *os.File, from string, target *os.File, to string, flags uint) error {
	if flags == renameExchange {
		return ErrNoExchange
	}
	old, name := filepath.Join(source.Name(), from), filepath.Join(target.Name(), to)
	if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, fs.ErrExist)
	}
	return os.Rename(old, name)
}
