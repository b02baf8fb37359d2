package review

import (
	"slices"
	"unicode/utf8"

	"wisdom/markdown/lookup"
)

// table fits what the draft says about the table to the table as a person left it.
// Their lines stay; what they took out or wrote about is settled, and not proposed.
// outside says that they changed none of our lines; it does not fit where its text
// cannot be read, or where there is no room any more.
func (f *fitter) table(now []byte) (outside, fits bool) {
	if !utf8.Valid(now) {
		return false, false
	}
	d := f.l.rest(f.d, nil).Draft()
	if d.Tools.Wanted != nil {
		return false, false // two texts of a person's: the one in the file is newer
	}
	ours := d.facts(nil)
	standing := lookup.Standing(string(now), ours)
	table := *d.Tools
	table.Hand, table.Worth, table.Bound = lookup.Read(string(now), ours), 0, 0
	theirs := table.Hand.About()
	f.done = nil
	table.Rows = nil
	for _, row := range d.Tools.Rows {
		item, _ := d.Item(row.Item)
		there := row.Before()
		isNew := item.Kind == AddFact && row.Old == ""
		if isNew && theirs(row.Fact) || !isNew && !slices.Contains(standing, there) {
			if row.Item != "" {
				f.done = append(f.done, row.Item)
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
		return false, false
	}
	f.tools = &table
	return len(standing) == len(ours) && len(f.done) == 0, true
}
