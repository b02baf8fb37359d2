package backups

import (
	"context"
	"errors"
	"io/fs"

	"wisdom/internal/workspace"
)

// Begin backs the workspace up as it was found, before anything was promoted: generation 0, with its plain copies, all
// read back and compared. Where there are generations it makes none, and only compares. The caller holds the lock and
// has called Recover. A copy that does not hold what it should is a *DamagedError.
func Begin(ctx context.Context, fsys workspace.FS, opts Options) (made bool, err error) {
	all, err := Generations(fsys)
	if err != nil {
		return false, err
	}
	if made = len(all) == 0; made {
		states, contents, err := read(fsys, Change{}, opts.Always)
		if err != nil {
			return false, err
		}
		all = []Generation{foundGeneration(states, opts)}
		targets, err := withPlainCopies(fsys, all, nil, contents, opts)
		if err == nil {
			err = prepare(fsys, opts, contents)
		}
		if err == nil {
			err = put(ctx, fsys, all[0], targets, contents, opts)
		}
		if err != nil {
			return false, err
		}
	}
	problems := Verify(ctx, fsys, all, nil)
	if made && len(problems) == 0 {
		problems = verifyCopies(fsys, all[0], opts.Plain, ".bak")
	}
	return made, errors.Join(problems...)
}

// asFound is a workspace with the files that were backed up as they were found.
type asFound struct {
	workspace.FS
	found map[workspace.Path]State
}

// AsFound returns a workspace as wisdom found it, as far as it backed its files up then; nil where it backed up none.
func AsFound(fsys workspace.FS, all []Generation) workspace.FS {
	if len(all) == 0 || all[0].Why != Found {
		return nil
	}
	return asFound{fsys, all[0].After}
}

// ReadFile implements workspace.FS.
func (f asFound) ReadFile(p workspace.Path, limit int64) ([]byte, error) {
	state, known := f.found[p]
	switch {
	case !known:
		return f.FS.ReadFile(p, limit)
	case state.Hash == workspace.Absent:
		return nil, fs.ErrNotExist
	}
	return Object(f.FS, state.Hash)
}
