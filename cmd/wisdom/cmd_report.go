package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/cmd/wisdom/terminal"
	"wisdom/cmd/wisdom/web"
	"wisdom/internal/secrets"
	"wisdom/internal/workspace"
)

// reportFile is where the report goes unless the person names another file: no session
// loads it there, and git ignores it.
const reportFile = backups.Home + "/report.html"

type reportOptions struct {
	output  string
	summary bool
}

func newReport(a *deps) *cobra.Command {
	var opts reportOptions
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Write a page with the lessons, entries and history",
		Long: `Write one HTML file with what each session loads, the entries and the lessons that back
them, the table with its sources, every generation with its change, the pending draft,
findings, and the last runs. It loads nothing from the network and runs no script. It
holds text from the agent's notes, without secrets; --summary leaves that text out. A
file that is no report is never replaced.`,
		Example:     "  wisdom report\n  wisdom report --output ~/juniper.html\n  wisdom report --output - > juniper.html",
		Annotations: withoutSettings(inWorkspace()),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if opts.output == "-" && a.flags.json {
				return errors.New("--output - prints the report, so there is no answer for --json")
			}
			return runReport(cmd.Context(), a, opts)
		},
	}
	cmd.Flags().StringVarP(&opts.output, "output", "o", "",
		"write it to `FILE`; - prints it (default .wisdom/report.html)")
	cmd.Flags().BoolVar(&opts.summary, "summary", false, "leave out the words of the notes")
	return cmd
}

func runReport(ctx context.Context, a *deps, opts reportOptions) error {
	report, err := gatherReport(ctx, a)
	if err != nil {
		return err
	}
	if opts.summary {
		report.Shorten()
	}
	var page bytes.Buffer
	if err := report.Write(&page, forPage); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	if opts.output == "-" {
		_, err := a.out.Write(page.Bytes())
		return err
	}
	file, err := reportPath(a, opts.output)
	if err != nil {
		return err
	}
	if err := writeReport(file, page.Bytes()); err != nil {
		return err
	}
	return a.reply(object{"path": file, "bytes": page.Len()}, "report   %s (%d KB)", file, (page.Len()+1023)/1024)
}

// reportPath is where a report goes: a named file, or its usual place, which is made.
func reportPath(a *deps, file string) (string, error) {
	if file == "" {
		if err := workspace.MkdirIgnored(a.fsys, backups.Home); err != nil {
			return "", hinted("name a file elsewhere: --output FILE", "write the report: %w", err)
		}
		return filepath.Join(a.dir, filepath.FromSlash(string(reportFile))), nil
	}
	if filepath.IsAbs(file) {
		return file, nil
	}
	here, err := a.getwd()
	if err != nil {
		return "", fmt.Errorf("find the current folder: %w", err)
	}
	return filepath.Join(here, file), nil
}

// writeReport puts a report in its place, whole or not at all. Only a report is replaced.
func writeReport(file string, page []byte) error {
	const hint = "name another file: --output FILE"
	info, err := os.Lstat(file)
	if err == nil && !info.Mode().IsRegular() {
		return hinted(hint, "%s is not a regular file, so no report is written there", file)
	}
	if err == nil {
		begin := make([]byte, len(web.ReportMark))
		var f *os.File
		if f, err = os.Open(file); err == nil {
			_, _ = f.Read(begin) // what cannot be read is no report
			_ = f.Close()
		}
		if string(begin) != web.ReportMark {
			return errors.Join(err, hinted(hint, "%s is no report, so it is not replaced", file))
		}
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) { // private, as the notes are
		err = replaceIn(filepath.Dir(file), workspace.Path(filepath.Base(file)), page, 0o600)
	}
	if err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}

// longestText is how much of one text a page shows, in characters: a note may hold a line without an end.
const longestText = 1500

// forPage is a text as a page shows it: without secrets, with hidden characters as
// escapes, and not longer than a reader reads.
func forPage(text string) string {
	text, _ = secrets.Redact(text)
	if characters := []rune(text); len(characters) > longestText {
		text = fmt.Sprintf("%s … (%d more characters)", string(characters[:longestText]), len(characters)-longestText)
	}
	return terminal.Printable(text)
}
