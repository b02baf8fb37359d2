package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"wisdom/inject/hook"
	"wisdom/internal/workspace"
	"wisdom/review"
)

// formOptions are the flags of the commands that install, check and remove the plugin or the hook.
type formOptions struct {
	form       hook.Form
	program    string // the host's
	dryRun     bool
	noSnippets bool
	reminders  *bool // nil for as it is
}

func newHost(a *deps) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "host",
		Short: "Connect OpenClaw or Claude Code: install, check, remove",
		Long: `By itself OpenClaw, the host, loads the same files into every session. The plugin
of wisdom gives each session the files of its type instead (wisdom host session
shows them), and appends the snippets of the notes that a message needs. The plugin
works in every session. The hook (--as hook) needs the host's gateway, works in its
default workspace alone, and appends no snippets. When in doubt, both leave the host's
own files as they are. In Claude Code (--as claude-code) a hook appends snippets.`,
		Example: `  wisdom host install      write the plugin and let the host load it
  wisdom host status       is it loaded, and what did it decide?
  wisdom host rollout      the phases on the way, and the next command
  wisdom host remove       give the host its own files back`,
	}
	cmd.AddCommand(
		newFormCommand(a, formCommand{
			name: "install", short: "Write the plugin or the hook, and let the host load it",
			long: `Write the plugin into .wisdom/openclaw, or the hook into hooks/aci-bootstrap, and
enable it in the host's settings, through the host's own program and after a copy of
the settings was written beside them. A file that you changed is not overwritten.
Install again after you change [sessions] in wisdom.toml. A running gateway reads its
settings by itself: the next message has the new files.

For snippets the plugin gets access to messages (allowConversationAccess) and the path
of this program; --no-snippets takes both away again.

With --reminders the plugin also stops a call of a tool that matches the trigger of an
entry (wisdom review trigger), once, and gives the entry as the reason: the same call
passes then. It stops calls for the owner alone, each rule once in ten turns and three
times a session. --reminders=false ends that.

With --as claude-code, which is the default where the workspace has CLAUDE.md or .claude
and no SOUL.md, put a hook into .claude/settings.local.json that appends the snippets to
your messages, and with --reminders one that adds the entry to the call's result. The
change is shown, and on a terminal you are asked. Nothing else in that file changes.`,
			example: "  wisdom host install\n  wisdom host install --as hook --dry-run\n  wisdom host install --reminders",
			steps:   []formStep{writeForm, enableForm}, claude: installClaude,
		}),
		newFormCommand(a, formCommand{
			name: "remove", short: "Take the plugin or the hook out of the host's settings, and delete its files",
			long: `Undo host install: first change the host's settings, through the host's own program
and after a copy was written beside them, then delete the files. A file that you
changed is kept. Copies of the settings are deleted once the settings equal the oldest.
In Claude Code's settings exactly what was added goes.`,
			example: "  wisdom host remove\n  wisdom host remove --as hook",
			steps:   []formStep{removeForm}, claude: removeClaude,
		}),
		newFormStatus(a), newFormTest(a), newSession(a), rolloutCommand(a), acceptCommand(a), newSkill(a))
	return withHost(cmd)
}

// newHook has the commands of host under an earlier name, where install and enable are two.
func newHook(a *deps) *cobra.Command {
	cmd := &cobra.Command{
		Use: "hook", Short: "An earlier name of wisdom host", Example: "  wisdom host install", Hidden: true,
	}
	for _, c := range []formCommand{
		{name: "install", short: "Write the files", steps: []formStep{writeForm}},
		{name: "enable", short: "Let the host load them", steps: []formStep{enableForm}},
		{name: "disable", short: "Switch it off in the host's settings", steps: []formStep{disableForm}},
		{name: "remove", short: "Undo enable and install", steps: []formStep{removeForm}},
	} {
		c.example = "  wisdom host install"
		cmd.AddCommand(newFormCommand(a, c))
	}
	for _, sub := range []*cobra.Command{newFormStatus(a), newFormTest(a)} {
		addForm(sub)
		cmd.AddCommand(sub)
	}
	return withHost(cmd)
}

// withHost adds the flag that names the host's program, also to the commands below.
func withHost(cmd *cobra.Command) *cobra.Command {
	addHost(cmd.PersistentFlags(), new(string))
	return cmd
}

// hostProgram is the host's program that a flag names, "" for the one on the PATH.
func hostProgram(cmd *cobra.Command) string { return flagOf(cmd, "openclaw") }

// flagOf is the value of a flag, "" for a command without it.
func flagOf(cmd *cobra.Command, name string) string {
	value, _ := cmd.Flags().GetString(name) // it fails for a flag that is not there
	return value
}

// formCommand describes a command that changes what the host loads, by its steps.
type formCommand struct {
	name, short, long, example string
	steps                      []formStep
	claude                     formStep // instead of steps for Claude Code; nil for none
}

// formStep does a part of a command, and adds what it did to the answer.
type formStep func(ctx context.Context, a *deps, opts formOptions, answer *formAnswer) error

func newFormCommand(a *deps, c formCommand) *cobra.Command {
	var opts formOptions
	cmd := &cobra.Command{
		Use: c.name, Short: c.short, Long: c.long, Example: c.example, Annotations: inWorkspace(exitNothing, exitLocked),
		RunE: func(cmd *cobra.Command, _ []string) error {
			steps := c.steps
			var err error
			if opts.form, opts.program = hook.Form(flagOf(cmd, "as")), hostProgram(cmd); !cmd.Flags().Changed("as") {
				opts.form, err = usualForm(a)
			}
			if opts.form == hook.ClaudeCode {
				steps = []formStep{c.claude}
			}
			if err != nil || steps[0] == nil {
				return cmp.Or(err, hinted("wisdom host install", "%s knows no Claude Code", cmd.CommandPath()))
			}
			if flag := cmd.Flags().Lookup("reminders"); flag == nil || !flag.Changed {
				opts.reminders = nil
			} else if opts.form == hook.Hook {
				return errors.New("--reminders needs the plugin, and not --as hook")
			}
			return apartFromAccept(a, func() error { return runForm(cmd.Context(), a, opts, steps...) })
		},
	}
	addForm(cmd)
	if c.name == "install" {
		cmd.Flags().BoolVar(&opts.dryRun, "dry-run", false, "only show what would change")
	}
	if c.name == "install" && len(c.steps) > 1 {
		opts.reminders = cmd.Flags().Bool("reminders", false, "stop a call that matches an entry's trigger, once")
	}
	if c.name == "enable" || len(c.steps) > 1 {
		const about = "append no snippets of the notes to messages, only choose files"
		cmd.Flags().BoolVar(&opts.noSnippets, "no-snippets", false, about)
	}
	return cmd
}

func addForm(cmd *cobra.Command) {
	addChoice(cmd, cmd.Flags(), new(string), "as", string(hook.Plugin), "the `FORM`: plugin, hook or claude-code",
		string(hook.Plugin), string(hook.Hook), string(hook.ClaudeCode))
}

// formAnswer is the answer of the commands that change something.
type formAnswer struct {
	As       hook.Form        `json:"as"`
	Changed  []workspace.Path `json:"changed"` // files of the workspace
	Settings string           `json:"settings,omitempty"`
	Backup   string           `json:"backup,omitempty"`
	Notes    []string         `json:"notes"`

	done, next []string // lines for people, before and after the notes
}

// note adds what is worth knowing.
func (f *formAnswer) note(format string, args ...any) {
	f.Notes = append(f.Notes, fmt.Sprintf(format, args...))
}

// did adds what a step did.
func (f *formAnswer) did(format string, args ...any) {
	f.done = append(f.done, fmt.Sprintf(format, args...))
}

func runForm(ctx context.Context, a *deps, opts formOptions, steps ...formStep) error {
	answer := &formAnswer{As: opts.form, Changed: []workspace.Path{}, Notes: []string{}}
	for _, step := range steps {
		if err := step(ctx, a, opts, answer); err != nil {
			return err
		}
	}
	return a.respond(answer, func() {
		for _, line := range answer.done {
			a.say("%s", line)
		}
		if answer.Backup != "" {
			a.say("backup   %s (with your comments, which the host drops)", answer.Backup)
		}
		for _, note := range answer.Notes {
			a.say("note     %s", note)
		}
		for _, line := range answer.next {
			a.say("%s", line)
		}
	})
}

// writeForm writes the files of a form.
func writeForm(_ context.Context, a *deps, opts formOptions, answer *formAnswer) error {
	changes, err := hook.Plan(a.fsys, opts.form, a.settings.SessionTable())
	if err != nil {
		return err
	}
	showChanges(a, opts, answer, changes)
	for _, c := range changes {
		if c.Path == hook.Module && c.Old != nil && c.Differs() {
			answer.note("a gateway that has loaded the module keeps the old one: restart it")
		}
	}
	if err := hook.CheckEdited(changes); err != nil {
		// While the settings name the plugin, the host refuses them all if its files are missing. Remove goes first.
		return &hintedError{err, fmt.Sprintf(
			"%s takes the %s out of the host's settings and keeps what you changed; then move that away, and %s",
			a.command("host remove"+asFlag(opts.form)), opts.form, a.command("host install"+asFlag(opts.form)),
		)}
	}
	if state, isBad := triggersIn(a); isBad {
		answer.note("triggers: %s", state)
	}
	files := plural(len(answer.Changed), "file")
	switch {
	case len(answer.Changed) == 0:
		answer.did("the %s is installed already, and nothing differs", opts.form)
		return nil
	case opts.dryRun:
		answer.did("would write %s", files)
		return nil
	}
	answer.did("wrote %s: %s", files, pathList(answer.Changed))
	return a.exclusive(func() error { return hook.Install(a.fsys, changes) })
}

// showChanges adds the files that would change to an answer, and shows how, where a person wants to see it or has to:
// the settings of Claude Code are the agent's.
func showChanges(a *deps, opts formOptions, answer *formAnswer, changes []hook.Change) {
	for _, c := range changes {
		if !c.Differs() {
			continue
		}
		answer.Changed = append(answer.Changed, c.Path)
		if opts.dryRun || a.flags.verbose || c.Edited || opts.form == hook.ClaudeCode && !c.Path.Within(hook.Home) {
			a.printPatch(review.Change{Path: c.Path, Before: c.Old, After: c.New}.Patch(review.Context))
		}
	}
}

// asFlag is the flag that names a form, where it is needed.
func asFlag(form hook.Form) string { return textIf(form != hook.Plugin, " --as "+string(form)) }

func newFormTest(a *deps) *cobra.Command {
	return &cobra.Command{
		Use:   "test",
		Short: "Run the installed module under node, and compare it with this program",
		Long: `Give keys of all forms, hostile ones among them, to the module that the host loads,
under node, and to this program, and compare the types and the files.`,
		Example:     "  wisdom host test",
		Annotations: inWorkspace(exitFindings, exitNothing),
		RunE:        func(cmd *cobra.Command, _ []string) error { return testForm(cmd.Context(), a) },
	}
}

func testForm(ctx context.Context, a *deps) error {
	if needInstalled(a, hook.Hook) != nil { // the module is the same
		if err := needInstalled(a, hook.Plugin); err != nil {
			return err
		}
	}
	keys, differences, err := hook.Compare(ctx, a.fsys, a.dir, programOf(a, "", "node"))
	if err != nil {
		return err
	}
	answer := object{"keys": keys, "differences": append([]string{}, differences...)}
	err = a.respond(answer, func() {
		for _, d := range differences {
			a.say("%s", d)
		}
		a.say("%d keys: the module and this program differ in %d", keys, len(differences))
	})
	return cmp.Or(err, findingsIf(len(differences) > 0))
}

func needInstalled(a *deps, form hook.Form) error {
	installed, err := hook.IsInstalled(a.fsys, form)
	if err != nil || installed {
		return err
	}
	return &hintedError{
		&nothingError{fmt.Sprintf("the %s is not installed", form)}, a.command("host install" + asFlag(form)),
	}
}
