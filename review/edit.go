package review

import (
	"context"
	"slices"

	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
)

// Edit is the end state of a draft as a person wrote it down.
type Edit struct {
	// Entries is the content of the section, in order; it counts if Section is set.
	Entries []Wanted
	Section bool
	// Listed holds the items outside the section that the text lists, which are to be approved; nil if the text lists
	// none.
	Listed map[string]bool
	// Out are facts to remove from the table. In are the IDs of facts to include that were not included.
	Out []facts.Fact
	In  []string
	// Soul is SOUL.md around the section, and Table is TOOLS_COMPACT.md; nil where they stay.
	Soul, Table []byte
	// TakenOver are views as they were read: they may be replaced.
	TakenOver []View
}

// editPlan is an edit, with what it means for the items of a draft.
type editPlan struct {
	Edit
	// words are other words for entries, by the items that propose them.
	words map[string]section.Entry
	// own are entries of the person's own. They need no lessons.
	own []section.Entry
	// kept maps existing entries to their new words, or to none if they go.
	kept     map[section.Entry]section.Entry
	rejected []string
	// without are items that the next draft does without.
	without []string
	// approved are items to approve besides those in the person's own words; with rest every undecided one is.
	approved []string
	rest     bool
	reason   string
}

// Reword gives an entry of a draft other words, and approves it with them. The other items stay as they are. It returns
// the draft that is pending then. A *WordsError or an *InvalidError says what is wrong with the words, and nothing is
// done. The caller holds the lock and has called Recover.
func Reword(
	ctx context.Context, fsys workspace.FS, l *Log, d *Draft, item string, entry section.Entry, opts Options,
) (*Draft, error) {
	e := editPlan{words: map[string]section.Entry{item: entry}, approved: []string{item}, reason: "in my own words"}
	return l.apply(ctx, fsys, d, e, opts)
}

// Apply makes a draft what a person wrote down, and approves what is left in it: an entry that is reworded keeps its
// lessons, one that is gone is rejected, one that is new is the person's own. It returns as Reword does; with a
// *LeftError the items whose file changed are undecided.
func Apply(ctx context.Context, fsys workspace.FS, l *Log, d *Draft, w Edit, opts Options) (*Draft, error) {
	e, err := l.planEdit(d, w)
	if err != nil {
		return nil, err
	}
	return l.apply(ctx, fsys, d, e, opts)
}

// apply carries an edit out, first on a copy, so that nothing is decided by halves.
func (l *Log) apply(ctx context.Context, fsys workspace.FS, d *Draft, e editPlan, opts Options) (*Draft, error) {
	if err := l.decidable(d); err != nil {
		return nil, err
	}
	dry := workspace.NewDryRun(fsys)
	log, err := ReadLog(dry)
	if err != nil {
		return nil, err
	}
	if draft, err := log.carryOut(ctx, dry, d, e, opts); draft == nil {
		return nil, err
	}
	return l.carryOut(ctx, fsys, d, e, opts)
}

// carryOut rejects, revises and approves. If there is a draft, a *LeftError says what else is to be done.
func (l *Log) carryOut(ctx context.Context, fsys workspace.FS, d *Draft, e editPlan, opts Options) (*Draft, error) {
	if len(e.rejected) > 0 {
		if err := Decide(fsys, l, d, Refused, e.rejected, "removed in an editor", opts); err != nil {
			return nil, err
		}
	}
	if e.changes() || len(e.TakenOver) > 0 && l.State(d.ID).Waits() {
		if e.rest {
			e.without = l.settledBy(d, e.Edit)
		}
		next, err := l.revise(ctx, fsys, d, e, opts)
		if err != nil {
			return nil, err
		}
		d = next
	}
	approved := e.approved
	if e.rest {
		decisions := l.Decisions(d.ID)
		undecided := slices.DeleteFunc(d.IDs(), func(id string) bool {
			item, _ := d.Item(id)
			return decisions[id] != "" || item.Origin == Required && !d.isRequiredAlone() // it comes with the others
		})
		approved = append(undecided, approved...)
	}
	if len(approved) == 0 {
		return d, nil
	}
	err := Decide(fsys, l, d, Taken, approved, e.reason, opts)
	if err != nil && !is[*LeftError](err) {
		return nil, err
	}
	return d, err
}

// changes reports whether an edit needs a draft of its own.
func (e *editPlan) changes() bool {
	return len(e.words)+len(e.own)+len(e.kept)+len(e.Out) > 0 || e.Soul != nil || e.Table != nil
}

// settledBy returns the items that the edited text settles: rejected ones, and lines for SOUL.md if the person wrote
// the text around the section.
func (l *Log) settledBy(d *Draft, w Edit) []string {
	var ids []string
	for _, item := range d.Items {
		absorbed := w.Soul != nil && item.Kind == AddLine && item.Target == lint.SoulFile
		if absorbed || l.drafts[d.ID].decisions[item.ID] == Refused && item.Origin != Required {
			ids = append(ids, item.ID)
		}
	}
	return ids
}

// planEdit works out what an edit means for the items of a draft.
func (l *Log) planEdit(d *Draft, w Edit) (editPlan, error) {
	e := editPlan{
		Edit: w, words: map[string]section.Entry{}, kept: map[section.Entry]section.Entry{},
		approved: w.In, rest: true, reason: "as edited",
	}
	if w.Section {
		if err := e.entries(l, d); err != nil {
			return editPlan{}, err
		}
	}
	if w.Table != nil {
		e.rejected = append(e.rejected, d.Without(w.Table)...)
	}
	if w.Listed == nil {
		return e, nil
	}
	decisions := l.Decisions(d.ID)
	for _, item := range d.Items {
		if !item.InSection() && !w.Listed[item.ID] && decisions[item.ID] != Refused && !l.InPlace(d.ID, item.ID) {
			e.rejected = append(e.rejected, item.ID)
		}
	}
	return e, nil
}

// entries compares the entries that are wanted with the lines of the draft.
func (e *editPlan) entries(l *Log, d *Draft) error {
	m := newMatcher(d.Lines, e.Entries)
	m.leave(entriesOf(d.Bases[lint.SoulFile])) // what a person wrote there stays anyway
	for i, line := range d.Lines {
		item, decidable := d.Item(line.Item)
		same := m.entryOf[i] != unknown
		switch {
		case line.Origin == Required && !same:
			return wrongText("the required entry can be neither rejected nor changed: %s", line.Entry())
		case decidable && item.Kind == DropEntry && same:
			e.rejected = append(e.rejected, item.ID)
		case same, decidable && item.Kind == DropEntry, decidable && l.drafts[d.ID].decisions[item.ID] == Refused:
		default:
			m.open[i] = true
		}
	}
	m.match()
	for i, line := range d.Lines {
		switch {
		case !m.open[i]:
		case line.Item == "" || l.InPlace(d.ID, line.Item):
			e.kept[line.Entry()] = m.entryFor(i)
		case m.entryOf[i] != unknown:
			e.words[line.Item] = m.entryFor(i)
		default:
			e.rejected = append(e.rejected, line.Item)
		}
	}
	for at, w := range e.Entries {
		if m.lineOf[at] == unknown && !m.theirs[at] {
			e.own = append(e.own, w.Entry)
		}
	}
	return nil
}

// entryFor returns what a line became; the empty entry if it is gone.
func (m *matcher) entryFor(line int) section.Entry {
	if at := m.entryOf[line]; at != unknown {
		return m.wanted[at].Entry
	}
	return section.Entry{}
}

// entriesOf are the entries in the section of a SOUL.md.
func entriesOf(source []byte) []section.Entry {
	var entries []section.Entry
	for _, e := range section.EntriesIn(source) {
		entries = append(entries, section.Entry{Name: e.Name, Text: e.Text})
	}
	return entries
}
