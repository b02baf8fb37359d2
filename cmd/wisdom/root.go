package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

// run is the whole program but for the process around it.
func run(ctx context.Context, args []string, s streams) int {
	out := &answer{w: s.out}
	s.out = out
	a := &deps{streams: s, program: args[0]}
	if filepath.Base(a.program) == a.program {
		a.program = "wisdom"
	}
	defer a.close()
	root := newRoot(a)
	root.SetArgs(args[1:])
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	err := cmp.Or(root.ExecuteContext(ctx), a.misused)
	if err != nil && ctx.Err() != nil && codeOf(err) == exitTrouble {
		a.talk("%s", err)
		err = ctx.Err()
	}
	if errors.Is(out.err, syscall.EPIPE) {
		out.err = nil // whoever read had enough
	}
	if out.err != nil && (err == nil || is[statusError](err)) {
		err = fmt.Errorf("print the answer: %w", out.err)
	}
	return a.report(err)
}

func newRoot(a *deps) *cobra.Command {
	root := &cobra.Command{
		Use:   "wisdom",
		Short: "Distill an agent's lessons into the wisdom section of its SOUL.md",
		Long: `wisdom distills the lessons that an AI agent wrote down into the "## Wisdom"
section of its SOUL.md. You approve every change, and you can undo it.`,
		Example:       "  wisdom init\n  wisdom review",
		Version:       buildOf(debug.ReadBuildInfo()).String(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetVersionTemplate("wisdom {{.Version}}\n")
	root.CompletionOptions.HiddenDefaultCmd = true
	a.addGlobalFlags(root)
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		opens := cmd.Annotations[needsWorkspace] != ""
		switch {
		case a.flags.json && (cmd.Annotations[plainOnly] != "" || !opens && cmd.HasSubCommands()):
			return hinted(cmd.CommandPath()+" --help", "%s prints no JSON", cmd.CommandPath())
		case opens:
			return a.openNamed(cmd)
		}
		return nil
	}
	root.SetFlagErrorFunc(mistypedFlag)
	root.SetUsageTemplate(usageTemplate)
	setUpCobra()
	addCommands(a, root)
	describeBuiltIn(root)
	ownWords(root)
	addCompletions(a, root)
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if words := cmd.Flags().Args(); cmd.HasSubCommands() && cmd.Name() != "help" {
			a.misused = cmd.ValidateArgs(words)
		}
		for _, dir := range a.flags.workspaces { // help does not hide that one is not there
			if _, err := os.Stat(dir); err != nil && a.misused == nil {
				a.misused = hinted(a.workspaceHint(), "workspace %s: %w", dir, errors.Unwrap(err))
			}
		}
		if a.misused == nil {
			help(cmd, args)
		}
	})
	return root
}

func (a *deps) addGlobalFlags(root *cobra.Command) {
	flags := root.PersistentFlags()
	flags.StringArrayVarP(&a.flags.workspaces, "workspace", "C", nil, "the `DIR` with SOUL.md "+
		"(default: $WISDOM_WORKSPACE, else the current folder, else ~/.openclaw/workspace); "+
		"run, lint, status and schedule accept several")
	flags.BoolVar(&a.flags.json, "json", false, "print the answer as JSON")
	flags.TimeVar(&a.flags.now, "now", time.Time{}, []string{time.DateOnly, time.RFC3339},
		"use `DATE` as today (2026-01-03, or 2026-01-03T18:30:00Z), for reproducible runs")
	flags.BoolVar(&a.flags.noInput, "no-input", false, "never ask questions")
	addChoice(root, flags, &a.flags.color, "color", "auto", "colour the answer: `WHEN` is auto, always or never",
		"auto", "always", "never")
	flags.BoolVarP(&a.flags.quiet, "quiet", "q", false, "print no warnings, except of a file that was skipped")
	flags.BoolVarP(&a.flags.verbose, "verbose", "v", false, "print more detail")
}

// setUpCobra sets what all commands of a process share: the order of the commands, and a function for templates.
var setUpCobra = sync.OnceFunc(func() {
	cobra.EnableCommandSorting = false
	cobra.AddTemplateFunc("exitStatus", exitStatus)
})

// addCommands adds the commands of the program in groups, as its help shows them, and those that it does not show.
func addCommands(a *deps, root *cobra.Command) {
	for _, group := range []struct {
		name     string
		commands []*cobra.Command
	}{
		{"daily", []*cobra.Command{newInit(a), newRun(a), newReview(a), newRollback(a), newStatus(a), newLint(a)}},
		{"look", []*cobra.Command{newLessons(a), newRecall(a), newReport(a)}},
		{"set up", []*cobra.Command{newDoctor(a), newSchedule(a), newHost(a), newMCP(a)}},
		{"files", []*cobra.Command{newBackups(a), newContext(a), newUninstall(a)}},
	} {
		root.AddGroup(&cobra.Group{ID: group.name, Title: group.name})
		for _, cmd := range group.commands {
			cmd.GroupID = group.name
			root.AddCommand(cmd)
		}
	}
	for _, cmd := range []*cobra.Command{
		newPromote(a), newWhy(a), newUsed(a), newTokens(a), newEnrich(a), newSession(a), newRollout(a), newAccept(a),
		newSkill(a), newHook(a), newVersion(a), newMan(a),
	} {
		cmd.Hidden = true
		root.AddCommand(cmd)
	}
}

// describeBuiltIn gives the commands that come with cobra the same help texts as ours have.
func describeBuiltIn(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	help, _, _ := root.Find([]string{"help"}) // it was added just now, as the next one
	completion, _, _ := root.Find([]string{"completion"})
	help.Run, help.RunE, help.Args, completion.Args = nil, helpOn, cobra.ArbitraryArgs, nil
	for _, cmd := range append(completion.Commands(), completion, help) {
		cmd.Annotations = map[string]string{plainOnly: "yes"}
		cmd.Example = "  " + cmd.CommandPath()
	}
	help.Example += " review approve"
	completion.Example += " bash > ~/.local/share/bash-completion/completions/wisdom"
}

// commandCalled is the command that words name.
func commandCalled(root *cobra.Command, words []string) (*cobra.Command, error) {
	cmd, rest, err := root.Find(words)
	if err != nil || len(rest) > 0 {
		return nil, knownCommand(cmd, rest)
	}
	return cmd, nil
}

// helpOn prints the help text of the command that args name.
func helpOn(cmd *cobra.Command, args []string) error {
	of, err := commandCalled(cmd.Root(), args)
	if err != nil {
		return err
	}
	of.InitDefaultHelpFlag()
	return of.Help()
}

// openNamed opens the workspace; where several are named, each opens one.
func (a *deps) openNamed(cmd *cobra.Command) error {
	a.recovers = cmd.Annotations[needsNoSettings] != ""
	a.begins = cmd.Name() == "init"
	a.takesRepo = cmd.Flags().Lookup("repo") != nil
	dirs, err := a.named()
	switch {
	case err != nil:
		return err
	case len(dirs) > 1 && cmd.Annotations[takesSeveral] == "":
		return fmt.Errorf("%s works in one workspace, and %d are named", cmd.CommandPath(), len(dirs))
	case len(dirs) > 1:
		a.several = dirs
		return nil
	case len(dirs) == 1:
		a.flags.workspace = dirs[0]
	}
	return a.open()
}

// Annotations of commands.
const (
	needsWorkspace  = "workspace"
	needsNoSettings = "recovers"
	takesSeveral    = "several"
	plainOnly       = "plain" // it prints no JSON
	exitCodes       = "exits"
)

// withoutSettings marks a command that must also work where the settings cannot be
// read: it restores, or it shows what is wrong.
func withoutSettings(annotations map[string]string) map[string]string {
	annotations[needsNoSettings] = "yes"
	return annotations
}

// inWorkspaces is inWorkspace for a command that can work in several.
func inWorkspaces(codes ...int) map[string]string {
	annotations := inWorkspace(codes...)
	annotations[takesSeveral] = "yes"
	return annotations
}

// inWorkspace marks a command that opens the workspace, and says how it ends.
func inWorkspace(codes ...int) map[string]string {
	codes = append(codes, exitInterrupted)
	return map[string]string{needsWorkspace: "yes", exitCodes: strings.Trim(fmt.Sprint(codes), "[]")}
}

// exitCodesOf are the codes that a command ends with, in order.
func exitCodesOf(cmd *cobra.Command) []int {
	codes := []int{exitDone, exitTrouble}
	for text := range strings.FieldsSeq(cmd.Annotations[exitCodes]) {
		code, _ := strconv.Atoi(text) // only numbers are written there
		codes = append(codes, code)
	}
	slices.Sort(codes)
	return codes
}

// exitStatus is the part of a help text on exit codes.
func exitStatus(cmd *cobra.Command) string {
	var b strings.Builder
	for _, code := range exitCodesOf(cmd) {
		fmt.Fprintf(&b, "  %-4d %s\n", code, meanings[code])
	}
	return strings.TrimRight(b.String(), "\n")
}

const usageTemplate = `{{if .HasParent}}USAGE
  {{.UseLine}}{{if .HasAvailableSubCommands}}

COMMANDS{{range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

FLAGS
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableInheritedFlags}}

GLOBAL FLAGS
{{.InheritedFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}{{if .HasExample}}

EXAMPLES
{{.Example}}{{end}}

EXIT STATUS
{{exitStatus .}}
{{else}}{{range $group := .Groups}}{{$title := .Title}}{{range $.Commands}}{{if eq .GroupID $group.ID}}  {{rpad $title 7}} {{rpad .Name 9}} {{.Short}}
{{$title = ""}}{{end}}{{end}}{{end}}
USAGE     wisdom [-C DIR] COMMAND [FLAG]...
EXAMPLES  wisdom init
          wisdom review
HELP      wisdom COMMAND --help  shows flags, examples and exit status
{{end}}`
