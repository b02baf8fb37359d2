package review

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/review/lint"
)

// StaleError says that a file changed under a draft.
type StaleError struct {
	Draft     string
	Path      workspace.Path
	Want, Got workspace.Hash
	// How says in words what changed, Patch shows it.
	How, Patch string
}

func (e *StaleError) Error() string {
	return fmt.Sprintf("%s: changed since draft %s was made (%s)", e.Path, e.Draft, e.How)
}

// ItemError says that an item cannot be decided so.
type ItemError struct {
	Draft, Item, Message string
}

func (e *ItemError) Error() string {
	if e.Item == "" {
		return fmt.Sprintf("draft %s: %s", e.Draft, e.Message)
	}
	return fmt.Sprintf("draft %s, item %s: %s", e.Draft, e.Item, e.Message)
}

// BackupOptions are the options for everything that a promotion or rollback
// does.
func (o Options) BackupOptions(fsys workspace.FS, l *Log) backups.Options {
	return backups.Options{
		Plain:  o.Initiative.Join("backups"),
		Always: []workspace.Path{lint.SoulFile, "AGENTS.md", "TOOLS.md"},
		Now:    o.Now,
		Finish: func(g backups.Generation) error { return l.finished(fsys, g, o.Version) },
	}
}

// Recover finishes or undoes what a crash left. It is the first thing that is
// done under the lock.
func Recover(fsys workspace.FS, l *Log, opts Options) (backups.Recovered, error) {
	return backups.Recover(fsys, opts.BackupOptions(fsys, l))
}

// Decide records a decision on items of a draft; no items means all that are
// undecided. The caller holds the lock.
func Decide(fsys workspace.FS, l *Log, d *Draft, decision Decision, items []string, reason string, opts Options) error {
	switch state := l.State(d.ID); state {
	case StateWaiting, StateApproved:
	default:
		return &ItemError{d.ID, "", fmt.Sprintf("it is %s, so there is nothing to decide", state)}
	}
	items, err := d.selectItems(l.Decisions(d.ID), decision, items)
	if err != nil {
		return err
	}
	if decision == Taken {
		if err := CheckCurrent(fsys, l, d); err != nil {
			return err
		}
	}
	action := Approved
	if decision == Refused {
		action = Rejected
	}
	err = l.append(fsys, Event{
		At: opts.Now.Format(time.RFC3339), Action: action, By: opts.By, Reason: reason,
		Draft: d.ID, Hash: d.Hash, Items: items, Bases: d.bases(), Version: opts.Version,
	})
	if err != nil {
		return err
	}
	return ShowWaiting(fsys, l, opts)
}

// selectItems works out which items a decision is about. The required entry is
// part of every approval, and can be refused only with all the rest.
func (d *Draft) selectItems(decided map[string]Decision, decision Decision, wanted []string) ([]string, error) {
	for _, id := range wanted {
		if _, ok := d.Item(id); !ok {
			return nil, &ItemError{d.ID, id, fmt.Sprintf("there is no such item; it has %s", list(d.ids()))}
		}
	}
	var items []string
	after := map[string]Decision{}
	for _, item := range d.Items {
		after[item.ID] = decided[item.ID]
		chosen := len(wanted) == 0 && decided[item.ID] == "" || slices.Contains(wanted, item.ID)
		if chosen || decision == Taken && item.Origin == Required {
			items = append(items, item.ID)
			after[item.ID] = decision
		}
	}
	for _, item := range d.Items {
		if item.Origin != Required || after[item.ID] != Refused {
			continue
		}
		for _, other := range d.Items {
			if after[other.ID] != Refused {
				return nil, &ItemError{d.ID, item.ID, "the required entry can be refused only with all the rest"}
			}
		}
	}
	return items, nil
}

func list(ids []string) string {
	text := ""
	for i, id := range ids {
		switch {
		case i == 0:
		case i == len(ids)-1:
			text += " and "
		default:
			text += ", "
		}
		text += id
	}
	return text
}

// ShowWaiting makes the queue say what waits.
func ShowWaiting(fsys workspace.FS, l *Log, opts Options) error {
	id := l.Waiting()
	if id == "" {
		return SetQueue(fsys, opts.Queue, "")
	}
	d, err := l.Load(fsys, id)
	if err != nil {
		return err
	}
	return SetQueue(fsys, opts.Queue, queueLine(&d.Manifest))
}

// CheckCurrent says whether a draft still fits: SOUL.md is what the draft was
// made from, or what a promotion of the same draft made of it, and nobody edited
// the views.
func CheckCurrent(fsys workspace.FS, l *Log, d *Draft) error {
	for _, t := range d.Targets {
		if err := workspace.CheckTarget(fsys, t.Path); err != nil {
			return err
		}
		now, got, err := workspace.ReadState(fsys, t.Path, workspace.MaxTarget)
		if err != nil {
			return err
		}
		if got == t.Base || got == l.made(d.ID, t.Path) {
			continue
		}
		how := describe(d.Base, now)
		if got == workspace.Absent {
			how = "it is not there any more"
		}
		return &StaleError{d.ID, t.Path, t.Base, got, how, Patch(t.Path, d.Base, now)}
	}
	for _, v := range d.Views {
		_, got, err := workspace.ReadState(fsys, v.Path, workspace.MaxState)
		if err != nil {
			return err
		}
		if got != v.Hash && got != workspace.Absent {
			return &EditedError{v.Path, d.ID}
		}
	}
	return nil
}

// made is what the newest promotion of a draft made of a file, or "".
func (l *Log) made(draft string, p workspace.Path) workspace.Hash {
	for _, e := range slices.Backward(l.Events) {
		if e.Action == Promoted && e.Draft == draft {
			return e.Result[p]
		}
	}
	return ""
}

// Promote puts the approved items of a draft in place. The caller holds the
// lock and has called Recover.
func Promote(ctx context.Context, fsys workspace.FS, l *Log, d *Draft, opts Options) (*backups.Generation, error) {
	decisions := l.Decisions(d.ID)
	if !slices.ContainsFunc(d.ids(), func(id string) bool { return decisions[id] == Taken }) {
		return nil, &ItemError{d.ID, "", "nothing of it is approved"}
	}
	if err := CheckCurrent(fsys, l, d); err != nil {
		return nil, err
	}
	soul, _, err := d.Result(decisions)
	if err != nil {
		return nil, err
	}
	if broken := introduced(lint.Soul(d.Base, opts.Lint), lint.Soul(soul, opts.Lint)); len(broken) > 0 {
		return nil, &InvalidError{broken}
	}
	_, old, err := workspace.ReadState(fsys, lint.SoulFile, workspace.MaxTarget)
	if err != nil {
		return nil, err
	}
	if old == workspace.HashOf(soul) {
		return nil, &ItemError{d.ID, "", "what is approved of it is in place already"}
	}
	change := backups.Change{
		Why: backups.Promotion, By: opts.By, Draft: d.ID, Entries: records(d.InPlace(decisions), d.ID),
		Targets: []backups.Target{{Path: lint.SoulFile, Old: old, New: soul}},
	}
	g, err := backups.Commit(ctx, fsys, change, opts.BackupOptions(fsys, l))
	var changed *workspace.ChangedError
	if errors.As(err, &changed) {
		return nil, &StaleError{d.ID, changed.Path, changed.Want, changed.Got, "somebody saved it in this moment", ""}
	}
	if err != nil {
		return nil, err
	}
	if _, after, err := workspace.ReadState(fsys, lint.SoulFile, workspace.MaxTarget); err != nil || after != workspace.HashOf(soul) {
		return g, errors.Join(err, &StaleError{d.ID, lint.SoulFile, workspace.HashOf(soul), after, "somebody saved it right after the promotion", ""})
	}
	return g, ShowWaiting(fsys, l, opts)
}

// Unrefuse takes refusals back, so that a later run may propose the items again.
// No items means all that were refused.
func Unrefuse(fsys workspace.FS, l *Log, d *Draft, items []string, opts Options) ([]string, error) {
	decisions := l.Decisions(d.ID)
	var freed []string
	for _, id := range d.ids() {
		if decisions[id] == Refused && (len(items) == 0 || slices.Contains(items, id)) {
			freed = append(freed, id)
		}
	}
	for _, id := range items {
		if !slices.Contains(freed, id) {
			return nil, &ItemError{d.ID, id, "it was not refused"}
		}
	}
	if len(freed) == 0 {
		return nil, &ItemError{d.ID, "", "nothing of it was refused"}
	}
	return freed, l.append(fsys, Event{
		At: opts.Now.Format(time.RFC3339), Action: Unrefused, By: opts.By, Draft: d.ID, Hash: d.Hash, Items: freed, Version: opts.Version,
	})
}
