package review

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"wisdom/backups"
	"wisdom/internal/words"
	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
	"wisdom/review/lint"
)

// Clash is a place in the section where a draft and a person both changed
// something since the draft was made.
type Clash struct {
	Item   Item          // what the draft proposes
	Theirs section.Entry // what the person wrote there
}

// Choice says who wins a clash.
type Choice string

// The choices.
const (
	KeepDraft Choice = "draft" // the draft's entry takes the place of the person's, or the person's goes
	KeepFile  Choice = "file"  // the person's entry stays, and the item goes
	KeepBoth  Choice = "both"
)

// ClashError says that a draft and a person changed the same place.
type ClashError struct{ Clash Clash }

func (e *ClashError) Error() string {
	return fmt.Sprintf("%s: item %s and %q, which somebody wrote since, are about the same", lint.SoulFile, e.Clash.Item.ID, e.Clash.Theirs.Name)
}

// SectionError says that the section itself changed since a draft was made, so
// that it can be merged but not simply be put elsewhere.
type SectionError struct {
	StaleError
	Before, Now []byte // the file as the draft knows it, and as it is
}

// Unwrap gives the trouble it is a kind of.
func (e *SectionError) Unwrap() error { return &e.StaleError }

// Fitting is what became of a draft that was fitted to its files as they are.
type Fitting struct {
	// Anchored are files of which only text changed that the draft is not about,
	// Merged those of which a person changed the section too.
	Anchored, Merged []workspace.Path
	// Lost are tables that changed: a run proposes their facts anew.
	Lost []workspace.Path
	// Gone are items that have no place any more, or are done already.
	Gone []string
}

// Fits says whether there was nothing to do.
func (f *Fitting) Fits() bool { return len(f.Anchored)+len(f.Merged)+len(f.Lost) == 0 }

// Fit fits a draft that waits to its files as they are now, as a draft of its own
// that takes over what was decided. Where only text changed that it is not about,
// its entries and lines go to their places in the new text. Where a person changed
// the section, that is merged entry by entry, in three ways, if choose is given;
// it is asked where both sides changed. A table that changed is made anew by a
// run. Everything else is a *StaleError, a *SectionError or a *ClashError. The
// caller holds the lock and has called Recover.
func Fit(ctx context.Context, fsys workspace.FS, l *Log, d *Draft, choose func(Clash) (Choice, error), opts Options) (*Draft, *Fitting, error) {
	f := &fitter{l: l, d: d, choose: choose, fitting: &Fitting{}}
	if err := f.read(fsys); err != nil {
		return nil, nil, err
	}
	if f.fitting.Fits() {
		return d, f.fitting, nil
	}
	if err := l.decidable(d); err != nil {
		return nil, nil, err
	}
	p := l.restOn(d, f.now)
	if err := f.merge(p); err != nil {
		return nil, nil, err
	}
	for _, id := range d.IDs() {
		if _, still := p.Draft().Item(id); !still && !l.InPlace(d.ID, id) {
			f.fitting.Gone = append(f.fitting.Gone, id)
		}
	}
	if len(p.Items) == 0 {
		return nil, f.fitting, f.stale
	}
	next, err := l.restage(ctx, fsys, d, p, placing{why: "fitted to " + f.fitting.String()}, opts)
	return next, f.fitting, err
}

// String names the files and what was done to them.
func (f *Fitting) String() string {
	var parts []string
	for _, p := range f.Anchored {
		parts = append(parts, fmt.Sprintf("%s, of which other text changed", p))
	}
	for _, p := range f.Merged {
		parts = append(parts, fmt.Sprintf("%s, of which somebody changed the section", p))
	}
	for _, p := range f.Lost {
		parts = append(parts, fmt.Sprintf("%s, which changed: a run proposes its facts anew", p))
	}
	return strings.Join(parts, "; ")
}

// fitter fits one draft.
type fitter struct {
	l       *Log
	d       *Draft
	choose  func(Clash) (Choice, error)
	fitting *Fitting
	before  map[workspace.Path][]byte // the targets as the draft knows them
	now     map[workspace.Path][]byte // and as they are
	stale   error                     // the first that does not fit
}

// read compares the targets with what the draft knows.
func (f *fitter) read(fsys workspace.FS) error {
	f.before, f.now = map[workspace.Path][]byte{}, map[workspace.Path][]byte{}
	for _, t := range f.d.Targets {
		if err := workspace.CheckTarget(fsys, t.Path); err != nil {
			return err
		}
		now, hash, err := workspace.ReadState(fsys, t.Path, workspace.MaxTarget)
		if err != nil {
			return err
		}
		want := f.l.standing(f.d.ID, t)
		before := f.d.Bases[t.Path]
		if want != t.Base && want != workspace.Absent {
			if before, err = backups.Object(fsys, want); err != nil {
				return err
			}
		}
		if hash != workspace.Absent {
			f.now[t.Path] = now
		}
		if want != workspace.Absent {
			f.before[t.Path] = before
		}
		if hash == want {
			continue
		}
		stale := f.d.staleError(t, hash, now)
		if f.stale == nil {
			f.stale = stale
		}
		if err := f.compare(t.Path, stale); err != nil {
			return err
		}
	}
	return nil
}

// compare says how a target that changed can be fitted to.
func (f *fitter) compare(p workspace.Path, stale *StaleError) error {
	before, now := f.before[p], f.now[p]
	switch {
	case p == lookup.File:
		f.fitting.Lost = append(f.fitting.Lost, p)
		return nil
	case now == nil || before == nil:
		return stale
	case p != lint.SoulFile:
		f.fitting.Anchored = append(f.fitting.Anchored, p)
		return nil
	}
	old, err := sectionOf(before)
	if err != nil {
		return stale
	}
	current, err := sectionOf(now)
	if err != nil {
		return fmt.Errorf("%s: %w", p, err)
	}
	if old == nil && current == nil || old != nil && current != nil && bytes.Equal(before[old.Start:old.End], now[current.Start:current.End]) {
		f.fitting.Anchored = append(f.fitting.Anchored, p)
		return nil
	}
	if f.choose == nil {
		return &SectionError{*stale, before, now}
	}
	f.fitting.Merged = append(f.fitting.Merged, p)
	return nil
}

func sectionOf(source []byte) (*section.Section, error) { return section.Find(markdown.Parse(source)) }

// merge brings what a person changed into a proposal.
func (f *fitter) merge(p *Proposal) error {
	p.Items = slices.DeleteFunc(p.Items, func(i Item) bool { return slices.Contains(f.fitting.Lost, i.Target) })
	if slices.Contains(f.fitting.Lost, lookup.File) {
		p.Tools = nil
	}
	if len(f.fitting.Merged) == 0 {
		return nil
	}
	m := &merger{p: p, choose: f.choose, before: entriesOf(f.before[lint.SoulFile]), now: entriesOf(f.now[lint.SoulFile])}
	if err := m.lines(); err != nil {
		return err
	}
	return m.handItems()
}

// entriesOf are the entries in the section of a SOUL.md.
func entriesOf(source []byte) []section.Entry {
	s, err := sectionOf(source)
	if err != nil || s == nil {
		return nil
	}
	var entries []section.Entry
	for _, line := range s.Lines {
		if line.Kind == section.EntryLine {
			entries = append(entries, section.Entry{Name: line.Entry.Name, Text: line.Entry.Text})
		}
	}
	return entries
}

// merger merges a section entry by entry.
type merger struct {
	p           *Proposal
	choose      func(Clash) (Choice, error)
	before, now []section.Entry
}

// lines goes through the lines of the draft. What a person took out is out, what
// they wrote stays; where they wrote about what an item is about, they are asked.
func (m *merger) lines() error {
	var kept []Line
	for _, line := range m.p.Lines {
		entry := section.Entry{Name: line.Name, Text: line.Text}
		item, decidable := m.p.Draft().Item(line.Item)
		stands := slices.Contains(m.now, entry)
		switch {
		case line.Origin == Required && stands && decidable:
			m.drop(line.Item) // somebody put it there
			line.Item = ""
		case line.Origin == Required:
		case !decidable && !stands:
			continue
		case decidable && item.Kind == DropEntry && stands:
		case decidable && item.Kind == AddEntry && stands:
			m.drop(line.Item) // in these words already, by a person's hand
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

// settle decides on an item whose entry does not stand in the file: what a person
// wrote since may be about the same. It says whether its line stays.
func (m *merger) settle(item Item) (stays bool, err error) {
	theirs, clash := m.theirs(item.Entry())
	if !clash {
		if item.Kind == DropEntry {
			m.drop(item.ID) // a person did so
		}
		return item.Kind == AddEntry, nil
	}
	choice, err := m.choose(Clash{item, theirs})
	if err != nil {
		return false, err
	}
	if choice == KeepFile || item.Kind == DropEntry {
		m.drop(item.ID)
	}
	dropped := slices.ContainsFunc(m.p.Items, func(i Item) bool { return i.Kind == DropEntry && i.Entry() == theirs })
	if choice == KeepDraft && !dropped {
		m.p.Items = append(m.p.Items, Item{
			ID: m.p.nextID("e"), Kind: DropEntry, Target: lint.SoulFile, Name: theirs.Name, Text: theirs.Text, Lessons: []string{}, Origin: Hand,
			Why: "item " + item.ID + " is about the same",
		})
	}
	return item.Kind == AddEntry && choice != KeepFile, nil
}

// theirs finds an entry that a person wrote since and that is about the same as
// another: it has its name, or nearly its words.
func (m *merger) theirs(entry section.Entry) (section.Entry, bool) {
	gist := words.GistOf(entry.Text)
	for _, e := range m.now {
		if !slices.Contains(m.before, e) && (strings.EqualFold(e.Name, entry.Name) || gist.NearCopy(words.GistOf(e.Text))) {
			return e, true
		}
	}
	return section.Entry{}, false
}

func (m *merger) drop(id string) {
	m.p.Items = slices.DeleteFunc(m.p.Items, func(i Item) bool { return i.ID == id })
}

// restOn is what is left of a draft to decide, on targets as they are: what is in
// place stands there like everything else.
func (l *Log) restOn(d *Draft, now map[workspace.Path][]byte) *Proposal {
	log := l.drafts[d.ID]
	p := &Proposal{Manifest: d.Manifest, Bases: maps.Clone(now), Parts: partsInOrder}
	p.Items = slices.DeleteFunc(slices.Clone(d.Items), func(i Item) bool { return log.placed.holds(i.ID) })
	p.Lines = d.standing(log.placed)
	if d.Tools != nil {
		p.Tools = d.Tools.standing(d, log.placed)
	}
	p.relocate(d.Bases)
	return p
}

// restage stages what a person made of a draft, in its place.
func (l *Log) restage(ctx context.Context, fsys workspace.FS, d *Draft, p *Proposal, place placing, opts Options) (*Draft, error) {
	p.Created, p.Revises = opts.Now.Format(time.RFC3339), d.ID
	views, err := p.complete(opts)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	place.before, place.carried = d.ID, l.carryAll(d, p)
	if err := l.show(fsys, p, views, place, opts); err != nil {
		return nil, err
	}
	shown := ShowWaiting(fsys, l, opts) // the draft is staged, whatever became of the queue
	next, err := l.Load(fsys, p.ID)
	if err != nil {
		return nil, err
	}
	return next, shown
}
