package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

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
	open    bool
	summary bool
}

func newReport(a *deps) *cobra.Command {
	var opts reportOptions
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Write a page with the lessons, entries and history",
		Long: `Write one self-contained HTML file that shows what each session loads, the entries
of the section with the lessons that back them, which lessons back an entry and
which do not, the table with the source of each value, every generation
with its change, the pending draft, the findings of lint and the last runs. It
loads nothing from the network and runs no script. It holds text from the agent's
notes, without secrets: share it as you would share those, or leave that text out
with --summary. On paper it is a summary, too. It is written to
.wisdom/report.html in the workspace, or to --output; a file that is no report is
never replaced.`,
		Example:     "  wisdom report\n  wisdom report --output ~/juniper.html\n  wisdom report --output - > juniper.html",
		Annotations: withoutSettings(inWorkspace()),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if opts.output == "-" && (opts.open || a.flags.json) {
				return errors.New("--output - prints the report, so --open and --json have nothing to work on")
			}
			return runReport(cmd.Context(), a, opts)
		},
	}
	cmd.Flags().StringVarP(&opts.output, "output", "o", "",
		"write it to `FILE`; - prints it (default .wisdom/report.html)")
	cmd.Flags().BoolVar(&opts.summary, "summary", false, "leave out the words of the notes: only numbers and practices")
	cmd.Flags().BoolVar(&opts.open, "open", false, "open it in the browser")
	return cmd
}

type reportAnswer struct {
	Path  string `json:"path"`
	Bytes int    `json:"bytes"`
}

func runReport(ctx context.Context, a *deps, opts reportOptions) error {
	report, err := gatherReport(ctx, a)
	if err != nil {
		return err
	}
	var page bytes.Buffer
	if opts.summary {
		report.Shorten()
	}
	if err := report.Write(&page, forPage); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	if opts.output == "-" {
		_, err := a.out.Write(page.Bytes())
		return err
	}
	file, err := placeReport(a, opts.output, page.Bytes())
	if err != nil {
		return err
	}
	if opts.open {
		openInBrowser(a, file)
	}
	return a.reply(reportAnswer{file, page.Len()}, "report   %s (%d KB)", file, (page.Len()+1023)/1024)
}

// placeReport writes a report to its usual place or to a named file, and returns its path.
func placeReport(a *deps, file string, page []byte) (string, error) {
	if file == "" {
		if err := workspace.MkdirIgnored(a.fsys, backups.Home); err != nil {
			return "", hinted("name a file elsewhere: --output FILE", "write the report: %w", err)
		}
		file = filepath.Join(a.dir, filepath.FromSlash(string(reportFile)))
	}
	if !filepath.IsAbs(file) {
		here, err := a.getwd()
		if err != nil {
			return "", fmt.Errorf("find the current folder: %w", err)
		}
		file = filepath.Join(here, file)
	}
	return file, writeReport(file, page)
}

// writeReport puts a report in its place, whole or not at all. Only a report is replaced.
func writeReport(file string, page []byte) error {
	switch info, err := os.Lstat(file); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fmt.Errorf("write the report: %w", err)
	case !info.Mode().IsRegular():
		return hinted("name another file: --output FILE", "%s is not a regular file, so no report is written there", file)
	default:
		if is, err := isReport(file); err != nil || !is {
			return errors.Join(err, hinted("name another file: --output FILE", "%s is no report, so it is not replaced", file))
		}
	}
	if err := replaceIn(filepath.Dir(file), workspace.Path(filepath.Base(file)), page, 0o600); err != nil {
		return fmt.Errorf("write the report: %w", err) // private, as the notes are
	}
	return nil
}

// isReport reports whether a file begins as reports do.
func isReport(file string) (bool, error) {
	f, err := os.Open(file)
	if err != nil {
		return false, err
	}
	defer f.Close()
	begin := make([]byte, len(web.ReportMark))
	n, _ := f.Read(begin)
	return string(begin[:n]) == web.ReportMark, nil
}

// openInBrowser shows a file or an address in the person's browser. A failure only logs a warning: the file is there.
func openInBrowser(a *deps, place string) {
	name, args := "xdg-open", []string{place}
	switch browser := ofEnv(a, "BROWSER"); {
	case browser != "":
		name = browser
	case runtime.GOOS == "darwin":
		name = "open"
	case runtime.GOOS == "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", place}
	}
	if err := a.start(name, args...); err != nil {
		a.warn("no browser opened (%v): open it yourself", err)
	}
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
