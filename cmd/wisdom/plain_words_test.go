package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// reInternal are words that only the program's authors know, and numbers that stand for none.
var reInternal = regexp.MustCompile(`(^|[^\w.])-1([^\w.]|$)|\b(weighed|unrefused|undone|stands on|amiss|themes?)\b|` +
	`: (support|budget|invalid|specifics|unfaithful|duplicate|refused)\b`)

// What people read of every workspace of testdata is in words that they know: what a run found and why the rest is no
// entry, the reason for each line of a note, the draft and the state. Texts of notes are left aside.
func TestAnswersAreInPlainWords(t *testing.T) {
	notUnderRace(t)
	for _, pattern := range []string{"sample", "toolbench/[^R]*", "*/workspace", "*/*/workspace"} {
		dirs, err := filepath.Glob(filepath.Join("../../testdata", pattern))
		require.Truef(t, err == nil && len(dirs) != 0, "%s: %v", pattern, err)
		for _, dir := range dirs {
			t.Run(filepath.Base(strings.TrimSuffix(dir, "/workspace")), func(t *testing.T) {
				t.Parallel()
				s := &shell{
					dir: filepath.Join(t.TempDir(), "ws"), env: map[string]string{"NO_COLOR": "1", "OLLAMA_HOST": "127.0.0.1:1"},
				}
				require.NoError(t, os.CopyFS(s.dir, os.DirFS(dir)))
				for _, line := range [][]string{
					{"run"},
					{"review", "show"},
					{"review", "reject", "--reason", "no"},
					{"run"},
					{"review", "reopen"},
					{"review", "list", "--log"},
					{"status"},
					{"collect", "--explain", "MEMORY.md"},
					{"lint"},
				} {
					_, out, talk := s.wisdom(line...)
					for text := range strings.Lines(reQuotation.ReplaceAllString(withoutNotes(line[0], out)+talk, `"…"`)) {
						assert.NotRegexp(t, reInternal, text, line)
					}
				}
			})
		}
	}
}

// reQuotation is a text of a note in quotation marks.
var reQuotation = regexp.MustCompile(`"[^"\n]*"`)

// withoutNotes is an answer without the lines that are texts of notes.
func withoutNotes(command, out string) string {
	var kept strings.Builder
	for line := range strings.Lines(out) {
		label := regexp.MustCompile(`^[a-z]`).MatchString(line)
		reason := command == "collect" && strings.HasPrefix(line, "          ")
		if label || reason {
			kept.WriteString(line)
		}
	}
	return kept.String()
}
