package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/stretchr/testify/require"
)

// goldenCommands are the command lines whose answers are compared, in this order: what a command leaves in .wisdom is there
// for the next one. recall follows, once for each message.
var goldenCommands = []string{
	"collect --json",
	"run --dry-run --json --engine builtin",
	"lint --json",
	"tokens --json",
	"session --json",
	"context minimal --id INJ-20260103-183000-a1b2c1",
	"context standard --id INJ-20260103-183000-a1b2c2",
	"context full --id INJ-20260103-183000-a1b2c3 --json",
}

// asker types a command line in a workspace.
type asker interface {
	wisdom(args ...string) (code int, out, talk string)
}

// askAll returns the answers of a program in a folder, as one text. The folder is written as WS.
func askAll(program asker, dir string, messages []string) string {
	var b strings.Builder
	ask := func(title string, args ...string) {
		code, out, talk := program.wisdom(args...)
		out = compact(out)
		if lessons := reLessons.FindString(b.String()); lessons != "" { // by collect
			out = strings.Replace(out, lessons, "  as collect lists them\n", 1)
		}
		fmt.Fprintf(&b, "-- %s --\nexit %d\n%s%s", title, code, talk, out)
	}
	for _, line := range goldenCommands {
		ask(line, strings.Fields(line)...)
	}
	for _, message := range messages {
		title, _, _ := strings.Cut(message, "\n")
		ask("recall --json "+title, "recall", "--json", "--", message)
	}
	return strings.ReplaceAll(b.String(), dir, "WS")
}

var (
	reInnermost = regexp.MustCompile(`[\[{]\n[^\[\]{}]*\n *[\]}]`)
	reLessons   = regexp.MustCompile(`(?s)  "lessons": \[\n.*?\n  \],?\n`)
	reBreak     = regexp.MustCompile(`\n *`)
)

// compact writes each innermost object and list of an answer in JSON on one line, so that a difference shows the whole
// of it.
func compact(out string) string {
	if !strings.HasPrefix(out, "{") {
		return out
	}
	return reInnermost.ReplaceAllStringFunc(out, func(object string) string {
		return reBreak.ReplaceAllString(object, " ")
	})
}

// messagesOf are the labelled messages beside a workspace.
func messagesOf(dir string) (messages []string, err error) {
	b, err := os.ReadFile(filepath.Join(dir, "messages.jsonl"))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	for line := range bytes.Lines(b) {
		var labelled struct {
			Message string `json:"message"`
		}
		if err := json.Unmarshal(line, &labelled); err != nil {
			return nil, err
		}
		messages = append(messages, labelled.Message)
	}
	return messages, err
}

// The answers in every workspace of testdata are byte for byte what they were. recalltrial and recalltuning are asked
// with the messages that a model expects, recallbench by words alone.
func TestGoldenAnswers(t *testing.T) {
	notUnderRace(t)
	for _, pattern := range []string{"sample", "toolbench/[^R]*", "*/workspace", "*/*/workspace"} {
		dirs, err := filepath.Glob(filepath.Join("../../testdata", pattern))
		require.Truef(t, err == nil && len(dirs) != 0, "%s: %v", pattern, err)
		for _, dir := range dirs {
			name := strings.TrimSuffix(filepath.ToSlash(dir), "/workspace")
			name = strings.ReplaceAll(strings.TrimPrefix(name, "../../testdata/"), "/", "-")
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				compareGolden(t, filepath.Join("testdata/golden", name+".txt"), goldenAnswers(t, dir))
			})
		}
	}
}

func goldenAnswers(t *testing.T, dir string) string {
	t.Helper()
	s := &shell{
		dir: filepath.Join(t.TempDir(), "ws"), env: map[string]string{"NO_COLOR": "1", "OLLAMA_HOST": "127.0.0.1:1"},
	}
	require.NoError(t, os.CopyFS(s.dir, os.DirFS(dir)))
	messages, err := messagesOf(filepath.Dir(dir))
	require.NoError(t, err)
	if expected, err := os.ReadFile(filepath.Join(dir, "../expected.json")); err == nil &&
		!strings.Contains(dir, "bench") {
		s.write(t, ".wisdom/expected.json", string(expected))
	}
	t.Cleanup(func() { debug.SetMemoryLimit(math.MaxInt64) }) // recall set one that is for a process of its own
	return askAll(s, s.dir, messages)
}

// compareGolden compares a text with a file; -update writes it.
func compareGolden(t *testing.T, path, got string) {
	t.Helper()
	if difference, err := updatedGolden(path, got, strings.Clone); err != nil {
		t.Fatal(err)
	} else if difference != "" {
		t.Errorf("%s: read the difference, then -update writes it\n%s", path, difference)
	}
}

// updatedGolden writes a text to a file with -update. Otherwise it returns the difference from what mask makes of the
// file.
func updatedGolden(path, got string, mask func(string) string) (difference string, err error) {
	if *update {
		return "", errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	return shortened(string(diff.Diff("golden", []byte(mask(string(want))), "now", []byte(got)))), err
}

// differenceLines is how many lines of a difference are shown.
const differenceLines = 60

func shortened(difference string) string {
	lines := strings.SplitAfterN(difference, "\n", differenceLines+1)
	if len(lines) > differenceLines {
		lines[differenceLines] = "...\n"
	}
	return strings.Join(lines, "")
}
