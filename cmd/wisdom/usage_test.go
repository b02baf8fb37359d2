package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/stretchr/testify/require"
)

// libraryWords are how cobra and pflag say that a command was used wrongly.
var libraryWords = regexp.MustCompile(
	`requires at least|requires exactly|accepts (?:between|at most|\d)|unknown (?:command|flag|shorthand|help)|` +
		`flag needs an argument|invalid argument|bad flag syntax|flags in the group|required flag|strconv\.|parse error`,
)

// Every command is used wrongly in every way that the library knows; what is printed
// is in our words, and names the way on. "requires at least 1 arg(s)" was printed.
func TestWrongUse(t *testing.T) {
	t.Parallel()
	s := &shell{dir: t.TempDir(), env: map[string]string{"HOME": t.TempDir()}}
	s.write(t, "SOUL.md", "# Soul\n\nMe.\n")
	root := newRoot(&deps{})
	for _, cmd := range everyCommand(root) {
		path := strings.Fields(cmd.CommandPath())[1:]
		wrong := map[string][]string{
			"a long flag": {"--no-such-flag"}, "a short flag": {"-Z"}, "a group of flags": {"-qZ"}, "no flag": {"--=x"},
			"--json=maybe": {"--json=maybe"}, "--now bare": {"--now"}, "-C bare": {"-C"},
		}
		switch wanted := strings.Fields(cmd.Use)[1:]; {
		case len(wanted) > 0 && !strings.HasPrefix(wanted[0], "["):
			wrong["too few"] = []string{}
		case cmd.Name() == "completion" || cmd.HasSubCommands():
			wrong["no command"] = []string{"nonsense"}
		}
		if !slices.Contains([]string{"man", "why", "help", "session"}, cmd.Name()) { // these take words
			wrong["too many"] = []string{"one", "two", "three"}
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			switch f.Value.Type() {
			case "bool":
				wrong["--"+f.Name+"=maybe"] = []string{"--" + f.Name + "=maybe"}
			case "int":
				wrong["--"+f.Name+"=maybe"] = []string{"--" + f.Name + "=maybe"}
				fallthrough
			default:
				wrong["--"+f.Name+" bare"] = []string{"--" + f.Name}
			}
			if f.Value.Type() == "stringSlice" {
				wrong["--"+f.Name+" torn"] = []string{"--" + f.Name, "\"a"}
			}
		})
		for name, args := range wrong {
			t.Run(strings.Join(append(path, name), " "), func(t *testing.T) {
				code, out, talk := s.wisdom(append(slices.Clone(path), args...)...)
				if code != exitTrouble || out != "" || !strings.Contains(talk, "wisdom: hint: ") || libraryWords.MatchString(talk) {
					t.Errorf("exit code %d, answer %q, said %q", code, out, talk)
				}
			})
		}
	}
	_, err := os.Stat(filepath.Join(s.dir, ".wisdom"))
	assert.Error(t, err, "something was written")
}

// A flag has to earn its place: those of the commands that help shows, each counted once for each command.
func TestFlagsAreFew(t *testing.T) {
	count := 0
	for _, cmd := range everyCommand(newRoot(&deps{}))[1:] {
		cmd.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && f.Name != "help" {
				count++
			}
		})
	}
	assert.LessOrEqual(t, count, 75, "flags")
}

// The help of the program fits on a terminal of 24 lines, and lists what is used every day first.
func TestHelpFitsOnAScreen(t *testing.T) {
	s := &shell{dir: t.TempDir(), env: map[string]string{"HOME": t.TempDir()}}
	code, out, _ := s.wisdom("--help")
	require.Equal(t, exitDone, code)
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	assert.LessOrEqual(t, len(lines), 24, out)
	for _, line := range lines {
		assert.LessOrEqual(t, len(line), 80, line)
	}
	words := regexp.MustCompile(`(?m)^  (?:daily  | {7}) (\w+) `).FindAllStringSubmatch(out, 6)
	var daily []string
	for _, m := range words {
		daily = append(daily, m[1])
	}
	assert.Equal(t, []string{"init", "run", "review", "rollback", "status", "lint"}, daily)
}

// Every command prints JSON with --json, or fails; backups printed its help.
func TestJSONOrAnError(t *testing.T) {
	t.Parallel()
	s := &shell{dir: t.TempDir(), env: map[string]string{"HOME": t.TempDir(), "OLLAMA_HOST": "127.0.0.1:1"}}
	require.NoError(t, os.CopyFS(s.dir, os.DirFS("../../testdata/sample")))
	for range 2 { // a promotion, and a draft that is pending
		code, _, talk := s.wisdom("run", "--engine", "builtin")
		require.Equal(t, exitDone, code, talk)
		if code, _, talk := s.wisdom("review", "approve", s.draft(), "--items", "e1"); code != exitDone {
			t.Fatal(talk)
		}
		s.write(t, "TOOLS.md", "- gate: 10.20.0.1\n")
	}
	// Those that leave no draft, or no workspace, come last; schedule stays in the foreground.
	late := []string{
		"wisdom review request-changes",
		"wisdom review approve",
		"wisdom review reject",
		"wisdom rollback",
		"wisdom uninstall",
	}
	commands := slices.DeleteFunc(
		everyCommand(newRoot(&deps{})), func(c *cobra.Command) bool { return c.CommandPath() == "wisdom schedule" },
	)
	slices.SortStableFunc(commands, func(a, b *cobra.Command) int {
		return slices.Index(late, a.CommandPath()) - slices.Index(late, b.CommandPath())
	})
	for _, cmd := range commands {
		args := slices.Concat(strings.Fields(cmd.CommandPath())[1:], []string{"--json"})
		switch wanted := strings.Join(strings.Fields(cmd.Use)[1:], " "); wanted {
		case "ID":
			args = append(args, s.draft())
		case "N":
			args = append(args, "1")
		case "ENTRY...":
			args = append(args, "backup")
		}
		if cmd.Flags().Lookup("note") != nil {
			args = append(args, "--note", "x")
		}
		switch cmd.CommandPath() {
		case "wisdom schedule print":
			args = append(args, "cron")
		case "wisdom report":
			args = append(args, "--output", filepath.Join(t.TempDir(), "report.html"))
		case "wisdom review edit": // without an editor
			args = append(args, "--from-files")
		}
		code, out, talk := s.wisdom(args...)
		name := fmt.Sprint(args)
		switch {
		case out == "" && code != exitDone && strings.Contains(talk, "wisdom: "):
		case !json.Valid([]byte(out)):
			t.Errorf("%s: exit code %d, printed %.200q, said %q", name, code, out, talk)
		}
		plain := cmd.Annotations[plainOnly] != "" ||
			cmd.Annotations[needsWorkspace] == "" && cmd.HasSubCommands()
		assert.Equalf(t, strings.Contains(
			talk, "prints no JSON",
		), plain, "%s: plain is %v, said %q", name, plain, talk)
	}
}
