package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/review"

	"github.com/stretchr/testify/require"
)

var reColour = regexp.MustCompile(`\x1b\[\d+m`)

// lint and status have colours where a terminal shows them, or where one asks, and
// say the same in words. JSON and SARIF have none. Only diff and review had any.
func TestColours(t *testing.T) {
	t.Parallel()
	s := &shell{dir: t.TempDir()}
	require.NoError(t, os.CopyFS(s.dir, os.DirFS("../../testdata/sample")))
	home := t.TempDir()
	for name, tc := range map[string]struct {
		terminal bool
		env      map[string]string
		flag     string
		want     bool
	}{
		"no terminal":           {},
		"a terminal":            {terminal: true, want: true},
		"NO_COLOR":              {terminal: true, env: map[string]string{"NO_COLOR": "1"}},
		"FORCE_COLOR":           {env: map[string]string{"FORCE_COLOR": "1"}, want: true},
		"FORCE_COLOR is 0":      {env: map[string]string{"FORCE_COLOR": "0"}},
		"NO_COLOR before FORCE": {env: map[string]string{"NO_COLOR": "1", "FORCE_COLOR": "1"}},
		"always":                {env: map[string]string{"NO_COLOR": "1"}, flag: "always", want: true},
		"never":                 {terminal: true, env: map[string]string{"FORCE_COLOR": "1"}, flag: "never"},
	} {
		t.Run(name, func(t *testing.T) {
			s.terminal, s.env = tc.terminal, map[string]string{"HOME": home, "OLLAMA_HOST": "127.0.0.1:1"}
			for key, value := range tc.env {
				s.env[key] = value
			}
			flag := tc.flag
			if flag == "" {
				flag = "auto"
			}
			for _, command := range []string{"lint", "status --no-model"} {
				_, out, _ := s.wisdom(append(strings.Fields(command), "--color", flag)...)
				got := reColour.MatchString(out)
				assert.Equalf(t, tc.want, got, "%s: coloured is %v: %q", command, got, out)
				_, bare, _ := s.wisdom(append(strings.Fields(command), "--color", "never")...)
				assert.Equalf(t, bare, reColour.ReplaceAllString(out, ""), "%s: without colours", command)
			}
			for _, command := range []string{"lint --json", "lint --sarif", "status --no-model --json"} {
				_, out, _ := s.wisdom(append(strings.Fields(command), "--color", flag)...)
				assert.Truef(t, !strings.Contains(out, "\x1b") && json.Valid([]byte(out)), "%s: %.200q", command, out)
			}
		})
	}
}

// Red is an error, yellow a warning, green what is right.
func TestColoursMeanSomething(t *testing.T) {
	s := &shell{dir: t.TempDir(), env: map[string]string{"HOME": t.TempDir(), "OLLAMA_HOST": "127.0.0.1:1"}}
	require.NoError(t, os.CopyFS(s.dir, os.DirFS("../../testdata/sample")))
	shows := func(command, want string) {
		t.Helper()
		_, out, _ := s.wisdom(append(strings.Fields(command), "--color", "always")...)
		assert.Containsf(t, out, want, "%s does not show", command)
	}
	shows("lint", "SOUL.md: \x1b[31merror\x1b[0m: there is no")
	shows("lint", "TOOLS.md: \x1b[33mwarning\x1b[0m: there is no")
	shows("status --no-model", "pending    \x1b[32mnothing\x1b[0m\n")
	for _, args := range [][]string{{"init", "--engine", "builtin"}, {"review", "approve", "DRAFT"}} {
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "DRAFT", s.draft())
		}
		code, _, talk := s.wisdom(args...)
		require.Equal(t, exitDone, code, talk)
	}
	shows("status --no-model", "backups    \x1b[32m2 generations; the newest was read and compared\x1b[0m\n")
	shows("status --no-model", "           \x1b[33mSOUL.md           ") // over its target
	s.write(
		t, "SOUL.md",
		"# Soul\n\nMe.\n\n## Wisdom\n\n"+strings.Repeat("**A.** Restore a backup before trusting it.\n", 30),
	)
	shows("status --no-model", "SOUL.md    \x1b[33mwas edited since generation 1\x1b[0m\n")
	shows("status --no-model", "budget     \x1b[31msection ")
	s.write(t, "SOUL.md", "# Soul\n\n## Wisdom\n\n## Wisdom\n")
	shows("status --no-model", "SOUL.md    \x1b[31m")
	s = &shell{dir: t.TempDir(), env: s.env}
	s.write(
		t,
		"SOUL.md",
		"# Soul\n\nMe. For long-term memory, read MEMORY.md on demand when needed.\n\n## Wisdom\n\n"+
			"_Last compressed: 2026-11-21 | Source lessons: 0_\n\n"+
			"**When context feels incomplete, check your memory.** Read `memory/YYYY-MM-DD.md` and `MEMORY.md` when "+
			"historical knowledge is needed.\n",
	)
	shows("lint", "\x1b[32mnothing to complain about\x1b[0m\n")
}

// walkWith reviews the draft of a workspace on a terminal with these answers.
func walkWith(t *testing.T, s *shell, answers []string, flags ...string) string {
	t.Helper()
	var out bytes.Buffer
	var minutes atomic.Int64
	args := append([]string{"wisdom", "-C", s.dir, "--now", "2026-11-21", "review"}, flags...)
	code := run(t.Context(), args, streams{
		in: &slowPerson{answers, &minutes}, out: &out, err: &out, walks: true, width: func() int { return 100 },
		getenv: func(name string) string { return s.env[name] }, login: func() string { return "mara" },
		now: func() time.Time { return day }, getwd: os.Getwd,
	})
	require.Equalf(t, exitDone, code, "exit %d: %s", code, &out)
	return out.String()
}

// The review on a terminal has colours that mean something, and says the same without
// them. Only its diffs had any.
func TestColoursOfReview(t *testing.T) {
	t.Parallel()
	one := &shell{dir: filepath.Join(t.TempDir(), "ws"), env: map[string]string{"OLLAMA_HOST": "127.0.0.1:1"}}
	require.NoError(t, os.CopyFS(one.dir, os.DirFS("../../testdata/sample")))
	one.write(
		t, "memory/2026-11-19.md",
		"## Lessons\n\n- Never paste the key ghp_"+strings.Repeat("a1B2c3", 6)+" into a chat.\n",
	)
	one.must(t, "run", "--engine", "builtin", "-q")
	two := &shell{dir: filepath.Join(t.TempDir(), "ws"), env: one.env}
	require.NoError(t, os.CopyFS(two.dir, os.DirFS(one.dir)))
	answers := []string{"y\n", "n\n", "too vague\n", "K\n", "K\n", "s\n", "q\n"}
	bare := walkWith(t, one, answers, "--color", "never")
	coloured := walkWith(t, two, answers, "--color", "always")
	got := strings.ReplaceAll(reColour.ReplaceAllString(coloured, ""), two.dir, one.dir)
	assert.Equal(t, bare, got, "without its colours:\n")
	draft := one.draft()
	for _, want := range []string{
		"\x1b[33m3 warnings (2 secret, 1 soul-budget); see ",
		"\x1b[32me2, 2 of ", // is put in
		"\x1b[32mWisdom section with it: ",
		" approved: will be added to SOUL.md\x1b[0m\n",
		" rejected: stays out of SOUL.md, and is not proposed again\x1b[0m\n",
		"\x1b[31mrejected by mara: too vague\x1b[0m\n",
		"\x1b[32mapproved by mara\x1b[0m\n",
		"\x1b[33mdraft " + draft + " is pending: ",
	} {
		assert.Contains(t, coloured, want, "the review lacks")
	}
	show := two.must(t, "review", "show", "--color", "always")
	for _, want := range []string{"\x1b[32mapproved by mara\x1b[0m\n", "\x1b[31mrejected by mara", "\x1b[33m"} {
		assert.Contains(t, show, want, "review show lacks")
	}
	assert.Equal(t, reColour.ReplaceAllString(show, ""), two.must(t, "review", "show"), "without colours it shows\n")
	list := two.must(t, "review", "list", "--color", "always")
	assert.Contains(t, list, "\x1b[33mpending    \x1b[0m", "review list")
}

// What is over its budget is red and says by how much; a target is yellow.
func TestBudgetsThatAreOver(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	a := &deps{streams: streams{out: &out, width: func() int { return 80 }}}
	a.flags.color = "always"
	w := &walk{a: a}
	w.meter(review.Meter{Name: "budget", Amount: 140, Limit: 150})
	w.meter(review.Meter{Name: "budget", Amount: 160, Limit: 150})
	want := "\x1b[32mbudget: 140 of 150 tokens\x1b[0m\n" + "\x1b[31mbudget: 160 of 150 tokens, 10 over\x1b[0m\n"
	assert.Equal(t, want, out.String())
	for name, limit := range map[string]int{"section": 150, "TOOLS_COMPACT.md": 300} {
		bar := budgetBar{Name: name, Tokens: limit, Limit: limit}
		assert.Equalf(t, terminal.Green, bar.tint(), "%s at its limit", name)
		bar.Tokens++
		assert.Equalf(t, terminal.Red, bar.tint(), "%s over its limit", name)
	}
}
