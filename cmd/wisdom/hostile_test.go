package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/spf13/cobra"

	"wisdom/pipeline/llm/fake"

	"github.com/stretchr/testify/require"
)

// shell types commands in a workspace and keeps everything that is printed.
type shell struct {
	dir     string
	env     map[string]string
	printed bytes.Buffer
	// terminal says that the answer goes to one.
	terminal bool
	// clock is the clock of the machine; nil for one that stands.
	clock func() time.Time
}

// day is the day on which everything happens.
var day = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func (s *shell) wisdom(args ...string) (code int, out, talk string) {
	var stdout, stderr bytes.Buffer
	clock, options := s.clock, []string{"wisdom", "-C", s.dir}
	if clock == nil {
		clock, options = func() time.Time { return day }, append(options, "--now", "2026-11-21")
	}
	code = run(context.Background(), append(options, args...), streams{
		in: strings.NewReader(""), out: &stdout, err: &stderr, colours: s.terminal,
		getenv: func(name string) string { return s.env[name] }, login: func() string { return "mara" },
		now: clock, getwd: os.Getwd,
	})
	s.printed.Write(stdout.Bytes())
	s.printed.Write(stderr.Bytes())
	return code, stdout.String(), stderr.String()
}

// draft is the id of the draft that was staged last.
func (s *shell) draft() string {
	b, _ := os.ReadFile(filepath.Join(s.dir, ".wisdom", "log.jsonl"))
	staged := reStaged.FindAllSubmatch(b, -1)
	if len(staged) == 0 {
		return "none"
	}
	return string(staged[len(staged)-1][1])
}

var reStaged = regexp.MustCompile(`"action":"staged",[^{}]*?"draft":"([^"]+)"`)

func (s *shell) write(t *testing.T, name, content string) {
	t.Helper()
	name = filepath.Join(s.dir, filepath.FromSlash(name))
	require.NoError(t, errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(content), 0o600)))
}

// commandLines are command lines for all commands that work in a workspace, in an
// order in which most of them have something to do. DRAFT is the newest draft,
// WORD something that a person typed.
var commandLines = []string{
	"init --baseline WORD",
	"init --engine builtin",
	"session WORD",
	"session --json",
	"review add WORD",
	"host install --dry-run",
	"host remove --as claude-code",
	"host remove --as hook",
	"host status",
	"host test",
	"host session WORD",
	"host rollout",
	"host rollout check 1",
	"host rollout advance",
	"host rollout back",
	"host accept --help",
	"host skill",
	"hook install --dry-run",
	"hook install",
	"hook enable --openclaw WORD",
	"hook enable",
	"hook disable",
	"hook status",
	"hook status --json --as hook",
	"hook test",
	"hook install --as hook --json",
	"hook install --as WORD",
	"hook remove --as hook",
	"rollout",
	"rollout --json",
	"rollout check 0",
	"rollout check WORD",
	"rollout advance --override WORD",
	"rollout advance --json",
	"accept AC-6 AC-7",
	"accept --json --agent WORD",
	"accept WORD",
	"accept AC-1a --openclaw WORD",
	"lessons",
	"lessons --new --json",
	"tokens",
	"tokens --json",
	"run --dry-run",
	"run --dry-run --json -v",
	"run -v",
	"recall WORD",
	"recall --explain check-the-keys",
	"recall --json --receipt check-the-keys",
	"recall --context-file WORD check-the-keys",
	"enrich",
	"enrich --chat",
	"context",
	"context WORD",
	"context full --json",
	"context --task WORD",
	"context --repo WORD",
	"context --id WORD",
	"context 600 --executor WORD --run-id WORD",
	"context --id INJ-20260103-183000-a1b2c3",
	"context outcome INJ-20260103-183000-a1b2c3 --status success --changes WORD --json",
	"context outcome WORD --status success",
	"context init",
	"run --json",
	"review",
	"review --json",
	"review list",
	"review show DRAFT",
	"review show WORD",
	"review diff DRAFT",
	"review reject DRAFT --items e2 --reason WORD --reviewer WORD",
	"review reopen DRAFT",
	"review trigger WORD WORD",
	"mcp",
	"review approve DRAFT --no-promote --reason WORD --reviewer WORD",
	"promote DRAFT --reviewer WORD",
	"review log",
	"review log --json",
	"why WORD",
	"lessons why check",
	"why restore --json",
	"status",
	"status --json",
	"lint",
	"lint --json",
	"doctor",
	"backups list",
	"backups list --json",
	"backups verify",
	"backups pin 1",
	"backups unpin 1",
	"backups pin WORD",
	"backups prune",
	"backups prune --yes",
	"rollback --dry-run",
	"rollback --file WORD",
	"rollback",
	"rollback 0 --force",
	"rollback WORD",
	"schedule next",
	"report --output -",
	"lessons used",
	"used --json",
	"skill print",
	"skill print --agent WORD",
	"run --engine WORD",
	"run --model WORD",
	"WORD",
	"review WORD",
	"--WORD",
	"run --now WORD",
	"run --engine builtin",
	"review edit DRAFT",
	"review request-changes DRAFT --note WORD --reviewer WORD",
	"review log",
	"lint --sarif",
	"hook remove",
	"rollout back",
	"rollout back --json",
	"uninstall --no-input",
	"uninstall --yes",
}

// leftAlone are the commands that do not work in a workspace, or wait for ever.
var leftAlone = []string{"completion", "help", "version", "schedule run", "schedule print", "schedule install", "man"}

// The list holds every command, so that these tests cover a new one too.
func TestEveryCommandIsListed(t *testing.T) {
	a := &deps{}
	var visit func(cmd *cobra.Command, path string)
	visit = func(cmd *cobra.Command, path string) {
		for _, sub := range cmd.Commands() {
			name := strings.TrimSpace(path + " " + sub.Name())
			if slices.ContainsFunc(leftAlone, func(other string) bool { return name == other }) {
				continue
			}
			if sub.HasSubCommands() {
				visit(sub, name)
			}
			if sub.Annotations[needsWorkspace] == "" {
				continue
			}
			if !slices.ContainsFunc(commandLines, func(line string) bool { return strings.HasPrefix(line+" ", name+" ") }) {
				t.Errorf("no line for %q", name)
			}
		}
	}
	visit(newRoot(a), "")
}

// all types every command.
func (s *shell) all(word string, each func(args []string, code int, out, talk string)) {
	for _, line := range commandLines {
		args := strings.Fields(line)
		for i := range args {
			args[i] = strings.ReplaceAll(strings.ReplaceAll(args[i], "DRAFT", s.draft()), "WORD", word)
		}
		code, out, talk := s.wisdom(args...)
		each(args, code, out, talk)
	}
}

const lessonsAboutBackups = "## Lessons\n\n" +
	"- [2026-11-07] Restore a backup before trusting it. The report was green for weeks.\n" +
	"- [2026-11-08] Restore the nightly backup before trusting it. Two files were missing.\n" +
	"- [2026-11-09] Restore a backup before trusting it. The dump ended in the middle.\n" +
	"- Restore the backup on another machine too.\n"

// No text of a file, of the name of a file or of an argument acts on
// the terminal that it is printed on, whichever command prints it.
func TestNothingActsOnTheTerminal(t *testing.T) {
	notUnderRace(t)
	evil := "\x1b[31mred\x1b]0;title\x07 \u202eback\u2066 \u009b2J \u200b\U000e0041 \r over"
	oneLine := strings.ReplaceAll(evil, "\r", "")
	s := &shell{
		dir:      filepath.Join(t.TempDir(), "ws\x1b[2J\u202e"),
		env:      map[string]string{"NO_COLOR": "1", "OLLAMA_HOST": "127.0.0.1:1"},
		terminal: true,
	}
	s.write(
		t, "SOUL.md",
		"# Soul "+oneLine+"\n\n## Vibe\n\n"+evil+"\n\n## Wisdom\n\n**Mine "+oneLine+".** Check it "+oneLine+".\n",
	)
	s.write(t, "AGENTS.md", "# Agents\n\n"+evil+"\n")
	s.write(
		t, "MEMORY.md",
		"# Memory\n\n## Lessons "+oneLine+"\n\n- **Keys "+oneLine+".** Check the keys "+oneLine+" twice.\n"+
			"- Check the keys\x1b[2J at the door.\n- Check the keys before you leave \u202e.\n",
	)
	s.write(
		t, "TOOLS.md",
		"# Tools\n\n## Servers "+oneLine+"\n\n- **Staging "+oneLine+":** staging.example.test "+oneLine+" port 2222\n"+
			"- **Printer:** lab-2\x1b[2J\n",
	)
	s.write(t, "DAILY_EXECUTION_QUEUE.md", "- [ ] "+evil+"\n")
	s.write(t, "memory/2026-11-10.md", lessonsAboutBackups)
	s.write(
		t, "memory/2026-11-11-\x1b[31m\n\u202ename.md",
		lessonsAboutBackups+"- Lesson: the token is ghp"+"_x7Q2mB9kLw4TzR8vN1cY5sD3fG6hJ0pAeUiO\n",
	)
	s.write(t, "extra\x1b/notes.md", lessonsAboutBackups)
	s.write(
		t, "wisdom.toml",
		"[[sources.extra]]\nname = \"e\\u202e\"\ndir = \"extra\\u001b\"\ninclude = [\"*.md\"]\n[tools]\n"+
			"priority = [\"\\u001b*\"]\n",
	)
	wrote := 0
	s.all(evil, func(args []string, code int, out, talk string) {
		wrote += len(out)
		i := strings.IndexFunc(out+talk, actsOnTerminal)
		assert.Truef(t, i < 0, "%q (exit %d) prints %q", args, code, (out + talk)[max(0, i-60):min(len(out+talk), i+60)])
	})
	if _, out, _ := s.wisdom("collect"); strings.Contains(out, "name.md\n") || strings.Contains(out, "\n\\u202ename") {
		t.Errorf("a name of two lines is printed on two: %q", out)
	}
	assert.Truef(t, wrote >= 5000, "the commands printed only %d bytes", wrote)
	// Settings that are wrong, and files that are broken, are named without acting
	// either.
	for _, text := range []string{
		"[\"\\u001b[2J\"]\nx = 1\n", "\x1b[2J = 1\n", "[lint]\n\"\\u202e\" = \"error\"\n", "[paths]\nqueue = \"a\\u001b\"\n",
	} {
		s.write(t, "wisdom.toml", text)
		for command, want := range map[string]int{"status": exitDone, "lint": exitFindings, "run": exitTrouble} {
			if code, out, talk := s.wisdom(command); code != want || strings.ContainsFunc(out+talk, actsOnTerminal) {
				t.Errorf("%s, settings %q: exit %d, %q", command, text, code, out+talk)
			}
		}
	}
}

// Secrets of any source are in nothing that wisdom writes, prints or
// sends.
func TestSecretsGoNowhere(t *testing.T) {
	notUnderRace(t)
	planted := []string{ // put together here, so that no scanner takes this file for a leak
		"ghp" + "_x7Q2mB9kLw4TzR8vN1cY5sD3fG6hJ0pAeUiO",
		"sk-ant" + "-api03-Zk3mQ9vX2rT7bN5wL8cJ4hF6dS1gP0aY-uEoI",
		"AKIA" + "Q3EGX7RMZT5WLN2K",
		"xoxb" + "-2843750192-4829105837-Qm3vX9rT2bN7wL5c",
		"Hunter2go",
		"s3cr3tpw",
		"tskey" + "-auth-e28zYU49cD6o-5pPTXRe9n2qp4mXqilNTR2c5",
		"tvly" + "-dev-8RkQm2XvT9pLw4ZbN8cYdF3hJ6gS1aUe",
		"sk" + "-7c1d94ab2e6f48d0b35a9e1c2d7f6084",
		"Qm7RkX2vT9pLw4ZbN8cY",
		"vasilek2024",
	}
	notes := "## Lessons\n\n- Never paste the key " + planted[0] + " into a backup.\n- Restore a backup with " +
		planted[1] + " before trusting it.\n" +
		"- A backup with id " + planted[2] + " counts only after you restore it.\n- Restore the backup and tell " +
		planted[3] + " twice.\n" +
		"- Restore the backup; the password is " + planted[4] + ", change it.\n- Restore it from postgres://app:" +
		planted[5] + "@db/x\n- Restore with " + planted[6] + "\n" +
		"- Restore the backup with API key: " + planted[7] + " set.\n- 恢复备份前先设置密钥：" + planted[8] +
		"，不要外传。\n- Restore the backup; **API-Schlüssel**: `" + planted[9] +
		"` is old.\n- Перед восстановлением смени пароль: " + planted[10] + ".\n"
	server := fake.Start(wordings.Answer, small)
	defer server.Close()
	for _, engine := range []string{"builtin", "ollama"} {
		s := &shell{dir: t.TempDir(), env: map[string]string{"NO_COLOR": "1", "OLLAMA_HOST": server.URL}}
		s.write(t, "SOUL.md", "# Soul\n\n## Vibe\n\nCalm.\n")
		for _, name := range []string{
			"MEMORY.md",
			"memory/2026-11-10.md",
			"memory/2026-11-12.md",
			"LESSONS_LEARNED.md",
			".learnings/LEARNINGS.md",
			"other/notes.md",
		} {
			s.write(t, name, lessonsAboutBackups+notes)
		}
		s.write(
			t,
			"TOOLS.md",
			"# Tools\n\n## Keys\n\n- **Printer queue:** lab-2\n- **GitHub token:** "+planted[0]+"\n- **Anthropic:** "+planted[1]+
				"\n- **AWS:** "+planted[2]+
				"\n- **Slack:** "+planted[3]+"\n- **Router password:** "+planted[4]+"\n- **Database:** postgres://app:"+planted[5]+
				"@db/x\n- **Tailscale:** "+planted[6]+
				"\n- **Search API key:** "+planted[7]+"\n- **密钥**：`"+planted[8]+"`\n- **API-Schlüssel:** "+planted[9]+
				"\n- Пароль: "+
				planted[10]+"\n",
		)
		s.write(
			t, "wisdom.toml",
			"[[sources.extra]]\nname = \"other\"\ndir = \"other\"\ninclude = [\"*.md\"]\n[model]\nname = \"tiny:latest\"\n",
		)
		s.write(t, "DAILY_EXECUTION_QUEUE.md", "- [ ] water the plants\n")
		s.wisdom("run", "--engine", engine)
		require.NotEqualf(t, "none", s.draft(), "%s: nothing was staged: %s", engine, s.printed.String())
		s.all("backups", func(args []string, _ int, out, talk string) {
			for _, secret := range planted {
				assert.NotContainsf(t, out+talk, secret, "%s: %q prints", engine, args)
			}
			if slices.Contains([]string{"run", "promote", "rollback"}, args[0]) { // before all of it is removed
				scanFor(t, s.dir, planted)
			}
		})
	}
	assert.NotEmpty(t, server.Requests(), "the model was asked nothing")
	for _, r := range server.Requests() {
		for _, secret := range planted {
			assert.NotContainsf(t, r.Prompt, secret, "%q was sent to the model", secret)
		}
	}
}

// Secrets that a person wrote into the files which drafts rest on, before a run or
// since, are in no draft and in nothing that is printed, diffs included.
func TestSecretsInTargets(t *testing.T) {
	notUnderRace(t)
	planted := "ghp" + "_x7Q2mB9kLw4TzR8vN1cY5sD3fG6hJ0pAeUiO"
	for _, first := range []bool{true, false} {
		s := &shell{dir: t.TempDir(), env: map[string]string{"NO_COLOR": "1", "OLLAMA_HOST": "127.0.0.1:1"}}
		s.write(t, "SOUL.md", "# Soul\n\n## Vibe\n\nCalm.\n")
		s.write(t, "AGENTS.md", "# Agents\n\nBe kind.\n")
		s.write(t, "TOOLS.md", "## Hosts\n\n- gate: 10.0.0.1\n")
		s.write(t, "memory/2026-11-10.md", lessonsAboutBackups)
		if !first {
			code, out, talk := s.wisdom("init", "--engine", "builtin")
			require.Equalf(t, exitDone, code, "exit %d: %s%s", code, out, talk)
		}
		s.write(t, "SOUL.md", "# Soul\n\nThe token is "+planted+".\n\n## Vibe\n\nCalm.\n")
		s.write(t, "AGENTS.md", "# Agents\n\nThe token is "+planted+".\n")
		s.write(t, "TOOLS_COMPACT.md", "token "+planted+"\n")
		code, _, talk := s.wisdom("run", "--engine", "builtin")
		assert.Truef(t, code == exitTrouble &&
			strings.Contains(talk, "SOUL.md:3: this line holds a secret"), "exit %d: %s", code, talk)
		s.all("backups", func(args []string, _ int, out, talk string) {
			assert.NotContainsf(t, out+talk, planted, "%q prints it", args)
			err := filepath.WalkDir(
				filepath.Join(s.dir, ".wisdom", "drafts"),
				func(path string, d fs.DirEntry, err error) error {
					if err != nil || d.IsDir() {
						return err
					}
					b, err := os.ReadFile(path)
					assert.Falsef(t, bytes.Contains(b, []byte(planted)), "%s holds it after %q", path, args)
					return err
				},
			)
			assert.True(t, err == nil || errors.Is(err, fs.ErrNotExist), err)
		})
	}
}

// scanFor looks at every byte that wisdom wrote, and at who may read its own
// files.
func scanFor(t *testing.T, dir string, secrets []string) {
	t.Helper()
	for _, place := range []string{".wisdom", "initiatives", "DAILY_EXECUTION_QUEUE.md", "TOOLS_COMPACT.md", "SOUL.md"} {
		err := filepath.WalkDir(filepath.Join(dir, place), func(path string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			assert.Truef(t, place != ".wisdom" || info.Mode().Perm()&0o077 == 0,
				"%s may be read by others: %s", path, info.Mode())
			if d.IsDir() {
				return nil
			}
			b, err := os.ReadFile(path)
			for _, secret := range secrets {
				assert.Truef(t, !bytes.Contains(b, []byte(secret)) || isBackupOfTools(b), "%s holds %q", path, secret)
			}
			return err
		})
		require.NoError(t, err)
	}
	if _, err := os.Stat(filepath.Join(dir, ".wisdom")); err == nil {
		if b, err := os.ReadFile(filepath.Join(dir, ".wisdom", ".gitignore")); err != nil || string(b) != "*\n" {
			t.Errorf(".gitignore holds %q, %v", b, err)
		}
	}
}

// isBackupOfTools reports whether a file is TOOLS.md byte for byte: a backup is the
// one place in which a secret of the agent's own stays what it is.
func isBackupOfTools(b []byte) bool { return bytes.HasPrefix(b, []byte("# Tools\n\n## Keys\n")) }
