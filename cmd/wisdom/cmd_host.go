package main

import "github.com/spf13/cobra"

func newHost(a *deps) *cobra.Command {
	cmd := newHook(a)
	cmd.Use, cmd.Aliases = "host", []string{"hook"}
	cmd.AddCommand(newSession(a), newRollout(a), newAccept(a), newSkill(a))
	return cmd
}
