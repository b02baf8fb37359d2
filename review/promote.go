package review

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
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
	// How says in words what changed.
	How string
}

func (e *StaleError) Error() string {
	return fmt.Sprintf("%s: changed since draft %s was made (%s)", e.Path, e.Draft, e.How)
}

// ItemError says that a draft or an item of it cannot be decided so.
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
		Newest: l.newestGeneration(),
		Finish: func(g backups.Generation) error { return l.finished(fsys, g, o.Version) },
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
	items, err := l.choose(d, decision, items)
	if err != nil {
		return err
	}
	e := Event{
		At: opts.Now.Format(time.RFC3339), Action: Approved, By: opts.By, Reason: reason,
		Draft: d.ID, Hash: d.Hash, Items: items, Bases: d.bases(), Version: opts.Version,
	}
	switch decision {
	case Taken:
		if err := l.mayTake(fsys, d, items, opts); err != nil {
			return err
		}
	case Refused:
		e.Action = Rejected
		for _, id := range items {
			item, _ := d.Item(id)
			e.Refused = append(e.Refused, item)
		}
	}
	if err := l.append(fsys, e); err != nil {
		return err
	}
	return ShowWaiting(fsys, l, opts)
}

// mayTake says whether a draft still fits, and whether what these items make of
// it, with what was decided before, keeps the rules.
func (l *Log) mayTake(fsys workspace.FS, d *Draft, items []string, opts Options) error {
	if err := CheckCurrent(fsys, l, d); err != nil {
		return err
	}
	decisions := l.Decisions(d.ID)
	for _, id := range items {
		decisions[id] = Taken
	}
	return d.valid(decisions, opts.Lint)
}

// valid says whether the files that decisions make keep the rules that the draft
// was made under.
func (d *Draft) valid(decisions map[string]Decision, opts lint.Options) error {
	files, err := d.Files(decisions)
	if err != nil {
		return err
	}
	if broken := d.introducedBy(files, decisions, opts); len(broken) > 0 {
		return &InvalidError{broken}
	}
	return nil
}

// choose works out which items a decision is about. The required entry is part
// of every approval of an entry, and can be refused only with all other entries;
// what is in place cannot be refused any more.
func (l *Log) choose(d *Draft, decision Decision, wanted []string) ([]string, error) {
	p := l.drafts[d.ID]
	for _, id := range wanted {
		switch _, there := d.Item(id); {
		case !there:
			return nil, &ItemError{d.ID, id, "there is no such item; it has " + strings.Join(d.ids(), ", ")}
		case decision == Refused && p.promoted[id]:
			return nil, &ItemError{d.ID, id, "it is in place; rollback takes it back"}
		}
	}
	chosen := func(item Item) bool {
		return len(wanted) == 0 && p.decisions[item.ID] == "" || slices.Contains(wanted, item.ID)
	}
	inSection := slices.ContainsFunc(d.Items, func(item Item) bool { return item.InSection() && chosen(item) })
	var items []string
	refused, entries := 0, 0
	required := ""
	for _, item := range d.Items {
		after := p.decisions[item.ID]
		if chosen(item) || decision == Taken && item.Origin == Required && inSection {
			items = append(items, item.ID)
			after = decision
		}
		if item.InSection() {
			entries++
		}
		if after == Refused && item.InSection() {
			refused++
			if item.Origin == Required {
				required = item.ID
			}
		}
	}
	for _, id := range wanted {
		if _, in := d.leftOut(id); in {
			items = append(items, id)
		}
	}
	switch {
	case required != "" && refused < entries:
		return nil, &ItemError{d.ID, required, "the required entry can be refused only with all the rest"}
	case len(items) == 0:
		return nil, &ItemError{d.ID, "", "every item is decided"}
	}
	return items, nil
}

// ShowWaiting makes the queue say what waits. A draft that cannot be read counts
// as none.
func ShowWaiting(fsys workspace.FS, l *Log, opts Options) error {
	line := ""
	if id := l.Waiting(); id != "" {
		if d, err := l.Load(fsys, id); err == nil {
			line = queueLine(l, &d.Manifest)
		}
	}
	return SetQueue(fsys, opts.Queue, line)
}

// CheckCurrent says whether a draft still fits: every target is what the draft
// was made from, or what a promotion of the same draft made of it, and nobody
// edited the views.
func CheckCurrent(fsys workspace.FS, l *Log, d *Draft) error {
	for _, t := range d.Targets {
		if err := workspace.CheckTarget(fsys, t.Path); err != nil {
			return err
		}
		now, got, err := workspace.ReadState(fsys, t.Path, workspace.MaxTarget)
		if err != nil {
			return err
		}
		if got == l.standing(d.ID, t) {
			continue
		}
		how := "it is not there any more"
		if got != workspace.Absent {
			how = describe(d.Bases[t.Path], now)
		}
		return &StaleError{d.ID, t.Path, t.Base, got, how}
	}
	for _, v := range d.Views {
		if err := checkView(fsys, l, v.Path); err != nil {
			return err
		}
	}
	return nil
}

// standing is the file that a target must be: what the draft was made from, or
// once it was promoted what that made of it. A draft whose promotion was undone
// would bring back what was undone.
func (l *Log) standing(draft string, t Target) workspace.Hash {
	if made, ok := l.inPlace[draft][t.Path]; ok {
		return made.hash
	}
	return t.Base
}

// Promote puts the approved items of a draft in place. The caller holds the lock
// and has called Recover. The generation is nil where all of it is in place
// already.
func Promote(ctx context.Context, fsys workspace.FS, l *Log, d *Draft, opts Options) (*backups.Generation, error) {
	switch state := l.State(d.ID); state {
	case StateWaiting, StateApproved, StatePromoted:
	default:
		return nil, &ItemError{d.ID, "", fmt.Sprintf("it is %s, so there is nothing to put in place", state)}
	}
	decisions := l.Decisions(d.ID)
	if !slices.ContainsFunc(d.ids(), func(id string) bool { return decisions[id] == Taken }) {
		return nil, &ItemError{d.ID, "", "nothing of it is approved"}
	}
	if err := CheckCurrent(fsys, l, d); err != nil {
		return nil, err
	}
	files, err := d.Files(decisions)
	if err != nil {
		return nil, err
	}
	if broken := d.introducedBy(files, decisions, opts.Lint); len(broken) > 0 {
		return nil, &InvalidError{broken}
	}
	change := backups.Change{Why: backups.Promotion, By: opts.By, Draft: d.ID}
	if change.Targets, err = l.replacing(fsys, d, files); err != nil || len(change.Targets) == 0 {
		return nil, err
	}
	if change.Entries, err = d.entries(fsys, decisions); err != nil {
		return nil, err
	}
	g, err := backups.Commit(ctx, fsys, change, opts.BackupOptions(fsys, l))
	var changed *workspace.ChangedError
	if errors.As(err, &changed) {
		return nil, &StaleError{d.ID, changed.Path, changed.Want, changed.Got, "somebody saved it in this moment"}
	}
	if err != nil {
		return nil, err
	}
	for _, t := range change.Targets {
		want := workspace.HashOf(t.New)
		if _, after, err := workspace.ReadState(fsys, t.Path, workspace.MaxTarget); err != nil || after != want {
			return g, errors.Join(err, &StaleError{d.ID, t.Path, want, after, "somebody saved it right after the promotion"})
		}
	}
	return g, ShowWaiting(fsys, l, opts)
}

// replacing are the files that are not yet as they are to be. Each must still be
// what it was when it was compared with the draft; what somebody saves after that
// is seen by the commit.
func (l *Log) replacing(fsys workspace.FS, d *Draft, files []File) ([]backups.Target, error) {
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
	return targets, nil
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
	err := l.append(fsys, Event{
		At: opts.Now.Format(time.RFC3339), Action: Unrefused, By: opts.By, Draft: d.ID, Hash: d.Hash, Items: freed, Version: opts.Version,
	})
	if err != nil {
		return nil, err
	}
	return freed, ShowWaiting(fsys, l, opts)
}
