package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// valueError says what is wrong with the value of a flag; a message begins with the flag and the value.
type valueError string

// Error implements error.
func (e valueError) Error() string { return string(e) }

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
		return isNone(c.of)
	}
	*c.value = text
	return nil
}

// isNone is the error of a value that is none of a few words.
func isNone(of []string) error {
	last := len(of) - 1
	if last == 1 {
		return valueError(fmt.Sprintf("is neither %q nor %q", of[0], of[1]))
	}
	return valueError(fmt.Sprintf(`is none of "%s" and %q`, strings.Join(of[:last], `", "`), of[last]))
}

// moment is the value of a flag that is a day or a moment in RFC 3339.
type moment struct {
	time.Time
	isDay bool
}

// String implements pflag.Value.
func (m *moment) String() string {
	if m.IsZero() {
		return ""
	}
	return m.Format(time.RFC3339)
}

// Type implements pflag.Value.
func (m *moment) Type() string { return "string" }

// Set implements pflag.Value.
func (m *moment) Set(text string) (err error) {
	if text == "" { // as if it were not there
		*m = moment{}
		return nil
	}
	m.Time, err = time.Parse(time.DateOnly, text)
	if m.isDay = err == nil; m.isDay {
		return nil
	}
	if m.Time, err = time.Parse(time.RFC3339, text); err != nil {
		return valueError("is no date: write it like 2026-11-21")
	}
	return nil
}

// addReviewer adds the flag that says who decides; the commands below review inherit it.
func addReviewer(a *deps, flags *pflag.FlagSet) {
	flags.StringVar(&a.flags.reviewer, "reviewer", "", "the reviewer (default: $WISDOM_REVIEWER, else the login name)")
}

func addHost(flags *pflag.FlagSet, program *string) {
	flags.StringVar(program, "openclaw", "", "the host's `PROGRAM` (else openclaw on the PATH)")
}

func addExclude(cmd *cobra.Command, globs *[]string) {
	cmd.Flags().StringArrayVar(globs, "exclude", nil, "a `GLOB` of files that are not searched, for instance MEMORY.md")
}
