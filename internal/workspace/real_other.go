//go:build !linux

package workspace

import "os"

const (
	renameNoReplace uint = 1
	renameExchange  uint = 2
)

func renameAt(source *os.File, from string, target *os.File, to string, flags uint) error {
	return renameWithoutFlags(source, from, target, to, flags)
}
