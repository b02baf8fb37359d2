//go:build packages

package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// TestPackage builds a release for this machine, and installs and removes all of it.
func TestPackage(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("*** SKIPPED: packages are for Linux ***")
	}
	t.Chdir("../..")
	into := t.TempDir()
	require.NoError(t, run([]string{"--output", into, "--nfpm", os.Getenv("WISDOM_NFPM"), "linux/" + runtime.GOARCH},
		t.Output(), t.Output()))
	t.Run("checksums", func(t *testing.T) { checkSums(t, into) })
	t.Run("modules", func(t *testing.T) { checkModules(t, the(t, into, "*.cdx.json")) })
	t.Run("archive", func(t *testing.T) { checkArchive(t, the(t, into, "*.tar.gz")) })
	t.Run("deb", func(t *testing.T) { checkDeb(t, the(t, into, "*.deb")) })
	t.Run("deb by apt", func(t *testing.T) { checkApt(t, the(t, into, "*.deb")) })
	t.Run("rpm", func(t *testing.T) { checkRPM(t, the(t, into, "*.rpm")) })
	t.Run("rpm by dnf", func(t *testing.T) { checkDNF(t, the(t, into, "*.rpm")) })
	t.Run("container", func(t *testing.T) { checkContainer(t, into) })
}

// the is the one file that a pattern finds.
func the(t *testing.T, dir, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, pattern))
	require.Truef(t, err == nil && len(found) == 1, "%s: %v %v", pattern, found, err)
	return found[0]
}

// needs skips a test, loudly, where a program is missing.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("*** SKIPPED: there is no %s: apt-get install %s ***", name, name)
		}
	}
}

// must runs a command and returns what it says.
func must(t *testing.T, name string, args ...string) string {
	t.Helper()
	said, err := exec.Command(name, args...).CombinedOutput()
	require.NoErrorf(t, err, "%s %s: %v: %s", name, strings.Join(args, " "), err, said)
	return string(said)
}

func checkSums(t *testing.T, into string) {
	t.Chdir(into)
	said := must(t, "sha256sum", "--check", "SHA256SUMS")
	assert.Equal(t, 4, strings.Count(said, ": OK\n"), said)
}

func checkModules(t *testing.T, file string) {
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	var bom cdx.BOM
	require.NoError(t, cdx.NewBOMDecoder(f, cdx.BOMFileFormatJSON).Decode(&bom))
	has := func(name string) bool {
		return slices.ContainsFunc(*bom.Components, func(c cdx.Component) bool { return c.Name == name && c.Version != "" })
	}
	assert.True(t, has("std") && has("github.com/spf13/cobra") && !has("github.com/chromedp/chromedp"),
		"the list is not that of what the program holds")
}

func checkArchive(t *testing.T, archive string) {
	prefix := t.TempDir()
	must(t, "tar", "-xzf", archive, "-C", prefix, "--strip-components", "1")
	checkTree(t, prefix, "share/zsh/site-functions/_wisdom")
	files, err := tree(runtime.GOOS, filepath.Join(prefix, "bin", "wisdom"))
	require.NoError(t, err)
	home := t.TempDir() // make install writes the same
	require.NoError(t, writeTree(home, files))
	assert.Equal(t, names(t, home), names(t, prefix), "make install writes other files than the archive has")
}

// checkTree runs what was installed below a folder such as /usr.
func checkTree(t *testing.T, prefix, zsh string) {
	t.Helper()
	program := filepath.Join(prefix, "bin", "wisdom")
	said := must(t, program, "version")
	assert.Truef(t, strings.HasPrefix(said, "wisdom "), "version prints %q", said)
	assert.Contains(t, must(t, "bash", "-c", `. "$1"/share/bash-completion/completions/wisdom && complete -p wisdom`, "-",
		prefix), "__start_wisdom", "bash completes with")
	assert.Contains(t, must(t, program, "__complete", "re"), "review", "re is completed with")
	for _, name := range []string{zsh, "share/fish/vendor_completions.d/wisdom.fish", "share/doc/wisdom/copyright"} {
		_, err := os.Stat(filepath.Join(prefix, name))
		assert.NoError(t, err)
	}
	page := filepath.Join(prefix, "share/man/man1/wisdom-run.1.gz")
	if _, err := exec.LookPath("man"); err != nil {
		must(t, "gzip", "-t", page)
		t.Log("*** SKIPPED: there is no man to show the page with: apt-get install man-db ***")
	} else if said := must(t, "man", "-l", page); !strings.Contains(said, "WISDOM-RUN(1)") ||
		!strings.Contains(said, "--due") {
		t.Errorf("the manual page is %s", said)
	}
}

// checkDeb installs the package below a folder, runs what came, and removes it.
func checkDeb(t *testing.T, deb string) {
	needs(t, "dpkg")
	if os.Getuid() != 0 {
		t.Skip("*** SKIPPED: dpkg installs as root alone ***")
	}
	root := t.TempDir()
	for _, dir := range []string{"info", "updates", "triggers"} {
		require.NoError(t, os.MkdirAll(filepath.Join(root, "var/lib/dpkg", dir), 0o755))
	}
	for _, name := range []string{"status", "available"} {
		require.NoError(t, os.WriteFile(filepath.Join(root, "var/lib/dpkg", name), nil, 0o644))
	}
	must(t, "dpkg", "--root", root, "--force-architecture", "--install", deb)
	assert.Empty(t, must(t, "dpkg", "--root", root, "--verify", "wisdom"), "not all is as it was packed")
	checkTree(t, filepath.Join(root, "usr"), "share/zsh/vendor-completions/_wisdom")
	checkUnits(t, root)
	// The program needs nothing of a system.
	assert.Contains(t, must(t, "chroot", root, "/usr/bin/wisdom", "version", "--json"), `"version"`, "version prints")
	must(t, "dpkg", "--root", root, "--purge", "wisdom")
	nothingLeft(t, root, "var/lib/dpkg")
}

// isInstalled runs the program that a package brought into a folder.
func isInstalled(t *testing.T, root string) {
	t.Helper()
	said := must(t, "chroot", root, "/usr/bin/wisdom", "version")
	assert.Truef(t, strings.HasPrefix(said, "wisdom "), "version prints %q", said)
}

// isRemoved checks that no program is left in a folder.
func isRemoved(t *testing.T, root string) {
	t.Helper()
	_, err := os.Lstat(filepath.Join(root, "usr/bin/wisdom"))
	assert.Error(t, err, "the program is left")
}

// checkApt installs and removes the package with the command that README names, in a
// system that is a folder.
func checkApt(t *testing.T, deb string) {
	needs(t, "apt-get")
	if os.Getuid() != 0 {
		t.Skip("*** SKIPPED: apt installs as root alone ***")
	}
	root := t.TempDir()
	for _, dir := range []string{
		"var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/dpkg/triggers", "var/lib/apt/lists/partial",
		"var/cache/apt/archives/partial", "var/log/apt", "etc/apt/apt.conf.d", "etc/apt/preferences.d",
	} {
		require.NoError(t, os.MkdirAll(filepath.Join(root, dir), 0o755))
	}
	status := filepath.Join(root, "var/lib/dpkg/status")
	require.NoError(t, os.WriteFile(status, nil, 0o644))
	apt := func(args ...string) {
		t.Helper()
		must(t, "apt-get", append([]string{
			"-y", "-o", "Dir=" + root, "-o", "Dir::State::status=" + status, "-o", "DPkg::Options::=--root=" + root,
			"-o", "DPkg::Options::=--force-architecture",
		}, args...)...)
	}
	apt("install", deb)
	isInstalled(t, root)
	apt("purge", "wisdom")
	isRemoved(t, root)
}

// checkDNF installs and removes the package with the command that README names, in a
// system that is a folder.
func checkDNF(t *testing.T, rpm string) {
	needs(t, "dnf")
	if os.Getuid() != 0 {
		t.Skip("*** SKIPPED: dnf installs as root alone ***")
	}
	root := t.TempDir()
	dnf := func(args ...string) {
		t.Helper()
		must(t, "dnf", append([]string{
			"-y", "--installroot=" + root, "--disablerepo=*", "--releasever=41", "--nogpgcheck",
		}, args...)...)
	}
	dnf("install", rpm)
	isInstalled(t, root)
	dnf("remove", "wisdom")
	isRemoved(t, root)
}

// nothingLeft checks that of what was installed nothing is there, except the notes of the
// package manager itself.
func nothingLeft(t *testing.T, root, own string) {
	t.Helper()
	for _, name := range names(t, root) {
		assert.Truef(t, strings.HasPrefix(name, own), "%s is left", name)
	}
	_, err := os.Stat(filepath.Join(root, "usr"))
	assert.Error(t, err, "the folder /usr is left")
}

// names are the files below a folder.
func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			name, err = filepath.Rel(dir, name)
			all = append(all, filepath.ToSlash(name))
		}
		return err
	})
	require.NoError(t, err)
	return all
}

// checkUnits has systemd read the units.
func checkUnits(t *testing.T, root string) {
	t.Helper()
	units := filepath.Join(root, "usr/lib/systemd/user")
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Log("*** SKIPPED: there is no systemd-analyze to read the units with ***")
	} else {
		// As units of the machine, because there may be no session of a user. The program
		// is looked for in this machine's /usr/bin.
		said, _ := exec.Command("systemd-analyze", "verify", units+"/wisdom.service", units+"/wisdom.timer").CombinedOutput()
		for line := range strings.Lines(string(said)) {
			assert.Truef(t, !strings.Contains(line, "wisdom") || strings.Contains(line, "/usr/bin/wisdom is not executable"),
				"systemd says %s", line)
		}
	}
	service, err := os.ReadFile(filepath.Join(units, "wisdom.service"))
	require.NoError(t, err)
	assert.Contains(t, string(service), `ExecStart="/usr/bin/wisdom" "-C" "%h/.openclaw/workspace"`)
}

func checkRPM(t *testing.T, rpm string) {
	needs(t, "rpm")
	listed := must(t, "rpm", "-qlp", rpm)
	for _, name := range []string{
		"/usr/bin/wisdom\n", "/usr/share/man/man1/wisdom.1.gz\n", "/usr/lib/systemd/user/wisdom.timer\n",
		"/usr/share/zsh/site-functions/_wisdom\n", "/usr/share/bash-completion/completions/wisdom\n",
	} {
		assert.Contains(t, listed, name, "the package lacks")
	}
	assert.NotContains(t, "\n"+listed, "\n/usr/bin\n", "the package claims the folders of the system")
	if os.Getuid() != 0 {
		t.Skip("*** SKIPPED: rpm installs as root alone ***")
	}
	root := t.TempDir()
	must(t, "rpm", "--root", root, "--initdb")
	before := names(t, root)
	must(t, "rpm", "--root", root, "--install", "--ignorearch", rpm)
	must(t, "rpm", "--root", root, "--verify", "wisdom")
	checkTree(t, filepath.Join(root, "usr"), "share/zsh/site-functions/_wisdom")
	must(t, "rpm", "--root", root, "--erase", "wisdom")
	assert.Equal(t, before, names(t, root), "left")
}

// checkContainer builds the container and runs the main job in it.
func checkContainer(t *testing.T, into string) {
	needs(t, "buildah")
	if os.Getuid() != 0 {
		t.Skip("*** SKIPPED: buildah builds here as root alone ***")
	}
	store := t.TempDir()
	storage := []string{
		"--root", filepath.Join(store, "root"), "--runroot", filepath.Join(store, "run"), "--storage-driver", "vfs",
	}
	buildah := func(args ...string) string { return must(t, "buildah", append(slices.Clone(storage), args...)...) }
	archive := strings.TrimSuffix(filepath.Base(the(t, into, "*.tar.gz")), ".tar.gz")
	buildah("build", "--isolation", "chroot", "--build-arg", "ARCHIVE="+archive, "-t", "wisdom",
		"-f", "cmd/release/Containerfile", into)
	workspace := t.TempDir()
	require.NoError(t, os.CopyFS(workspace, os.DirFS("testdata/sample")))
	from := strings.Fields(buildah("from", "--pull-never", "wisdom"))
	container := from[len(from)-1]
	var config struct {
		OCIv1 struct {
			Config struct{ Entrypoint, Cmd []string }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(buildah("inspect", container)), &config))
	run := append([]string{"run", "--isolation", "chroot", "-v", workspace + ":/workspace", container, "--"},
		append(config.OCIv1.Config.Entrypoint, config.OCIv1.Config.Cmd...)...)
	assert.Contains(t, buildah(run...), "is pending review", "the container says")
	if said := buildah(run...); !strings.Contains(said, "no run is due") && !strings.Contains(said, "not due") {
		t.Errorf("the second time, it says %s", said)
	}
}
