package review

import (
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/similar"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
)

// Clash is a place in the section that both the draft and a person changed since the draft was made.
type Clash struct {
	Item   Item          // what the draft proposes
	Theirs section.Entry // what the person wrote there
}

// Choice says who wins a clash.
type Choice string

// The choices.
const (
	KeepDraft Choice = "draft" // the draft's entry replaces the person's, or the person's goes
	KeepFile  Choice = "file"  // the person's entry stays, and the item goes
	KeepBoth  Choice = "both"
)

// ClashError says that a draft and a person changed the same place.
type ClashError struct{ Clash Clash }

// Error implements error.
func (e *ClashError) Error() string {
	return fmt.Sprintf("%s: item %s and %q, which was added since then, are about the same",
		lint.SoulFile, e.Clash.Item.ID, e.Clash.Theirs.Name)
}

// merger merges a section entry by entry.
type merger struct {
	p           *Proposal
	choose      func(Clash) (Choice, error)
	before, now []section.Entry
}

// merge brings what a person changed into a proposal.
func (m *merger) merge(p *Proposal) error {
	m.p = p
	if err := m.lines(); err != nil {
		return err
	}
	return m.handItems()
}

// lines goes through the lines of the draft. What a person took out is out, what
// they wrote stays; where they wrote about what an item is about, they are asked.
func (m *merger) lines() error {
	var kept []Line
	for _, line := range m.p.Lines {
		entry := line.entry()
		item, decidable := m.p.Item(line.Item)
		stands := slices.Contains(m.now, entry)
		switch {
		case line.Origin == Required && stands && decidable:
			m.p.drop(line.Item) // another process added it
			line.Item = ""
		case line.Origin == Required && !stands && slices.ContainsFunc(m.now, lint.StandsIn):
			m.p.drop(line.Item) // a person's own does the same
			continue
		case line.Origin == Required:
		case !decidable && !stands:
			continue
		case decidable && item.Kind == DropEntry && stands:
		case decidable && item.Kind == AddEntry && stands:
			m.p.drop(line.Item) // in these words already, by a person's hand
			continue
		case decidable:
			stays, err := m.settle(item)
			if err != nil {
				return err
			}
			if !stays {
				continue
			}
		}
		kept = append(kept, line)
	}
	m.p.Lines = kept
	return nil
}

// handItems goes through the items that would drop what a person wrote.
func (m *merger) handItems() error {
	for _, item := range slices.Clone(m.p.Items) {
		if item.Kind == DropEntry && item.Origin == Hand && !slices.Contains(m.now, item.Entry()) {
			if _, err := m.settle(item); err != nil {
				return err
			}
		}
	}
	return nil
}

// settle decides on an item whose entry is not in the file: a person may have written about the same subject since.
// It reports whether the line of the item stays.
func (m *merger) settle(item Item) (stays bool, err error) {
	theirs, clash := m.theirs(item.Entry())
	if !clash {
		if item.Kind == DropEntry {
			m.p.drop(item.ID) // a person did so
		}
		return item.Kind == AddEntry, nil
	}
	choice, err := m.choose(Clash{item, theirs})
	if err != nil {
		return false, err
	}
	if choice == KeepFile || item.Kind == DropEntry {
		m.p.drop(item.ID)
	}
	dropped := slices.ContainsFunc(m.p.Items, func(i Item) bool { return i.Kind == DropEntry && i.Entry() == theirs })
	if choice == KeepDraft && !dropped {
		why := "item " + item.ID + " is about the same"
		m.p.Items = append(m.p.Items, dropItem(m.p.nextID("e"), theirs, []string{}, Hand, why))
	}
	return item.Kind == AddEntry && choice != KeepFile, nil
}

// theirs finds an entry that a person wrote since and that is about the same as
// another: it has its name, or nearly its words.
func (m *merger) theirs(entry section.Entry) (section.Entry, bool) {
	gist := similar.Of(entry.Text)
	for _, e := range m.now {
		if !slices.Contains(m.before, e) && (strings.EqualFold(e.Name, entry.Name) || gist.NearCopy(similar.Of(e.Text))) {
			return e, true
		}
	}
	return section.Entry{}, false
}

// entriesOf are the entries in the section of a SOUL.md.
func entriesOf(source []byte) []section.Entry {
	var entries []section.Entry
	for _, e := range section.EntriesIn(source) {
		entries = append(entries, section.Entry{Name: e.Name, Text: e.Text})
	}
	return entries
}
