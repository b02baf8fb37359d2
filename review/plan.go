package review

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
)

// StaleError says that a file changed since a draft was created, and that its items would now make another change than
// the one that was shown, or cannot be applied.
type StaleError struct {
	Draft string
	Path  workspace.Path
	// How says in words what changed.
	How string
	// Before is the file as the draft expects it, Now the file as it is. Each is nil if the file does not exist or was
	// not read.
	Before, Now []byte
	// Changes is what the items would change now, and Hash names it, for Options.Confirm. Both are empty if the items
	// cannot be applied.
	Changes []Change
	Hash    workspace.Hash
	// Other is the hash that Options.Confirm had, of another change; empty if it had none.
	Other workspace.Hash
}

// Error implements error.
func (e *StaleError) Error() string {
	text := fmt.Sprintf("%s: changed since draft %s was made (%s)", e.Path, e.Draft, e.How)
	if e.Other != "" {
		text += fmt.Sprintf("; the hash %s does not name the change that is shown", e.Other)
	}
	return text
}

// plan is what items would make of the files as they are.
type plan struct {
	files []File
	on    ground
	// left are the items that cannot be applied, or whose change has to be confirmed.
	left *PartialError
}

// planFor applies items of a draft to the files as they are. An edited preview is an error: its author wants something,
// so it stops everything that the preview shows.
func (l *Log) planFor(fsys workspace.FS, d *Draft, items []Item, opts Options) (*plan, error) {
	p := &plan{left: &PartialError{Draft: d.ID}, on: l.groundOf(fsys, d)}
	for _, t := range d.Targets {
		theirs, err := itemsFor(t.Path, items), error(nil)
		if t.Path == lookup.File && len(theirs) > 0 {
			theirs, err = p.leaveOthers(fsys, d, theirs)
		}
		if err != nil {
			return nil, err
		}
		if len(theirs) == 0 {
			continue
		}
		f, err := l.planFile(fsys, d, t, theirs, p)
		if err == nil {
			err = d.checkViews(fsys, l, t.Path)
		}
		if err == nil && !opts.ReadOnly && len(f.items) > 0 {
			err = workspace.CheckWritable(fsys, t.Path)
		}
		switch {
		case is[*StaleError](err), is[*workspace.NotRegularError](err), is[*workspace.ReadOnlyError](err),
			is[*lint.SoulError](err): // it is about the file's kind or content, and not about reading it
			p.left.add(without(idsOf(theirs), p.left.Items), err)
		case err != nil: // trouble with the disk, or an edited view: all or nothing
			return nil, err
		case len(f.items) > 0:
			p.files = append(p.files, f)
		}
	}
	p.confirm(opts.Confirm)
	return p, nil
}

// fileNow applies items to a file as it is. If the file is unfit for them, it stays as it is.
func (l *Log) fileNow(fsys workspace.FS, d *Draft, t Target, items []Item, on ground) (f File, err error) {
	now, hash, err := workspace.ReadState(fsys, t.Path, workspace.MaxTarget)
	if err != nil {
		return f, err
	}
	if hash != workspace.Absent && now == nil {
		now = []byte{}
	}
	f, unfit := d.apply(t.Path, now, items, on)
	if t.Path == d.SectionFile() && unfit == nil {
		unfit = lint.CheckSoul(t.Path, now)
	} else if unfit == nil {
		unfit = markdown.CheckMerged(now)
	}
	if f.old, f.unfit = hash, unfit; now == nil && l.standing(d.ID, t) != workspace.Absent {
		f.unfit = fmt.Errorf("%s is not there any more", t.Path)
	}
	if f.unfit != nil {
		f.Content = f.Before
		for _, item := range f.items {
			f.unapplied[item.ID] = f.unfit.Error()
		}
	}
	return f, nil
}

// planFile applies items to one file. Items that do not apply are left.
func (l *Log) planFile(fsys workspace.FS, d *Draft, t Target, items []Item, p *plan) (f File, err error) {
	if err := workspace.CheckTarget(fsys, t.Path); err != nil {
		return f, err
	}
	if f, err = l.fileNow(fsys, d, t, items, p.on); err != nil {
		return f, err
	}
	known, err := l.known(fsys, d, t)
	if err != nil {
		return f, err
	}
	stale := &StaleError{Draft: d.ID, Path: t.Path, Before: known, Now: f.Before}
	if f.unfit != nil {
		if stale.How = f.unfit.Error(); is[*lint.SoulError](f.unfit) {
			return f, f.unfit
		}
		return f, stale
	}
	isExpected := f.old == l.standing(d.ID, t)
	p.leave(d, &f, *stale, isExpected)
	if len(f.items) == 0 || isExpected {
		return f, nil
	}
	shown, err := d.apply(t.Path, known, f.items, p.on)
	change := HashOf([]Change{f.change()})
	if err != nil || HashOf([]Change{shown.change()}) != change && l.of(d.ID).confirmed[t.Path] != change {
		f.stale, stale.How = stale, describe(known, f.Before)
	}
	return f, nil
}

// leave takes the items that do not apply out of a file. If the file is as the draft expects it, that is due to them.
func (p *plan) leave(d *Draft, f *File, stale StaleError, isExpected bool) {
	var ids, why []string
	for _, item := range f.items {
		if reason := f.unapplied[item.ID]; reason != "" {
			ids, why = append(ids, item.ID), append(why, reason)
		}
	}
	f.items = slices.DeleteFunc(f.items, func(i Item) bool { return slices.Contains(ids, i.ID) })
	stale.How = strings.Join(slices.Compact(why), "; ")
	switch {
	case len(ids) == 0:
	case isExpected:
		p.left.add(ids, &ItemError{d.ID, "", stale.How})
	default:
		p.left.add(ids, &stale)
	}
}

// confirm leaves the items of files whose change is another than the one that was shown, unless a hash names it.
func (p *plan) confirm(hash workspace.Hash) {
	var all, other []Change
	for _, f := range p.files {
		all = append(all, f.change())
		if f.stale != nil {
			other = append(other, f.change())
		}
	}
	if len(other) == 0 || confirms(hash, HashOf(other)) || confirms(hash, HashOf(all)) {
		return
	}
	before := p.left
	p.left = &PartialError{Draft: before.Draft} // what can be confirmed is said first
	p.files = slices.DeleteFunc(p.files, func(f File) bool {
		if f.stale != nil {
			f.stale.Changes, f.stale.Hash, f.stale.Other = other, HashOf(other), hash
			p.left.add(idsOf(f.items), f.stale)
		}
		return f.stale != nil
	})
	if before.Err != nil {
		p.left.add(before.Items, before.Err)
	}
}

// confirms reports whether a hash, or the first of its digits, names another one.
func confirms(short, hash workspace.Hash) bool {
	const fewest = 8
	digits := strings.TrimPrefix(string(short), "sha256:")
	return len(digits) >= fewest && strings.HasPrefix(hash.Hex(), digits)
}

// broken returns the items that break a rule whatever else is approved.
func (p *plan) broken(d *Draft, opts lint.Options) (ids []string) {
	for _, f := range p.files {
		for _, item := range f.items {
			alone, err := d.apply(f.Path, f.Before, []Item{item}, p.on)
			if err == nil && item.Origin != Required && checkRules([]File{alone}, opts) != nil {
				ids = append(ids, item.ID)
			}
		}
	}
	return ids
}

// groundOf is what items of a draft are applied to.
func (l *Log) groundOf(fsys workspace.FS, d *Draft) ground {
	on := ground{promoted: map[string]Decision{}}
	for _, id := range d.AllIDs() {
		if l.InPlace(d.ID, id) {
			on.promoted[id] = Taken
		}
	}
	if d.Tools != nil {
		_, on.ours = l.ToolsInPlace(fsys)
	}
	return on
}

func itemsFor(p workspace.Path, items []Item) []Item {
	return slices.DeleteFunc(slices.Clone(items), func(i Item) bool { return i.Target != p })
}

// without are the items that are not among others.
func without(items, others []string) []string {
	return slices.DeleteFunc(slices.Clone(items), func(id string) bool { return slices.Contains(others, id) })
}

// CheckCurrent reports whether everything of a draft that is neither rejected nor promoted would change its files as it
// was shown. If not, the error is a *StaleError; it is an *EditedError if a person edited a preview.
func CheckCurrent(fsys workspace.FS, l *Log, d *Draft) error {
	p, err := l.planFor(fsys, d, l.pending(d, l.WouldBe(d)), Options{ReadOnly: true})
	if err != nil {
		return err
	}
	if p.left.Err != nil && !is[*ItemError](p.left.Err) {
		return p.left.Err
	}
	for _, v := range d.Views {
		if err := checkView(fsys, l, v.Path); err != nil {
			return err
		}
	}
	return nil
}

// Unapplied returns the items of a draft that are neither rejected nor promoted and cannot be applied to the files as
// they are, each with the reason.
func (l *Log) Unapplied(fsys workspace.FS, d *Draft) (map[string]string, error) {
	unapplied := map[string]string{}
	files, err := l.filesNow(fsys, d, l.pending(d, l.WouldBe(d)))
	for _, f := range files {
		maps.Copy(unapplied, f.unapplied)
	}
	return unapplied, err
}

// filesNow applies items to the files as they are. What cannot be applied to a file leaves it as it is.
func (l *Log) filesNow(fsys workspace.FS, d *Draft, items []Item) (files []File, err error) {
	on := l.groundOf(fsys, d)
	for _, t := range d.Targets {
		f, err := l.fileNow(fsys, d, t, items, on)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// known returns a target as the draft expects it: the base of the draft, or what a promotion of the same draft wrote.
// It is nil if the file does not exist.
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

// checkViews checks the previews of a draft that show a file.
func (d *Draft) checkViews(fsys workspace.FS, l *Log, p workspace.Path) error {
	for _, v := range d.Views {
		if (p == lookup.File) == (v.Path.Base() == ToolsDraft) {
			if err := checkView(fsys, l, v.Path); err != nil {
				return err
			}
		}
	}
	return nil
}
