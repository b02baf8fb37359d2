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

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
		require.NoError(t, err)
		for _, f := range r.File {
			part, err := f.Open()
			require.NoError(t, err)
			content, err := io.ReadAll(part)
			err = errors.Join(err, part.Close())
			require.NoError(t, err)
			files[f.Name] = packed{f.Mode().Perm(), string(content)}
		}
		return files
	}
	plain, err := gzip.NewReader(bytes.NewReader(archive))
	require.NoError(t, err)
	for r := tar.NewReader(plain); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		require.NoError(t, err)
		content, err := io.ReadAll(r)
		require.NoError(t, err)
		files[header.Name] = packed{header.FileInfo().Mode().Perm(), string(content)}
	}
}

// The archives of every system hold the program where README says, and all that belongs to
// it, in one folder. What Windows and macOS do with them cannot be tried on Linux.
func TestArchives(t *testing.T) {
	program := filepath.Join(t.TempDir(), "wisdom")
	require.NoError(t, os.WriteFile(program, []byte("the program"), 0o755))
	t.Chdir("../..")
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	var trees [][]string
	for goos, pack := range map[string]func(string, []file, time.Time) ([]byte, error){"linux": tarred, "darwin": tarred, "windows": zipped} {
		base := "wisdom-1.2.3-" + goos + "-amd64"
		files, err := tree(goos, program)
		require.NoError(t, err)
		archive, err := pack(base, files, at)
		require.NoError(t, err)
		again, err := pack(base, files, at)
		assert.Truef(t, err == nil && bytes.Equal(archive, again), "%s: the same files make other bytes (%v)", goos, err)
		name := base + "/bin/wisdom"
		if goos == "windows" {
			name += ".exe"
		}
		got := unpacked(t, goos, archive)
		assert.Equalf(t, packed{0o755, "the program"}, got[name], "%s: %s", goos, name)
		for _, name := range []string{
			"share/man/man1/wisdom-run.1.gz", "share/bash-completion/completions/wisdom", "share/zsh/site-functions/_wisdom",
			"share/fish/vendor_completions.d/wisdom.fish", "share/doc/wisdom/wisdom.ps1", "share/doc/wisdom/README.md",
			"share/doc/wisdom/docs/report.png", "share/doc/wisdom/copyright",
		} {
			f := got[base+"/"+name]
			assert.Truef(t, f.mode == 0o644 && f.content != "", "%s: %s has mode %o: %q", goos, name, f.mode, f.content)
		}
		var names []string
		for name := range got {
			rest, inside := strings.CutPrefix(name, base+"/")
			assert.Truef(t, inside && !strings.Contains(rest, "..") && !strings.Contains(rest, "\\"),
				"%s: %q lies outside of the folder", goos, name)
			names = append(names, strings.TrimSuffix(rest, ".exe"))
		}
		slices.Sort(names)
		trees = append(trees, names)
	}
	for _, names := range trees[1:] {
		assert.Equal(t, trees[0], names, "the archives hold other files")
	}
}

// The lines that install a package name the files of this version.
func TestPageInstallsWhatIsBuilt(t *testing.T) {
	t.Chdir("../..")
	version, err := versionOf("cmd/wisdom/cmd_version.go")
	require.NoError(t, err)
	page, err := os.ReadFile("docs/install.md")
	require.NoError(t, err)
	for _, line := range []string{
		"sudo apt install ./wisdom_" + version + "_amd64.deb", "sudo dnf install ./wisdom-" + version + "-1.x86_64.rpm",
		"tar -xzf wisdom-" + version + "-darwin-arm64.tar.gz -C ~/.local --strip-components 1",
		"Expand-Archive wisdom-" + version + "-windows-amd64.zip $HOME",
	} {
		assert.Contains(t, string(page), line, "docs/install.md lacks")
	}
}
