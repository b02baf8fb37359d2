//go:build !windows

package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// published is a repository with a release in dist/, a remote beside it, and a gh that writes down how it was called.
type published struct {
	t   *testing.T
	dir string
}

func newPublished(t *testing.T) published {
	t.Helper()
	p := published{t, filepath.Join(t.TempDir(), "repository")}
	for name, content := range map[string]string{
		"go.mod":                         "module example.org/mara/wisdom\n",
		"CHANGELOG.md":                   "# Changelog\n\n## 0.2.0\n\n- New.\n\n## 0.1.0\n\n- Old.\n",
		"cmd/wisdom/cmd_version.go":      "package main\n\nconst (\n\tversion     = \"0.2.0\"\n)\n",
		".gitignore":                     "/dist/\n/bin/\n",
		"bin/gh":                         "#!/bin/sh\nfor a; do echo \"$a\"; done >calls\nwhile [ \"$1\" != --notes-file ]; do shift; done\ncat \"$2\" >>calls\n",
		"dist/wisdom-0.2.0-a-b.tar.gz":   "program",
		"dist/wisdom-0.2.0-a-b.cdx.json": "{}",
	} {
		p.write(name, content)
	}
	script, err := os.ReadFile("publish.sh")
	require.NoError(t, err)
	p.write("cmd/release/publish.sh", string(script))
	p.run("git", "init", "-q")
	p.run("git", "add", ".")
	p.run("git", "-c", "user.name=mara", "-c", "user.email=mara@example.org", "commit", "-qm", "All of it")
	p.run("git", "init", "-q", "--bare", "../remote")
	p.run("git", "remote", "add", "origin", "../remote")
	p.release(strings.TrimSpace(p.run("git", "rev-parse", "HEAD")))
	return p
}

func (p published) write(name, content string) {
	p.t.Helper()
	path := filepath.Join(p.dir, name)
	require.NoError(p.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(p.t, os.WriteFile(path, []byte(content), 0o755))
}

// release writes the list of modules of a commit, and the checksums.
func (p published) release(commit string) {
	p.t.Helper()
	p.write("dist/wisdom-0.2.0-a-b.cdx.json", commit)
	p.write("dist/SHA256SUMS", fmt.Sprintf("%x  wisdom-0.2.0-a-b.cdx.json\n%x  wisdom-0.2.0-a-b.tar.gz\n",
		sha256.Sum256([]byte(commit)), sha256.Sum256([]byte("program"))))
}

func (p published) run(name string, args ...string) string {
	p.t.Helper()
	said, err := p.try(name, args...)
	require.NoError(p.t, err, said)
	return said
}

func (p published) try(name string, args ...string) (string, error) {
	command := exec.Command(name, args...)
	command.Dir = p.dir
	command.Env = append(os.Environ(), "PATH="+filepath.Join(p.dir, "bin")+":"+os.Getenv("PATH"),
		"GIT_COMMITTER_NAME=mara", "GIT_COMMITTER_EMAIL=mara@example.org")
	said, err := command.CombinedOutput()
	return string(said), err
}

// make publish publishes the files of dist/ with the tag of their commit; with DRY=1 it says so, and does nothing.
func TestPublish(t *testing.T) {
	t.Parallel()
	p := newPublished(t)
	wanted := p.run("cmd/release/publish.sh", "--dry-run")
	assert.Contains(t, wanted, "+ git tag -a v0.2.0 -m wisdom 0.2.0\n+ git push origin refs/tags/v0.2.0\n")
	assert.Contains(t, wanted, "\n+ gh release create v0.2.0 ")
	assert.Empty(t, p.run("git", "tag"))
	assert.NoFileExists(t, filepath.Join(p.dir, "calls"))

	p.run("cmd/release/publish.sh")
	assert.Contains(t, p.run("git", "ls-remote", "origin"), "refs/tags/v0.2.0")
	calls, err := os.ReadFile(filepath.Join(p.dir, "calls"))
	require.NoError(t, err)
	assert.Contains(t, string(calls), "release\ncreate\nv0.2.0\n")
	assert.Contains(t, string(calls), "\ndist/SHA256SUMS\ndist/wisdom-0.2.0-a-b.cdx.json\ndist/wisdom-0.2.0-a-b.tar.gz\n")
	assert.Contains(t, string(calls), "- New.")
	assert.NotContains(t, string(calls), "- Old.")
}

// What is not the release of this commit is not published.
func TestPublishRefuses(t *testing.T) {
	t.Parallel()
	for why, spoil := range map[string]func(published){
		"not committed":        func(p published) { p.write("go.mod", "module wisdom\n") },
		"as make release":      func(p published) { p.write("dist/wisdom-0.2.0-a-b.tar.gz", "other") },
		"another commit: make": func(p published) { p.release("0123456789") },
		"no dist/SHA256SUMS":   func(p published) { p.run("rm", "dist/SHA256SUMS") },
		"no remote":            func(p published) { p.run("git", "remote", "remove", "origin") },
		"raise the version": func(p published) {
			p.run("git", "tag", "v0.2.0")
			p.run("git", "-c", "user.name=mara", "-c", "user.email=mara@example.org", "commit", "-q", "--allow-empty", "-m", "More")
			p.release(strings.TrimSpace(p.run("git", "rev-parse", "HEAD")))
		},
	} {
		p := newPublished(t)
		spoil(p)
		said, err := p.try("cmd/release/publish.sh")
		assert.Errorf(t, err, "%s: %s", why, said)
		assert.Contains(t, said, why)
		assert.NoFileExists(t, filepath.Join(p.dir, "calls"), why)
	}
}
