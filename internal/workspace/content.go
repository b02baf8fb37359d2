package workspace

import (
	"bytes"
	"io/fs"
)

// Content is what file systems in memory keep of a file or a folder.
type Content struct {
	Attributes Attributes
	Data       []byte
}

// NewContent returns the content of a file with the usual owner.
func NewContent(mode fs.FileMode, data []byte) Content {
	return Content{Attributes{Mode: mode.Perm(), UID: -1, GID: -1}, data}
}

// Entry is what Lstat tells of it.
func (c *Content) Entry(name string, folder bool) Entry {
	mode := c.Attributes.Mode
	if folder {
		mode |= fs.ModeDir
	}
	return Entry{Name: name, Mode: mode, Size: int64(len(c.Data)), Links: 1}
}

// Read returns the bytes of a file p, as FS.ReadFile does.
func (c *Content) Read(p Path, limit int64, folder bool) ([]byte, error) {
	if folder {
		return nil, &NotRegularError{p, "a folder"}
	}
	if int64(len(c.Data)) > limit {
		return nil, &TooLargeError{p, int64(len(c.Data)), limit}
	}
	return bytes.Clone(c.Data), nil
}
