//go:build faults && linux && amd64

package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/stretchr/testify/require"
)

// frozenState is a workspace that a program leaves, by its commands; the last is killed in the middle of its promotion
// where interrupted is set. edited is then appended to the preview of the section.
type frozenState struct {
	name        string
	commands    [][]string
	interrupted bool
	edited      string
}

var frozenStates = []frozenState{
	{name: "start"},
	{name: "half-decided", commands: [][]string{
		distillAll,
		{"review", "approve", "DRAFT", "--items", "e2", "--no-promote"},
		{"review", "reject", "DRAFT", "--items", "t1", "--reason", "it moves"},
	}},
	{name: "approved", commands: [][]string{distillAll, {"review", "approve", "DRAFT", "--no-promote"}}},
	{name: "half-promoted", commands: [][]string{
		distillAll,
		{"review", "approve", "DRAFT", "--items", "e2"},
		{"review", "approve", "DRAFT", "--items", "t1", "--no-promote"},
	}},
	{name: "interrupted", commands: [][]string{distillAll, {"review", "approve", "DRAFT"}}, interrupted: true},
	{name: "promoted", commands: [][]string{distillAll, {"review", "approve", "DRAFT"}}},
	{name: "rolled-back", commands: [][]string{distillAll, {"review", "approve", "DRAFT"}, {"rollback"}}},
	{name: "edited-preview", commands: [][]string{distillAll}, edited: "**Mine.** Ask before you send.\n"},
}

// TestFreeze writes testdata/frozen/NAME: the workspaces that FREEZE_PROGRAM leaves, for TestFrozen.
//
//	FREEZE_PROGRAM=bin/wisdom FREEZE_NAME=schema-1 go test -tags faults -run TestFreeze ./cmd/wisdom
func TestFreeze(t *testing.T) {
	bin, name := os.Getenv("FREEZE_PROGRAM"), os.Getenv("FREEZE_NAME")
	if bin == "" || name == "" {
		t.Skip("FREEZE_PROGRAM and FREEZE_NAME say whose workspaces are written")
	}
	for _, state := range frozenStates {
		dir := filepath.Join(t.TempDir(), "ws")
		fill(t, dir)
		write(t, dir, "memory/2026-11-10.md", lessonsAboutBackups)
		for i, command := range state.commands {
			args := make([]string, 0, len(command))
			for _, arg := range command {
				if arg == "DRAFT" {
					arg = draftIn(t, dir)
				}
				args = append(args, arg)
			}
			if state.interrupted && i == len(state.commands)-1 {
				killInPromotion(t, bin, dir, args)
				continue
			}
			succeed(t, plainly(dir, append([]string{bin}, args...)...))
		}
		if state.edited != "" {
			const preview = "initiatives/adaptive-context-injection/SOUL_WISDOM_DRAFT.md"
			b, err := os.ReadFile(filepath.Join(dir, preview))
			require.NoError(t, err)
			write(t, dir, preview, string(b)+state.edited)
		}
		write(t, filepath.Join("testdata/frozen", name), state.name+".txtar", archiveOf(t, dir))
	}
}

// killInPromotion ends a command after its commit point, when SOUL.md is new and TOOLS_COMPACT.md is not yet.
func killInPromotion(t *testing.T, bin, dir string, args []string) {
	t.Helper()
	st := &stage{bin: bin, args: args}
	got := st.under(t, dir, func(c fileCall) verdict {
		_, err := os.Stat(filepath.Join(dir, ".wisdom/journal"))
		isNew := strings.Contains(contentsOf(t, dir)["SOUL.md"], "## Wisdom")
		return verdict{kill: c.writes && err == nil && isNew}
	})
	require.Equalf(t, -1, got.exit, "not killed: %+v", got)
}

// archiveOf holds all files of a workspace; each must end with a line break, as an archive wants it.
func archiveOf(t *testing.T, dir string) string {
	t.Helper()
	archive := txtar.Archive{Comment: []byte("TestFreeze wrote this.\n")}
	files := contentsOf(t, dir)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		content := files[name]
		assert.Truef(t, content == "" || strings.HasSuffix(content, "\n"), "%s does not end with a line break", name)
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(files[name])})
	}
	return string(txtar.Format(&archive))
}
