package settings

import (
	"errors"
	"io/fs"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

// Whatever keeps the settings from being read is an error about them, which names
// the file once.
func TestSettingsThatCannotBeRead(t *testing.T) {
	tooLarge := workspacetest.NewMemory(map[workspace.Path]string{File: strings.Repeat("#", 1<<20+1)})
	for name, tc := range map[string]struct {
		fsys workspace.FS
		want string
	}{
		"permission": {
			&workspacetest.Faulty{FS: workspacetest.NewMemory(nil), At: 1, Err: fs.ErrPermission}, "wisdom.toml: permission denied",
		},
		"too large": {tooLarge, "wisdom.toml: it has more than the 1024 KiB that are read"},
		"wrong type": {
			workspacetest.NewMemory(map[workspace.Path]string{File: "[tools]\npriority = 3\n"}),
			"wisdom.toml: line 2: tools.priority: its type is integer and must be array",
		},
		"another": {
			workspacetest.NewMemory(map[workspace.Path]string{File: "[model]\nallow_remote = 1\n"}),
			"wisdom.toml: line 2: model.allow_remote: its type is integer and must be boolean",
		},
	} {
		_, err := Read(tc.fsys)
		var wrong *Error
		assert.Truef(t, errors.As(err, &wrong) && wrong.Error() == tc.want, "%s: %v, want %s", name, err, tc.want)
	}
}

// A file that holds the section is a Markdown file in the workspace itself, and has no other purpose.
func TestSectionFile(t *testing.T) {
	for value, fits := range map[string]bool{
		"": true, "SOUL.md": true, "CLAUDE.md": true, "AGENTS.md": true, "CLAUDE.local.md": true,
		"docs/CLAUDE.md": false, "../CLAUDE.md": false, "/CLAUDE.md": false, "CLAUDE.txt": false, ".": false,
		"TOOLS.md": false, "tools.md": false, "MEMORY.md": false, "WISDOM.md": false, "TOOLS_COMPACT.md": false,
		"PROPOSED_LESSONS.md": false,
	} {
		assert.Equal(t, fits, sectionFile(value) == nil, value)
	}
}

// Where the section is not in SOUL.md, what is not that file is below .wisdom, unless the settings name other places.
func TestPlacesBesideAnotherFile(t *testing.T) {
	for text, want := range map[string][3]string{
		"":                                  {"initiatives/adaptive-context-injection", "DAILY_EXECUTION_QUEUE.md", "200"},
		"[section]\nfile = \"SOUL.md\"\n":   {"initiatives/adaptive-context-injection", "DAILY_EXECUTION_QUEUE.md", "200"},
		"[section]\nfile = \"./SOUL.md\"\n": {"initiatives/adaptive-context-injection", "DAILY_EXECUTION_QUEUE.md", "200"},
		"[section]\nfile = \"CLAUDE.md\"\n": {".wisdom/for-people", ".wisdom/QUEUE.md", "8000"},
		"[section]\nfile = \"CLAUDE.md\"\n[paths]\nqueue = \"TODO.md\"\n[budgets]\nsoul = 900\n": {
			".wisdom/for-people", "TODO.md", "900",
		},
	} {
		for _, p := range []workspace.Path{File, Hidden} {
			s, err := Read(workspacetest.NewMemory(map[workspace.Path]string{p: text}))
			if assert.NoError(t, err, text) {
				got := [3]string{s.Paths.Initiative, s.Paths.Queue, strconv.Itoa(s.Budgets.Soul)}
				assert.Equal(t, want, got, text)
				assert.NotContains(t, s.Section.File, "./")
			}
		}
	}
	_, err := Read(workspacetest.NewMemory(map[workspace.Path]string{File: "", Hidden: ""}))
	assert.EqualError(t, err,
		"wisdom.toml: .wisdom/wisdom.toml is there too: move its lines into this file and remove it")
	_, err = Read(workspacetest.NewMemory(map[workspace.Path]string{Hidden: "[section]\nfile = 1\n"}))
	assert.ErrorContains(t, err, ".wisdom/wisdom.toml: line 2: section.file: ")
}
