//go:build !linux

package workspace

import (
	"io/fs"
	"os"
)

// listed returns what a folder tells of its files.
func listed(dir *os.File) ([]fs.DirEntry, error) { return dir.ReadDir(-1) }
