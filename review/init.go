package review

import (
	"context"
	"fmt"

	"wisdom/backups"
	"wisdom/internal/workspace"
)

// BaselineFile is where the context of a session is kept as it was before anything
// was changed, in the initiative folder.
const BaselineFile = "baseline-context.txt"

// Begin does what comes before the first draft: it keeps the baseline, unless there is one, and backs the workspace up
// as it was found, unless that was done. The caller holds the lock and has called Recover.
func Begin(
	ctx context.Context, fsys workspace.FS, l *Log, baseline string, opts Options,
) (kept, backedUp bool, err error) {
	path := opts.Initiative.Join(BaselineFile)
	if err := workspace.CheckTarget(fsys, path); err != nil {
		return false, false, err
	}
	there, err := workspace.Exists(fsys, path)
	if err != nil {
		return false, false, err
	}
	if !there {
		if err := workspace.MkdirAll(fsys, opts.Initiative, 0o755); err != nil {
			return false, false, fmt.Errorf("make %s: %w", opts.Initiative, err)
		}
		if err := writeView(fsys, opts.Lint.SectionFile(), path, []byte(baseline)); err != nil {
			return false, false, err
		}
	}
	made, err := backups.Begin(ctx, fsys, opts.BackupOptions(fsys, l))
	return !there, made, err
}
