package main

import "github.com/spf13/cobra"

func newLessons(a *deps) *cobra.Command {
	cmd := newCollect(a)
	cmd.Use, cmd.Aliases = "lessons", []string{"collect"}
	cmd.AddCommand(newWhy(a), newUsed(a))
	return cmd
}
