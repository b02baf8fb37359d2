package main

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"wisdom/cmd/wisdom/settings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// ownWords makes every command below cmd, and cmd itself, take the arguments of its usage line. One that only has others
// below it prints its help.
func ownWords(cmd *cobra.Command) {
	for _, child := range cmd.Commands() {
		ownWords(child)
	}
	if cmd.Run == nil && cmd.RunE == nil {
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
	if cmd.Args == nil {
		cmd.Args = checkArguments
	}
}

// checkArguments compares arguments with the usage line of their command, where one in brackets may be missing, and one
// with dots may come again.
func checkArguments(cmd *cobra.Command, args []string) error {
	wanted := strings.Fields(cmd.Use)[1:]
	if len(wanted) == 0 && cmd.HasSubCommands() {
		return knownCommand(cmd, args)
	}
	needed := slices.IndexFunc(append(wanted, "["), func(arg string) bool { return strings.HasPrefix(arg, "[") })
	hint, path := cmd.CommandPath()+" --help", cmd.CommandPath()
	switch {
	case len(args) > len(wanted) && !strings.HasSuffix(cmd.Use, "..."):
		return hinted(hint, "%s takes %s; %q is one more", path, cmp.Or(strings.Join(wanted, " "), "no argument"),
			args[len(wanted)])
	case len(args) >= needed:
		return nil
	case slices.Equal(wanted, []string{"ID"}):
		return hinted("wisdom review list", "%s requires the ID of the draft that you reviewed", cmd.Name())
	}
	return hinted(hint, "%s needs an argument: %s", path, strings.Join(wanted, " "))
}

// mistypedFlag says what is wrong with a flag, and names the one that was meant, where one is near.
func mistypedFlag(cmd *cobra.Command, err error) error {
	hint := cmd.CommandPath() + " --help"
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return unknownFlag(cmd, unknown)
	}
	if bare, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		value, _ := pflag.UnquoteUsage(bare.GetFlag())
		return hinted(hint, "--%s needs a value: %s", bare.GetFlag().Name, strings.ToUpper(value))
	}
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return hinted(hint, "--%s %q %s", invalid.GetFlag().Name, invalid.GetValue(),
			cmp.Or(wrongValues[invalid.GetFlag().Value.Type()], invalid.Unwrap().Error()))
	}
	return hinted(hint, "%s: it is no flag", strings.TrimPrefix(err.Error(), "bad flag syntax: "))
}

// unknownFlag is about a flag that a command does not have. Behind a command that
// is unknown too, that is what is wrong.
func unknownFlag(cmd *cobra.Command, unknown *pflag.NotExistError) error {
	if args := cmd.Flags().Args(); cmd.HasSubCommands() && len(args) > 0 {
		return knownCommand(cmd, args)
	}
	name, path := unknown.GetSpecifiedName(), cmd.CommandPath()
	dashes, hint := "-", path+" --help"
	if unknown.GetSpecifiedShortnames() == "" {
		dashes = "--"
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		if near := settings.Nearest(name, known); near != "" {
			hint = "did you mean --" + near + "?"
		}
	}
	return hinted(hint, "%s has no flag %s%s", path, dashes, name)
}

// wrongValues say what is wrong with the value of a flag, by its type; a choice says it itself.
var wrongValues = map[string]string{
	"bool": "is not true or false", "int": "is not a whole number", "time": "is no date: write it like 2026-11-21",
	"stringSlice": "is not a list such as a,b",
}

// knownCommand is for commands that have others below them: an argument is a mistyped one. It suggests the commands
// that people try this very word for, else those with the name that is most like it.
func knownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	called := map[string][]string{}
	for _, c := range everyCommand(cmd.Root())[1:] {
		names := append([]string{c.Name()}, c.Aliases...)
		if slices.Contains(strings.Fields(otherNames[c.CommandPath()]), args[0]) {
			names = append(names, args[0])
		}
		for _, word := range names {
			called[word] = append(called[word], c.CommandPath())
		}
	}
	hint := cmd.CommandPath() + " --help"
	if near := settings.Nearest(args[0], slices.Sorted(maps.Keys(called))); near != "" {
		hint = "did you mean " + strings.Join(called[near], ", or ") + "?"
	}
	return hinted(hint, "%s has no command %q", cmd.CommandPath(), args[0])
}

// otherNames are words that people try for a command.
var otherNames = map[string]string{
	"wisdom init":           "setup begin",
	"wisdom lessons":        "sources",
	"wisdom run":            "distill compact draft generate start",
	"wisdom review approve": "apply yes",
	"wisdom review diff":    "rebase patch",
	"wisdom review log":     "history audit decisions",
	"wisdom rollback":       "undo restore revert back",
	"wisdom backups list":   "generations snapshots backup",
	"wisdom lint":           "check validate",
	"wisdom status":         "state info budget",
	"wisdom schedule":       "daemon cron timer",
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
