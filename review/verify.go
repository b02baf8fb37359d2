package review

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync"

	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
)

// unprovenError says that a fact of a draft is not what its source says.
func unprovenError(f facts.Fact) error {
	return fmt.Errorf("%s: line %d: the table would say %q for %s, and this line does not",
		f.Path, f.Line, f.Value, f.Label())
}

// followSources finds the current places of the facts of what remains of a draft in its sources. It removes facts that
// the sources no longer state.
func (p *Proposal) followSources(ctx context.Context, fsys workspace.FS) error {
	if p.Tools == nil {
		return nil
	}
	line, err := linesOf(ctx, fsys)
	if err != nil {
		return err
	}
	var gone []string
	for i := range p.Tools.Rows {
		row := &p.Tools.Rows[i]
		at := slices.IndexFunc(p.Items, func(item Item) bool { return item.ID == row.Item && item.Kind == AddFact })
		switch now := line(row.Fact); {
		case at < 0:
		case now > 0:
			row.Line = now
			p.Items[at].Source = placeOf(row.Fact)
		default:
			gone = append(gone, row.Item)
		}
	}
	var left []LeftOut
	for _, l := range p.Tools.LeftOut {
		now := line(l.Fact())
		if now > 0 {
			l.Line = now
		}
		if l.ID == "" || now > 0 {
			left = append(left, l)
		}
	}
	p.Tools.LeftOut = left
	p.leaveOut(gone)
	return nil
}

// linesOf returns a function that gives the line of a fact in its source; 0 if it is no longer there.
func linesOf(ctx context.Context, fsys workspace.FS) (func(facts.Fact) int, error) {
	docs, err := facts.Read(fsys)
	if err != nil {
		return nil, fmt.Errorf("read the tool documents: %w", err)
	}
	proven := facts.Proof(docs)
	moved := sync.OnceValue(func() map[[3]string]int { // it takes long, and most facts have not moved
		lines := map[[3]string]int{}
		for _, doc := range docs {
			found := facts.Find(ctx, doc.Path, doc.Source)
			for _, f := range append(found.Unclear, found.Facts...) {
				lines[[3]string{f.Path, f.Label(), f.Value}] = f.Line
			}
		}
		return lines
	})
	return func(f facts.Fact) int {
		if proven(f) {
			return f.Line
		}
		return moved()[[3]string{f.Path, f.Label(), f.Value}]
	}, nil
}

// GoneFacts returns the items that add facts which their sources no longer state. A reviewer may approve them all the
// same.
func (d *Draft) GoneFacts(ctx context.Context, fsys workspace.FS) ([]string, error) {
	p := &Proposal{Draft: d.settled(nil)} // a copy
	if err := p.followSources(ctx, fsys); err != nil {
		return nil, err
	}
	return without(d.IDs(), p.IDs()), nil
}

// unproven returns the items of facts that a draft adds to the table, or that a reviewer may add, and that neither
// the bytes of their source nor those of the table state, whoever found them.
func (d *Draft) unproven(fsys workspace.FS) (ids []string, found []facts.Fact, err error) {
	if d.Tools == nil {
		return nil, nil, nil
	}
	docs, err := facts.Read(fsys)
	if err != nil {
		return nil, nil, fmt.Errorf("read the tool documents: %w", err)
	}
	proven := facts.Proof(docs)
	table := d.Table(d.All())
	for _, row := range d.Tools.Rows {
		item, _ := d.Item(row.Item)
		if item.Kind == AddFact && (!proven(row.Fact) || !bytes.Contains(table, []byte(row.Value))) {
			ids, found = append(ids, item.ID), append(found, row.Fact)
		}
	}
	for _, l := range d.Tools.LeftOut {
		if l.ID != "" && !proven(l.Fact()) {
			ids, found = append(ids, l.ID), append(found, l.Fact())
		}
	}
	return ids, found, nil
}

// prove reports whether every fact of a draft is what its source says.
func (d *Draft) prove(fsys workspace.FS) error {
	_, found, err := d.unproven(fsys)
	if err == nil && len(found) > 0 {
		return unprovenError(found[0])
	}
	return err
}
