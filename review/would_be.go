package review

import (
	"maps"
	"slices"

	"wisdom/backups"
	"wisdom/internal/workspace"
)

// WouldBe returns the decisions on a draft if everything undecided were approved.
func (l *Log) WouldBe(d *Draft) map[string]Decision {
	decisions := d.All()
	maps.Copy(decisions, l.of(d.ID).decisions)
	return decisions
}

// Decided returns the items of a draft with a decision, and the facts that were included.
func (l *Log) Decided(d *Draft, decision Decision) []string {
	return d.decided(l.Decisions(d.ID), decision)
}

// Example returns an item that a person may want to approve alone, an entry if there is one; empty where there is no
// more than one to decide.
func (l *Log) Example(d *Draft) string {
	decisions := l.Decisions(d.ID)
	undecided := slices.DeleteFunc(slices.Clone(d.Items), func(i Item) bool { return decisions[i.ID] != "" })
	if len(undecided) < 2 {
		return ""
	}
	isEntry := func(i Item) bool { return i.Kind == AddEntry && i.Origin != Required }
	return undecided[max(0, slices.IndexFunc(undecided, isEntry))].ID
}

// Changes returns what decisions on a draft would change: for a pending draft in its files as they are now, else in
// those that it was made from.
func Changes(fsys workspace.FS, l *Log, d *Draft, decisions map[string]Decision) (changes []Change, err error) {
	items := l.pending(d, decisions)
	var files []File
	if l.State(d.ID).Waits() {
		files, err = l.filesNow(fsys, d, items)
	} else if len(items) > 0 {
		files, err = d.Files(decisions)
	}
	for _, f := range files {
		if c := f.change(); !c.IsEmpty() {
			changes = append(changes, c)
		}
	}
	return changes, err
}

// Previewed returns the workspace as it would be with everything of the pending draft that is not rejected; nil if none
// is pending, or it cannot be read.
func Previewed(fsys workspace.FS, l *Log) (workspace.FS, error) {
	d, err := l.Load(fsys, l.Waiting())
	if err != nil {
		return nil, nil
	}
	changes, err := Changes(fsys, l, d, l.WouldBe(d))
	if err != nil {
		return nil, err
	}
	dry := workspace.NewDryRun(fsys)
	for _, c := range changes {
		if err := workspace.Replace(dry, c.Path, c.After, 0o600); err != nil {
			return nil, err
		}
	}
	return dry, nil
}

// ChangesBack returns what a rollback changes.
func ChangesBack(fsys workspace.FS, back backups.Change) ([]Change, error) {
	var changes []Change
	for _, t := range back.Targets {
		now, _, err := workspace.ReadState(fsys, t.Path, workspace.MaxState)
		if err != nil {
			return nil, err
		}
		changes = append(changes, Change{Path: t.Path, Before: now, After: t.New})
	}
	return changes, nil
}

// ChangeBy returns what a generation changed in a file.
func ChangeBy(fsys workspace.FS, g backups.Generation, p workspace.Path) (Change, error) {
	old, err := contentOf(fsys, g.Before[p].Hash)
	if err != nil {
		return Change{}, err
	}
	now, err := contentOf(fsys, g.After[p].Hash)
	return Change{Path: p, Before: old, After: now}, err
}

func contentOf(fsys workspace.FS, h workspace.Hash) ([]byte, error) {
	if h == workspace.Absent || h == "" {
		return nil, nil
	}
	return backups.Object(fsys, h)
}
