package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/stretchr/testify/require"
)

// promoteFrozen are the commands that promote what a frozen workspace has, and their exit codes.
var promoteFrozen = map[string][]struct {
	line string
	code int
	says string
}{
	"half-decided":   {{"review approve DRAFT", exitDone, "promoted draft"}},
	"approved":       {{"promote DRAFT", exitDone, "promoted draft"}},
	"half-promoted":  {{"review approve DRAFT", exitDone, "promoted draft"}},
	"interrupted":    {{"review log", exitDone, "staged"}, {"run --engine builtin", exitDone, "interrupted promotion"}},
	"promoted":       {{"review approve DRAFT", exitTrouble, "promoted"}},
	"rolled-back":    {{"rollback 1", exitDone, "generation 1"}},
	"edited-preview": {{"review approve DRAFT", exitStale, "SOUL_WISDOM_DRAFT.md"}},
}

// Workspaces that earlier programs left (testdata/frozen; TestFreeze writes them) can be looked at, promoted and rolled
// back to the bytes before wisdom.
func TestFrozen(t *testing.T) {
	for _, archive := range frozenArchives(t) {
		state := strings.TrimSuffix(filepath.Base(archive), ".txtar")
		if state == "start" {
			continue
		}
		t.Run(filepath.Base(filepath.Dir(archive))+" "+state, func(t *testing.T) {
			t.Parallel()
			s, start := thawed(t, archive), thawed(t, filepath.Join(filepath.Dir(archive), "start.txtar"))
			before := contentsOf(t, s.dir)
			for _, line := range []string{"status", "review list", "review show DRAFT", "review log", "backups verify"} {
				s.ends(t, line, exitDone)
			}
			code, _, talk := s.wisdom("lint")
			assert.Truef(t, code <= exitFindings, "lint: exit %d: %s", code, talk)
			assert.Equal(t, before, contentsOf(t, s.dir), "a command that reads wrote")
			for _, command := range promoteFrozen[state] {
				assert.Contains(t, s.ends(t, command.line, command.code), command.says, command.line)
			}
			if state == "edited-preview" {
				s.editedPreviewIsKept(t, before)
			}
			assert.Contains(t, contentsOf(t, s.dir)["SOUL.md"], "**Backup.**", "nothing was promoted")
			s.ends(t, "rollback 0", exitDone)
			s.ends(t, "backups verify", exitDone)
			after := contentsOf(t, s.dir)
			for name, want := range contentsOf(t, start.dir) {
				difference := diff.Diff("start", []byte(want), "now", []byte(after[name]))
				assert.Truef(t, difference == nil, "%s after the rollback: %s", name, difference)
			}
		})
	}
}

// editedPreviewIsKept looks whether a refused approval left a person's edit, and goes on with that edit.
func (s *shell) editedPreviewIsKept(t *testing.T, before map[string]string) {
	t.Helper()
	const preview = "initiatives/adaptive-context-injection/SOUL_WISDOM_DRAFT.md"
	assert.Equal(t, before[preview], contentsOf(t, s.dir)[preview], "the edited preview was written over")
	s.ends(t, "review edit --from-files", exitDone)
	s.ends(t, "promote DRAFT", exitDone)
	assert.Contains(t, contentsOf(t, s.dir)["SOUL.md"], "Ask before you send.", "the edit is not in SOUL.md")
}

// A file of ours that a newer program wrote is refused by name, and neither it nor a file of the agent changes.
func TestNewerSchemaIsRefused(t *testing.T) {
	refused := map[string]string{ // by a command that reads it, or that writes beside it
		".wisdom/log.jsonl":          "run --engine builtin",
		".wisdom/ledger.json":        "run --engine builtin",
		".wisdom/generations/0.json": "rollback 0",
		".wisdom/generations/1.json": "backups verify",
		".wisdom/journal":            "run --engine builtin",
		".wisdom/expected.json":      "recall why-was-the-backup-restored-on-Monday",
		".wisdom/rollout.json":       "rollout",
	}
	for _, archive := range frozenArchives(t) {
		for name, command := range refused {
			s := thawed(t, archive)
			s.write(t, ".wisdom/rollout.json", `{"schema_version": 1, "events": []}`)
			s.write(t, ".wisdom/expected.json", `{"schema_version": 1, "lessons": {}}`)
			content, there := contentsOf(t, s.dir)[name]
			if !there {
				continue
			}
			s.write(t, name, regexp.MustCompile(`("schema_version": ?)\d+`).ReplaceAllString(content, "${1}99"))
			before := contentsOf(t, s.dir)
			code, out, talk := s.wisdom(strings.Fields(command)...)
			if code == exitDone && name != ".wisdom/expected.json" || !strings.Contains(out+talk, "schema version") {
				t.Errorf("%s, %s of version 99: %s: exit %d: %s%s", archive, name, command, code, out, talk)
			}
			after := contentsOf(t, s.dir)
			for _, same := range []string{name, "SOUL.md", "TOOLS.md", "TOOLS_COMPACT.md"} {
				assert.Equalf(t, after[same], before[same], "%s, %s of version 99: %s changed %s", archive, name, command, same)
			}
		}
	}
}

func frozenArchives(t *testing.T) []string {
	t.Helper()
	archives, err := filepath.Glob("testdata/frozen/*/*.txtar")
	require.Truef(t, err == nil && len(archives) != 0, "no archives: %v", err)
	return archives
}

// thawed is the workspace of an archive.
func thawed(t *testing.T, archive string) *shell {
	t.Helper()
	parsed, err := txtar.ParseFile(archive)
	require.NoError(t, err)
	s := &shell{dir: t.TempDir(), env: map[string]string{"NO_COLOR": "1", "OLLAMA_HOST": "127.0.0.1:1"}}
	for _, file := range parsed.Files {
		s.write(t, file.Name, string(file.Data))
	}
	return s
}

// ends types a command line that ends with a code, and returns what is printed.
func (s *shell) ends(t *testing.T, line string, want int) string {
	t.Helper()
	code, out, talk := s.wisdom(strings.Fields(strings.ReplaceAll(line, "DRAFT", s.draft()))...)
	assert.Equalf(t, want, code, "%s: exit %d, want %d: %s%s", line, code, want, out, talk)
	return out + talk
}

// contentsOf are the contents of all files of a folder.
func contentsOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)] = string(b)
		return err
	})
	require.NoError(t, err)
	return files
}
