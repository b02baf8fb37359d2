package review

import (
	"slices"
	"unicode/utf8"

	"wisdom/markdown/facts"
	"wisdom/markdown/lookup"
)

// Without returns the items that the edited text of TOOLS_COMPACT.md contradicts: facts to add that neither it nor
// its handwritten lines mention, and facts to drop that it still contains.
func (d *Draft) Without(table []byte) []string {
	inTable, theirs := d.readTable(table)
	var ids []string
	for _, row := range d.Tools.Rows {
		switch item, _ := d.Item(row.Item); {
		case d.isNew(row) && !inTable(row.Fact) && !theirs(row.Fact),
			item.Kind == DropFact && lookup.Holds(string(table), row.Value):
			ids = append(ids, row.Item)
		}
	}
	return ids
}

// readTable returns two predicates: whether a fact is in the text of the table as the draft writes it, and whether a
// person wrote about it.
func (d *Draft) readTable(table []byte) (inTable, theirs func(facts.Fact) bool) {
	ours := d.facts(d.All())
	standing := lookup.Standing(string(table), ours)
	return func(f facts.Fact) bool { return slices.Contains(standing, f) }, lookup.Read(string(table), ours).About()
}

// retable makes the table what a person wants it to be: facts that are not in it go,
// and their own lines come in, as an item of its own.
func (p *Proposal) retable(e editPlan, opts Options) error {
	p.takeOut(e.Out, opts)
	if e.Table == nil {
		return nil
	}
	if !utf8.Valid(e.Table) {
		return &ItemError{p.Revises, "", "the table is not UTF-8 throughout"}
	}
	inTable, _ := p.readTable(e.Table)
	var refused []string
	var out []facts.Fact
	for _, row := range p.Tools.Rows {
		item, _ := p.Item(row.Item)
		switch {
		case item.Kind == DropFact || inTable(row.Fact):
		case p.isNew(row):
			refused = append(refused, row.Item)
		default:
			out = append(out, row.Fact)
		}
	}
	p.leaveOut(refused)
	p.takeOut(out, opts)
	ours := p.facts(p.All())
	hand := lookup.Read(string(e.Table), ours)
	if string(p.Table(p.All())) == lookup.Render(ours, hand) {
		return nil
	}
	table := *p.Tools
	table.Wanted = &hand
	p.Tools = &table
	text := hand.Text()
	if text == "" {
		text = "none"
	}
	p.Items = slices.DeleteFunc(slices.Clone(p.Items), func(i Item) bool { return i.Kind == Rewrite && i.InTable() })
	item := rewriteItem(p.nextID("i"), lookup.File, opts)
	item.Name, item.Text, item.Tokens = "Lines of a person's own:", text, opts.Lint.Budgets.Tokens(text)
	p.Items = append(p.Items, item)
	return nil
}

// takeOut removes facts that are in the table, or whose value was to be replaced.
func (p *Proposal) takeOut(out []facts.Fact, opts Options) {
	if len(out) == 0 { // the draft may be about no table
		return
	}
	table := *p.Tools
	table.Rows = slices.Clone(table.Rows)
	for i, row := range table.Rows {
		if !slices.Contains(out, row.Fact) {
			continue
		}
		if row.Old != "" {
			p.Items = slices.DeleteFunc(slices.Clone(p.Items), func(i Item) bool { return i.ID == row.Item })
			row = Row{Fact: row.Before()}
		}
		cost := opts.Lint.Budgets.Cost(row.Label() + " " + row.Told())
		item := FactItem(row.Fact, DropFact, "", opts.By+" wants it out", cost)
		item.ID, item.Origin = p.nextID("t"), Hand
		row.Item = item.ID
		table.Rows[i] = row
		p.Items = append(p.Items, item)
	}
	p.Tools = &table
}
