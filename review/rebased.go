package review

import (
	"context"
	"slices"

	"wisdom/internal/workspace"
)

// UnfitError says why a draft cannot be rebased.
type UnfitError struct{ Err error }

// Error implements error.
func (e *UnfitError) Error() string {
	if is[*StaleError](e.Err) {
		return "nothing of it fits any more; wisdom run creates a new draft"
	}
	return e.Err.Error()
}

// Unwrap gives the cause.
func (e *UnfitError) Unwrap() error { return e.Err }

// Rebased returns a draft on its files as they are now, and the files that it does not fit into. With an *UnfitError the
// draft cannot be rebased. It is written to dry alone.
func Rebased(
	ctx context.Context, dry *workspace.DryRun, d *Draft, opts Options,
) (*Log, *Draft, []workspace.Path, error) {
	log, err := ReadLog(dry)
	if err != nil {
		return nil, nil, nil, err
	}
	d, fitting, err := Fit(ctx, dry, log, d, opts)
	if ctx.Err() != nil {
		return nil, nil, nil, ctx.Err()
	}
	var stale []workspace.Path
	if fitting != nil {
		for _, s := range fitting.Stale {
			stale = append(stale, s.Path)
		}
	}
	if err != nil && (d == nil || !is[*QueueError](err)) { // whatever became of the line in the queue
		return nil, nil, stale, &UnfitError{err}
	}
	return log, d, stale, nil
}

// Previewed returns the workspace as it would be with everything of the pending draft that is not rejected; nil if none
// is pending, it cannot be read, or it fits into no file any more.
func Previewed(ctx context.Context, fsys workspace.FS, log *Log, opts Options) (workspace.FS, error) {
	d, err := log.Load(fsys, log.Waiting())
	if err != nil {
		return nil, nil
	}
	dry := workspace.NewDryRun(fsys)
	log, d, stale, err := Rebased(ctx, dry, d, opts)
	if is[*UnfitError](err) {
		return nil, nil //nolint:nilerr // what does not fit is not shown; the pending draft says why
	}
	if err != nil {
		return nil, err
	}
	files, err := d.Files(log.WouldBe(d))
	if err != nil {
		return nil, err
	}
	files = slices.DeleteFunc(files, func(f File) bool { return f.Content == nil || slices.Contains(stale, f.Path) })
	if len(files) == 0 {
		return nil, nil
	}
	return dry, overlay(dry, files)
}

// overlay writes files to a dry run of the workspace.
func overlay(dry *workspace.DryRun, files []File) error {
	for _, f := range files {
		if err := workspace.Replace(dry, f.Path, f.Content, 0o600); err != nil {
			return err
		}
	}
	return nil
}
