package review

import (
	"maps"
	"slices"
)

// along returns the required entry, if an approval of other entries brings it along, with these entries. An approval
// that names the required entry, or that is about nothing else, is complete by itself.
func (d *Draft) along(named, approved []string) map[string][]string {
	required := ""
	var with []string
	for _, item := range d.described(approved) {
		switch {
		case !item.InSection():
		case item.Origin == Required:
			required = item.ID
		default:
			with = append(with, item.ID)
		}
	}
	if required == "" || len(with) == 0 || slices.Contains(named, required) {
		return nil
	}
	return map[string][]string{required: with}
}

// noteAlong remembers which of the items of an approval came along with others. One that was approved by itself, now
// or before, did not.
func (p *progress) noteAlong(e Event) {
	for _, item := range e.Items {
		with, came := e.Along[item]
		switch {
		case !came:
			delete(p.along, item)
		case p.decisions[item] != Taken || len(p.along[item]) > 0:
			p.along[item] = append(slices.Clone(p.along[item]), with...)
		}
	}
}

// inheritAlong takes over what came along in the draft before.
func (p *progress) inheritAlong(old *progress) {
	for _, c := range p.carried {
		for _, with := range p.carried {
			if slices.Contains(old.along[c.From], with.From) {
				p.along[c.Item] = append(p.along[c.Item], with.Item)
			}
		}
		if len(old.along[c.From]) > 0 && len(p.along[c.Item]) == 0 {
			p.along[c.Item] = []string{c.Item} // with none that is still there
		}
	}
	p.dropAlong()
}

// dropAlong withdraws the approvals that came along with others of which none is left.
func (p *progress) dropAlong() {
	for _, item := range p.unaccompanied(p.decisions) {
		delete(p.decisions, item)
		delete(p.along, item)
	}
}

// unaccompanied returns the approved items that came along with others, if none of these is approved by decisions.
func (p *progress) unaccompanied(decisions map[string]Decision) (items []string) {
	for _, item := range slices.Sorted(maps.Keys(p.along)) {
		approved := func(with string) bool { return with != item && decisions[with] == Taken }
		if decisions[item] == Taken && !p.placed.holds(item) && !slices.ContainsFunc(p.along[item], approved) {
			items = append(items, item)
		}
	}
	return items
}
