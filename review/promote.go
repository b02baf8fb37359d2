package review

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"wisdom/backups"
	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
)

// BackupOptions are the options for everything that a promotion or rollback does.
func (o Options) BackupOptions(fsys workspace.FS, l *Log) backups.Options {
	return backups.Options{
		Plain:  o.Initiative.Join("backups"),
		Always: slices.Compact([]workspace.Path{o.Lint.SectionFile(), lint.AgentsFile, "TOOLS.md"}),
		Others: []workspace.Path{lookup.File},
		Now:    o.Now,
		Newest: l.newestTold(),
		Finish: func(g backups.Generation) error { return l.finished(fsys, g, o) },
	}
}

// Needs returns the states that the pending draft was made from, so that their generation is not pruned.
func (l *Log) Needs(fsys workspace.FS) []backups.Need {
	d, err := l.Load(fsys, l.Waiting())
	if err != nil {
		return nil // no draft is pending, or it is lost
	}
	return []backups.Need{{Who: fmt.Sprintf("draft %s was made from it", d.ID), States: d.bases()}}
}

// Recover finishes or undoes what a crash left, and sets damaged lines of the log aside. It is the first thing that is
// done under the lock.
func Recover(fsys workspace.FS, l *Log, opts Options) (backups.Recovered, error) {
	found, err := backups.Recover(fsys, opts.BackupOptions(fsys, l))
	if err != nil {
		return found, err
	}
	begun := []workspace.Path{LogFile, DamagedFile, lesson.LedgerFile, backups.Home.Join(".gitignore")}
	for _, name := range []string{WisdomDraft, CompressedDraft, ToolsDraft, BaselineFile} {
		begun = append(begun, opts.Initiative.Join(name))
	}
	for _, p := range begun {
		if err := workspace.Sweep(fsys, workspace.Temporary(p)); err != nil {
			return found, err
		}
	}
	return found, l.setDamageAside(fsys, opts)
}

// ShowWaiting writes the pending draft into the queue; an error is about that alone. A draft that cannot be read counts
// as none. Whoever holds the lock calls it in the end, whatever was done or failed.
func ShowWaiting(fsys workspace.FS, l *Log, opts Options) error {
	line := closedLine(l)
	if id := l.Waiting(); id != "" {
		if d, err := l.Load(fsys, id); err == nil {
			line = queueLine(l, &d.Manifest, CheckCurrent(fsys, l, d))
		}
	}
	return SetQueue(fsys, opts.Queue, line)
}

// Promote promotes the approved items of a draft. The caller holds the lock and has called Recover. The generation is
// nil if all of them were promoted before. A failure that is due to the draft is logged: the draft needs a review then.
func Promote(ctx context.Context, fsys workspace.FS, l *Log, d *Draft, opts Options) (*backups.Generation, error) {
	if state := l.State(d.ID); !state.Waits() && state != StatePromoted {
		return nil, &ItemError{d.ID, "", fmt.Sprintf("it is %s, so there is nothing to promote", state)}
	}
	g, err := promote(ctx, fsys, l, d, opts)
	stale, isStale := errors.AsType[*StaleError](err)
	switch {
	case err == nil, g != nil, ctx.Err() != nil, is[*NotReviewerError](err), is[*ItemError](err):
		return g, err
	case isStale && stale.Changes != nil, // a reviewer confirms the change, and nothing else is wrong with the draft
		l.Failure(d.ID) == err.Error(): // it is logged once for each reason
		return nil, err
	}
	e := l.event(Failed, d, opts)
	e.Reason = err.Error()
	return nil, errors.Join(err, l.append(fsys, e))
}

func promote(ctx context.Context, fsys workspace.FS, l *Log, d *Draft, opts Options) (*backups.Generation, error) {
	decisions := l.Decisions(d.ID)
	if !slices.Contains(slices.Collect(maps.Values(decisions)), Taken) {
		return nil, &ItemError{d.ID, "", "nothing of it is approved"}
	}
	pending := l.pending(d, decisions)
	if err := opts.mayApprove(pending); err != nil {
		return nil, err
	}
	if len(pending) == 0 {
		return nil, nil
	}
	files, left, err := l.settle(fsys, d, pending, func(string) bool { return true }, opts)
	if err == nil && len(left.Items) > 0 {
		e := l.event(Failed, d, opts)
		e.Items, e.Reason = left.Items, left.Err.Error()
		err = l.append(fsys, e)
	}
	if err != nil {
		return nil, err
	}
	if err := opts.mayShrink(files); err != nil {
		return nil, err
	}
	change, err := changeOf(fsys, d, files, opts)
	if err != nil {
		return nil, err
	}
	g, err := backups.Commit(ctx, fsys, change, opts.BackupOptions(fsys, l))
	saved := func(path workspace.Path, when string) error {
		return &StaleError{Draft: d.ID, Path: path, How: "another program saved it " + when}
	}
	if changed, ok := errors.AsType[*workspace.ChangedError](err); ok {
		return nil, saved(changed.Path, "at this moment")
	}
	if err != nil {
		return nil, err
	}
	for _, t := range change.Targets {
		_, after, err := workspace.ReadState(fsys, t.Path, workspace.MaxTarget)
		if err != nil || after != workspace.HashOf(t.New) {
			return g, errors.Join(err, saved(t.Path, "right after the promotion"))
		}
	}
	if len(left.Items) == 0 {
		return g, nil
	}
	return g, left
}

// changeOf is the promotion of files for the backups. Each must still be what it was when it was read.
func changeOf(fsys workspace.FS, d *Draft, files []File, opts Options) (change backups.Change, err error) {
	change = backups.Change{Why: backups.Promotion, By: opts.By, Draft: d.ID, ReadOnly: opts.ReadOnly}
	for _, f := range files {
		t := backups.Target{Path: f.Path, Old: f.old, New: f.Content}
		if f.old == workspace.Absent {
			t.Attributes = &workspace.Attributes{Mode: 0o644, UID: -1, GID: -1}
			if f.Path.Within(backups.Home) { // it is no file of the agent
				t.Attributes.Mode = 0o600
			}
		}
		change.Targets = append(change.Targets, t)
	}
	if d.Practices != nil {
		if change.Practices, err = json.Marshal(d.Practices); err != nil {
			return change, fmt.Errorf("record the practices: %w", err)
		}
	}
	change.Entries, err = entriesAfter(fsys, d.ID, files)
	return change, err
}

// entriesAfter are the entries of the section as a promotion leaves it: those of the
// newest generation where it leaves the section alone.
func entriesAfter(fsys workspace.FS, draft string, files []File) ([]backups.Entry, error) {
	for _, f := range files {
		if f.section != "" {
			return records(f.lines, draft), nil
		}
	}
	all, err := backups.Generations(fsys)
	if err != nil || len(all) == 0 {
		return []backups.Entry{}, err
	}
	return all[len(all)-1].Entries, nil
}
