package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"wisdom/inject/hook"
	"wisdom/internal/workspace"
)

// removeForm takes a form out of the host's settings, and deletes its files.
func removeForm(ctx context.Context, a *deps, opts formOptions, answer *formAnswer) error {
	host, err := soundHost(ctx, a, opts, answer)
	isForgotten := false
	switch {
	case errors.Is(err, hook.ErrNoHost) && opts.program == "":
		installed, ierr := hook.IsInstalled(a.fsys, opts.form)
		if ierr != nil {
			return ierr
		}
		if installed {
			dir := map[hook.Form]workspace.Path{hook.Plugin: hook.Home, hook.Hook: hook.Folder}[opts.form]
			const hint = "name the host's program with --openclaw; if it is gone from this machine, delete %s by hand"
			return &hintedError{err, fmt.Sprintf(hint, dir)}
		}
		answer.note("%v; the host's settings were not looked at", err)
	case err != nil:
		return err
	default:
		if isForgotten, err = forgetForm(ctx, a, host, answer); err != nil { // before the files go
			return err
		}
	}
	if err := removeFiles(a, answer); err != nil {
		return err
	}
	switch {
	case len(answer.Changed) > 0:
		answer.did("removed %s: %s", plural(len(answer.Changed), "file"), pathList(answer.Changed))
	case isForgotten:
		answer.did("took the %s out of %s; there were no files to remove", opts.form, answer.Settings)
	default:
		answer.did("nothing to remove: the %s is not installed", opts.form)
	}
	return nil
}

// forgetForm takes a form out of the host's settings, and deletes the copies of them once they say what they said
// before. It reports whether the settings were changed.
func forgetForm(ctx context.Context, a *deps, host *hostState, answer *formAnswer) (forgotten bool, err error) {
	wereOpen := hook.WereOpen(host.settings)
	patch := host.Forget(answer.As, wereOpen)
	if patch != nil {
		answer.Backup, err = patchHost(ctx, a, host, patch, func() error {
			if host.Forget(answer.As, wereOpen) == nil {
				return nil
			}
			return fmt.Errorf("the host's program changed its settings, but %s still names the %s", host.settings, answer.As)
		})
		if err != nil {
			return false, err
		}
	}
	isDeleted, err := hook.DeleteCopies(host.settings)
	switch {
	case err != nil: // no failure: the settings are as they should be
		answer.note("the copies of the settings were not deleted: %v", err)
	case isDeleted:
		answer.Backup = ""
		answer.note("the settings say what they said before; the copies of them are deleted")
	}
	if copies, err := hook.Copies(host.settings); err == nil && len(copies) > 0 {
		answer.note("%s of the settings as they were, comments and keys included, the oldest %s: delete what you do not "+
			"need any more", plural(len(copies), "copy"), copies[0])
	}
	return patch != nil, nil
}

// removeFiles deletes the files of a form, and says which are kept.
func removeFiles(a *deps, answer *formAnswer) error {
	plugin, err := workspace.Exists(a.fsys, hook.Home)
	folder, ferr := workspace.Exists(a.fsys, hook.Folder)
	if err = cmp.Or(err, ferr); err != nil || !plugin && !folder { // the lock would make .wisdom
		return err
	}
	return a.exclusive(func() error {
		removed, kept, err := hook.Remove(a.fsys, answer.As)
		answer.Changed = append(answer.Changed, removed...)
		if kept != nil {
			answer.note("kept %s, changed by hand", pathList(kept))
		}
		return err
	})
}
