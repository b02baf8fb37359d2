package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

var reColour = regexp.MustCompile(`\x1b\[\d+m`)

// lint and status have colours where a terminal shows them, or where one asks, and
// say the same in words. JSON and SARIF have none. Only diff and review had any.
func TestColours(t *testing.T) {
	s := &shell{dir: t.TempDir()}
	if err := os.CopyFS(s.dir, os.DirFS("../../testdata/sample")); err != nil {
		t.Fatal(err)
	}
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
				if got := reColour.MatchString(out); got != tc.want {
					t.Errorf("%s: coloured is %v: %q", command, got, out)
				}
				_, bare, _ := s.wisdom(append(strings.Fields(command), "--color", "never")...)
				if got := reColour.ReplaceAllString(out, ""); got != bare {
					t.Errorf("%s: without colours %q, want %q", command, got, bare)
				}
			}
			for _, command := range []string{"lint --json", "lint --sarif", "status --no-model --json"} {
				_, out, _ := s.wisdom(append(strings.Fields(command), "--color", flag)...)
				if strings.Contains(out, "\x1b") || !json.Valid([]byte(out)) {
					t.Errorf("%s: %.200q", command, out)
				}
			}
		})
	}
}

// Red is an error, yellow a warning, green what is right.
func TestColoursMeanSomething(t *testing.T) {
	s := &shell{dir: t.TempDir(), env: map[string]string{"HOME": t.TempDir(), "OLLAMA_HOST": "127.0.0.1:1"}}
	if err := os.CopyFS(s.dir, os.DirFS("../../testdata/sample")); err != nil {
		t.Fatal(err)
	}
	shows := func(command, want string) {
		t.Helper()
		if _, out, _ := s.wisdom(append(strings.Fields(command), "--color", "always")...); !strings.Contains(out, want) {
			t.Errorf("%s does not show %q:\n%s", command, want, out)
		}
	}
	shows("lint", "SOUL.md: \x1b[31merror\x1b[0m: there is no")
	shows("lint", "TOOLS.md: \x1b[33mwarning\x1b[0m: there is no")
	shows("status --no-model", "pending    \x1b[32mnothing\x1b[0m\n")
	for _, args := range [][]string{{"init", "--engine", "builtin"}, {"review", "approve", "DRAFT"}} {
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "DRAFT", s.draft())
		}
		if code, _, talk := s.wisdom(args...); code != exitDone {
			t.Fatal(talk)
		}
	}
	shows("status --no-model", "backups    \x1b[32m2 generations, the newest read back and right\x1b[0m\n")
	shows("status --no-model", "           \x1b[33mSOUL.md           ") // over its target
	s.write(
		t,
		"SOUL.md",
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
		"# Soul\n\nMe. For long-term memory, read MEMORY.md on demand when needed.\n\n## Wisdom\n\n_Last compressed: 2026-11-21 | Source lessons: 0_\n\n"+
			"**When context feels incomplete, check your memory.** Read `memory/YYYY-MM-DD.md` and `MEMORY.md` when historical knowledge is needed.\n",
	)
	shows("lint", "\x1b[32mnothing to complain about\x1b[0m\n")
}
