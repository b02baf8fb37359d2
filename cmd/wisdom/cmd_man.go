package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/docs"
)

func newMan(a *deps) *cobra.Command {
	return &cobra.Command{
		Use:         "man [COMMAND]...",
		Short:       "Print a manual page",
		Long:        "Print the manual page of a command. It contains the text of --help.",
		Example:     "  wisdom man run | man -l -",
		Annotations: map[string]string{plainOnly: "yes"},
		RunE: func(cmd *cobra.Command, args []string) error {
			of, err := commandCalled(cmd.Root(), args)
			if err != nil {
				return err
			}
			page, err := docs.Man.ReadFile("man/" + manName(of))
			if err != nil {
				return fmt.Errorf("%s has no manual page", of.CommandPath())
			}
			_, err = a.out.Write(page)
			return err
		},
	}
}

func manName(cmd *cobra.Command) string {
	return strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
}
