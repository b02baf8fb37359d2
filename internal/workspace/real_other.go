//go:build !linux

package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

const (
	renameNoReplace uint = 1
	renameExchange  uint = 2
)

// renameAt has no single system call to lean on here: it looks and then
// renames, which leaves a moment in between. See Swap for what that costs.
func renameAt(source *os.File, from string, target *os.File, to string, flags uint) error {
	if flags == renameExchange {
		return ErrNoExchange
	}
	old, name := filepath.Join(source.Name(), from), filepath.Join(target.Name(), to)
	if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, fs.ErrExist)
	}
	return os.Rename(old, name)
}
