package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"wisdom/inject/hook"
	"wisdom/internal/workspace"
	"wisdom/markdown/host"
	"wisdom/markdown/lint"
)

// installClaude puts hooks into Claude Code's settings: for messages, and where reminders are on, for calls of tools.
func installClaude(ctx context.Context, a *deps, opts formOptions, answer *formAnswer) error {
	hooks, files, err := claudeHooks(a, opts)
	if err != nil {
		return err
	}
	change, err := hook.PlanClaude(a.fsys, hooks...)
	if err == nil {
		err = hook.CheckEdited(files)
	}
	if err != nil {
		return err
	}
	if change.Old == nil {
		answer.note("%s names paths of this machine: keep it out of git", change.Path)
	}
	showChanges(a, opts, answer, append(files, change.Change))
	if goes, err := agree(ctx, a, opts, answer); !goes || err != nil {
		return err
	}
	err = a.exclusive(func() error {
		err := hook.Install(a.fsys, files) // before they are named
		if err == nil {
			err = change.Write(a.fsys)
		}
		if err == nil && len(files) == 0 {
			_, _, err = hook.Remove(a.fsys, hook.ClaudeCode)
		}
		return err
	})
	if err != nil {
		return err
	}
	index, err := openRecall(ctx, a, 0) // the first message would not wait for it
	if err != nil {
		return err
	}
	answer.next = append(answer.next, "next     send a message in Claude Code here, then "+a.command("host status"),
		"undo     "+a.command("host remove --as claude-code"))
	return index.Close()
}

// claudeHooks are the hooks that Claude Code's settings are to have, and the files that they need.
func claudeHooks(a *deps, opts formOptions) (hooks []hook.ClaudeHook, files []hook.Change, err error) {
	program, err := a.executable()
	if err != nil {
		return nil, nil, fmt.Errorf("find this program, which Claude Code asks for snippets: %w", err)
	}
	if !opts.noSnippets {
		hooks = append(hooks, hook.NewClaudeHook(hook.OnMessage,
			fmt.Sprintf("%s -C %s --quiet recall --stdio", quoted(program), quoted(a.dir))))
	}
	events, err := hook.ClaudeEvents(a.fsys)
	reminds := slices.Contains(events, hook.OnCall)
	if opts.reminders != nil {
		reminds = *opts.reminders
	}
	if err != nil || !reminds {
		return hooks, nil, err
	}
	if onPath(a, "node") == "" {
		return nil, nil, hook.ErrNoNode
	}
	script := filepath.Join(a.dir, filepath.FromSlash(string(hook.CallHook)))
	hooks = append(hooks, hook.NewClaudeHook(hook.OnCall, "node "+quoted(script)+" "+quoted(a.dir)))
	files, err = hook.Plan(a.fsys, hook.ClaudeCode, a.settings.SessionTable())
	return hooks, files, err
}

// agree says what is to be written and, where a person can be asked, asks. It reports whether to go on.
func agree(ctx context.Context, a *deps, opts formOptions, answer *formAnswer) (goes bool, err error) {
	paths := pathList(answer.Changed)
	switch {
	case len(answer.Changed) == 0:
		answer.did("nothing differs: the hooks are in Claude Code's settings already")
	case opts.dryRun:
		answer.did("would write %s", paths)
	default:
		goes = !a.asks || a.flags.noInput
		if !goes {
			goes, err = confirm(ctx, a, "write "+paths+"?")
		}
		if answer.did("%s", either(goes, "wrote "+paths, "wrote nothing")); !goes {
			answer.Changed = answer.Changed[:0]
		}
	}
	return goes, err
}

// removeClaude takes the hooks out of Claude Code's settings, and deletes the files that they needed.
func removeClaude(_ context.Context, a *deps, _ formOptions, answer *formAnswer) error {
	change, err := hook.PlanClaude(a.fsys)
	if err != nil {
		return err
	}
	if string(change.Old) == string(change.New) {
		answer.did("nothing to remove: %s holds no hook of wisdom", change.Path)
		return nil
	}
	return a.exclusive(func() error {
		if err := change.Write(a.fsys); err != nil {
			return err
		}
		removed, kept, err := hook.Remove(a.fsys, hook.ClaudeCode)
		answer.Changed = append(answer.Changed, append(removed, change.Path)...)
		answer.did("took the hooks out of %s%s", change.Path,
			textIf(len(change.New) == 0, ", which is gone: it held nothing else"))
		if kept != nil {
			answer.note("kept %s, changed by hand", pathList(kept))
		}
		return err
	})
}

// usualForm is the form that a command means without --as: that of Claude Code where its settings hold hooks of ours, or
// where the workspace has its files and no SOUL.md.
func usualForm(a *deps) (hook.Form, error) {
	forms, err := hook.Installed(a.fsys)
	if err != nil || slices.Contains(forms, hook.Plugin) || slices.Contains(forms, hook.Hook) {
		return hook.Plugin, err
	}
	soul, err := workspace.Exists(a.fsys, lint.SoulFile)
	if len(forms) > 0 || !soul && host.Named(string(hook.ClaudeCode)).IsHostOf(a.fsys) {
		return hook.ClaudeCode, err
	}
	return hook.Plugin, err
}
