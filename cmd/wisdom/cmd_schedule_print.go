package main

import (
	"bytes"
	"embed"
	"fmt"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/spf13/cobra"

	"wisdom/internal/workspace"
)

type printOptions struct {
	systemd, cron, launchd bool
	into                   string
}

func newSchedulePrint(a *deps) *cobra.Command {
	var opts printOptions
	cmd := &cobra.Command{
		Use:   "print",
		Short: "Print unit files for systemd, cron or launchd",
		Long: `Print files that make the machine call "wisdom run --due" every hour, at the
minutes of the schedule. It runs when a run is due, also when one was missed, and
otherwise does nothing. The paths of this program and of the workspace are filled
in; for systemd, the usual workspace is %h/.openclaw/workspace. Nothing is
installed; the files explain how to do that.`,
		Example: `  wisdom schedule print --systemd --output ~/.config/systemd/user
  wisdom schedule print --cron
  wisdom schedule print --launchd > ~/Library/LaunchAgents/wisdom.plist`,
		Annotations: inWorkspaces(),
		PreRunE:     func(*cobra.Command, []string) error { return opts.validate() },
		RunE:        func(*cobra.Command, []string) error { return printSchedule(a, opts) },
	}
	cmd.Flags().BoolVar(&opts.systemd, "systemd", false, "print a hardened user service and its timer")
	cmd.Flags().BoolVar(&opts.cron, "cron", false, "print a line for crontab")
	cmd.Flags().BoolVar(&opts.launchd, "launchd", false, "print a property list for launchd")
	cmd.Flags().StringVar(&opts.into, "output", "", "write the files into `DIR`; a file that differs is not replaced")
	cmd.MarkFlagsMutuallyExclusive("systemd", "cron", "launchd")
	cmd.MarkFlagsOneRequired("systemd", "cron", "launchd")
	cmd.Annotations[plainOnly] = "yes"
	return cmd
}

// validate comes before the checks of cobra, which say the same in other words; they
// tell shells which flags go together.
func (o printOptions) validate() error {
	const hint = "one of --systemd, --cron and --launchd"
	switch {
	case !o.systemd && !o.cron && !o.launchd:
		return hinted(hint, "schedule print does not know for what to print")
	case o.systemd && o.cron, o.systemd && o.launchd, o.cron && o.launchd:
		return hinted(hint, "schedule print prints for one system at a time")
	}
	return nil
}

// units are the templates of the files for the user to install.
//
//go:embed units
var units embed.FS

// unit is what such a file is filled in with.
type unit struct {
	program    string
	workspaces []string
	home       string
	Minutes    []int
}

func printSchedule(a *deps, opts printOptions) error {
	dirs, err := scheduled(a)
	if err != nil {
		return err
	}
	u := unit{workspaces: dirs, home: a.getenv("HOME")}
	if u.Minutes, err = minutesOf(a, dirs); err != nil {
		return err
	}
	if u.program, err = a.executable(); err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	names := []string{"wisdom.plist"}
	switch {
	case opts.systemd:
		names = []string{"wisdom.service", "wisdom.timer"}
	case opts.cron:
		names = []string{"wisdom.cron"}
	}
	for i, name := range names {
		text, err := u.file(name)
		if err != nil {
			return err
		}
		if opts.into != "" {
			if err := writeOnce(a, opts.into, workspace.Path(name), text); err != nil {
				return err
			}
			continue
		}
		if i > 0 {
			a.say("")
		}
		if len(names) > 1 {
			a.say("# ==> %s <==", name)
		}
		fmt.Fprintf(a.out, "%s", text)
	}
	if opts.into != "" {
		a.say("next  %s", opts.install(opts.into))
	}
	return nil
}

// install is what to type once the files are written.
func (o printOptions) install(dir string) string {
	switch {
	case o.systemd:
		return "systemctl --user daemon-reload && systemctl --user enable --now wisdom.timer"
	case o.cron:
		return "crontab -e, and add the line in " + quoted(filepath.Join(dir, "wisdom.cron"))
	}
	return "launchctl bootstrap gui/$(id -u) " + quoted(filepath.Join(dir, "wisdom.plist"))
}

// file is the file of a name, filled in.
func (u unit) file(name string) ([]byte, error) {
	var text bytes.Buffer
	err := template.Must(template.ParseFS(units, "units/*")).ExecuteTemplate(&text, name, u)
	return text.Bytes(), err
}

// Words are the command line.
func (u unit) Words() []string {
	words := []string{u.program}
	for _, dir := range u.workspaces {
		words = append(words, "-C", dir)
	}
	return append(words, "run", "--due", "--no-input")
}

// MinuteList is the minutes as cron and systemd write them.
func (u unit) MinuteList(format string) string {
	if len(u.Minutes) == 60 {
		return "*"
	}
	var list []string
	for _, m := range u.Minutes {
		list = append(list, fmt.Sprintf(format, m))
	}
	return strings.Join(list, ",")
}

// Exec is the command line for ExecStart.
func (u unit) Exec() string { return strings.Join(u.forSystemd(u.Words(), "$", "$$"), " ") }

// Paths are the workspaces, for a setting that takes no variables.
func (u unit) Paths() []string { return u.forSystemd(u.workspaces) }

// forSystemd quotes words, with more that is replaced in them. The usual workspace is the one of whoever runs the
// service, so that a package can hold the file.
func (u unit) forSystemd(words []string, more ...string) []string {
	escapes := strings.NewReplacer(append([]string{`\`, `\\`, `"`, `\"`, "%", "%%"}, more...)...)
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = `"` + escapes.Replace(word) + `"`
		if word == filepath.Join(u.home, usualWorkspace) {
			quoted[i] = `"%h/` + filepath.ToSlash(usualWorkspace) + `"`
		}
	}
	return quoted
}

// CronLine is the command line for a crontab.
func (u unit) CronLine() string {
	var words []string
	for _, word := range u.Words() {
		words = append(words, quoted(word))
	}
	return strings.ReplaceAll(strings.Join(words, " "), "%", `\%`)
}

// LogFile is where launchd writes what is said.
func (u unit) LogFile() string { return filepath.Join(u.home, "Library", "Logs", "wisdom.log") }
