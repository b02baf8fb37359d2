package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"wisdom/inject/hook"
	"wisdom/internal/workspace"
)

// hostState is the host's program with its settings.
type hostState struct {
	hook.Openclaw
	hook.Config
	settings string // the path of the file
}

// askHost reads the host's settings by its program, which may be named.
func askHost(ctx context.Context, a *deps, program string) (s *hostState, err error) {
	s = &hostState{Openclaw: hook.Openclaw{Run: programOf(a, program, "openclaw")}}
	s.Dir = filepath.Join(a.dir, filepath.FromSlash(string(hook.Home)))
	if s.settings, err = s.Settings(ctx); err == nil {
		err = s.read(ctx)
	}
	return s, err
}

// read reads the settings again.
func (s *hostState) read(ctx context.Context) (err error) {
	s.Config, err = s.Openclaw.Config(ctx, s.settings, s.Dir)
	return err
}

// enableForm lets the host load a form.
func enableForm(ctx context.Context, a *deps, opts formOptions, answer *formAnswer) error {
	if opts.dryRun {
		answer.did("would enable the %s in the host's settings", opts.form)
		return nil
	}
	if err := needInstalled(a, opts.form); err != nil {
		return err
	}
	host, err := soundHost(ctx, a, opts, answer)
	if err != nil {
		return err
	}
	if other := opts.form.Other(); host.IsEnabled(other) {
		return hinted(a.command("host remove"+asFlag(other)),
			"the %s is enabled already, and both forms at once would decide twice", other)
	}
	patch, notes, err := enabling(ctx, a, host, opts)
	if err != nil {
		return err
	}
	answer.Notes = append(answer.Notes, notes...)
	version, err := host.Version(ctx)
	if err != nil {
		return err
	}
	if table := a.settings.SessionTable(); !table.IsVerified(version) {
		a.warn("OpenClaw %s: the %s was verified with %s only; send a message, then see %s and %s", version, opts.form,
			strings.Join(table.Verified, ", "), a.command("host status"+asFlag(opts.form)), a.command("host accept"))
	}
	if patch == nil {
		answer.did("the %s is enabled already in %s", opts.form, host.settings)
	} else if err := changeHost(ctx, a, host, answer, patch, true); err != nil {
		return err
	}
	if reminds := opts.form == hook.Plugin && host.Reminds(); reminds || opts.reminders != nil {
		answer.did("reminders are %s", either(reminds, "on: a call that matches a trigger is stopped, once", "off"))
		if err := a.exclusive(func() error { return hook.RecordReminds(a.fsys, reminds) }); err != nil {
			return err
		}
	}
	if patch == nil {
		return nil
	}
	if _, err := host.Gateway(ctx); err != nil {
		answer.note("no gateway answers: it reads the settings when it starts")
	}
	answer.next = append(answer.next, "next     send a message, then "+a.command("host status"+asFlag(answer.As)),
		"undo     "+a.command("host remove"+asFlag(answer.As)))
	return nil
}

// enabling is the change of the host's settings that enables a form.
func enabling(ctx context.Context, a *deps, host *hostState, opts formOptions) (hook.Patch, []string, error) {
	if opts.form == hook.Plugin {
		program := ""
		if !opts.noSnippets {
			var err error
			if program, err = a.executable(); err != nil {
				return nil, nil, fmt.Errorf("find this program, which the plugin asks for snippets: %w", err)
			}
		}
		reminds := host.Reminds()
		if opts.reminders != nil {
			reminds = *opts.reminders
		}
		return host.EnablePlugin(program, reminds)
	}
	dir, loadable, err := host.LoadableHooks(ctx)
	if err != nil {
		return nil, nil, err
	}
	if !sameFolder(dir, a.dir) {
		return nil, nil, hinted("the plugin works in every workspace: "+a.command("host install"),
			"%s is not the host's default workspace, which is %s: the host loads no hook from here", a.dir, dir)
	}
	return host.EnableHook(loadable)
}

// sameFolder reports whether two paths lead to one folder.
func sameFolder(a, b string) bool {
	one, err := os.Stat(a)
	other, oerr := os.Stat(b)
	return err == nil && oerr == nil && os.SameFile(one, other)
}

// switchHost enables or disables a form in the host's settings.
func switchHost(
	ctx context.Context, a *deps, host *hostState, form hook.Form, patch hook.Patch, on bool,
) (backup string, err error) {
	return patchHost(ctx, a, host, patch, func() error {
		if host.IsEnabled(form) != on {
			return fmt.Errorf("the host's program changed %s, but the %s is not %s", host.settings, form, onOff(on))
		}
		return nil
	})
}

// patchHost backs the host's settings up, changes them, reads them again, and lets check look whether they say what
// they are meant to.
func patchHost(
	ctx context.Context, a *deps, host *hostState, patch hook.Patch, check func() error,
) (backup string, err error) {
	if backup, err = hook.BackUp(host.settings, a.clock()); err != nil {
		return "", err
	}
	err = a.exclusive(func() error { return host.Apply(ctx, patch) })
	if err == nil {
		err = host.read(ctx)
	}
	if err == nil {
		err = check()
	}
	if err != nil && backup != "" {
		err = fmt.Errorf("%w; the settings as they were: %s", err, backup)
	}
	return backup, err
}

// changeHost switches the form of an answer on or off in the host's settings, and says so.
func changeHost(
	ctx context.Context, a *deps, host *hostState, answer *formAnswer, patch hook.Patch, on bool,
) (err error) {
	if answer.Backup, err = switchHost(ctx, a, host, answer.As, patch, on); err != nil {
		return err
	}
	answer.did("the %s is %s in %s", answer.As, onOff(on), host.settings)
	return nil
}

func onOff(on bool) string { return either(on, "enabled", "disabled") }

// soundHost reads the host's settings. It writes files of the plugin that are missing although the settings name its
// folder, and says so: the host refuses all its settings then, also a change that takes the plugin out of them or is
// about the hook.
func soundHost(ctx context.Context, a *deps, opts formOptions, answer *formAnswer) (*hostState, error) {
	host, err := askHost(ctx, a, opts.program)
	if err != nil {
		return nil, err
	}
	answer.Settings = host.settings
	if !host.IsListed() {
		return host, nil
	}
	changes, err := hook.Plan(a.fsys, hook.Plugin, a.settings.SessionTable())
	if err != nil {
		return nil, err
	}
	missing := slices.DeleteFunc(changes, func(c hook.Change) bool { return c.Old != nil })
	if len(missing) == 0 {
		return host, nil
	}
	if err := a.exclusive(func() error { return hook.Install(a.fsys, missing) }); err != nil {
		return nil, err
	}
	var paths []workspace.Path
	for _, c := range missing {
		paths = append(paths, c.Path)
	}
	answer.note("the host's settings were broken: it refuses all of them where they name a plugin that lacks a file; "+
		"wrote %s again", pathList(paths))
	return host, nil
}

// disableForm gives the host its own list of files back; the files of the form stay.
func disableForm(ctx context.Context, a *deps, opts formOptions, answer *formAnswer) error {
	host, err := soundHost(ctx, a, opts, answer)
	if err != nil {
		return err
	}
	patch := host.Disable(opts.form)
	if patch == nil {
		answer.did("the %s is not enabled in %s", opts.form, host.settings)
		return nil
	}
	return changeHost(ctx, a, host, answer, patch, false)
}
