package review

import (
	"bytes"
	"maps"
	"slices"

	"github.com/aymanbagabas/go-udiff"

	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
	"wisdom/markdown/lookup"
)

// File is a target with what items make of it.
type File struct {
	Path workspace.Path
	// Before is the file that the items were applied to, Content is what they make of it; nil if there is no file.
	Before, Content []byte

	items []Item // that were applied
	adds  bool   // text that counts towards a budget
	// lines and section are the section where something of it changed.
	lines   []Line
	section string
	// unapplied are the items that cannot be applied to the file as it is, each with the reason.
	unapplied map[string]string

	old   workspace.Hash // of the file as it was read
	unfit error          // why no item can be applied to it
	stale *StaleError    // set if the change is another than the one that was shown
}

// ground is what items are applied to, besides the bytes of a file.
type ground struct {
	// placed reports whether an item of the draft is promoted, and so part of the file.
	placed func(item string) bool
	// ours are the facts that a promotion wrote into the table.
	ours []facts.Fact
}

// unplaced is the ground of a draft of which nothing is promoted.
var unplaced = ground{placed: func(string) bool { return false }}

// change is what the items change in the file.
func (f *File) change() Change { return Change{Path: f.Path, Before: f.Before, After: f.Content} }

// apply applies items to a file as it is. Text that the draft does not know stays, byte for byte. The error is about
// the whole file.
func (d *Draft) apply(p workspace.Path, content []byte, items []Item, on ground) (File, error) {
	f := File{Path: p, Before: content, Content: content, unapplied: map[string]string{}}
	f.items = itemsFor(p, items)
	if len(f.items) == 0 {
		return f, nil
	}
	if p == lookup.File {
		f.applyToTable(d, on)
	} else {
		f.applyLines(d, on)
		if err := f.applyToSection(d, on); err != nil {
			return f, err
		}
	}
	if bytes.Equal(f.Before, f.Content) {
		for _, item := range f.items {
			if f.unapplied[item.ID] == "" {
				f.unapplied[item.ID] = "nothing is left to change for " + item.ID
			}
		}
	}
	return f, nil
}

// of are the items that a function selects.
func (f *File) of(is func(Item) bool) []Item {
	return slices.DeleteFunc(slices.Clone(f.items), func(i Item) bool { return !is(i) })
}

// applyLines inserts lines, and replaces text outside the section. Of the lines for one place, the first item comes
// first, whichever was promoted first; all come in front of what a person, or a section, put there since.
func (f *File) applyLines(d *Draft, on ground) {
	base := d.Bases[f.Path]
	for _, item := range f.of(func(i Item) bool { return i.Kind == Rewrite }) {
		if merged, ok := mergeTexts(base, []byte(item.Insert), f.Content); ok {
			f.Content = merged
		} else {
			f.unapplied[item.ID] = "the text that " + item.ID + " replaces has changed"
		}
	}
	lines := slices.DeleteFunc(slices.Clone(d.Items), func(i Item) bool {
		return i.Kind != AddLine || i.Target != f.Path || i.At < 0 || i.At > len(base)
	})
	slices.SortStableFunc(lines, func(a, b Item) int { return a.At - b.At })
	var from []byte // the base with the lines that are promoted
	var with []udiff.Edit
	places, at := map[string]int{}, 0
	for _, item := range lines {
		from, at = append(from, base[at:item.At]...), item.At
		if places[item.ID] = len(from); on.placed(item.ID) {
			from = append(from, item.Insert...)
		}
	}
	from = append(from, base[at:]...)
	theirs := udiff.Lines(string(from), string(EndingsLike(from, f.Content)))
	for _, item := range f.of(func(i Item) bool { return i.Kind == AddLine }) {
		at, there := places[item.ID]
		isIn := func(e udiff.Edit) bool { return e.Start < at && at < e.End }
		if !there || slices.ContainsFunc(theirs, isIn) {
			f.unapplied[item.ID] = "the text around the place of " + item.ID + " is gone"
			continue
		}
		with = append(with, udiff.Edit{Start: at, End: at, New: item.Insert})
	}
	if len(with) == 0 {
		return
	}
	slices.SortStableFunc(with, func(a, b udiff.Edit) int { return a.Start - b.Start })
	edits, ok := udiff.Merge(with, theirs) // insertions are in nobody's way
	if text, err := udiff.Apply(string(from), edits); ok && err == nil {
		f.Content = EndingsLike(f.Content, []byte(text))
	}
}

// mergeTexts makes the change from one text to another in a third one, line by line; ok is false if that one changed
// the same lines.
func mergeTexts(from, to, third []byte) (merged []byte, ok bool) {
	if bytes.Equal(from, third) {
		return to, true
	}
	from, to = EndingsLike(third, from), EndingsLike(third, to)
	edits, ok := udiff.Merge(udiff.Lines(string(from), string(to)), udiff.Lines(string(from), string(third)))
	if !ok {
		return nil, false
	}
	text, err := udiff.Apply(string(from), edits)
	return []byte(text), err == nil
}

// applyToTable puts facts into the table and takes facts out of it. Handwritten lines stay.
func (f *File) applyToTable(d *Draft, on ground) {
	promoted, with := map[string]Decision{}, map[string]Decision{}
	for _, id := range d.AllIDs() {
		if on.placed(id) {
			promoted[id], with[id] = Taken, Taken
		}
	}
	for _, item := range f.items {
		with[item.ID] = Taken
		f.adds = f.adds || item.Kind != DropFact
	}
	if bytes.Equal(d.Table(promoted), f.Before) || len(promoted) == 0 && bytes.Equal(f.Before, d.Bases[f.Path]) {
		f.Content = d.Table(with)
		return
	}
	now := d.settled(promoted)
	now.Tools, f.unapplied = now.Tools.on(&now.Manifest, string(f.Before), on.ours)
	maps.DeleteFunc(with, func(id string, _ Decision) bool { return f.unapplied[id] != "" })
	plain := lookup.Render(lookup.Standing(string(f.Before), on.ours), now.Tools.Hand)
	merged, ok := mergeTexts([]byte(plain), now.Table(with), f.Before)
	if ok {
		f.Content = merged
		return
	}
	for _, item := range f.items {
		f.unapplied[item.ID] = "the lines of the table have changed"
	}
}
