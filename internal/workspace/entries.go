//go:build !linux

package workspace

import (
	"io/fs"
	"os"
)

// entriesOf describes the files of a folder, by name. To list it all is as fast here as to ask about some names.
func entriesOf(dir *os.File, _ []string) ([]Entry, error) {
	infos, err := dir.Readdir(-1)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(infos))
	for i, info := range infos {
		entries[i] = entryOf(info)
	}
	return byName(entries), nil
}

// listed returns what a folder tells of its files.
func listed(dir *os.File) ([]fs.DirEntry, error) { return dir.ReadDir(-1) }
