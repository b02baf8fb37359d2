package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"wisdom/cmd/wisdom/settings"
	"wisdom/pipeline/schedule"

	"github.com/stretchr/testify/require"
)

// fresh compares a generated file with what is committed; -update writes it.
func fresh(t *testing.T, path string, want []byte) {
	t.Helper()
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, want, 0o644))
		return
	}
	got, err := os.ReadFile(path)
	assert.Truef(t, err == nil && bytes.Equal(got, want), "%s is not what the program prints: make docs", path)
}

func emptyRoot() *cobra.Command {
	root := newRoot(&deps{program: "wisdom"})
	root.SetOut(io.Discard)
	return root
}

// manPage is the help text of a command as a manual page.
func manPage(t *testing.T, cmd *cobra.Command) []byte {
	t.Helper()
	root := cmd.Root()
	root.DisableAutoGenTag, cmd.DisableAutoGenTag = true, true
	released, err := time.Parse(time.DateOnly, versionDate)
	require.NoError(t, err)
	var page bytes.Buffer
	header := &doc.GenManHeader{Section: "1", Date: &released, Source: "wisdom " + version, Manual: "wisdom"}
	require.NoError(t, doc.GenMan(cmd, header, &page))
	before, after, found := strings.Cut(page.String(), ".SH EXAMPLE\n")
	status := ".SH EXIT STATUS\n" + exitRoff(cmd)
	if !found {
		return []byte(before + status)
	}
	return []byte(before + status + ".SH EXAMPLE\n" + after)
}

// exitRoff is the exit status of a command as a list.
func exitRoff(cmd *cobra.Command) string {
	var b strings.Builder
	for _, code := range exitCodesOf(cmd) {
		fmt.Fprintf(&b, ".TP\n\\fB%d\\fP\n%s\n", code, strings.ReplaceAll(meanings[code], "-", `\-`))
	}
	return b.String()
}

// The manual pages in docs/man say what --help says.
func TestManPagesAreFresh(t *testing.T) {
	const dir = "../../docs/man"
	root := emptyRoot()
	var names []string
	for _, cmd := range everyCommand(root) {
		names = append(names, manName(cmd))
		fresh(t, filepath.Join(dir, manName(cmd)), manPage(t, cmd))
	}
	there, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	for _, path := range there {
		assert.Containsf(t, names, filepath.Base(path), "%s is of no command", path)
	}
}

// groff has nothing to say about the pages.
func TestManPagesAreSound(t *testing.T) {
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("needs groff")
	}
	for _, cmd := range everyCommand(emptyRoot()) {
		check := exec.Command(groff, "-man", "-Tutf8", "-ww", "-z")
		check.Stdin = bytes.NewReader(manPage(t, cmd))
		if out, err := check.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v: %s", manName(cmd), err, out)
		}
	}
}

// The units in docs/systemd, which packages hold, are those that the program prints for
// the usual workspace.
func TestUnitsAreFresh(t *testing.T) {
	t.Parallel()
	when, err := schedule.Parse(settings.Default().Schedule.Cron, time.UTC)
	require.NoError(t, err)
	const home = "/home/mara"
	u := unit{
		program: "/usr/bin/wisdom", workspaces: []string{filepath.Join(home, usualWorkspace)}, home: home,
		Minutes: when.Minutes(),
	}
	for _, name := range []string{"wisdom.service", "wisdom.timer"} {
		text, err := u.file(name)
		require.NoError(t, err)
		fresh(t, "../../docs/systemd/"+name, text)
	}
}

// The completion scripts in docs/completions are those of the program.
func TestCompletionsAreFresh(t *testing.T) {
	for shell, write := range map[string]func(*cobra.Command, io.Writer) error{
		"bash": func(c *cobra.Command, w io.Writer) error { return c.GenBashCompletionV2(w, true) },
		"zsh":  (*cobra.Command).GenZshCompletion,
		"fish": func(c *cobra.Command, w io.Writer) error { return c.GenFishCompletion(w, true) },
		"ps1":  (*cobra.Command).GenPowerShellCompletionWithDesc,
	} {
		var script bytes.Buffer
		require.NoError(t, write(emptyRoot(), &script))
		fresh(t, "../../docs/completions/wisdom."+shell, script.Bytes())
	}
}

// Every example of every help text runs, and ends with a code that the help text
// names. The placeholders ID and N stand for the draft that waits and for a
// generation.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every example")
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("needs a shell")
	}
	prepared, draft := preparedWorkspace(t)
	for _, cmd := range everyCommand(emptyRoot()) {
		assert.NotEmptyf(t, strings.TrimSpace(cmd.Example), "%s has no example", cmd.CommandPath())
		for line := range strings.Lines(cmd.Example) {
			example, _, _ := strings.Cut(strings.TrimSpace(line), "   ") // what it does stands beside it
			t.Run(strings.ReplaceAll(example, "/", "_"), func(t *testing.T) {
				if _, err := exec.LookPath(strings.Fields(example)[0]); err != nil {
					t.Skip(err)
				}
				t.Parallel()
				runExample(t, shell, prepared, draft, example)
			})
		}
	}
}

// preparedWorkspace is a sample with a generation and a draft that waits.
func preparedWorkspace(t *testing.T) (dir, draft string) {
	t.Helper()
	dir = sampleWorkspace(t)
	wisdom := func(args ...string) string {
		t.Helper()
		c := exec.Command("wisdom", append([]string{"-C", dir, "--now", "2026-11-21"}, args...)...)
		out, err := c.Output()
		require.NoError(t, err, args)
		return string(out)
	}
	id := regexp.MustCompile(`\d{8}-[0-9a-f]{6}`)
	first := id.FindString(wisdom("run", "--engine", "builtin"))
	wisdom("review", "approve", first, "--items", "e2,e3", "--reviewer", "mara")
	text := "## Lessons\n\n- Label cables at both ends.\n- A cable without a label is pulled first: label cables.\n" +
		"- Label every cable before it is laid.\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "memory", "2026-11-20-cables.md"), []byte(text), 0o600))
	return dir, id.FindString(wisdom("run", "--engine", "builtin"))
}

// before is what must have happened for an example to make sense.
var before = map[string]string{
	"wisdom review edit --from-files": "echo >>initiatives/adaptive-context-injection/SOUL_WISDOM_DRAFT.md && ",

	"wisdom review reopen":     "wisdom review reject ID --items e2 >/dev/null && ",
	"wisdom hook test":         "wisdom hook install >/dev/null && ",
	"wisdom hook enable":       "wisdom hook install >/dev/null && wisdom hook install --as hook >/dev/null && ",
	"wisdom context 900":       "echo Add a test. >task.md && ",
	"wisdom context full":      "echo Add a test. >task.md && ",
	"wisdom context outcome":   "wisdom context --id INJ-20260103-183000-a1b2c3 >/dev/null && ",
	"wisdom recall --enrich <": "echo Which port? >message.txt && ",
	"wisdom enrich --strip":    "echo Which port? >enriched.txt && ",
	"wisdom enrich --chat":     "echo {} >request.json && ",
	"wisdom promote":           "wisdom review approve ID --no-promote >/dev/null && ",
}

var draftID = regexp.MustCompile(`( |^)(\d{8}-[0-9a-f]{6}|ID)\b`)

// The commands of docs/recovery.md work in a workspace with a generation and a
// draft that waits.
func TestRecoveryByHand(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("needs a shell")
	}
	prepared, _ := preparedWorkspace(t)
	for i, m := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(page(t, "recovery.md"), -1) {
		t.Run(strconv.Itoa(i+1), func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath("jq"); err != nil && strings.Contains(m[1], "jq") {
				t.Skip(err)
			}
			dir := t.TempDir()
			require.NoError(t, os.CopyFS(dir, os.DirFS(prepared)))
			c := exec.Command(shell, "-ec", m[1]+"wisdom --now 2026-11-21 status --no-model")
			c.Dir, c.Env = dir, append(os.Environ(), "OLLAMA_HOST=127.0.0.1:1", "WISDOM_WORKSPACE="+dir)
			out, err := c.CombinedOutput()
			require.NoErrorf(t, err, "%s: %v: %s", m[1], err, out)
			assert.Truef(t, !strings.HasPrefix(m[1], "cp ") || strings.Contains(string(out), "equals generation 0 of 1"),
				"%s: %s", m[1], out)
		})
	}
}

func runExample(t *testing.T, shell, prepared, draft, example string) {
	home := t.TempDir()
	for _, dir := range []string{"workspace", "workspace-work"} {
		require.NoError(t, os.CopyFS(filepath.Join(home, ".openclaw", dir), os.DirFS(prepared)))
	}
	for _, dir := range []string{
		".config/systemd/user", "Library/LaunchAgents", ".local/share/bash-completion/completions",
	} {
		require.NoError(t, os.MkdirAll(filepath.Join(home, filepath.FromSlash(dir)), 0o755))
	}
	script := example
	for prefix, setup := range before {
		if strings.HasPrefix(example, prefix) {
			script = setup + script
		}
	}
	c := exec.Command(shell, "-c", draftID.ReplaceAllString(script, "${1}"+draft))
	c.Dir = filepath.Join(home, ".openclaw", "workspace")
	c.Env = append(
		os.Environ(), "HOME="+home, "OLLAMA_HOST=127.0.0.1:1", "WISDOM_REVIEWER=mara", "NO_COLOR=1",
		"EDITOR=sed -i /^t1/d", "MANPAGER=cat",
	)
	var talk bytes.Buffer
	c.Stderr = &talk
	daemon := strings.HasPrefix(example, "wisdom schedule") && !strings.Contains(example, " next") &&
		!strings.Contains(example, " print")
	if daemon || strings.Contains(example, " --serve ") || strings.Contains(example, " --web") {
		stopSoon(t, c)
	} else if err := c.Run(); err != nil {
		t.Log(err)
	}
	code := c.ProcessState.ExitCode()
	assert.Truef(t, code != exitTrouble && strings.Contains(helpOf(t, example), "\n  "+strconv.Itoa(code)+" "),
		"exit %d: %s", code, talk.String())
}

// stopSoon starts a daemon or a review in a browser and, once it has started, tells it to end.
func stopSoon(t *testing.T, c *exec.Cmd) {
	t.Helper()
	c.Args[len(c.Args)-1], c.Stderr = "exec "+c.Args[len(c.Args)-1], nil
	log, err := c.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	for lines := bufio.NewScanner(log); lines.Scan(); {
		if strings.Contains(lines.Text(), "started") || strings.Contains(lines.Text(), "listening on") ||
			strings.Contains(lines.Text(), "Ctrl-C ends the review") {
			assert.NoError(t, c.Process.Signal(syscall.SIGTERM))
		}
	}
	_ = c.Wait()
}

// helpOf is the help text of the first command of an example.
func helpOf(t *testing.T, example string) string {
	t.Helper()
	words := strings.Fields(example)
	root := emptyRoot()
	cmd, _, err := root.Find(words[1:])
	require.NoError(t, err, example)
	return fmt.Sprintf("\n%s\n", exitStatus(cmd))
}
