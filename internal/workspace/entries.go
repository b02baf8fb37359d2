//go:build !linux

package workspace

import (
	"io/fs"
	"os"
)

func entriesOf(dir *os.File) ([]Entry, error) {
	infos, err := dir.Readdir(-1)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(infos))
	for i, info := range infos {
		entries[i] = entryOf(info)
	}
	return entries, nil
}

// listed returns what a folder tells of its files.
func listed(dir *os.File) ([]fs.DirEntry, error) { return dir.ReadDir(-1) }
