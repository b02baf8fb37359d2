package review

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/markdown/lookup"
	"wisdom/review/lint"
)

// StaleError says that a file changed under a draft.
type StaleError struct {
	Draft     string
	Path      workspace.Path
	Want, Got workspace.Hash
	// How says in words what changed.
	How string
	// Before is the file as the draft knows it, Now as it is; nil where there is
	// none, or where that was not looked at.
	Before, Now []byte
}

// Mergeable reports whether Fit may bring both sides together for somebody who wants
// that.
func (e *StaleError) Mergeable() bool {
	if e.Path == lookup.File {
		return e.Now != nil
	}
	_, found := sameSection(e.Before, e.Now)
	return e.Path == lint.SoulFile && e.Before != nil && e.Now != nil && found
}

// Error implements error.
func (e *StaleError) Error() string {
	return fmt.Sprintf("%s: changed since draft %s was made (%s)", e.Path, e.Draft, e.How)
}

// BackupOptions are the options for everything that a promotion or rollback
// does.
func (o Options) BackupOptions(fsys workspace.FS, l *Log) backups.Options {
	return backups.Options{
		Plain:  o.Initiative.Join("backups"),
		Always: []workspace.Path{lint.SoulFile, "AGENTS.md", "TOOLS.md"},
		Now:    o.Now,
		Newest: l.newestGeneration(),
		Finish: func(g backups.Generation) error { return l.finished(fsys, g, o) },
	}
}

// Needs are the states that the draft which waits was made from, so that the
// generation which left them is not pruned.
func (l *Log) Needs(fsys workspace.FS) []backups.Need {
	d, err := l.Load(fsys, l.Waiting())
	if err != nil {
		return nil // none waits, or it is lost
	}
	return []backups.Need{{Who: fmt.Sprintf("draft %s was made from it", d.ID), States: d.bases()}}
}

// Recover finishes or undoes what a crash left. It is the first thing that is
// done under the lock.
func Recover(fsys workspace.FS, l *Log, opts Options) (backups.Recovered, error) {
	found, err := backups.Recover(fsys, opts.BackupOptions(fsys, l))
	if err != nil {
		return found, err
	}
	for _, name := range []string{WisdomDraft, CompressedDraft, ToolsDraft, BaselineFile} {
		begun := opts.Initiative.Join("." + name + workspace.TemporarySuffix)
		if err := fsys.Remove(begun); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return found, err
		}
	}
	return found, nil
}

// ShowWaiting makes the queue say what waits. A draft that cannot be read counts
// as none.
func ShowWaiting(fsys workspace.FS, l *Log, opts Options) error {
	line := ""
	if id := l.Waiting(); id != "" {
		if d, err := l.Load(fsys, id); err == nil {
			line = queueLine(l, &d.Manifest, CheckCurrent(fsys, l, d))
		}
	}
	return SetQueue(fsys, opts.Queue, line)
}

// CheckCurrent reports whether a draft still fits: every target is what the draft
// was made from, or what a promotion of the same draft made of it, and nobody
// edited the views.
func CheckCurrent(fsys workspace.FS, l *Log, d *Draft) error {
	for _, t := range d.Targets {
		if err := l.checkTarget(fsys, d, t); err != nil {
			return err
		}
	}
	return nil
}

// checkTarget is CheckCurrent for one target, with the views that show it.
func (l *Log) checkTarget(fsys workspace.FS, d *Draft, t Target) error {
	if err := l.checkFile(fsys, d, t); err != nil {
		return err
	}
	for _, v := range d.Views {
		if shows(v.Path, t.Path) {
			if err := checkView(fsys, l, v.Path); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkFile is checkTarget without views.
func (l *Log) checkFile(fsys workspace.FS, d *Draft, t Target) error {
	if err := workspace.CheckTarget(fsys, t.Path); err != nil {
		return err
	}
	now, got, err := workspace.ReadState(fsys, t.Path, workspace.MaxTarget)
	if err != nil {
		return err
	}
	if got == l.standing(d.ID, t) {
		return nil
	}
	stale := &StaleError{Draft: d.ID, Path: t.Path, Want: t.Base, Got: got, How: "it is not there any more"}
	if stale.Before, err = l.known(fsys, d, t); err != nil {
		return err
	}
	if got != workspace.Absent {
		stale.Now, stale.How = append([]byte{}, now...), describe(stale.Before, now)
	}
	return stale
}

// known is a target as a draft knows it: as it was made from it, or as a promotion
// of the same draft left it. It is nil where there is none.
func (l *Log) known(fsys workspace.FS, d *Draft, t Target) ([]byte, error) {
	switch want := l.standing(d.ID, t); want {
	case workspace.Absent:
		return nil, nil
	case t.Base:
		return append([]byte{}, d.Bases[t.Path]...), nil
	default:
		return backups.Object(fsys, want)
	}
}

// shows reports whether a view shows a target.
func shows(view, target workspace.Path) bool {
	return (target == lookup.File) == (view.Base() == ToolsDraft)
}

// standing is the file that a target must be: what the draft was made from, or
// once it was promoted what that made of it. A draft whose promotion was undone
// would bring back what was undone.
func (h *history) standing(draft string, t Target) workspace.Hash {
	if p := h.drafts[draft]; p != nil && p.placed[t.Path].hash != "" {
		return p.placed[t.Path].hash
	}
	return t.Base
}

// Promote puts the approved items of a draft in place. The caller holds the lock
// and has called Recover. The generation is nil where all of it is in place
// already. What failed for the draft's own sake is logged: it needs a review.
func Promote(ctx context.Context, fsys workspace.FS, l *Log, d *Draft, opts Options) (*backups.Generation, error) {
	if state := l.State(d.ID); !state.Waits() && state != StatePromoted {
		return nil, &ItemError{d.ID, "", fmt.Sprintf("it is %s, so there is nothing to promote", state)}
	}
	g, err := promote(ctx, fsys, l, d, opts)
	var item *ItemError
	var queue *QueueError
	var not *NotReviewerError
	if err == nil || g != nil || ctx.Err() != nil || errors.As(err, &not) || errors.As(err, &item) ||
		errors.As(err, &queue) {
		return g, err
	}
	return nil, errors.Join(err, l.failed(fsys, d, err, opts))
}

// failed logs that a draft could not be promoted, once for each reason.
func (l *Log) failed(fsys workspace.FS, d *Draft, why error, opts Options) error {
	if l.Failure(d.ID) == why.Error() {
		return nil
	}
	e := l.event(Failed, d, opts)
	e.Reason = why.Error()
	if err := l.append(fsys, e); err != nil {
		return err
	}
	return ShowWaiting(fsys, l, opts)
}

// event begins a line of the log about a draft.
func (l *Log) event(action Action, d *Draft, opts Options) Event {
	return Event{
		At: opts.at(), Action: action, By: opts.By, Draft: d.ID, Hash: d.Hash, Version: opts.Version, Bases: d.bases(),
	}
}

func promote(ctx context.Context, fsys workspace.FS, l *Log, d *Draft, opts Options) (*backups.Generation, error) {
	decisions := l.Decisions(d.ID)
	if len(d.approved(decisions)) == 0 {
		return nil, &ItemError{d.ID, "", "nothing of it is approved"}
	}
	if err := d.may(l.toPlace(d, decisions), opts); err != nil {
		return nil, err
	}
	files, left, err := l.setAside(fsys, d, decisions, opts)
	if err != nil {
		return nil, err
	}
	change := backups.Change{Why: backups.Promotion, By: opts.By, Draft: d.ID, ReadOnly: opts.ReadOnly}
	if change.Targets = l.replacing(d, files); len(change.Targets) == 0 {
		return nil, nil
	}
	if err := opts.mayShrink(fsys, change.Targets); err != nil {
		return nil, err
	}
	if change.Entries, err = d.entries(fsys, decisions); err != nil {
		return nil, err
	}
	if change.Practices, err = d.practices(); err != nil {
		return nil, err
	}
	g, err := backups.Commit(ctx, fsys, change, opts.BackupOptions(fsys, l))
	var changed *workspace.ChangedError
	if errors.As(err, &changed) {
		return nil, &StaleError{
			Draft: d.ID,
			Path:  changed.Path,
			Want:  changed.Want,
			Got:   changed.Got,
			How:   "another program saved it at this moment",
		}
	}
	if err != nil {
		return nil, err
	}
	for _, t := range change.Targets {
		want := workspace.HashOf(t.New)
		if _, after, err := workspace.ReadState(fsys, t.Path, workspace.MaxTarget); err != nil || after != want {
			return g, errors.Join(
				err,
				&StaleError{
					Draft: d.ID,
					Path:  t.Path,
					Want:  want,
					Got:   after,
					How:   "another program saved it right after the promotion",
				},
			)
		}
	}
	if err := ShowWaiting(fsys, l, opts); err != nil || left == nil {
		return g, err
	}
	return g, left
}

// replacing are the files that are not yet as they are to be. Each must still be
// what it was when it was compared with the draft; what somebody saves after that
// is seen by the commit.
func (l *Log) replacing(d *Draft, files []File) []backups.Target {
	var targets []backups.Target
	for i, f := range files {
		old := l.standing(d.ID, d.Targets[i])
		if f.Content == nil || old == workspace.HashOf(f.Content) {
			continue // nothing of it is approved, or it is in place
		}
		t := backups.Target{Path: f.Path, Old: old, New: f.Content}
		if old == workspace.Absent {
			t.Attributes = &workspace.Attributes{Mode: 0o644, UID: -1, GID: -1}
		}
		targets = append(targets, t)
	}
	return targets
}

// practices are those of the draft as a generation records them; nil where it has none.
func (d *Draft) practices() (json.RawMessage, error) {
	if d.Practices == nil {
		return nil, nil
	}
	b, err := json.Marshal(d.Practices)
	if err != nil {
		return nil, fmt.Errorf("record the practices: %w", err)
	}
	return b, nil
}

// entries are those of the section as the promotion leaves it: those of the
// newest generation where it leaves SOUL.md alone.
func (d *Draft) entries(fsys workspace.FS, decisions map[string]Decision) ([]backups.Entry, error) {
	if d.touchesSection(decisions) {
		return records(d.InPlace(decisions), d.ID), nil
	}
	all, err := backups.Generations(fsys)
	if err != nil || len(all) == 0 {
		return []backups.Entry{}, err
	}
	return all[len(all)-1].Entries, nil
}
