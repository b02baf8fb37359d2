package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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
	err := root.ExecuteContext(ctx)
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
		Long: `wisdom reads the lessons that an AI agent wrote down in its workspace, distills
them into the short "## Wisdom" section of SOUL.md, and asks for your review.
Nothing is promoted that you have not seen, everything is backed up first, and
you can undo any promotion.`,
		Example: `  wisdom run                    read the lessons and stage a draft
  wisdom review                 show the draft, the diff and the next command
  wisdom review approve ID      write it to SOUL.md
  wisdom rollback               undo that`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	flags := root.PersistentFlags()
	flags.StringArrayVarP(&a.flags.workspaces, "workspace", "C", nil, "the `DIR` with SOUL.md "+
		"(default: $WISDOM_WORKSPACE, else the current folder, else ~/.openclaw/workspace); "+
		"run, lint, status and schedule accept several")
	flags.StringVar(&a.flags.list, "workspaces", "", "a `FILE` that lists workspaces, one per line")
	flags.BoolVar(&a.flags.json, "json", false, "print the answer as JSON")
	flags.Var(&a.flags.now, "now", "use `DATE` as today (2026-01-03, or 2026-01-03T18:30:00Z), for reproducible runs")
	flags.BoolVar(&a.flags.noInput, "no-input", false, "never ask questions")
	addChoice(root, flags, &a.flags.color, "color", "auto", "colour the answer: auto, always or never",
		"auto", "always", "never")
	flags.BoolVarP(&a.flags.quiet, "quiet", "q", false, "print no warnings")
	flags.BoolVarP(&a.flags.verbose, "verbose", "v", false, "print more detail")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if a.flags.json {
			if err := printsJSON(cmd); err != nil {
				return err
			}
		}
		if cmd.Annotations[needsWorkspace] == "" {
			return nil
		}
		return a.openNamed(cmd)
	}
	root.SetGlobalNormalizationFunc(currentName)
	root.SetFlagErrorFunc(mistypedFlag)
	root.SetUsageTemplate(usageTemplate)
	addTemplateFunc()
	root.AddCommand(commands(a)...)
	describeBuiltIn(root)
	ownWords(root)
	addCompletions(a, root)
	return root
}

// addTemplateFunc adds exitStatus to cobra's functions, which all commands of a process share.
var addTemplateFunc = sync.OnceFunc(func() { cobra.AddTemplateFunc("exitStatus", exitStatus) })

// commands are the commands of the program, in the order of its help.
func commands(a *deps) []*cobra.Command {
	return []*cobra.Command{
		newInit(a), newCollect(a), newRun(a), newReview(a), newPromote(a), newRollback(a), newBackups(a),
		newWhy(a), newLint(a), newTokens(a), newRecall(a), newEnrich(a), newContext(a), newSession(a), newHook(a),
		newSkill(a), newRollout(a), newAccept(a), newStatus(a), newReport(a), newUsed(a), newSchedule(a),
		newDoctor(a), newUninstall(a), newVersion(a), newMan(a),
	}
}

// renamedFlags maps former names of flags to the current ones. The former names work, but no help text shows them.
var renamedFlags = map[string]string{
	"shrink": "allow-shrink", "into": "output", "refused": "rejected",
}

// currentName returns the name under which a flag is known today.
func currentName(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	return pflag.NormalizedName(cmp.Or(renamedFlags[name], name))
}

// describeBuiltIn gives the commands that come with cobra the same help texts as ours have.
func describeBuiltIn(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Example = "  wisdom help review approve"
			cmd.Annotations = map[string]string{plainOnly: "yes"}
			cmd.Run, cmd.RunE, cmd.Args = nil, helpOn, cobra.ArbitraryArgs
		case "completion":
			cmd.Args, cmd.Annotations = nil, map[string]string{plainOnly: "yes"}
			cmd.Example = "  wisdom completion bash > ~/.local/share/bash-completion/completions/wisdom"
			for _, shell := range cmd.Commands() {
				shell.Example = "  wisdom completion " + shell.Name()
				shell.Annotations = map[string]string{plainOnly: "yes"}
			}
		}
	}
}

// helpOn prints the help text of the command that args name.
func helpOn(cmd *cobra.Command, args []string) error {
	of, rest, err := cmd.Root().Find(args)
	if err != nil || len(rest) > 0 {
		return knownCommand(of, rest)
	}
	of.InitDefaultHelpFlag()
	return of.Help()
}

// openNamed opens the workspace; where several are named, each opens one.
func (a *deps) openNamed(cmd *cobra.Command) error {
	a.recovers = cmd.Annotations[needsNoSettings] != ""
	a.takesRepo = cmd.Flags().Lookup("repo") != nil
	if cmd.Flags().Changed("workspaces") && a.flags.list == "" {
		return hinted(cmd.CommandPath()+" --help", "--workspaces names no file: it is empty")
	}
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
	return map[string]string{needsWorkspace: "yes", exitCodes: strings.Trim(fmt.Sprint(codes), "[]")}
}

// exitCodesOf are the codes that a command ends with, in order.
func exitCodesOf(cmd *cobra.Command) []int {
	codes := []int{exitDone, exitTrouble}
	for text := range strings.FieldsSeq(cmd.Annotations[exitCodes]) {
		code, _ := strconv.Atoi(text) // only numbers are written there
		codes = append(codes, code)
	}
	if cmd.Annotations[needsWorkspace] != "" {
		codes = append(codes, exitInterrupted)
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// exitStatus is the part of a help text on exit codes.
func exitStatus(cmd *cobra.Command) string {
	var b strings.Builder
	for _, code := range exitCodesOf(cmd) {
		fmt.Fprintf(&b, "  %-4d %s\n", code, meanings[code])
	}
	return strings.TrimRight(b.String(), "\n")
}

const usageTemplate = `USAGE
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
`
