package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/cmd/wisdom/terminal"
	"wisdom/inject/hook"
	"wisdom/inject/rollout"
	"wisdom/inject/session"
	"wisdom/internal/workspace"
)

// newAccept is the command outside of wisdom host.
func newAccept(a *deps) *cobra.Command { return withHost(acceptCommand(a)) }

func acceptCommand(a *deps) *cobra.Command {
	var agent string
	cmd := &cobra.Command{
		Use:   "accept [CRITERION...]",
		Short: "Check the acceptance criteria on the running host, and write a report",
		Long: `Check AC-1a to AC-9, or the criteria that you name, and write a report with the
evidence into the initiative folder, as Markdown and as JSON. PASS and FAIL are given
to what was observed, BLOCKED to what could not be: without a gateway that is all but
AC-6 and AC-7.

accept sends messages into new sessions of the host, about fifteen turns of its model,
and deletes these sessions, whose keys contain "wisdom-accept". AC-3 and AC-9 send
three questions each and look for a read or a memory search of the right file;
[[accept.prompts]] in wisdom.toml replaces the questions. AC-8 disables the plugin or
the hook for some seconds, in which every session loads the host's own files.`,
		Example: `  wisdom host accept
  wisdom host accept AC-6 AC-7`,
		Annotations: inWorkspace(exitFindings, exitLocked),
		Args: func(_ *cobra.Command, args []string) error {
			for _, id := range args {
				if !slices.Contains(rollout.IDs(), id) {
					return hinted("the criteria: "+strings.Join(rollout.IDs(), " "), "there is no criterion %q", id)
				}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, ids []string) error {
			if err := workspace.MkdirAll(a.fsys, backups.Home, 0o700); err != nil {
				return err
			}
			return apartFromAccept(a, func() error { return runAccept(cmd.Context(), a, hostProgram(cmd), agent, ids) })
		},
	}
	cmd.Flags().StringVar(&agent, "agent", "", "the `AGENT` of the host (else the one that has this workspace)")
	return cmd
}

// apartFromAccept runs work that changes what the host loads: not while accept looks at that, nor at once with it.
func apartFromAccept(a *deps, work func() error) (err error) {
	if there, err := workspace.Exists(a.fsys, backups.Home); err != nil {
		return err
	} else if !there {
		return work()
	}
	unlock, err := a.fsys.Lock(backups.Home.Join("accept.lock"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	return work()
}

// acceptAnswer is a report with the place where it was written.
type acceptAnswer struct {
	*rollout.Report
	Path workspace.Path `json:"report"`
}

func runAccept(ctx context.Context, a *deps, named, agent string, ids []string) error {
	now := a.clock()
	table := a.settings.SessionTable()
	rules, err := rulesHash(table)
	if err != nil {
		return err
	}
	probe, host, err := newProbe(ctx, a, named, agent, table)
	if err != nil {
		return err
	}
	report := &rollout.Report{
		SchemaVersion: 1, At: now.UTC().Truncate(time.Second), Version: version, HostState: host, Form: probe.Form,
		Rules: rules,
	}
	if probe.Host != nil && len(ids) == 0 {
		a.talk("this takes about fifteen turns of the host's model")
	}
	report.Criteria, err = probe.Accept(ctx, ids)
	program := hook.Openclaw{Run: programOf(a, named, "openclaw")}
	if derr := program.DeleteSessions(context.WithoutCancel(ctx), probe.Agent, probe.Keys()); derr != nil {
		a.warn("the sessions of the test are still in the host: %v", derr)
	}
	if err != nil {
		return err
	}
	answer := acceptAnswer{Report: report}
	if err := a.exclusive(func() (err error) {
		answer.Path, err = report.Save(a.fsys, a.paths.Initiative)
		return err
	}); err != nil {
		return err
	}
	return cmp.Or(a.respond(answer, func() { printAccept(a, answer) }), findingsIf(!report.Passed()))
}

// rulesHash is the hash of what the host is given.
func rulesHash(table *session.Table) (workspace.Hash, error) {
	b, err := table.JSON()
	return workspace.HashOf(b), err
}

func printAccept(a *deps, answer acceptAnswer) {
	colours := map[rollout.Result]terminal.Tint{
		rollout.Pass:    terminal.Green,
		rollout.Fail:    terminal.Red,
		rollout.Blocked: terminal.Yellow,
	}
	for _, c := range answer.Criteria {
		fmt.Fprintf(a.out, "%s %-6s %s\n", a.tinted(colours[c.Result], fmt.Sprintf("%-7s", c.Result)), c.ID, a.shown(c.About))
		if c.Why != "" {
			a.say("               %s", c.Why)
		}
	}
	a.say("report  %s", answer.Path)
}

// newProbe is a probe of the host that runs. Where there is none, it says why.
func newProbe(
	ctx context.Context, a *deps, named, agent string, table *session.Table,
) (*rollout.Probe, rollout.HostVersion, error) {
	probe := &rollout.Probe{
		Dir: a.dir, FS: a.fsys, Table: table, Owners: owners(a, table), Run: a.now().UTC().Format("20060102t150405"),
		Agent: agent, Prompts: acceptPrompts(a), Tokens: a.countOf, Pause: time.Second,
		Offline: map[string]func(context.Context, *rollout.Criterion) error{
			"AC-6": func(ctx context.Context, c *rollout.Criterion) error { return checkTable(ctx, a, c) },
			"AC-7": func(ctx context.Context, c *rollout.Criterion) error { return checkSection(ctx, a, c) },
		},
		Backups:  func(ctx context.Context) (string, error) { return backupEvidence(ctx, a) },
		Progress: func(id string) { a.talk("checking %s", id) },
	}
	version, err := reachHost(ctx, a, named, probe)
	if ctx.Err() != nil {
		return nil, version, ctx.Err()
	}
	if err != nil {
		hint := a.hintFor(err)
		probe.Without = err.Error() + textIf(hint != "", ": "+hint)
	}
	return probe, version, nil
}

// reachHost finds the host, what is enabled in it, its gateway, and the agent that has this workspace.
func reachHost(
	ctx context.Context, a *deps, named string, probe *rollout.Probe,
) (version rollout.HostVersion, err error) {
	host, err := askHost(ctx, a, named)
	if err != nil {
		return version, err
	}
	if version.Version, err = host.Version(ctx); err != nil {
		return version, err
	}
	version.Verified = probe.Table.IsVerified(version.Version)
	for _, form := range []hook.Form{hook.Plugin, hook.Hook} {
		if host.IsEnabled(form) {
			probe.Form, probe.Switch = form, switching(a, host, form)
		}
	}
	if _, down := host.Gateway(ctx); down != nil {
		return version, errors.New("no gateway of the host answers: start it (openclaw gateway run)")
	}
	if probe.Agent == "" {
		probe.Agent, err = host.Agent(ctx, func(dir string) bool { return sameFolder(dir, a.dir) })
	}
	switch {
	case err != nil:
	case probe.Agent == "":
		err = fmt.Errorf("no agent of the host has the workspace %s (openclaw agents list); --agent names one", a.dir)
	default:
		probe.Host = host
	}
	return version, err
}

// switching turns a form off and on again. In between no Ctrl-C ends the process.
func switching(a *deps, host *hostState, form hook.Form) func(context.Context, bool) error {
	var release func()
	return func(ctx context.Context, on bool) error {
		if !on {
			release = a.ctrlC.keep()
			_, err := switchHost(ctx, a, host, form, host.Disable(form), false)
			if err != nil {
				release()
			}
			return err
		}
		defer release()
		patch, _, err := enabling(ctx, a, host, formOptions{form: form, noSnippets: host.Snippets() == ""})
		if err == nil && patch == nil {
			err = errors.New("there is nothing to enable")
		}
		if err == nil {
			_, err = switchHost(ctx, a, host, form, patch, true)
		}
		return err
	}
}

// acceptPrompts are the questions of AC-3 and AC-9: those of the settings, for a
// criterion that has some there, else those of the specification.
func acceptPrompts(a *deps) []rollout.Prompt {
	own := a.settings.Accept.Prompts
	return append(slices.Clone(own), slices.DeleteFunc(rollout.Prompts(), func(usual rollout.Prompt) bool {
		return slices.ContainsFunc(own, func(p rollout.Prompt) bool { return p.Criterion == usual.Criterion })
	})...)
}
