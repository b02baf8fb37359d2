//go:build !windows

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/cmd/wisdom/settings"
)

// The screen of the README is what make run shows.
func TestREADMEShowsTheTour(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	program := filepath.Join(t.TempDir(), "wisdom")
	require.NoError(t, os.Symlink(self, program))
	tour := exec.Command("../../testdata/tour.sh", program)
	tour.Env = append(os.Environ(), "TMPDIR="+t.TempDir(), "OLLAMA_HOST=127.0.0.1:1")
	out, err := tour.CombinedOutput()
	require.NoErrorf(t, err, "%s", out)
	assert.LessOrEqual(t, strings.Count(string(out), "\n"), 40, "lines that make run shows")

	b, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	assert.LessOrEqual(t, strings.Count(string(b), "\n"), 150, "lines of the README")
	head, rest, found := strings.Cut(string(b), "```console\n")
	_, tail, end := strings.Cut(rest, "```\n")
	require.True(t, found && end, "README.md has no screen")
	fresh(t, "../../README.md", []byte(head+"```console\n"+string(out)+"```\n"+tail))
}

// The numbers in the README are those of the program, and those that are measured are in the page that says how.
func TestREADMENumbers(t *testing.T) {
	b, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	readme := strings.Join(strings.Fields(string(b)), " ")
	is, number := settings.Default(), map[int]string{3: "three", 10: "ten"}
	for _, sentence := range []string{
		fmt.Sprintf("in at most %d tokens", is.Budgets.Tools),
		fmt.Sprintf("recurs on %s days", number[is.Budgets.Support]),
		fmt.Sprintf("backed by at least %s of them", number[is.Budgets.Support]),
		fmt.Sprintf("once a month, or after %s new lessons", number[is.Schedule.MinNewLessons]),
		"You need Go 1.26 and make", "in about six minutes", "below `~/.local`",
		"The three that were measured so far, of at most 1.5 billion parameters, failed", "Of 43 entries",
		"judges called 79 % useful and 14 % wrong",
	} {
		assert.Contains(t, readme, sentence)
	}
	assert.Regexp(t, `^\d+ \d+ 1 \* \*$`, is.Schedule.Cron, "once a month")
	for path, pattern := range map[string]string{
		"../../go.mod":          `(?m)^go 1\.26\.`,
		"../../Makefile":        `This takes about six minutes(?s:.*)|PREFIX +\?= \$\(HOME\)/\.local`,
		"../../docs/quality.md": `useful; wrong \|[^|]*\| \*\*79 %\*\*, 34 of 43: missed; \*\*14 %\*\*, 6 of 43`,
	} {
		content, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Regexp(t, pattern, string(content), path)
	}
	models, _, _ := strings.Cut(page(t, "models.md"), "\n## By margins")
	assert.NotRegexp(t, `(?m)^\| [A-Z].* \| yes \| \d`, models, "a model passed the exam: the README says that none did")
	assert.Len(t, regexp.MustCompile(`(?m)^\| [A-Z].* \| no \| \d`).FindAllString(models, -1), 3)
}

// The five commands for the reader's own workspace do on the sample what the README says beside them and below.
func TestREADMEOnASample(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	_, block, _ := strings.Cut(string(b), "# or where your SOUL.md is\n")
	block, _, _ = strings.Cut(block, "\n\n")
	var lines [][]string
	for _, m := range regexp.MustCompile(`(?m)^ +wisdom ([^#\n]+)`).FindAllStringSubmatch(block, -1) {
		lines = append(lines, strings.Fields(m[1]))
	}
	require.Equal(t, [][]string{{"run", "--dry-run"}, {"init"}, {"review"}, {"rollback"}}, lines)

	s := &shell{
		dir: filepath.Join(t.TempDir(), "ws"), env: map[string]string{"NO_COLOR": "1", "OLLAMA_HOST": "127.0.0.1:1"},
	}
	require.NoError(t, os.CopyFS(s.dir, os.DirFS("../../testdata/sample")))
	original := treeOf(t, s.dir, "")
	dry := s.must(t, "run", "--dry-run")
	assert.Equal(t, original, treeOf(t, s.dir, ""), "a dry run writes")
	assert.Contains(t, dry, "read MEMORY.md on demand", "a reminder of init")

	begun := s.must(t, "init")
	assert.Regexp(t, `(?m)^baseline (?s:.*)^backup (?s:.*)^draft `, begun)
	assert.Contains(t, s.must(t, "review"), "read MEMORY.md on demand")
	draft := regexp.MustCompile(`\d{8}-[0-9a-f]{6}`).FindString(begun)
	s.must(t, "review", "approve", draft)
	soul := contents(t, s, "SOUL.md")
	for _, says := range []string{"**Time zone.**", "check your memory", "MEMORY.md on demand", "read TOOLS.md"} {
		assert.Contains(t, soul, says)
	}
	s.must(t, "rollback")
	assert.Equal(t, original, treeOf(t, s.dir, "initiatives"), "a rollback undoes all")

	_, again, _ := s.wisdom("run")
	assert.NotContains(t, again, "37 items")
	assert.NotContains(t, s.must(t, "review", "show"), "**Time zone.**", "it is proposed again")
	s.must(t, "rollback")
	assert.Equal(t, soul, contents(t, s, "SOUL.md"), "a second rollback brings it back")

	assert.Contains(t, s.must(t, "uninstall", "--yes"), "remains  initiatives/adaptive-context-injection/backups")
	assert.NoDirExists(t, filepath.Join(s.dir, ".wisdom"))
}

// treeOf are the files of a workspace; if a folder is named, without those of wisdom, in .wisdom and that folder.
func treeOf(t *testing.T, dir, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, path)
		if err == nil && entry.IsDir() && folder != "" && (name == folder || name == ".wisdom") {
			return filepath.SkipDir
		}
		if err != nil || entry.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		files[name] = string(b)
		return err
	}))
	return files
}

// Every command that the README and the pages of docs tell the reader to type exists, with these flags.
func TestNamedCommandsExist(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	require.NoError(t, err)
	named := regexp.MustCompile("(?m)`(?:bin/)?wisdom ([^`]+)`|^ +(?:bin/)?wisdom ([^#\n]+)|^\\$ wisdom ([^#\n]+)")
	looked := 0
	for _, path := range append(pages, "../../README.md") {
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, m := range named.FindAllStringSubmatch(string(b), -1) {
			line, _, _ := strings.Cut(m[1]+m[2]+m[3], " | ")
			args := strings.Fields(regexp.MustCompile(`"[^"]*"`).ReplaceAllString(line, "TEXT"))
			if args[0] == "COMMAND" {
				continue
			}
			looked++
			command, _, err := emptyRoot().Find(args)
			if !assert.NoErrorf(t, err, "%s: wisdom %s", path, line) {
				continue
			}
			for _, arg := range args {
				name, _, _ := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
				name = strings.Trim(name, "[],.;)")
				if strings.HasPrefix(arg, "--") && name != "help" && command.Flag(name) == nil {
					t.Errorf("%s: wisdom %s has no flag --%s", path, command.Name(), name)
				}
			}
		}
	}
	assert.Greaterf(t, looked, 150, "looked for only %d commands", looked)
}
