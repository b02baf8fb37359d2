package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// choice is the value of a flag that is one of a few words.
type choice struct {
	value *string
	of    []string
}

// addChoice adds a flag that takes one of a few words, and offers these to shells. The default may be another word.
func addChoice(cmd *cobra.Command, flags *pflag.FlagSet, value *string, name, usual, usage string, of ...string) {
	*value = usual
	flags.Var(&choice{value, of}, name, usage)
	// It fails for a flag that is not there.
	_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(of, cobra.ShellCompDirectiveNoFileComp))
}

// String implements pflag.Value.
func (c *choice) String() string { return *c.value }

// Type implements pflag.Value.
func (c *choice) Type() string { return "string" }

// Set implements pflag.Value.
func (c *choice) Set(text string) error {
	if text != *c.value && !slices.Contains(c.of, text) {
		return fmt.Errorf("is none of %s", strings.Join(c.of, ", "))
	}
	*c.value = text
	return nil
}

// addReviewer adds the flag that says who decides; the commands below review inherit it.
func addReviewer(a *deps, flags *pflag.FlagSet) {
	flags.StringVar(&a.flags.reviewer, "reviewer", "", "who decides: a `NAME` (else $WISDOM_REVIEWER, else the login)")
}

func addHost(flags *pflag.FlagSet, program *string) {
	flags.StringVar(program, "openclaw", "", "the host's `PROGRAM` (else openclaw on the PATH)")
}

func addExclude(cmd *cobra.Command, globs *[]string) {
	cmd.Flags().StringArrayVar(globs, "exclude", nil, "a `GLOB` of files that are not searched, for instance MEMORY.md")
}
