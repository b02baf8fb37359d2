package review

import (
	"errors"
	"maps"
	"slices"
	"unicode/utf8"

	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
	"wisdom/markdown/lookup"
)

// tablePart is the part of facts, in TOOLS_COMPACT.md.
type tablePart struct{}

func (tablePart) name() Part { return PartTable }

// render implements part.
func (tablePart) render(d *Draft, f *File, decisions map[string]Decision) error {
	f.Content = d.Table(decisions)
	f.adds = slices.ContainsFunc(d.approved(decisions), func(i Item) bool { return i.InTable() && i.Kind != DropFact })
	return nil
}

// Table is TOOLS_COMPACT.md as the decisions make it.
func (d *Draft) Table(decisions map[string]Decision) []byte {
	hand := d.Tools.Hand
	if item, there := d.rewriteOf(lookup.File); there && decisions[item.ID] == Taken {
		hand = *d.Tools.Wanted
	}
	return []byte(lookup.Render(d.facts(decisions), hand))
}

// facts are those that the decisions leave in the table, in order.
func (d *Draft) facts(decisions map[string]Decision) []facts.Fact {
	var all []facts.Fact
	for _, row := range d.Tools.Rows {
		f, stays := row.Fact, true
		if item, decidable := d.Item(row.Item); decidable {
			f, stays = row.decided(item.Kind, decisions[row.Item] == Taken)
		}
		if stays {
			all = append(all, f)
		}
	}
	for _, l := range d.Tools.LeftOut {
		if l.ID != "" && decisions[l.ID] == Taken {
			all = append(all, l.Fact())
		}
	}
	slices.SortStableFunc(all, facts.ByPlace)
	return all
}

// decided is the fact of a row whose item is decided; stays is false where there is
// none then.
func (r Row) decided(kind ItemKind, taken bool) (f facts.Fact, stays bool) {
	switch {
	case kind == DropFact:
		return r.Before(), !taken
	case taken:
		return r.Fact, true
	}
	return r.Before(), r.Old != ""
}

// settle implements part.
func (tablePart) settle(m *Manifest, of func(item string) outcome) {
	if m.Tools == nil {
		return
	}
	table := *m.Tools
	if item, rewrites := m.rewriteOf(lookup.File); rewrites && of(item.ID) != remains {
		if of(item.ID) == applied {
			table.Hand = *table.Wanted
		}
		table.Wanted = nil
	}
	table.Rows = nil
	for _, row := range m.Tools.Rows {
		if item, decidable := m.Item(row.Item); decidable && of(row.Item) != remains {
			f, stays := row.decided(item.Kind, of(row.Item) == applied)
			if !stays {
				continue
			}
			row = Row{Fact: f}
		}
		table.Rows = append(table.Rows, row)
	}
	isApplied := func(l LeftOut) bool { return l.ID != "" && of(l.ID) == applied }
	for _, l := range table.LeftOut {
		if isApplied(l) {
			table.Rows = append(table.Rows, Row{Fact: l.Fact()})
		}
	}
	table.LeftOut = slices.DeleteFunc(slices.Clone(table.LeftOut), isApplied)
	slices.SortStableFunc(table.Rows, func(a, b Row) int { return facts.ByPlace(a.Fact, b.Fact) })
	m.Tools = &table
}

// take implements part.
func (tablePart) take(fsys workspace.FS, p *Proposal, from *Draft) bool {
	var unproven *UnprovenError
	if errors.As(from.prove(fsys), &unproven) {
		return false
	}
	p.Tools = from.Tools
	return true
}

// inherit implements part. What a person wants otherwise is kept in a table that is as
// it was: their lines, and a fact to go that is still in it.
func (tablePart) inherit(fsys workspace.FS, p *Proposal, old *Draft, item Item, opts Options) (int, error) {
	at := slices.IndexFunc(p.Items, item.same)
	if item.Origin != Hand {
		return at, nil
	}
	if current, err := old.isCurrent(fsys, []Item{item}); err != nil || !current {
		return -1, err
	}
	if at < 0 {
		at = p.keepInTable(old, item, opts)
	}
	return at, nil
}

// keepInTable puts an item of a person's into a proposal, and tells its index: -1 where
// it does not fit.
func (p *Proposal) keepInTable(old *Draft, item Item, opts Options) int {
	with := *p
	if with.Tools == nil { // the run proposes nothing for it
		with.Bases = maps.Clone(p.Bases)
		if base, there := old.Bases[item.Target]; there {
			with.Bases[item.Target] = base
		}
		rest := &Proposal{Manifest: old.Manifest}
		rest.leaveOut(old.IDs())
		with.Tools = rest.Tools
	}
	table := *with.Tools
	table.Rows = slices.Clone(table.Rows)
	at := slices.IndexFunc(
		table.Rows,
		func(r Row) bool { return r.Item == "" && r.Label() == item.Name && r.Value == item.Text },
	)
	switch {
	case item.Kind == Rewrite:
		item.ID, table.Wanted = p.nextID("i"), old.Tools.Wanted
	case item.Kind == DropFact && at >= 0:
		item.ID = p.nextID("t")
		table.Rows[at].Item = item.ID
	default:
		return -1
	}
	with.Tools, with.Items = &table, append(slices.Clone(p.Items), item)
	if with.valid(opts.Lint) != nil {
		return -1
	}
	*p = with
	return len(p.Items) - 1
}

// rebase implements part. A person's lines stay; what they took out or wrote about is
// settled, and not proposed. It does not fit where the text cannot be read, or where
// there is no room any more.
func (tablePart) rebase(f *fitter, _, now []byte) (merge func(*Proposal) error, same, fits bool) {
	if !utf8.Valid(now) || f.choose == nil {
		return nil, false, false
	}
	d := f.l.rest(f.d, nil).Draft()
	if d.Tools.Wanted != nil {
		return nil, false, false // two texts of a person's: the one in the file is newer
	}
	ours := d.facts(nil)
	standing := lookup.Standing(string(now), ours)
	table := *d.Tools
	table.Hand, table.Worth, table.Bound = lookup.Read(string(now), ours), 0, 0
	theirs := table.Hand.About()
	var done []string
	table.Rows = nil
	for _, row := range d.Tools.Rows {
		item, _ := d.Item(row.Item)
		there := row.Before()
		isNew := item.Kind == AddFact && row.Old == ""
		if isNew && theirs(row.Fact) || !isNew && !slices.Contains(standing, there) {
			if row.Item != "" {
				done = append(done, row.Item)
			}
			continue
		}
		table.Rows = append(table.Rows, row)
	}
	table.LeftOut = slices.Clone(table.LeftOut)
	for i, l := range table.LeftOut {
		if l.MaySwap() && theirs(l.Fact()) {
			table.LeftOut[i].ID, table.LeftOut[i].Reason = "", "hand"
		}
	}
	d.Tools = &table
	table.Tokens = f.lint.Budgets.Count.Tokens(string(d.Table(d.All())))
	if table.Tokens > table.Limit {
		return nil, false, false
	}
	merge = func(p *Proposal) error {
		p.Tools = &table
		p.Items = slices.DeleteFunc(p.Items, func(i Item) bool { return slices.Contains(done, i.ID) })
		return nil
	}
	return merge, len(standing) == len(ours) && len(done) == 0, true
}
