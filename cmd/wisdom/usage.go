package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"wisdom/cmd/wisdom/settings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// ownWords makes every command below cmd, and cmd itself, take the arguments of its usage line, and say in
// our words how it was used wrongly. One that only has others below it prints its help.
func ownWords(cmd *cobra.Command) {
	for _, child := range cmd.Commands() {
		ownWords(child)
	}
	if cmd.Run == nil && cmd.RunE == nil {
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
	check := cmd.Args
	if check == nil {
		check = argumentsOf(cmd)
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		err := check(cmd, args)
		if err == nil || is[*hintedError](err) {
			return err
		}
		return wrongArguments(cmd, args)
	}
}

// argumentsOf are the arguments that a command takes: those of its usage line, where one in brackets may be
// missing, and one with dots may come again.
func argumentsOf(cmd *cobra.Command) cobra.PositionalArgs {
	if cmd.HasSubCommands() {
		return knownCommand
	}
	wanted := strings.Fields(cmd.Use)[1:]
	needed := slices.IndexFunc(append(wanted, "["), func(arg string) bool { return strings.HasPrefix(arg, "[") })
	if strings.HasSuffix(cmd.Use, "...") {
		return cobra.MinimumNArgs(needed)
	}
	return cobra.RangeArgs(needed, len(wanted))
}

// printsJSON is an error where a command prints none.
func printsJSON(cmd *cobra.Command) error {
	switch {
	case cmd.Annotations[plainOnly] != "":
		return hinted("leave --json out", "%s prints no JSON", cmd.CommandPath())
	case cmd.Annotations[needsWorkspace] == "" && cmd.HasSubCommands():
		return hinted(cmd.CommandPath()+" --help", "%s prints no JSON; its commands do", cmd.CommandPath())
	}
	return nil
}

// wrongArguments compares arguments with the usage line of their command.
func wrongArguments(cmd *cobra.Command, args []string) error {
	wanted := strings.Fields(cmd.Use)[1:]
	hint := cmd.CommandPath() + " --help"
	switch {
	case slices.Equal(wanted, []string{"ID"}):
		return hinted("wisdom review list", "%s requires the ID of the draft that you reviewed", cmd.Name())
	case len(wanted) == 0:
		return hinted(hint, "%s takes no argument; %q is one", cmd.CommandPath(), args[0])
	case len(args) < len(wanted):
		return hinted(hint, "%s needs an argument: %s", cmd.CommandPath(), strings.Join(wanted, " "))
	}
	return hinted(hint,
		"%s takes at most %s; %q is one more", cmd.CommandPath(), plural(len(wanted), "argument"), args[len(wanted)])
}

// mistypedFlag says what is wrong with a flag, and names the one that was meant, where one is near.
func mistypedFlag(cmd *cobra.Command, err error) error {
	var (
		unknown *pflag.NotExistError
		bare    *pflag.ValueRequiredError
		invalid *pflag.InvalidValueError
		syntax  *pflag.InvalidSyntaxError
	)
	hint := cmd.CommandPath() + " --help"
	switch {
	case errors.As(err, &unknown):
		return unknownFlag(cmd, unknown)
	case errors.As(err, &bare):
		value, _ := pflag.UnquoteUsage(bare.GetFlag())
		err = fmt.Errorf("--%s needs a value: %s", bare.GetFlag().Name, strings.ToUpper(value))
	case errors.As(err, &invalid):
		err = fmt.Errorf("--%s %q %s", invalid.GetFlag().Name, invalid.GetValue(), wrongValue(invalid))
	case errors.As(err, &syntax):
		err = fmt.Errorf("%q is no flag", syntax.GetSpecifiedFlag())
	}
	return &hintedError{err, hint}
}

// unknownFlag is about a flag that a command does not have. Behind a command that
// is unknown too, that is what is wrong.
func unknownFlag(cmd *cobra.Command, unknown *pflag.NotExistError) error {
	if args := cmd.Flags().Args(); cmd.HasSubCommands() && len(args) > 0 {
		return unknownCommand(cmd, args[0])
	}
	name, path := unknown.GetSpecifiedName(), cmd.CommandPath()
	if group := unknown.GetSpecifiedShortnames(); group != "" {
		return hinted(path+" --help", "%s has no flag -%s%s", path, name, textIf(group != name, ", as in -"+group))
	}
	if instead := removedFlags[name+" "+cmd.Name()]; instead != "" {
		return hinted(instead, "%s has no flag --%s any more", path, name)
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	if near := settings.Nearest(name, known); near != "" {
		return hinted("did you mean --"+near+"?", "%s has no flag --%s", path, name)
	}
	hint := path + " --help"
	if meant := commandsCalled(cmd.Root())[name]; len(meant) > 0 {
		hint = didYouMean(meant)
	}
	return hinted(hint, "%s has no flag --%s", path, name)
}

// removedFlags say what replaces a flag, by its name and the name of its command.
var removedFlags = map[string]string{
	"despite-exam schedule": "examine the model and decide by hand: wisdom run --despite-exam",
	"despite-exam init":     "wisdom run --despite-exam",
	"model schedule":        "name the model in wisdom.toml: [model] name",
	"model init":            "name the model in wisdom.toml: [model] name",
	"log-format schedule":   "wisdom schedule --json logs as JSON",
	"systemd print":         "wisdom schedule print systemd",
	"cron print":            "wisdom schedule print cron",
	"launchd print":         "wisdom schedule print launchd",
	"as status":             "leave it out: both forms are shown",
	"as test":               "leave it out: what is installed is tested",
	"keep-sessions accept":  "leave it out: the sessions are deleted",
	"all session":           "leave it out: without a key, every type of session is shown",
	"context-file recall":   "set it in wisdom.toml: [recall] context_file = true",
	"open report":           "open the file that is printed",
	"open review":           "open the address that is printed",
	"idle review":           "leave it out: it ends after 30 minutes without a request",
	"stat diff":             "wisdom review diff --json counts the lines of each file",
	"app context":           "name the repository: --repo DIR",
	"output man":            "the pages are in docs/man",
	"all approve":           "leave it out: all undecided items are meant without --items",
	"all reject":            "leave it out: all undecided items are meant without --items",
}

func wrongValue(invalid *pflag.InvalidValueError) string {
	if ours, ok := errors.AsType[valueError](invalid); ok {
		return ours.Error()
	}
	switch invalid.GetFlag().Value.Type() {
	case "bool":
		return "is not true or false"
	case "int":
		return "is not a whole number"
	}
	return "is not a list such as a,b"
}

// knownCommand is for commands that have others below them: an argument is a mistyped one.
func knownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return unknownCommand(cmd, args[0])
}

// unknownCommand suggests the commands that have, or for which people try, the word that is most like this one.
func unknownCommand(cmd *cobra.Command, word string) error {
	called := commandsCalled(cmd.Root())
	hint := cmd.CommandPath() + " --help"
	if near := settings.Nearest(word, slices.Sorted(maps.Keys(called))); near != "" {
		hint = didYouMean(called[near])
	}
	return hinted(hint, "%s has no command %q", cmd.CommandPath(), word)
}

func didYouMean(commands []string) string {
	return "did you mean " + strings.Join(commands, ", or ") + "?"
}

// otherNames are words that people try for a command.
var otherNames = map[string]string{
	"wisdom init":           "setup begin",
	"wisdom lessons":        "sources",
	"wisdom run":            "distill compact draft generate start",
	"wisdom review approve": "apply yes",
	"wisdom review reject":  "refuse deny decline no",
	"wisdom review log":     "history audit decisions",
	"wisdom rollback":       "undo restore revert back",
	"wisdom backups list":   "generations snapshots backup",
	"wisdom lessons why":    "explain blame",
	"wisdom lint":           "check validate",
	"wisdom status":         "state info budget cost size",
	"wisdom report":         "html page dashboard",
	"wisdom lessons used":   "usage followed broken",
	"wisdom schedule":       "daemon cron timer",
	"wisdom uninstall":      "delete purge",
}

// commandsCalled are the commands that help shows, by their names and by the words that people try.
func commandsCalled(root *cobra.Command) map[string][]string {
	found := map[string][]string{}
	for _, cmd := range everyCommand(root)[1:] {
		words := strings.Fields(otherNames[cmd.CommandPath()])
		for _, word := range slices.Concat([]string{cmd.Name()}, cmd.Aliases, words) {
			found[word] = append(found[word], cmd.CommandPath())
		}
	}
	return found
}

// everyCommand lists a command and all below it that help tells of.
func everyCommand(cmd *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{cmd}
	for _, child := range cmd.Commands() {
		if child.IsAvailableCommand() {
			all = append(all, everyCommand(child)...)
		}
	}
	return all
}
