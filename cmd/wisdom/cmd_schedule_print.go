package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

type printOptions struct {
	systemd, cron, launchd bool
	into                   string
}

func newSchedulePrint(a *app) *cobra.Command {
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
		Args:        cobra.NoArgs,
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
	switch given := countTrue(o.systemd, o.cron, o.launchd); {
	case given == 0:
		return &hintedError{errors.New("schedule print does not know for what to print"), hint}
	case given > 1:
		return &hintedError{errors.New("schedule print prints for one system at a time"), hint}
	}
	return nil
}

func countTrue(all ...bool) (n int) {
	for _, is := range all {
		if is {
			n++
		}
	}
	return n
}

// unit is what a unit file is filled in with.
type unit struct {
	program    string
	workspaces []string
	minutes    []int
	home       string
}

// unitFile is a file for the user to install.
type unitFile struct{ name, text string }

func printSchedule(a *app, opts printOptions) error {
	dirs, err := a.scheduled()
	if err != nil {
		return err
	}
	u := unit{workspaces: dirs, home: a.getenv("HOME")}
	if u.minutes, err = a.minutesOf(dirs); err != nil {
		return err
	}
	if u.program, err = a.executable(); err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	var files []unitFile
	switch {
	case opts.systemd:
		files = []unitFile{{"wisdom.service", u.service()}, {"wisdom.timer", u.timer()}}
	case opts.cron:
		files = []unitFile{{"wisdom.cron", u.crontab()}}
	default:
		files = []unitFile{{"wisdom.plist", u.plist()}}
	}
	if opts.into != "" {
		if err := a.writeUnits(opts.into, files); err != nil {
			return err
		}
		a.say("next  %s", opts.install(opts.into))
		return nil
	}
	for i, file := range files {
		if i > 0 {
			a.say("")
		}
		if len(files) > 1 {
			a.say("# ==> %s <==", file.name)
		}
		fmt.Fprint(a.out, file.text)
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

func (a *app) writeUnits(dir string, files []unitFile) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, file := range files {
		path := filepath.Join(dir, file.name)
		there, err := os.ReadFile(path)
		switch {
		case err == nil && bytes.Equal(there, []byte(file.text)):
			a.say("%s is there already", path)
			continue
		case err == nil:
			return &hintedError{fmt.Errorf("%s is there, and differs", path), "look at it, and move it away"}
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
		if err := os.WriteFile(path, []byte(file.text), 0o644); err != nil {
			return err
		}
		a.say("wrote %s", path)
	}
	return nil
}

// words are the command line.
func (u unit) words() []string {
	words := []string{u.program}
	for _, dir := range u.workspaces {
		words = append(words, "-C", dir)
	}
	return append(words, "run", "--due", "--no-input")
}

// line joins the words of the command line, quoted in the way of a file.
func (u unit) line(quote func(string) string) string {
	var quotedWords []string
	for _, word := range u.words() {
		quotedWords = append(quotedWords, quote(word))
	}
	return strings.Join(quotedWords, " ")
}

// minuteList is the minutes as cron and systemd write them.
func (u unit) minuteList(format string) string {
	if len(u.minutes) == 60 {
		return "*"
	}
	var list []string
	for _, m := range u.minutes {
		list = append(list, fmt.Sprintf(format, m))
	}
	return strings.Join(list, ",")
}

// systemdQuoted is a word for ExecStart.
func systemdQuoted(word string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "%", "%%", "$", "$$").Replace(word) + `"`
}

// systemdPath is a path for a setting that takes no variables.
func systemdPath(path string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "%", "%%").Replace(path) + `"`
}

// anyHome quotes as quote does, except that the usual workspace is the one of whoever
// runs the service, so that a package can hold the file.
func (u unit) anyHome(quote func(string) string) func(string) string {
	return func(word string) string {
		if word == filepath.Join(u.home, usualWorkspace) {
			return `"%h/` + filepath.ToSlash(usualWorkspace) + `"`
		}
		return quote(word)
	}
}

func (u unit) service() string {
	var paths []string
	for _, dir := range u.workspaces {
		paths = append(paths, "ReadWritePaths="+u.anyHome(systemdPath)(dir))
	}
	return `# Runs wisdom when a run is due; wisdom.timer calls it. To install both, unless a
# package did, or for other workspaces than the package's:
#   wisdom schedule print --systemd --output ~/.config/systemd/user
#   systemctl --user daemon-reload
# To start:
#   systemctl --user enable --now wisdom.timer
#   loginctl enable-linger        (also while you are not logged in)
# What it did: journalctl --user -u wisdom
[Unit]
Description=Distill an agent's lessons into a draft for review, if a run is due

[Service]
Type=oneshot
ExecStart=` + u.line(u.anyHome(systemdQuoted)) + `
# 10: there is nothing to read yet.
SuccessExitStatus=10
Nice=10
IOSchedulingClass=idle
UMask=0077
# It reads what it is pointed to, and writes to the workspace alone. A notify
# command runs under the same rules.
` + strings.Join(paths, "\n") + `
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
PrivateDevices=yes
PrivateUsers=yes
ProtectProc=invisible
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
NoNewPrivileges=yes
CapabilityBoundingSet=
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
`
}

func (u unit) timer() string {
	return `# Calls wisdom.service every hour, at the minutes of the schedule. What is due
# is decided by wisdom: the schedule is in wisdom.toml.
[Unit]
Description=Ask every hour whether wisdom has a run to do

[Timer]
OnCalendar=*-*-* *:` + u.minuteList("%02d") + `:00
# After a time in which the machine was off.
Persistent=yes

[Install]
WantedBy=timers.target
`
}

func (u unit) crontab() string {
	line := strings.ReplaceAll(u.line(quoted), "%", `\%`)
	return `# Asks every hour, at the minutes of the schedule, whether wisdom has a run to do.
# What is due is decided by wisdom: the schedule is in wisdom.toml. Cron mails
# what it warns of. To install: crontab -e
` + u.minuteList("%d") + " * * * * " + line + " >/dev/null\n"
}

func (u unit) plist() string {
	var words, minutes strings.Builder
	for _, word := range u.words() {
		words.WriteString("\t\t<string>" + xmlQuoted(word) + "</string>\n")
	}
	for _, m := range u.minutes {
		fmt.Fprintf(&minutes, "\t\t<dict><key>Minute</key><integer>%d</integer></dict>\n", m)
	}
	return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- Asks every hour whether wisdom has a run to do. To install:
     print this file into ~/Library/LaunchAgents/wisdom.plist
     launchctl bootstrap gui/$(id -u) ~/Library/LaunchAgents/wisdom.plist -->
<plist version="1.0">
<dict>
	<key>Label</key>
	<string>wisdom</string>
	<key>ProgramArguments</key>
	<array>
` + words.String() + `	</array>
	<key>StartCalendarInterval</key>
	<array>
` + minutes.String() + `	</array>
	<key>ProcessType</key>
	<string>Background</string>
	<key>LowPriorityIO</key>
	<true/>
	<key>Umask</key>
	<integer>63</integer>
	<key>StandardErrorPath</key>
	<string>` + xmlQuoted(filepath.Join(u.home, "Library", "Logs", "wisdom.log")) + `</string>
</dict>
</plist>
`
}

func xmlQuoted(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a builder takes everything
	return b.String()
}
