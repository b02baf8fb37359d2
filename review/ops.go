package review

import (
	"bytes"
	"maps"
	"slices"

	"github.com/aymanbagabas/go-udiff"

	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
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
	// promoted are the items of the draft that are part of the file, as approved.
	promoted map[string]Decision
	// ours are the facts that a promotion wrote into the table.
	ours []facts.Fact
}

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
	switch p {
	case lookup.File:
		f.applyToTable(d, on)
	case section.TriggersFile:
		f.applyTriggers()
	default:
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
// first, whichever was promoted first.
func (f *File) applyLines(d *Draft, on ground) {
	base, content := d.Bases[f.Path], f.Content
	for _, item := range f.of(func(i Item) bool { return i.Kind == Rewrite }) {
		if merged, ok := mergeTexts(base, []byte(item.Insert), f.Content); ok {
			content = merged
		} else {
			f.unapplied[item.ID] = "the text that " + item.ID + " replaces has changed"
		}
	}
	lines := slices.DeleteFunc(slices.Clone(d.Items), func(i Item) bool { return i.Kind != AddLine || i.Target != f.Path })
	var add []Item
	for i, item := range lines {
		if !slices.ContainsFunc(f.items, func(other Item) bool { return other.ID == item.ID }) {
			continue
		}
		at, there := item.placeIn(base, f.Content)
		if !there {
			f.unapplied[item.ID] = "the text around the place of " + item.ID + " is gone"
			continue
		}
		for _, later := range slices.Backward(lines[i+1:]) {
			if on.promoted[later.ID] != "" && later.At == item.At && bytes.HasSuffix(f.Content[:at], []byte(later.Insert)) {
				at -= len(later.Insert)
			}
		}
		if item.At, there = moved(f.Content, content, at); !there {
			item.At = len(content) // an edit that is approved too replaces the text around it
		}
		item.Insert = string(EndingsLike(content, []byte(item.Insert)))
		add = append(add, item)
	}
	slices.SortStableFunc(add, func(a, b Item) int { return a.At - b.At })
	var with []byte
	from := 0
	for _, item := range add {
		with = append(append(with, content[from:item.At]...), item.Insert...)
		from = item.At
	}
	f.Content = slices.Concat(with, content[from:])
}

// placeIn returns where a line of a text of its file goes in a later one; ok is false if the text around it is gone. If
// the section came since, in the same place, the line goes in front of it.
func (i Item) placeIn(before, after []byte) (at int, ok bool) {
	if i.At < 0 || i.At > len(before) {
		return 0, false
	}
	if at, ok = moved(before, after, i.At); !ok {
		return at, ok
	}
	was, err := section.In(before)
	now, errNow := section.In(after)
	if err != nil || errNow != nil || was != nil || now == nil || at < now.End ||
		len(bytes.TrimSpace(after[now.End:at])) > 0 {
		return at, true
	}
	const ends = "\r\n"
	gap := i.At - len(bytes.TrimRight(before[:i.At], ends))
	return min(len(bytes.TrimRight(after[:now.Start], ends))+gap, now.Start), true
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

// moved returns where a place of a text is in a later one; ok is false if the text around it is gone.
func moved(before, after []byte, at int) (place int, ok bool) {
	place = at
	for _, edit := range udiff.Bytes(before, after) {
		switch {
		case edit.End <= at:
			place += len(edit.New) - (edit.End - edit.Start)
		case edit.Start < at:
			return 0, false
		}
	}
	return place, true
}

// applyToTable puts facts into the table and takes facts out of it. Handwritten lines stay.
func (f *File) applyToTable(d *Draft, on ground) {
	with := map[string]Decision{}
	maps.Copy(with, on.promoted)
	for _, item := range f.items {
		with[item.ID] = Taken
		f.adds = f.adds || item.Kind != DropFact
	}
	if bytes.Equal(d.Table(on.promoted), f.Before) || len(on.promoted) == 0 && bytes.Equal(f.Before, d.Bases[f.Path]) {
		f.Content = d.Table(with)
		return
	}
	now := d.settled(on.promoted)
	now.Tools, f.unapplied = now.Tools.on(&now.Manifest, string(f.Before), on.ours)
	maps.DeleteFunc(with, func(id string, _ Decision) bool { return f.unapplied[id] != "" })
	_, standing := lookup.Read(string(f.Before), on.ours)
	plain := lookup.Render(standing, now.Tools.Hand)
	merged, ok := mergeTexts([]byte(plain), now.Table(with), f.Before)
	if ok {
		f.Content = merged
		return
	}
	for _, item := range f.items {
		f.unapplied[item.ID] = "the lines of the table have changed"
	}
}
