package review

import (
	"slices"

	"wisdom/internal/workspace"
)

// Part is a part of a draft that a run looks at, or leaves alone.
type Part string

// The parts of a draft.
const (
	PartSection Part = "section" // of SOUL.md
	PartTable   Part = "table"   // TOOLS_COMPACT.md
	PartLines   Part = "lines"   // in AGENTS.md, and in SOUL.md outside the section
)

// part hides the differences between the section, the table and the lines. All other code treats their items alike.
type part interface {
	name() Part
	// settle gives what a manifest says about the part the outcomes of its items.
	settle(m *Manifest, of func(item string) outcome)
	// take copies what a draft says about the part, items apart; it reports whether the sources still say so.
	take(fsys workspace.FS, p *Proposal, from *Draft) (holds bool)
	// inherit finds an item that was approved in an older draft in the proposal of a run, or adds it there. It returns
	// the index, or -1 if there is no place for it.
	inherit(fsys workspace.FS, p *Proposal, old *Draft, item Item, opts Options) (index int, err error)
}

// parts are all of them in the order of their items.
var parts = []part{sectionPart{}, tablePart{}, linesPart{}}

func (i Item) part() part {
	switch {
	case i.InSection():
		return sectionPart{}
	case i.InTable():
		return tablePart{}
	}
	return linesPart{}
}

// Part names the part that an item belongs to.
func (i Item) Part() Part { return i.part().name() }

func (m *Manifest) itemsOf(p part) []Item {
	return slices.DeleteFunc(slices.Clone(m.Items), func(i Item) bool { return i.part() != p })
}

// outcome says what becomes of an item when another draft replaces its own.
type outcome int

const (
	remains   outcome = iota // it is still to be decided
	withdrawn                // as if it had never been proposed
	applied                  // as if what it changes had always been so
)

// settle gives every item of a proposal its outcome.
func (p *Proposal) settle(of func(item string) outcome) {
	for _, part := range parts {
		part.settle(&p.Manifest, of)
	}
	p.Items = slices.DeleteFunc(slices.Clone(p.Items), func(i Item) bool { return of(i.ID) != remains })
}

// drop removes items; the section and the table stay as they are.
func (p *Proposal) drop(ids ...string) {
	p.Items = slices.DeleteFunc(slices.Clone(p.Items), func(i Item) bool { return slices.Contains(ids, i.ID) })
}

// leaveOut takes items out; what they would have changed stays as it is.
func (p *Proposal) leaveOut(ids []string) {
	p.settle(func(id string) outcome {
		if slices.Contains(ids, id) {
			return withdrawn
		}
		return remains
	})
}

// Item finds an item by its ID. A fact that was not included, and that a reviewer may include, is an item too.
func (m *Manifest) Item(id string) (Item, bool) {
	if item, ok := find(m.Items, func(item Item) bool { return item.ID == id }); ok {
		return item, true
	}
	l, ok := m.leftOut(id)
	if !ok {
		return Item{}, false
	}
	item := FactItem(l.Fact(), AddFact, "", "a reviewer takes it in", 0)
	item.ID = id
	return item, true
}

func (m *Manifest) described(ids []string) []Item {
	items := []Item{}
	for _, id := range ids {
		if item, ok := m.Item(id); ok {
			items = append(items, item)
		}
	}
	return items
}

// decided are the IDs of the items with a decision, and of the facts that a reviewer took in.
func (m *Manifest) decided(decisions map[string]Decision, decision Decision) []string {
	return slices.DeleteFunc(m.AllIDs(), func(id string) bool { return decisions[id] != decision })
}

// approved are the items that decisions approve, with facts that they take in.
func (m *Manifest) approved(decisions map[string]Decision) []Item {
	return m.described(m.decided(decisions, Taken))
}
