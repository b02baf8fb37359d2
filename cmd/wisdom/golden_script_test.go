package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// keepWorkspaces has the workspaces that a script leaves compared with what they were, once it has passed.
func keepWorkspaces(env *testscript.Env) {
	began := time.Now()
	env.Defer(func() {
		if t, ok := env.T().(interface {
			Failed() bool
			Skipped() bool
		}); ok && (t.Failed() || t.Skipped()) {
			return
		}
		name := strings.TrimPrefix(filepath.Base(env.WorkDir), "script-")
		left, err := workspacesLeft(env.WorkDir, began)
		if err != nil {
			env.T().Fatal(err)
		}
		if left == "" {
			return
		}
		golden := filepath.Join("testdata/golden/script", name+".txt")
		if difference, err := updatedGolden(golden, left, hideDays(began)); err != nil || difference != "" {
			env.T().Fatal(golden, err, "\n"+difference)
		}
	})
}

// workspacesLeft describes the workspaces below a folder in which something was proposed.
func workspacesLeft(dir string, began time.Time) (string, error) {
	var b strings.Builder
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil //nolint:nilerr // what a script made unreadable is not looked at
		}
		log, err := os.ReadFile(filepath.Join(file, ".wisdom/log.jsonl"))
		if err != nil {
			return nil //nolint:nilerr // it is no such workspace
		}
		var files []string
		name, _ := filepath.Rel(dir, file)
		shown := maskOf(dir, string(log), began)
		err = fs.WalkDir(os.DirFS(file), ".", func(p string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && !isKept(p) {
				files = append(files, describeFile(os.DirFS(file), p, shown))
			}
			return nil
		})
		slices.Sort(files)
		fmt.Fprintf(&b, "==== %s\n%s", name, strings.Join(files, ""))
		return err
	})
	return b.String(), err
}

// isKept reports whether a file is what is kept of notes, which depends on the time that a script takes.
func isKept(file string) bool {
	return strings.HasPrefix(filepath.Base(file), "notes") && filepath.Base(filepath.Dir(file)) == ".wisdom"
}

var (
	reMoment = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)|\d{8}t\d{6}`)
	reHash   = regexp.MustCompile(`\b[0-9a-f]{64}\b`)
	reOwner  = regexp.MustCompile(`"(uid|gid)": ?-?\d+|"(mode)": ?(420|436|384)\b`) // modes that follow from a umask
)

// maskOf returns what hides days, the folder, and hashes and ids that follow from them. Drafts have numbers in the
// order of the log.
func maskOf(dir, log string, began time.Time) func(string) string {
	pairs, hideDay := []string{dir, "WORK"}, hideDays(began)
	for i, staged := range reStaged.FindAllStringSubmatch(log, -1) {
		pairs = append(pairs, staged[1], fmt.Sprintf("DRAFT%d", i+1))
	}
	replacer := strings.NewReplacer(pairs...)
	return func(text string) string {
		return reHash.ReplaceAllString(hideDay(replacer.Replace(reMoment.ReplaceAllString(text, "MOMENT"))), "HASH")
	}
}

// hideDays returns what hides the days since a moment. Some day it also hides one that a script names, so it is used on
// both sides of a comparison.
func hideDays(began time.Time) func(string) string {
	return strings.NewReplacer(
		began.UTC().Format(time.DateOnly), "TODAY", time.Now().UTC().Format(time.DateOnly), "TODAY",
	).Replace
}

// writtenByUs match the files whose text is compared. Of the others in .wisdom the names are, and everywhere else
// hashes.
var writtenByUs = []string{
	"SOUL.md", "AGENTS.md", "TOOLS_COMPACT.md", "DAILY_EXECUTION_QUEUE.md", "initiatives/*/*.md", ".wisdom/log.jsonl",
	".wisdom/generations/*.json",
}

// describeFile is a line on a file, and its text below if wisdom wrote it.
func describeFile(fsys fs.FS, name string, shown func(string) string) string {
	matches := func(pattern string) bool { ok, _ := path.Match(pattern, name); return ok }
	content, err := fs.ReadFile(fsys, name)
	switch {
	case err != nil:
		return fmt.Sprintf("-- %s -- unreadable\n", shown(name))
	case slices.ContainsFunc(writtenByUs, matches):
		text := shown(string(content))
		if name == ".wisdom/log.jsonl" {
			text = strings.ReplaceAll(text, ",\"", ",\n \"")
		}
		text = reOwner.ReplaceAllString(compact(text), `"$1$2": N`)
		return fmt.Sprintf("-- %s --\n%s\n", shown(name), strings.TrimSuffix(text, "\n"))
	case strings.HasPrefix(name, ".wisdom/"):
		return fmt.Sprintf("-- %s --\n", shown(name))
	}
	return fmt.Sprintf("-- %s -- %.6x\n", shown(name), sha256.Sum256([]byte(shown(string(content)))))
}
