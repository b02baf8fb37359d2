package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/inject/hook"
	"wisdom/inject/session"
	"wisdom/internal/workspace"
	"wisdom/review"
)

type formStatus struct {
	As hook.Form `json:"as"`
	hook.Installation
	Host      string         `json:"host"` // its version; "" where it is not known
	Verified  bool           `json:"verified"`
	Enabled   bool           `json:"enabled"`
	Gateway   string         `json:"gateway"` // loaded, not loaded, does not answer, answers, unknown
	Trouble   string         `json:"trouble,omitempty"`
	Decisions int            `json:"decisions"` // of this form
	Last      []hook.Receipt `json:"last"`
	// Snippets is the program that the plugin asks for snippets; "" where they are off.
	Snippets string         `json:"snippets"`
	Asked    int            `json:"asked"`   // messages
	Answers  []hook.Receipt `json:"answers"` // the last ones
	// Reminders reports whether calls of tools are stopped, Reminded the last ones that were.
	Reminders bool           `json:"reminders"`
	Reminded  []hook.Receipt `json:"reminded"`
	Triggers  string         `json:"triggers"` // how many there are, or what is wrong with them
}

func newFormStatus(a *deps) *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Show whether it is installed, enabled and loaded, and its last decisions",
		Long: `Show whether the files are those of this program, whether the host's settings
enable them, whether the running gateway has loaded the plugin, and what it decided
last. A plugin that is loaded need not run: the decisions show that it does.`,
		Example:     "  wisdom host status\n  wisdom host status --json",
		Annotations: inWorkspace(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return showForm(cmd.Context(), a, hostProgram(cmd), hook.Form(flagOf(cmd, "as")))
		},
	}
}

// foundForm is what is installed of a form, and what the host's settings say of it.
type foundForm struct {
	As hook.Form
	hook.Installation
	Enabled bool
	host    *hostState
	trouble error // why the host's settings cannot be read
}

// findForm looks at a form; "" for the one that is enabled, else installed, else the plugin.
func findForm(ctx context.Context, a *deps, program string, form hook.Form) (f foundForm, err error) {
	if f.host, f.trouble = askHost(ctx, a, program); ctx.Err() != nil {
		return f, ctx.Err()
	}
	isEnabled := func(form hook.Form) bool { return f.trouble == nil && f.host.IsEnabled(form) }
	forms, err := hook.Installed(a.fsys)
	if err != nil {
		return f, err
	}
	usual, isHook := hook.Plugin, slices.Contains(forms, hook.Hook)
	if isEnabled(hook.Hook) || isHook && !slices.Contains(forms, hook.Plugin) && !isEnabled(hook.Plugin) {
		usual = hook.Hook
	}
	f.As = cmp.Or(form, usual)
	f.Enabled = isEnabled(f.As)
	f.Installation, err = hook.Inspect(a.fsys, f.As, a.settings.SessionTable())
	return f, err
}

// showForm shows a form; see findForm.
func showForm(ctx context.Context, a *deps, program string, form hook.Form) error {
	if usual, err := usualForm(a); err != nil || form == hook.ClaudeCode || form == "" && usual == hook.ClaudeCode {
		return cmp.Or(err, showClaude(a))
	}
	found, err := findForm(ctx, a, program, form)
	if err != nil {
		return err
	}
	table, trouble := a.settings.SessionTable(), found.trouble
	s := formStatus{
		As: found.As, Installation: found.Installation, Enabled: found.Enabled, Gateway: "unknown", Last: []hook.Receipt{},
		Answers: []hook.Receipt{}, Reminded: []hook.Receipt{},
	}
	if trouble == nil {
		s.Gateway = gatewayOf(ctx, found.host, s.As)
		if s.Enabled && s.As == hook.Plugin {
			s.Snippets, s.Reminders = found.host.Snippets(), found.host.Reminds()
		}
		s.Host, trouble = found.host.Version(ctx)
		s.Verified = table.IsVerified(s.Host)
	}
	if trouble != nil {
		s.Trouble = trouble.Error()
	}
	if err := decisions(a, &s); err != nil {
		return err
	}
	return a.respond(s, func() {
		printFormStatus(a, s, table)
		if hint := a.hintFor(trouble); hint != "" {
			a.say("hint       %s", hint)
		}
	})
}

func gatewayOf(ctx context.Context, host *hostState, form hook.Form) string {
	loaded, err := host.Gateway(ctx)
	switch {
	case err != nil:
		return "does not answer"
	case form == hook.Hook:
		return "answers" // it does not say which hooks it has loaded
	case slices.Contains(loaded, hook.PluginID):
		return "loaded"
	}
	return "not loaded"
}

// lastDecisions is how many decisions status shows.
const lastDecisions = 5

func decisions(a *deps, s *formStatus) error {
	last := func(kind string, to *[]hook.Receipt) (count int, err error) {
		receipts, err := hook.Receipts(a.fsys, s.As, kind)
		*to = append(*to, receipts[max(0, len(receipts)-lastDecisions):]...)
		return len(receipts), err
	}
	var err, aerr, rerr error
	s.Decisions, err = last("", &s.Last)
	s.Asked, aerr = last(hook.KindSnippets, &s.Answers)
	_, rerr = last(hook.KindReminder, &s.Reminded)
	s.Triggers, _ = triggersIn(a)
	return cmp.Or(err, aerr, rerr)
}

// triggersIn says how many triggers the entries have, and which are ignored; isBad where something is wrong with them.
func triggersIn(a *deps) (state string, isBad bool) {
	all, orphans, err := review.Triggers(a.fsys, soulOf(a))
	switch {
	case err != nil:
		return fmt.Sprintf("none works: %v", err), true
	case len(orphans) > 0:
		return fmt.Sprintf("%s; %d without an entry in %s is ignored, that of %s", plural(len(all), "trigger"),
			len(orphans), a.sectionFile(), orphans[0].Entry), true
	}
	return plural(len(all), "trigger"), false
}

func printFormStatus(a *deps, s formStatus, table *session.Table) {
	install := a.command("host install" + asFlag(s.As))
	switch {
	case !s.Installed:
		a.say("installed  no: %s", install)
	case len(s.Edited) > 0:
		a.say("installed  yes, and changed by hand: %s", pathList(s.Edited))
	case len(s.Missing) > 0:
		a.say("installed  not whole, it lacks %s: %s", pathList(s.Missing), install)
	case !s.Current:
		a.say("installed  yes, by other settings or another version: %s", install)
	default:
		a.say("installed  yes, the files are those of this program")
	}
	switch {
	case s.Trouble != "":
		a.say("host       %s", s.Trouble)
	case !s.Verified:
		a.say("host       OpenClaw %s; verified was only %s", s.Host, strings.Join(table.Verified, ", "))
	default:
		a.say("host       OpenClaw %s, verified", s.Host)
	}
	if s.Trouble == "" {
		a.say("enabled    %s", either(s.Enabled, "yes", "no"))
		a.say("gateway    %s%s", s.Gateway, textIf(s.Gateway == "not loaded", "; its list may be a minute old"))
	}
	a.say("decisions  %d", s.Decisions)
	for _, r := range s.Last {
		files := ""
		for _, f := range r.Files {
			files += f.Path + " "
		}
		a.say("  %s  %-12s %s", a.local(r.Time), r.Type, either(r.Kept != "", "the host's own files: "+r.Kept,
			fmt.Sprintf("%s(%d characters)", files, r.Chars)))
	}
	if s.As == hook.Hook {
		return
	}

	switch {
	case s.Trouble != "":
	case s.Snippets == "":
		a.say("snippets   off: %s appends them to messages", a.command("host install"))
	default:
		a.say("snippets   on, by %s", s.Snippets)
	}
	printAsked(a, s)
}

// printAsked shows the last messages and calls of tools.
func printAsked(a *deps, s formStatus) {
	a.say("asked      %s", plural(s.Asked, "message"))
	for _, r := range s.Answers {
		found := fmt.Sprintf("%s (%s)", plural(r.Snippets, "snippet"), plural(r.Tokens, "token"))
		a.say("  %s  %-12s %s, %.0f ms", a.local(r.Time), r.Type, cmp.Or(r.Why, found), r.MS)
	}
	if s.Trouble == "" {
		does := either(s.As == hook.ClaudeCode, "tells the model of an entry", "stops a call that matches a trigger, once")
		a.say("reminders  %s", either(s.Reminders, "on, "+s.Triggers,
			"off: "+a.command("host install --reminders")+" "+does))
	}
	for _, r := range s.Reminded {
		a.say("  %s  %-12s %s: %s, %.1f ms", a.local(r.Time), r.Type, r.Tool, strings.Join(r.Entries, " "), r.MS)
	}
}

// showClaude shows the hooks in Claude Code's settings: whether they are those that would be installed now, and their
// last answers.
func showClaude(a *deps) error {
	events, err := hook.ClaudeEvents(a.fsys)
	if err != nil {
		return err
	}
	isOn := func(event string) bool { return slices.Contains(events, event) }
	s := formStatus{
		As: hook.ClaudeCode, Gateway: "unknown", Last: []hook.Receipt{}, Answers: []hook.Receipt{},
		Reminded: []hook.Receipt{}, Reminders: isOn(hook.OnCall),
	}
	s.Installed, s.Edited, s.Missing = len(events) > 0, []workspace.Path{}, []workspace.Path{}
	hooks, _, err := claudeHooks(a, formOptions{noSnippets: !isOn(hook.OnMessage)})
	change, perr := hook.PlanClaude(a.fsys, hooks...)
	if err = cmp.Or(err, perr); err != nil {
		s.Trouble = err.Error()
	}
	s.Current = s.Installed && err == nil && !change.Differs()
	s.Enabled = s.Current
	if err := decisions(a, &s); err != nil {
		return err
	}
	return a.respond(s, func() {
		install := a.command("host install" + asFlag(s.As))
		a.say("host       Claude Code, %s", change.Path)
		a.say("installed  %s", either(s.Current, "yes, the hooks are those of this program", either(s.Installed,
			"yes, and changed since: ", "no: ")+cmp.Or(s.Trouble, install)))
		printAsked(a, s)
	})
}
