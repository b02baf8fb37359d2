package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// packed is a file of an archive.
type packed struct {
	mode    os.FileMode
	content string
}

// unpacked reads an archive of either form.
func unpacked(t *testing.T, goos string, archive []byte) map[string]packed {
	t.Helper()
	files := map[string]packed{}
	if goos == "windows" {
		r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range r.File {
			part, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			content, err := io.ReadAll(part)
			if err = errors.Join(err, part.Close()); err != nil {
				t.Fatal(err)
			}
			files[f.Name] = packed{f.Mode().Perm(), string(content)}
		}
		return files
	}
	plain, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(plain); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[header.Name] = packed{header.FileInfo().Mode().Perm(), string(content)}
	}
}

// The archives of every system hold the program where README says, and all that belongs to
// it, in one folder. What Windows and macOS do with them cannot be tried on Linux.
func TestArchives(t *testing.T) {
	program := filepath.Join(t.TempDir(), "wisdom")
	if err := os.WriteFile(program, []byte("the program"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir("../..")
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	var trees [][]string
	for goos, pack := range map[string]packer{"linux": tarred, "darwin": tarred, "windows": zipped} {
		base := "wisdom-1.2.3-" + goos + "-amd64"
		files, err := tree(goos, program)
		if err != nil {
			t.Fatal(err)
		}
		archive, err := pack(base, files, at)
		if err != nil {
			t.Fatal(err)
		}
		again, err := pack(base, files, at)
		if err != nil || !bytes.Equal(archive, again) {
			t.Errorf("%s: the same files make other bytes (%v)", goos, err)
		}
		name := base + "/bin/wisdom"
		if goos == "windows" {
			name += ".exe"
		}
		got := unpacked(t, goos, archive)
		if got[name] != (packed{0o755, "the program"}) {
			t.Errorf("%s: %s is %+v", goos, name, got[name])
		}
		for _, name := range []string{
			"share/man/man1/wisdom-run.1.gz", "share/bash-completion/completions/wisdom", "share/zsh/site-functions/_wisdom",
			"share/fish/vendor_completions.d/wisdom.fish", "share/doc/wisdom/wisdom.ps1", "share/doc/wisdom/README.md",
			"share/doc/wisdom/docs/report.png", "share/doc/wisdom/copyright",
		} {
			if f := got[base+"/"+name]; f.mode != 0o644 || f.content == "" {
				t.Errorf("%s: %s has mode %o and %d bytes", goos, name, f.mode, len(f.content))
			}
		}
		var names []string
		for name := range got {
			rest, inside := strings.CutPrefix(name, base+"/")
			if !inside || strings.Contains(rest, "..") || strings.Contains(rest, "\\") {
				t.Errorf("%s: %q lies outside of the folder", goos, name)
			}
			names = append(names, strings.TrimSuffix(rest, ".exe"))
		}
		slices.Sort(names)
		trees = append(trees, names)
	}
	for _, names := range trees[1:] {
		if !slices.Equal(names, trees[0]) {
			t.Errorf("the archives hold other files: %v and %v", trees[0], names)
		}
	}
}

// README's lines name the files of this version.
func TestReadmeInstallsWhatIsBuilt(t *testing.T) {
	t.Chdir("../..")
	version, err := versionOf("cmd/wisdom/cmd_version.go")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"sudo apt install ./wisdom_" + version + "_amd64.deb",
		"sudo dnf install ./wisdom-" + version + "-1.x86_64.rpm",
		"tar -xzf wisdom-" + version + "-darwin-arm64.tar.gz -C ~/.local --strip-components 1",
		"Expand-Archive wisdom-" + version + "-windows-amd64.zip $HOME",
	} {
		if !strings.Contains(string(readme), line) {
			t.Errorf("README lacks %q", line)
		}
	}
}
