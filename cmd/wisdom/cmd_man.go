package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func newMan(a *app) *cobra.Command {
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
				return a.writeManPages(root, into)
			}
			of, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return knownCommand(of, rest)
			}
			page, err := manPage(of)
			if err != nil {
				return err
			}
			_, err = a.out.Write(page)
			return err
		},
	}
	cmd.Flags().StringVar(&into, "output", "", "write the pages of all commands into `DIR`")
	return cmd
}

func (a *app) writeManPages(root *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	pages := everyCommand(root)
	for _, cmd := range pages {
		page, err := manPage(cmd)
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

// manPage is the help text of a command as a manual page.
func manPage(cmd *cobra.Command) ([]byte, error) {
	root := cmd.Root()
	root.DisableAutoGenTag, cmd.DisableAutoGenTag = true, true
	released, err := time.Parse(time.DateOnly, versionDate)
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	header := &doc.GenManHeader{Section: "1", Date: &released, Source: "wisdom " + version, Manual: "wisdom"}
	if err := doc.GenMan(cmd, header, &page); err != nil {
		return nil, err
	}
	before, after, found := strings.Cut(page.String(), ".SH EXAMPLE\n")
	status := ".SH EXIT STATUS\n" + exitRoff(cmd)
	if !found {
		return []byte(before + status), nil
	}
	return []byte(before + status + ".SH EXAMPLE\n" + after), nil
}

// exitRoff is the exit status of a command as a list.
func exitRoff(cmd *cobra.Command) string {
	var b strings.Builder
	for _, code := range exitCodesOf(cmd) {
		fmt.Fprintf(&b, ".TP\n\\fB%d\\fP\n%s\n", code, strings.ReplaceAll(meanings[code], "-", `\-`))
	}
	return b.String()
}
