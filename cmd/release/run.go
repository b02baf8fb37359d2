package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// release is what is built: one version of the program, for several systems.
type release struct {
	version string
	at      time.Time // of the commit
	into    string
	nfpm    string // the program that writes .deb and .rpm
	out     io.Writer
	errOut  io.Writer
}

// run builds the systems that args name, such as linux/amd64, in the top folder of the repository.
func run(args []string, out, errOut io.Writer) error {
	flags := pflag.NewFlagSet("release", pflag.ContinueOnError)
	r := release{out: out, errOut: errOut}
	flags.StringVar(&r.into, "output", "dist", "write the files into `DIR`, which is emptied first")
	flags.StringVar(&r.nfpm, "nfpm", "bin/nfpm", "the `PROGRAM` that writes packages for Linux")
	prefix := flags.String("install", "", "write the files of this system below `DIR`, and no release")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			return nil
		}
		return err
	}
	if *prefix != "" {
		return r.install(*prefix)
	}
	if len(flags.Args()) == 0 {
		return errors.New("no system is named: such as linux/amd64")
	}
	var err error
	if r.version, err = versionOf("cmd/wisdom/cmd_version.go"); err != nil {
		return err
	}
	if r.at, err = commitTime(); err != nil {
		return err
	}
	if err := os.RemoveAll(r.into); err != nil {
		return err
	}
	for _, name := range flags.Args() {
		if err := r.system(name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return r.sums()
}

func (r *release) system(name string) error {
	goos, arch, ok := strings.Cut(name, "/")
	if !ok {
		return errors.New("a system is written as linux/amd64")
	}
	stage, err := os.MkdirTemp("", "wisdom-release-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(stage) }() // it is in the folder for temporary files
	program := filepath.Join(stage, "wisdom")
	if err := r.build(goos, arch, program); err != nil {
		return err
	}
	files, err := tree(goos, program)
	if err != nil {
		return err
	}
	base := fmt.Sprintf("wisdom-%s-%s-%s", r.version, goos, arch)
	bill, err := modules(program, r.version)
	if err != nil {
		return err
	}
	if err := r.write(base+".cdx.json", bill); err != nil {
		return err
	}
	pack, suffix := tarred, ".tar.gz"
	if goos == "windows" {
		pack, suffix = zipped, ".zip"
	}
	content, err := pack(base, files, r.at)
	if err == nil {
		err = r.write(base+suffix, content)
	}
	if err != nil || goos != "linux" {
		return err
	}
	return r.packages(stage, arch, files)
}

// build compiles the program without paths, symbols and debug information, as make build does.
func (r *release) build(goos, arch, program string) error {
	cmd := exec.Command(
		"go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w -buildid=", "-o", program,
		"./cmd/wisdom",
	)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+arch)
	cmd.Stderr = r.errOut
	return cmd.Run()
}

// packages writes the .deb and the .rpm of an architecture.
func (r *release) packages(stage, arch string, files []file) error {
	more, err := units()
	if err != nil {
		return err
	}
	files = append(files, more...)
	for _, format := range []string{"deb", "rpm"} {
		root := filepath.Join(stage, format)
		if err := writeTree(filepath.Join(root, "usr"), files); err != nil {
			return err
		}
		if format == "deb" { // where Debian's zsh looks
			shared := filepath.Join(root, "usr", "share", "zsh")
			if err := os.Rename(
				filepath.Join(shared, "site-functions"), filepath.Join(shared, "vendor-completions"),
			); err != nil {
				return err
			}
		}
		cmd := exec.Command(r.nfpm, "package", "--config", "cmd/release/nfpm.yaml", "--packager", format, "--target", r.into)
		cmd.Env = append(os.Environ(), "VERSION="+r.version, "ARCH="+arch, "ROOT="+root,
			"SOURCE_DATE_EPOCH="+strconv.FormatInt(r.at.Unix(), 10))
		if said, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", r.nfpm, err, said)
		}
	}
	return nil
}

// install writes the tree of this system below a folder.
func (r *release) install(prefix string) error {
	files, err := tree(runtime.GOOS, filepath.Join("bin", "wisdom"))
	if err != nil {
		return err
	}
	return writeTree(prefix, files)
}

func (r *release) write(name string, content []byte) error {
	if err := os.MkdirAll(r.into, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.into, name), content, 0o644)
}

// sums writes the checksums of everything that was built, and lists it.
func (r *release) sums() error {
	entries, err := os.ReadDir(r.into)
	if err != nil {
		return err
	}
	var list strings.Builder
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(r.into, entry.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(content), entry.Name())
		fmt.Fprintf(r.out, "%6.1f MB  %s\n", float64(len(content))/1e6, filepath.Join(r.into, entry.Name()))
	}
	return r.write("SHA256SUMS", []byte(list.String()))
}

// versionOf reads the version of the program out of its source.
func versionOf(path string) (string, error) {
	source, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	found := regexp.MustCompile(`(?m)^\s*version\s*=\s*"([^"]+)"`).FindSubmatch(source)
	if found == nil {
		return "", fmt.Errorf("%s: names no version", path)
	}
	return string(found[1]), nil
}

// commitTime is when the commit that is built was made.
func commitTime() (time.Time, error) {
	said, err := exec.Command("git", "log", "-1", "--format=%cI").Output()
	if err != nil {
		return time.Time{}, fmt.Errorf("ask git when the commit was made: %w", err)
	}
	at, err := time.Parse(time.RFC3339, strings.TrimSpace(string(said)))
	return at.UTC(), err
}
