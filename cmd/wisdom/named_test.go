package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"wisdom/cmd/wisdom/settings"

	"github.com/stretchr/testify/require"
)

// excused are names that no script can use, each with the test that does.
var excused = map[string]string{
	"exit 11":    "locked.txtar, in a shell that has the lock",
	"exit 130":   "TestLongSIGINT",
	"wisdom mcp": "TestMCPServesTheWorkspace",
}

// Every command, flag, setting and exit code that the help texts and docs name is in a script.
func TestEverythingNamedIsInAScript(t *testing.T) {
	t.Parallel()
	used := namesInScripts(t)
	var named []string
	for _, cmd := range everyCommand(emptyRoot()) {
		named = append(named, cmd.CommandPath())
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && f.Name != "help" {
				named = append(named, cmd.CommandPath()+" --"+f.Name)
			}
		})
	}
	for code := range meanings {
		named = append(named, fmt.Sprint("exit ", code))
	}
	for _, key := range settings.Keys() {
		named = append(named, "setting "+key)
	}
	slices.Sort(named)
	for _, name := range named {
		assert.NotEqualf(t, (excused[name] != ""), used[name],
			"%q: in a script %v, excused as %q", name, used[name], excused[name])
	}
}

var (
	reCode = regexp.MustCompile(`^(?:\[[^\]]*\] *)*(?:code (\d+)|!? *exec wisdom) ?(.*)`)
	reWord = regexp.MustCompile(`'((?:[^']|'')*)'|\S+`)
	reKey  = regexp.MustCompile(`^\[*"?([a-z][\w.-]*)"?\]* *(=|$)`)
)

// namesInScripts are the names that scripts use, as TestEverythingNamedIsInAScript writes them.
func namesInScripts(t *testing.T) map[string]bool {
	t.Helper()
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	require.NoError(t, err)
	used := map[string]bool{}
	for _, script := range scripts {
		archive, err := txtar.ParseFile(script)
		require.NoError(t, err)
		for line := range strings.Lines(string(archive.Comment)) {
			if m := reCode.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
				used["exit "+m[1]] = true
				useCommand(used, emptyRoot(), reWord.FindAllString(m[2], -1))
			}
		}
		for _, file := range archive.Files {
			if filepath.Ext(file.Name) == ".toml" {
				useSettings(used, string(file.Data))
			}
		}
	}
	return used
}

// useCommand adds the command of a command line, and its flags.
func useCommand(used map[string]bool, root *cobra.Command, args []string) {
	root.InitDefaultHelpCmd()
	cmd, rest, err := root.Find(args)
	if err != nil {
		return
	}
	use := func(cmd *cobra.Command, flag string) {
		path := cmd.CommandPath()
		used[path+flag] = true
		for _, parent := range []string{"host", "lessons"} { // which have the hidden commands below them
			used[strings.Replace(path, "wisdom", "wisdom "+parent, 1)+flag] = true
		}
	}
	use(cmd, "")
	for _, arg := range rest {
		name, _, _ := strings.Cut(arg, "=")
		for of := cmd; of != nil; of = of.Parent() {
			of.LocalFlags().VisitAll(func(f *pflag.Flag) {
				if name == "--"+f.Name || f.Shorthand != "" && strings.HasPrefix(arg, "-"+f.Shorthand) {
					use(of, " --"+f.Name)
				}
			})
		}
	}
}

// useSettings adds the keys of a wisdom.toml.
func useSettings(used map[string]bool, toml string) {
	table := ""
	for line := range strings.Lines(toml) {
		m := reKey.FindStringSubmatch(strings.TrimSpace(line))
		switch {
		case m == nil:
		case strings.HasPrefix(line, "["):
			table = m[1] + "."
			used["setting "+m[1]] = true
			used["setting "+strings.Split(m[1], ".")[0]] = true
		default:
			used["setting "+table+m[1]] = true
		}
	}
}
