package main

import (
	"bytes"
	"embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/spf13/cobra"

	"wisdom/internal/workspace"
)

// systems are those for which files are printed, with the names of these.
var systems = map[string][]string{
	"systemd": {"wisdom.service", "wisdom.timer"}, "cron": {"wisdom.cron"}, "launchd": {"wisdom.plist"},
}

func newSchedulePrint(a *deps) *cobra.Command {
	var into string
	cmd := &cobra.Command{
		Use:   "print systemd|cron|launchd",
		Short: "Print unit files for systemd, cron or launchd",
		Long: `Print files that make the machine call "wisdom run --due" every hour, at the
minutes of the schedule. The paths of this program and of the workspace are filled
in; for systemd, the usual workspace is %h/.openclaw/workspace. Nothing is
installed; the files explain how to do that.`,
		Example:     "  wisdom schedule print systemd --output ~/.config/systemd/user\n  wisdom schedule print cron",
		Annotations: inWorkspaces(),
		ValidArgs:   []string{"systemd", "cron", "launchd"},
		RunE: func(_ *cobra.Command, args []string) error {
			if systems[args[0]] == nil {
				return hinted("one of systemd, cron and launchd", "schedule print does not know %q", args[0])
			}
			return printSchedule(a, args[0], into)
		},
	}
	cmd.Flags().StringVar(&into, "output", "", "write the files into `DIR`; a file that differs is not replaced")
	cmd.Annotations[plainOnly] = "yes"
	return cmd
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

func printSchedule(a *deps, system, into string) error {
	dirs, err := scheduled(a)
	if err != nil {
		return err
	}
	u := unit{workspaces: dirs, home: a.getenv("HOME")}
	for _, dir := range dirs {
		child := a.at(dir)
		defer child.close()
		if err := child.open(); err != nil {
			return err
		}
		u.Minutes = append(u.Minutes, rules(child).Schedule.Minutes()...)
	}
	slices.Sort(u.Minutes)
	u.Minutes = slices.Compact(u.Minutes)
	if u.program, err = a.executable(); err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	names := systems[system]
	for _, name := range names {
		text, err := u.file(name)
		switch {
		case err != nil:
		case into != "":
			err = writeOnce(a, into, workspace.Path(name), text)
		default:
			_, err = fmt.Fprintf(a.out, "%s%s", textIf(len(names) > 1, "# ==> "+name+" <==\n"), text)
		}
		if err != nil {
			return err
		}
	}
	if into != "" {
		a.say("next  %s", map[string]string{
			"systemd": "systemctl --user daemon-reload && systemctl --user enable --now wisdom.timer",
			"cron":    "crontab -e, and add the line in " + quoted(filepath.Join(into, "wisdom.cron")),
			"launchd": "launchctl bootstrap gui/$(id -u) " + quoted(filepath.Join(into, "wisdom.plist")),
		}[system])
	}
	return nil
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
