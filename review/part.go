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

var partsInOrder = []Part{PartSection, PartTable, PartLines}

// part is what differs between the section, the table and the lines. Everything
// else treats their items alike.
type part interface {
	name() Part
	// changes reports whether items of the part change a file.
	changes(p workspace.Path) bool
	// render makes a file what the decisions say. content is what the parts behind it
	// made of its base.
	render(d *Draft, p workspace.Path, content []byte, decisions map[string]Decision) ([]byte, error)
	// adds reports whether decisions add text to the part that counts towards its budget.
	adds(d *Draft, decisions map[string]Decision) bool
	// settle gives what a manifest says about the part the outcomes of its items.
	settle(m *Manifest, of func(item string) outcome)
	// take copies what a draft says about the part, items apart; it reports whether the
	// sources still say so.
	take(fsys workspace.FS, p *Proposal, from *Draft) (holds bool)
	// inherit finds an item that was approved in an older draft in a proposal of a run,
	// or keeps it there: its index, or -1 where it has no place any more.
	inherit(fsys workspace.FS, p *Proposal, old *Draft, item Item, opts Options) (index int, err error)
	// rebase compares the part in a file with what a person made of the file: same
	// reports that nothing of the part changed, fits that merge can bring in what did.
	rebase(f *fitter, before, now []byte) (merge func(*Proposal) error, same, fits bool)
}

// parts are all of them in the order of their items. A file is rendered from behind:
// the section goes into SOUL.md with its lines.
var parts = []part{sectionPart{}, tablePart{}, linesPart{}}

// part is the part that an item belongs to.
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

// itemsOf are the items of a part.
func (m *Manifest) itemsOf(p part) []Item {
	return slices.DeleteFunc(slices.Clone(m.Items), func(i Item) bool { return i.part() != p })
}

// outcome is what becomes of an item in a draft that takes the place of its own.
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

// leaveOut takes items out; what they would have changed stays as it is.
func (p *Proposal) leaveOut(ids []string) {
	p.settle(func(id string) outcome {
		if slices.Contains(ids, id) {
			return withdrawn
		}
		return remains
	})
}

// Item finds an item by its id; a fact that is left out, and may come in, is one
// too.
func (m *Manifest) Item(id string) (Item, bool) {
	if i := slices.IndexFunc(m.Items, func(item Item) bool { return item.ID == id }); i >= 0 {
		return m.Items[i], true
	}
	l, ok := m.leftOut(id)
	if !ok {
		return Item{}, false
	}
	item := FactItem(l.Fact(), AddFact, "", "a reviewer takes it in", 0)
	item.ID = id
	return item, true
}

// approved are the items that decisions approve, with facts that they take in.
func (m *Manifest) approved(decisions map[string]Decision) []Item {
	var items []Item
	for _, id := range m.AllIDs() {
		if decisions[id] == Taken {
			item, _ := m.Item(id)
			items = append(items, item)
		}
	}
	return items
}

// File is a target as decisions make it.
type File struct {
	Path    workspace.Path
	Content []byte // nil where there is no file
}

// Files are the targets of the draft as the decisions make them. One of which
// nothing is approved stays as it was. They depend on nothing else.
func (d *Draft) Files(decisions map[string]Decision) ([]File, error) {
	approved := d.approved(decisions)
	var files []File
	for _, t := range d.Targets {
		content := d.Bases[t.Path]
		if slices.ContainsFunc(approved, func(i Item) bool { return i.Target == t.Path }) {
			var err error
			if content, err = d.render(t.Path, decisions); err != nil {
				return nil, err
			}
		}
		files = append(files, File{t.Path, content})
	}
	return files, nil
}

// render is a file as the decisions make it.
func (d *Draft) render(p workspace.Path, decisions map[string]Decision) (content []byte, err error) {
	content = d.Bases[p]
	for _, part := range slices.Backward(parts) {
		if part.changes(p) && err == nil {
			content, err = part.render(d, p, content, decisions)
		}
	}
	return content, err
}
