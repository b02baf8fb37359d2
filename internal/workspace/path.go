package workspace

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"
)

// Path names a file or folder relative to the root of an FS, with slashes. The root itself is ".".
type Path string

// Root is the folder of an FS.
const Root Path = "."

// ParsePath turns what a person typed into a Path. Absolute paths, paths that lead out of the folder and names with
// control characters are errors.
func ParsePath(s string) (Path, error) {
	for _, r := range s {
		if r < ' ' || r == 0x7f {
			return "", fmt.Errorf("path %q holds a control character", s)
		}
	}
	if s == "" || !filepath.IsLocal(filepath.FromSlash(s)) {
		return "", fmt.Errorf("path %q does not stay inside the workspace", s)
	}
	return Path(path.Clean(filepath.ToSlash(s))), nil
}

// UnmarshalText reads a path from one of our files. One that leads out of the workspace was not written by us.
func (p *Path) UnmarshalText(text []byte) error {
	*p = Path(text)
	if *p == "" {
		return nil
	}
	clean, err := ParsePath(string(text))
	if err == nil && clean != *p {
		err = fmt.Errorf("path %q is not written as we write it", text)
	}
	return err
}

// Dir is the folder that holds p.
func (p Path) Dir() Path { return Path(path.Dir(string(p))) }

// Base is the last element of p.
func (p Path) Base() string { return path.Base(string(p)) }

// Join appends elements to p.
func (p Path) Join(elem ...string) Path {
	return Path(path.Join(append([]string{string(p)}, elem...)...))
}

// Within reports whether p is dir or below it.
func (p Path) Within(dir Path) bool {
	return dir == Root || p == dir || strings.HasPrefix(string(p), string(dir)+"/")
}

// JoinPaths names several paths in a text.
func JoinPaths(paths []Path, between string) string {
	names := make([]string, len(paths))
	for i, p := range paths {
		names[i] = string(p)
	}
	return strings.Join(names, between)
}
