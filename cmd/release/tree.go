package main

import (
	"bytes"
	"compress/gzip"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// file is a file of a release, named below the folder that it is installed in, such as /usr or ~/.local.
type file struct {
	name    string
	content []byte
	program bool
}

// sources are the files of every system: those that a pattern finds, below a folder.
var sources = []struct{ pattern, folder string }{
	{"docs/man/*.1", "share/man/man1"},
	{"docs/*.md", documents + "/docs"},
	{"docs/*.png", documents + "/docs"},
	{"docs/completions/*.ps1", documents},
	{"README.md", documents},
	{"CHANGELOG.md", documents},
}

const documents = "share/doc/wisdom"

// named are files that have another name where they are installed.
var named = map[string]string{
	"docs/completions/wisdom.bash": "share/bash-completion/completions/wisdom",
	"docs/completions/wisdom.zsh":  "share/zsh/site-functions/_wisdom",
	"docs/completions/wisdom.fish": "share/fish/vendor_completions.d/wisdom.fish",
	"LICENSE":                      documents + "/copyright",
}

// tree is what is installed on a system, by name.
func tree(goos, program string) ([]file, error) {
	names := maps.Clone(named)
	names[program] = "bin/wisdom"
	if goos == "windows" {
		names[program] += ".exe"
	}
	for _, s := range sources {
		found, err := filepath.Glob(s.pattern)
		if err != nil {
			return nil, err
		}
		for _, from := range found {
			names[from] = path.Join(s.folder, filepath.Base(from))
		}
	}
	return read(names)
}

// units are the files of packages for Linux alone. Their paths hold for /usr.
func units() ([]file, error) {
	return read(map[string]string{
		"docs/systemd/wisdom.service": "lib/systemd/user/wisdom.service",
		"docs/systemd/wisdom.timer":   "lib/systemd/user/wisdom.timer",
	})
}

// read reads files, and packs manual pages as systems expect them.
func read(names map[string]string) ([]file, error) {
	var files []file
	for from, to := range names {
		content, err := os.ReadFile(from)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(to, "share/man/") {
			to, content = to+".gz", gzipped(content)
		}
		files = append(files, file{to, content, path.Dir(to) == "bin"})
	}
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return files, nil
}

// gzipped packs a content without a date and a name.
func gzipped(content []byte) []byte {
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // it fails for an unknown level only
	_, _ = w.Write(content)                                    // into memory, which never fails
	_ = w.Close()
	return packed.Bytes()
}

func (f file) mode() os.FileMode {
	if f.program {
		return 0o755
	}
	return 0o644
}

// writeTree writes files below a folder. Each is replaced as a whole, because the program may be running.
func writeTree(dir string, files []file) error {
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		next := name + ".new"
		if err := os.WriteFile(next, f.content, f.mode()); err != nil {
			return err
		}
		if err := os.Chmod(next, f.mode()); err != nil { // whatever the umask is
			return err
		}
		if err := os.Rename(next, name); err != nil {
			return err
		}
	}
	return nil
}
