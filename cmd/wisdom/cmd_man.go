package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/docs"
)

func newMan(a *deps) *cobra.Command {
	var into string
	cmd := &cobra.Command{
		Use:   "man [COMMAND]...",
		Short: "Print a manual page, or write all of them",
		Long: `Print the manual page of a command, or write the pages of all commands with
--output. They contain the text of --help.`,
		Example:     "  wisdom man run | man -l -\n  wisdom man --output ~/.local/share/man/man1",
		Annotations: map[string]string{plainOnly: "yes"},
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			if into != "" {
				if len(args) > 0 {
					return fmt.Errorf("--output writes all pages, and %q names one", strings.Join(args, " "))
				}
				return writeManPages(a, root, into)
			}
			of, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return knownCommand(of, rest)
			}
			page, err := docs.Man.ReadFile("man/" + manName(of))
			if err != nil {
				return fmt.Errorf("%s has no manual page", of.CommandPath())
			}
			_, err = a.out.Write(page)
			return err
		},
	}
	cmd.Flags().StringVar(&into, "output", "", "write the pages of all commands into `DIR`")
	return cmd
}

func writeManPages(a *deps, root *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	pages := everyCommand(root)
	for _, cmd := range pages {
		page, err := docs.Man.ReadFile("man/" + manName(cmd))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, manName(cmd)), page, 0o644); err != nil {
			return err
		}
	}
	a.say("wrote %s into %s", plural(len(pages), "page"), dir)
	return nil
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

func manName(cmd *cobra.Command) string {
	return strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
}
