package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"wisdom/inject/hook"
	"wisdom/internal/workspace"
	"wisdom/review"
)

// hookOptions are the flags that the commands share.
type hookOptions struct {
	as     string
	host   string
	dryRun bool
	form   hook.Form
	// noSnippets keeps the plugin from appending snippets to messages.
	noSnippets bool
}

func newHook(a *deps) *cobra.Command {
	var opts hookOptions
	cmd := &cobra.Command{
		Use:   "hook",
		Short: "Install, enable, check and remove the host's plugin or hook",
		Long: `The host loads the same files into every session. A plugin of the host, or a hook,
gives each session the files of its type instead; wisdom session --all shows them.
The plugin also appends to a message the snippets of the notes that it needs.
The plugin works in every session. The hook (--as hook) needs the host's gateway,
and works in its default workspace alone. Where anything is in doubt, both leave
the host's own list as it is.`,
		Example: `  wisdom hook install      write the plugin into .wisdom/openclaw
  wisdom hook enable       let the host load it
  wisdom hook status       is it loaded, and what did it decide?
  wisdom hook disable      give the host its own list back`,
	}
	for _, sub := range []*cobra.Command{
		newHookCommand(a, &opts, "install", "Write the files of the plugin or the hook",
			`Write the plugin into .wisdom/openclaw, or the hook into hooks/aci-bootstrap.
--dry-run or --verbose show what changes as a diff. A file that you changed is not overwritten. The rules
(rules.json) take the settings of [sessions] over: install again after you change
them. The host does not load anything before wisdom hook enable.`,
			"  wisdom hook install\n  wisdom hook install --as hook --dry-run", installHook, exitLocked),
		newHookCommand(a, &opts, "enable", "Let the host load the plugin or the hook",
			`Change the host's settings through its own program, after a copy was written
beside them. Lists are merged; hooks that a new entry would switch off get an entry
of their own. A running gateway reads the settings by itself, and the next message
of a session has the new files, and the snippets of the notes that it needs
(wisdom recall). For these the plugin gets access to messages
(allowConversationAccess) and the path of this program; --no-snippets takes both
away again.`,
			"  wisdom hook enable\n  wisdom hook enable --no-snippets\n  wisdom hook enable --as hook",
			enableHook, exitNothing, exitLocked),
		newHookCommand(a, &opts, "disable", "Give the host its own list of files back",
			`Switch the plugin or the hook off in the host's settings. The next message of a
session has the host's own files again. The files of the plugin stay.`,
			"  wisdom hook disable\n  wisdom hook disable --as hook", disableHook, exitNothing, exitLocked),
		newHookCommand(a, &opts, "status", "Show whether it is installed, enabled and loaded, and its last decisions",
			`Show whether the files are those of this program, whether the host's settings
enable them, whether the running gateway has loaded the plugin, and what it decided
last. A plugin that is loaded need not run: the decisions show that it does.`,
			"  wisdom hook status\n  wisdom hook status --json", hookStatus),
		newHookCommand(a, &opts, "test", "Run the installed module under node and compare it with this program",
			`Give the keys of all forms, hostile ones among them, to the module that the host
loads, under node, and to this program, and compare the types and the files.`,
			"  wisdom hook test", testHook, exitFindings, exitNothing),
		newHookCommand(a, &opts, "remove", "Take the plugin or the hook out of the host's settings, and delete its files",
			`Undo enable and install: first the host's settings, through its own program and after
a copy was written beside them, then the files. A file that you changed is kept.
Copies of the settings go once these say what they said before.`,
			"  wisdom hook remove\n  wisdom hook remove --as hook", removeHook, exitNothing, exitLocked),
	} {
		cmd.AddCommand(sub)
	}
	return cmd
}

func newHookCommand(
	a *deps, opts *hookOptions, name, short, long, example string, run func(context.Context, *deps, hookOptions) error,
	codes ...int,
) *cobra.Command {
	cmd := &cobra.Command{
		Use: name, Short: short, Long: long, Example: example, Annotations: inWorkspace(codes...),
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if opts.form, err = hook.ParseForm(opts.as); err != nil {
				return hinted(cmd.CommandPath()+" --help", "--as %w", err)
			}
			if name == "status" || name == "test" {
				return run(cmd.Context(), a, *opts)
			}
			return apartFromAccept(a, func() error { return run(cmd.Context(), a, *opts) })
		},
	}
	cmd.Flags().StringVar(&opts.as, "as", string(hook.Plugin), "the `FORM`: plugin or hook")
	if name != "install" && name != "test" {
		addHost(cmd.Flags(), &opts.host)
	}
	if name == "enable" {
		const about = "append no snippets of the notes to messages, only choose files"
		cmd.Flags().BoolVar(&opts.noSnippets, "no-snippets", false, about)
	}
	if name == "install" {
		cmd.Flags().BoolVar(&opts.dryRun, "dry-run", false, "only show what would change")
	}
	return cmd
}

// hookAnswer is the answer of the commands that change something.
type hookAnswer struct {
	As       hook.Form        `json:"as"`
	Changed  []workspace.Path `json:"changed"` // files of the workspace
	Settings string           `json:"settings,omitempty"`
	Backup   string           `json:"backup,omitempty"`
	Notes    []string         `json:"notes"`
}

func newHookAnswer(form hook.Form) *hookAnswer {
	return &hookAnswer{As: form, Changed: []workspace.Path{}, Notes: []string{}}
}

// note adds what is worth knowing.
func (h *hookAnswer) note(format string, args ...any) {
	h.Notes = append(h.Notes, fmt.Sprintf(format, args...))
}

// tellHook says what was done, with the copy of the host's settings and the notes.
func tellHook(a *deps, answer *hookAnswer, format string, args ...any) error {
	return a.respond(answer, func() {
		a.say(format, args...)
		if answer.Backup != "" {
			a.say("backup   %s", answer.Backup)
		}
		sayNotes(a, answer.Notes)
	})
}

func installHook(ctx context.Context, a *deps, opts hookOptions) error {
	changes, err := hook.Plan(a.fsys, opts.form, a.settings.SessionTable())
	if err != nil {
		return err
	}
	answer := newHookAnswer(opts.form)
	for _, c := range changes {
		if c.Differs() {
			answer.Changed = append(answer.Changed, c.Path)
			if opts.dryRun || a.flags.verbose || c.Edited {
				a.printPatch(review.Change{Path: c.Path, Before: c.Old, After: c.New}.Patch(review.Context))
			}
		}
		if c.Path == hook.Module && c.Old != nil && c.Differs() {
			answer.note("a gateway that has loaded the module keeps the old one: restart it")
		}
	}
	if err := hook.CheckEdited(changes); err != nil {
		return opts.editedHint(a, err)
	}
	if len(answer.Changed) > 0 && !opts.dryRun {
		if err := a.exclusive(func() error { return hook.Install(a.fsys, changes) }); err != nil {
			return err
		}
	}
	return a.respond(answer, func() {
		switch {
		case len(answer.Changed) == 0:
			a.say("the %s is installed already, and nothing differs", opts.form)
		case opts.dryRun:
			a.say("would write %s", plural(len(answer.Changed), "file"))
			return
		default:
			a.say("wrote %s: %s", plural(len(answer.Changed), "file"), pathList(answer.Changed))
		}
		sayNotes(a, answer.Notes)
		if host, err := askHost(ctx, a, opts.host); err != nil || !host.isEnabled(opts.form) {
			a.say("next     %s", a.command("hook enable"+asFlag(opts.form)))
		}
	})
}

// asFlag is the flag that names a form, where it is needed.
func asFlag(form hook.Form) string { return textIf(form == hook.Hook, " --as hook") }

// editedHint is the way on from files that a person changed. The host's settings may name the plugin, and the host
// refuses them all where its files are missing; so these come out of the settings before the files are moved.
func (o hookOptions) editedHint(a *deps, err error) error {
	return &hintedError{err, fmt.Sprintf(
		"%s takes the %s out of the host's settings and keeps what you changed; then move that away, and %s",
		a.command("hook remove"+asFlag(o.form)), o.form, a.command("hook install"+asFlag(o.form)),
	)}
}

func sayNotes(a *deps, notes []string) {
	for _, note := range notes {
		a.say("note     %s", note)
	}
}

func testHook(ctx context.Context, a *deps, opts hookOptions) error {
	if err := needInstalled(a, opts.form); err != nil {
		return err
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
		&nothingError{fmt.Sprintf("the %s is not installed", form)}, a.command("hook install" + asFlag(form)),
	}
}
