package review

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
)

// Edit is the end state of a draft as a person wrote it down.
type Edit struct {
	// Entries is the content of the section, in order; it counts if Section is set.
	Entries []Wanted
	Section bool
	// Listed holds the IDs of what the text lists outside the section, which is to be in its file: items, facts to
	// include, and facts that are in the table, by existingID. It is nil if the text lists nothing.
	Listed map[string]bool
	// Soul is SOUL.md around the section, and Table is TOOLS_COMPACT.md; nil where they stay.
	Soul, Table []byte
	// TakenOver are views as they were read: they may be replaced.
	TakenOver []View
}

// Wanted is an entry that a person wants in the section. Below is the entry of the draft below whose mark it is.
type Wanted struct {
	section.Entry
	Below section.Entry
}

// Reword gives an entry of a draft other words, and approves it with them. The other items stay as they are. It returns
// the draft that is pending then. A *WordsError or an *InvalidError says what is wrong with the words, and nothing is
// done. The caller holds the lock and has called Recover.
func Reword(
	ctx context.Context, fsys workspace.FS, l *Log, d *Draft, item string, entry section.Entry, opts Options,
) (*Draft, error) {
	return l.onCopyFirst(fsys, d, func(l *Log, fsys workspace.FS) (*Draft, error) {
		p, err := l.editable(ctx, fsys, d)
		if err == nil {
			err = p.reword(item, entry, opts)
		}
		if err != nil {
			return nil, err
		}
		next, err := l.revise(ctx, fsys, d, p, opts)
		if err != nil {
			return nil, err
		}
		return l.approve(fsys, next, []string{item}, "in my own words", opts)
	})
}

// Apply makes a draft what a person wrote down, and approves what is left in it: an entry that is reworded keeps its
// lessons, one that is gone is rejected, one that is new is the person's own. It returns as Reword does; with a
// *PartialError the items whose file changed are undecided.
func Apply(ctx context.Context, fsys workspace.FS, l *Log, d *Draft, w Edit, opts Options) (*Draft, error) {
	return l.onCopyFirst(fsys, d, func(l *Log, fsys workspace.FS) (*Draft, error) {
		return l.carryOut(ctx, fsys, d, w, opts)
	})
}

// onCopyFirst does work in a copy of the workspace first, so that nothing is decided by halves.
func (l *Log) onCopyFirst(fsys workspace.FS, d *Draft, work func(*Log, workspace.FS) (*Draft, error)) (*Draft, error) {
	if err := l.decidable(d); err != nil {
		return nil, err
	}
	dry := workspace.NewDryRun(fsys)
	log, err := ReadLog(dry)
	if err != nil {
		return nil, err
	}
	if draft, err := work(log, dry); draft == nil {
		return nil, err
	}
	return work(l, fsys)
}

// carryOut rejects what is gone from the text, stages what the text says, and approves it.
func (l *Log) carryOut(ctx context.Context, fsys workspace.FS, d *Draft, w Edit, opts Options) (*Draft, error) {
	p, err := l.editable(ctx, fsys, d)
	if err != nil {
		return nil, err
	}
	refused := slices.DeleteFunc(l.Decided(d, Refused), func(id string) bool {
		item, _ := d.Item(id)
		return item.Origin == Required
	})
	e := &editing{Proposal: p, opts: opts, refused: refused}
	if err := e.read(d, w); err != nil {
		return nil, err
	}
	if len(e.rejected) > 0 {
		if err := Decide(fsys, l, d, Refused, e.rejected, "removed in an editor", opts); err != nil {
			return nil, err
		}
	}
	if e.changed || len(w.TakenOver) > 0 && l.State(d.ID).Waits() {
		p.leaveOut(append(e.rejected, refused...))
		p.takenOver = w.TakenOver
		next, err := l.revise(ctx, fsys, d, p, opts)
		if err != nil {
			return nil, err
		}
		d = next
	}
	decisions := l.Decisions(d.ID)
	approved := slices.DeleteFunc(d.IDs(), func(id string) bool {
		item, _ := d.Item(id)
		return decisions[id] != "" || item.Origin == Required && !d.isRequiredAlone() // it comes with the others
	})
	included := slices.DeleteFunc(slices.Sorted(maps.Keys(w.Listed)), func(id string) bool { return !d.isLeftOut(id) })
	return l.approve(fsys, d, append(approved, included...), "as edited", opts)
}

// approve approves items after an edit. If there is a draft, a *PartialError says what else is to be done.
func (l *Log) approve(fsys workspace.FS, d *Draft, items []string, reason string, opts Options) (*Draft, error) {
	if len(items) == 0 {
		return d, nil
	}
	err := Decide(fsys, l, d, Taken, items, reason, opts)
	if err != nil && !is[*PartialError](err) {
		return nil, err
	}
	return d, err
}

// editing is what remains to decide of a draft, on its way to what a person wrote down.
type editing struct {
	*Proposal
	opts     Options
	refused  []string // before the edit
	rejected []string // by the edit
	changed  bool     // something is to be decided that the draft does not have
}

// read makes the proposal what the text says.
func (e *editing) read(d *Draft, w Edit) error {
	if w.Section {
		if err := e.readEntries(w.Entries); err != nil {
			return err
		}
	}
	for _, item := range e.Items {
		isListed := w.Listed == nil || item.InSection() || w.Listed[item.ID]
		if !isListed && !slices.Contains(e.refused, item.ID) {
			e.rejected = append(e.rejected, item.ID)
		}
	}
	if w.Listed != nil && d.Tools != nil {
		var out []facts.Fact
		for i, row := range d.Tools.Rows {
			if row.Item == "" && !w.Listed[existingID(i)] {
				out = append(out, row.Fact)
			}
		}
		e.takeOut(out)
	}
	if w.Table != nil {
		if err := e.readTable(w.Table); err != nil {
			return err
		}
	}
	if w.Soul == nil {
		return nil
	}
	return e.readSoul(d, w.Soul)
}

// readEntries compares the lines of the draft with the entries that are wanted.
func (e *editing) readEntries(wanted []Wanted) error {
	isRefused := func(line Line) bool { return line.Item != "" && slices.Contains(e.refused, line.Item) }
	isDrop := func(line Line) bool { item, _ := e.Item(line.Item); return item.Kind == DropEntry }
	isFixed := func(line Line) bool {
		by, isReplaced := e.Replacing(line)
		return isRefused(line) || isDrop(line) || isReplaced && !slices.Contains(e.refused, by.ID)
	}
	became, own := pair(e.Lines, isFixed, wanted, entriesOf(e.Bases[e.SectionFile()]))
	for i, line := range slices.Clone(e.Lines) {
		var to section.Entry
		if became[i] != unknown {
			to = wanted[became[i]].Entry
		}
		var err error
		switch same := to == line.Entry(); {
		case line.Origin == Required && !same:
			return wrongText("the required entry can be neither rejected nor changed, put it back as it was: %s", line.Entry())
		case same && isDrop(line) && !isRefused(line): // it is to stay
			e.rejected = append(e.rejected, line.Item)
		case same, isFixed(line):
		case line.Item == "":
			err = e.replaceEntry(i, to)
		case to.Text == "":
			e.rejected = append(e.rejected, line.Item)
		default:
			err = e.reword(line.Item, to, e.opts)
			e.changed = true
		}
		if err != nil {
			return err
		}
	}
	for _, entry := range own {
		e.changed = true
		if err := e.add(entry, []string{}, Hand, "written by "+e.opts.By, e.opts); err != nil {
			return err
		}
	}
	return nil
}

// replaceEntry drops an existing entry, and puts other words for its lessons in its place, if there are any.
func (e *editing) replaceEntry(line int, to section.Entry) error {
	was := &e.Lines[line]
	was.Item, e.changed = e.nextID("e"), true
	drop := e.dropItem(was.Item, was.Entry(), was.Lessons, was.Origin, e.opts.By+" wants it out")
	e.Items = append(e.Items, drop)
	if to.Text == "" {
		return nil
	}
	return e.add(to, was.Lessons, Reworded, inWordsOf(was.Lessons, e.opts), e.opts)
}

// readSoul proposes other text outside the section, in the file as it is now. Lines for the file are part of that text.
func (e *editing) readSoul(d *Draft, soul []byte) error {
	file := e.SectionFile()
	before := e.Bases[file]
	soul, ok := mergeTexts(d.Bases[file], soul, before)
	if !ok {
		return &ItemError{d.ID, "", string(file) + " was edited on the same lines since: make the edit there"}
	}
	now, err := section.In(soul)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if was, err := section.In(before); err != nil || (was == nil) != (now == nil) {
		return &ItemError{d.ID, "", "the section of " + string(file) + " has lost its place: leave its heading where it is"}
	}
	e.Items = slices.DeleteFunc(slices.Clone(e.Items), func(i Item) bool {
		return i.Kind == AddLine && i.Target == file
	})
	e.rewrite(file, "The text outside the section:", describe(before, soul)).Insert = string(soul)
	return nil
}

// rewrite proposes a person's text in a file.
func (e *editing) rewrite(target workspace.Path, name, text string) *Item {
	e.changed = true
	e.Items = append(e.Items, Item{
		ID: e.nextID("i"), Kind: Rewrite, Target: target, Name: name, Text: text, Lessons: []string{}, Origin: Hand,
		Why: "written by " + e.opts.By,
	})
	return &e.Items[len(e.Items)-1]
}

// readTable makes the table what a person wants it to be: facts that are not in it go, and their own lines come in, as
// an item of its own.
func (e *editing) readTable(text []byte) error {
	if !utf8.Valid(text) {
		return &ItemError{e.ID, "", "the table is not UTF-8 throughout"}
	}
	e.changed = true
	ours := e.final(e.All()).Tools.facts()
	hand, standing := lookup.Read(string(text), ours)
	theirs := hand.About()
	var not []string
	var out []facts.Fact
	for _, row := range e.Tools.Rows {
		item, _ := e.Item(row.Item)
		isRefused := slices.Contains(e.refused, row.Item)
		switch {
		case item.Kind == DropFact && !isRefused && lookup.Holds(string(text), row.Value):
			e.rejected = append(e.rejected, row.Item)
		case item.Kind == DropFact, slices.Contains(standing, row.Fact):
		case !e.isNew(row):
			out = append(out, row.Fact)
		case isRefused, theirs(row.Fact):
			not = append(not, row.Item)
		default:
			e.rejected = append(e.rejected, row.Item)
		}
	}
	e.takeOut(out)
	e.leaveOut(append(not, e.rejected...))
	ours = e.final(e.All()).Tools.facts()
	hand, _ = lookup.Read(string(text), ours)
	if string(e.Table(e.All())) == lookup.Render(ours, hand) {
		return nil
	}
	e.Tools.Wanted = &hand
	e.Items = slices.DeleteFunc(slices.Clone(e.Items), func(i Item) bool { return i.Kind == Rewrite && i.InTable() })
	item := e.rewrite(lookup.File, "Lines of a person's own:", cmp.Or(hand.Text(), "none"))
	item.Tokens = e.opts.Lint.Budgets.Tokens(item.Text)
	return nil
}

// takeOut removes facts that are in the table, or whose value was to be replaced.
func (e *editing) takeOut(out []facts.Fact) {
	e.changed = e.changed || len(out) > 0
	for i, row := range e.Tools.Rows {
		if !slices.Contains(out, row.Fact) {
			continue
		}
		if row.Old != "" {
			e.Items = slices.DeleteFunc(slices.Clone(e.Items), func(i Item) bool { return i.ID == row.Item })
			row = Row{Fact: row.Before()}
		}
		cost := e.opts.Lint.Budgets.Cost(row.Label() + " " + row.Told())
		item := FactItem(row.Fact, DropFact, "", e.opts.By+" wants it out", cost)
		item.ID, item.Origin = e.nextID("t"), Hand
		row.Item = item.ID
		e.Tools.Rows[i] = row
		e.Items = append(e.Items, item)
	}
}

const unknown = -1

// pair finds what became of lines in an edited text: for each the entry that it is now, or unknown, and the entries
// that are nobody's. An editor may reword an entry and its name at once, delete one, add another and change their
// order. The surest sign comes first: the same words, the mark above it, the same name, most of its words. A fixed
// line, and an entry that is in the file by a person's hand, are only themselves.
func pair(
	lines []Line, isFixed func(Line) bool, wanted []Wanted, hand []section.Entry,
) (became []int, own []section.Entry) {
	type candidate struct {
		line, entry int
		sign        float64
	}
	const same, marked, named = 4, 3, 2 // surer than any share of the words
	var candidates []candidate
	for at, w := range wanted {
		gist := text.Of(w.Text)
		for i, line := range lines {
			sign := 0.
			switch {
			case w.Entry == line.Entry():
				sign = same
			case isFixed(line):
			case w.Below == line.Entry():
				sign = marked
			case strings.EqualFold(w.Name, line.Name):
				sign = named
			default:
				sign = gist.Share(text.Of(line.Text))
			}
			candidates = append(candidates, candidate{i, at, sign})
		}
		for i, e := range hand {
			if e == w.Entry {
				candidates = append(candidates, candidate{len(lines) + i, at, same - 0.5})
			}
		}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(b.sign, a.sign) })
	became, lineOf := slices.Repeat([]int{unknown}, len(lines)+len(hand)), map[int]bool{}
	for _, c := range candidates {
		if c.sign >= text.Reworded && became[c.line] == unknown && !lineOf[c.entry] {
			became[c.line], lineOf[c.entry] = c.entry, true
		}
	}
	for at, w := range wanted {
		if !lineOf[at] {
			own = append(own, w.Entry)
		}
	}
	return became[:len(lines)], own
}

// entriesOf are the entries in the section of a SOUL.md.
func entriesOf(source []byte) []section.Entry {
	var entries []section.Entry
	for _, e := range section.EntriesIn(source) {
		entries = append(entries, section.Entry{Name: e.Name, Text: e.Text})
	}
	return entries
}
