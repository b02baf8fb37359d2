package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/stretchr/testify/require"
)

// keyedByData are the JSON objects whose names are data: paths, IDs of drafts and
// lessons, and what the server calls its options.
var keyedByData = []string{"before", "after", "bases", "result", "files", "undone", "seen", "model_options", "changes"}

var reSnakeCase = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// header.Date was the only capitalised JSON name. Every name in what the commands
// print with --json, in what a notification says and in what is stored is in
// snake_case; SARIF has names of its own.
func TestJSONNamesAreSnakeCase(t *testing.T) {
	t.Parallel()
	s := &shell{dir: t.TempDir(), env: map[string]string{"NO_COLOR": "1", "OLLAMA_HOST": "127.0.0.1:1"}}
	s.write(t, "SOUL.md", "# Soul\n\n## Vibe\n\nCalm.\n")
	s.write(t, "AGENTS.md", "# Agents\n")
	s.write(t, "TOOLS.md", "## Hosts\n\n- gate: 10.0.0.1\n- **Printer:** lab-2\n")
	s.write(t, "memory/2026-11-10.md", lessonsAboutBackups)
	printed, stored := map[string]bool{}, map[string]bool{}
	check := func(what string, text []byte) {
		decoder := json.NewDecoder(bytes.NewReader(text))
		for {
			var v any
			if err := decoder.Decode(&v); errors.Is(err, io.EOF) {
				return
			} else if err != nil {
				t.Errorf("%s: %v in %s", what, err, text)
				return
			}
			for _, name := range wrongNames(v, "") {
				t.Errorf("%s: the name %q is not in snake_case", what, name)
			}
		}
	}
	notice := filepath.Join(t.TempDir(), "notice.json")
	for _, line := range slices.Concat([]string{"run --engine builtin --notify NOTICE"}, commandLines) {
		args := []string{"--json"}
		for arg := range strings.FieldsSeq(line) {
			switch arg {
			case "DRAFT":
				arg = s.draft()
			case "NOTICE":
				arg = "cat > " + quoted(notice)
			}
			args = append(args, arg)
		}
		if slices.Contains(args, "--sarif") {
			continue
		}
		_, out, _ := s.wisdom(args...)
		if strings.HasPrefix(out, "{") {
			check("wisdom "+line, []byte(out))
			printed[strings.Fields(line)[0]] = true
		}
		err := filepath.WalkDir(filepath.Join(s.dir, ".wisdom"), func(path string, d fs.DirEntry, err error) error {
			kind := strings.TrimPrefix(filepath.Ext(path), ".")
			if err != nil || d.IsDir() || kind != "json" && kind != "jsonl" ||
				d.Name() == "openclaw.plugin.json" { // whose names are the host's
				return err
			}
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			check(path, b)
			stored[filepath.Base(filepath.Dir(path))] = true
			return nil
		})
		require.True(t, err == nil || errors.Is(err, fs.ErrNotExist), err)
	}
	b, err := os.ReadFile(notice)
	require.NoError(t, err)
	check("the notification", b)
	for _, command := range []string{
		"init",
		"lessons",
		"session",
		"context",
		"hook",
		"tokens",
		"run",
		"review",
		"why",
		"status",
		"lint",
		"doctor",
		"backups",
		"rollback",
		"schedule",
		"uninstall",
	} {
		assert.Truef(t, printed[command], "%s printed no JSON", command)
	}
	for _, folder := range []string{".wisdom", "generations", "runs"} {
		assert.Truef(t, stored[folder], "there was no JSON in %s", folder)
	}
}

// wrongNames are the names in a JSON value that are not in snake_case.
func wrongNames(v any, parent string) (wrong []string) {
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			wrong = append(wrong, wrongNames(one, "")...)
		}
	case map[string]any:
		for name, one := range v {
			if !slices.Contains(keyedByData, parent) && !reSnakeCase.MatchString(name) {
				wrong = append(wrong, name)
			}
			wrong = append(wrong, wrongNames(one, name)...)
		}
	}
	slices.Sort(wrong)
	return wrong
}
