package main

import (
	"context"
	"slices"

	"wisdom/internal/workspace"
	"wisdom/review"
)

// promoted is the workspace as it would be with everything of the pending draft that
// is not rejected; nil where none is pending, it cannot be read, or it fits into no file any more.
func (a *app) promoted(ctx context.Context, log *review.Log) (*app, error) {
	d, err := log.Load(a.fsys, log.Waiting())
	if err != nil {
		return nil, nil
	}
	dry := workspace.NewDryRun(a.fsys)
	log, d, stale, err := a.rebased(ctx, dry, d, noClash)
	if is[*unfitError](err) {
		return nil, nil //nolint:nilerr // what does not fit is not shown; the pending draft says why
	}
	if err != nil {
		return nil, err
	}
	files, err := d.Files(wouldBe(log, d))
	if err != nil {
		return nil, err
	}
	files = slices.DeleteFunc(files, func(f review.File) bool {
		return f.Content == nil || slices.Contains(stale, f.Path)
	})
	if len(files) == 0 {
		return nil, nil
	}
	for _, f := range files {
		if err := workspace.Replace(dry, f.Path, f.Content, 0o600); err != nil {
			return nil, err
		}
	}
	b := *a
	b.fsys = dry
	return &b, nil
}

// unfitError says why a draft cannot be rebased.
type unfitError struct{ err error }

// Error implements error.
func (e *unfitError) Error() string {
	if is[*review.StaleError](e.err) {
		return "nothing of it fits any more; wisdom run creates a new draft"
	}
	return e.err.Error()
}

// Unwrap gives the cause.
func (e *unfitError) Unwrap() error { return e.err }

// rebased returns a draft on its files as they are now, and the files that it does not fit into. Where both sides
// changed an entry, that of the file wins, and clash is told of it. With an *unfitError the draft cannot be rebased.
// It is written to dry alone.
func (a *app) rebased(
	ctx context.Context, dry workspace.FS, d *review.Draft, clash func(review.Clash),
) (*review.Log, *review.Draft, []workspace.Path, error) {
	log, err := review.ReadLog(dry)
	if err != nil {
		return nil, nil, nil, err
	}
	d, fitting, err := review.Fit(ctx, dry, log, d, func(c review.Clash) (review.Choice, error) {
		clash(c)
		return review.KeepFile, nil
	}, a.options("").Review)
	if ctx.Err() != nil {
		return nil, nil, nil, ctx.Err()
	}
	var stale []workspace.Path
	if fitting != nil {
		for _, s := range fitting.Stale {
			stale = append(stale, s.Path)
		}
	}
	if err != nil && (d == nil || !is[*review.QueueError](err)) { // whatever became of the line in the queue
		return nil, nil, stale, &unfitError{err}
	}
	return log, d, stale, nil
}

// noClash is for those who are not told of an entry that both sides changed.
func noClash(review.Clash) {}
