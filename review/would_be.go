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

// Example returns an item that a person may want to approve alone: a new entry, else
// a fact, else another one; empty where there is no more than one to decide.
func (l *Log) Example(d *Draft) string {
	decisions := l.Decisions(d.ID)
	undecided := slices.DeleteFunc(slices.Clone(d.Items),
		func(i Item) bool { return decisions[i.ID] != "" })
	if len(undecided) < 2 {
		return ""
	}
	for _, fits := range []func(Item) bool{
		func(i Item) bool { return i.Kind == AddEntry && i.Origin == New },
		func(i Item) bool { return i.Kind == AddEntry && i.Origin != Required },
		func(i Item) bool { return i.Kind == AddFact },
	} {
		if i := slices.IndexFunc(undecided, fits); i >= 0 {
			return undecided[i].ID
		}
	}
	return undecided[0].ID
}

// Changes returns what decisions on a draft would change in its files: as they are now if the draft fits them, else as
// they were.
func Changes(fsys workspace.FS, l *Log, d *Draft, decisions map[string]Decision) ([]Change, error) {
	files, err := d.Files(decisions)
	if err != nil {
		return nil, err
	}
	current := CheckCurrent(fsys, l, d) == nil
	var changes []Change
	for _, f := range files {
		base := d.Bases[f.Path]
		if current {
			if base, _, err = workspace.ReadState(fsys, f.Path, workspace.MaxTarget); err != nil {
				return nil, err
			}
		}
		if c := (Change{Path: f.Path, Before: base, After: f.Content}); !c.IsEmpty() {
			changes = append(changes, c)
		}
	}
	return changes, nil
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
	if err != nil {
		return Change{}, err
	}
	return Change{Path: p, Before: old, After: now}, nil
}

func contentOf(fsys workspace.FS, h workspace.Hash) ([]byte, error) {
	if h == workspace.Absent || h == "" {
		return nil, nil
	}
	return backups.Object(fsys, h)
}
