package review

import (
	"slices"

	"wisdom/internal/workspace"
)

// withLines is a target as the draft was made from it, with the lines that the
// decisions put in. Of those for one place, the first item comes first.
func (d *Draft) withLines(p workspace.Path, decisions map[string]Decision) []byte {
	content := d.Bases[p]
	if item, there := d.rewriteOf(p); there && decisions[item.ID] == Taken {
		content = []byte(item.Insert)
	}
	var taken []Item
	for _, item := range d.Items {
		if item.Kind == AddLine && item.Target == p && decisions[item.ID] == Taken {
			at, there := moved(d.Bases[p], content, item.At)
			if item.At = at; !there {
				item.At = len(content) // what stood there was rewritten
			}
			taken = append(taken, item)
		}
	}
	slices.SortStableFunc(taken, func(a, b Item) int { return a.At - b.At })
	var with []byte
	from := 0
	for _, item := range taken {
		with = append(append(with, content[from:item.At]...), item.Insert...)
		from = item.At
	}
	return append(with, content[from:]...)
}

// touchesSection reports whether the decisions change the section.
func (d *Draft) touchesSection(decisions map[string]Decision) bool {
	return slices.ContainsFunc(d.Items, func(i Item) bool { return i.InSection() && decisions[i.ID] == Taken })
}
