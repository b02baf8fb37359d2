package main

import (
	"errors"
	"fmt"
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
		return hinted(hint, "%s takes no argument, and %q is one", cmd.CommandPath(), args[0])
	case len(args) < len(wanted):
		return hinted(hint, "%s needs an argument: %s", cmd.CommandPath(), strings.Join(wanted, " "))
	}
	return hinted(hint,
		"%s takes %s at most, and %q is one more", cmd.CommandPath(), plural(len(wanted), "argument"), args[len(wanted)])
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
		err = fmt.Errorf("--%s %s is given without its value", bare.GetFlag().Name, strings.ToUpper(value))
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
	name, hint := unknown.GetSpecifiedName(), cmd.CommandPath()+" --help"
	if group := unknown.GetSpecifiedShortnames(); group != "" {
		if group == name {
			return hinted(hint, "%s has no flag -%s", cmd.CommandPath(), name)
		}
		return hinted(hint, "%s has no flag -%s, as in -%s", cmd.CommandPath(), name, group)
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	if near := settings.Nearest(name, known); near != "" {
		hint = "did you mean --" + near + "?"
	} else if meant := commandsCalled(cmd.Root(), name); len(meant) > 0 {
		hint = didYouMean(meant)
	}
	return hinted(hint, "%s has no flag --%s", cmd.CommandPath(), name)
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

// unknownCommand suggests the command that was meant: one that is called so
// elsewhere, or in other words, else one that is written alike.
func unknownCommand(cmd *cobra.Command, word string) error {
	err := fmt.Errorf("%s has no command %q", cmd.CommandPath(), word)
	meant := commandsCalled(cmd.Root(), word)
	if len(meant) == 0 {
		cmd.SuggestionsMinimumDistance = 2
		for _, near := range cmd.SuggestionsFor(word) {
			meant = append(meant, cmd.CommandPath()+" "+near)
		}
	}
	if len(meant) == 0 {
		return &hintedError{err, cmd.CommandPath() + " --help"}
	}
	return &hintedError{err, didYouMean(meant)}
}

func didYouMean(commands []string) string {
	return "did you mean " + strings.Join(commands, ", or ") + "?"
}

// otherNames are words that people try for a command.
var otherNames = map[string][]string{
	"wisdom init":           {"setup", "install", "begin"},
	"wisdom collect":        {"lessons", "sources"},
	"wisdom run":            {"distill", "compact", "draft", "generate", "start"},
	"wisdom review approve": {"accept", "apply", "yes"},
	"wisdom review reject":  {"refuse", "deny", "decline", "no"},
	"wisdom review log":     {"history", "audit", "decisions"},
	"wisdom rollback":       {"undo", "restore", "revert", "back"},
	"wisdom backups list":   {"generations", "snapshots", "backup"},
	"wisdom why":            {"explain", "blame"},
	"wisdom lint":           {"check", "validate"},
	"wisdom tokens":         {"budget", "cost", "size"},
	"wisdom status":         {"state", "info"},
	"wisdom report":         {"html", "page", "dashboard"},
	"wisdom used":           {"usage", "followed", "broken"},
	"wisdom schedule":       {"daemon", "cron", "timer"},
	"wisdom uninstall":      {"remove", "delete", "purge"},
}

// commandsCalled are the commands at root or below it that have a name, or for which people try it.
func commandsCalled(root *cobra.Command, word string) []string {
	var found []string
	for _, cmd := range everyCommand(root)[1:] {
		if cmd.Name() == word || slices.Contains(otherNames[cmd.CommandPath()], word) {
			found = append(found, cmd.CommandPath())
		}
	}
	return found
}
