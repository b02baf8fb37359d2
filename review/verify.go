package review

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
	"wisdom/markdown/lookup"
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
	line, err := linesOf(ctx, fsys, p.Sources)
	if err != nil {
		return err
	}
	var gone []string
	for i := range p.Tools.Rows {
		row := &p.Tools.Rows[i]
		at := slices.IndexFunc(p.Items, func(item Item) bool { return item.ID == row.Item && item.Kind == AddFact })
		switch now, _ := line(row.Fact); {
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
		now, _ := line(l.Fact())
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

// linesOf returns a function that gives the line of a fact in its source; 0 if it is no longer there, or if its source
// changed since it was one of sources and has it below another heading or with other bans now, or keeps its line out of
// every table: isOther.
func linesOf(
	ctx context.Context, fsys workspace.FS, sources []SourceHash,
) (func(facts.Fact) (line int, isOther bool), error) {
	docs, err := facts.Read(fsys)
	if err != nil {
		return nil, fmt.Errorf("read the tool documents: %w", err)
	}
	proven := facts.Proof(docs)
	isNew := slices.ContainsFunc(docs, func(doc facts.Document) bool {
		return !slices.Contains(sources, SourceHash{string(doc.Path), workspace.HashOf(doc.Source)})
	})
	present := sync.OnceValues(func() (all []facts.Fact, out []facts.Line) { // it takes long
		for _, found := range facts.FindAll(ctx, docs) {
			all = slices.Concat(all, found.Unclear, found.Facts)
			out = append(out, slices.DeleteFunc(slices.Clone(found.Lines()), func(l facts.Line) bool {
				return !strings.HasPrefix(l.List, facts.LeftOut(""))
			})...)
		}
		return all, out
	})
	return func(f facts.Fact) (line int, isOther bool) {
		if !isNew && proven(f) {
			return f.Line, false
		}
		all, out := present()
		for _, now := range all {
			if !now.IsNamedAs(f) || !strings.Contains(now.Value, f.Value) {
				continue
			}
			if now.Told() == f.Told() && lookup.Heading(now.Heading) == lookup.Heading(f.Heading) {
				return now.Line, false
			}
			isOther = true
		}
		isOther = isOther || slices.ContainsFunc(out, func(l facts.Line) bool { return strings.Contains(l.Text, f.Value) })
		if !isOther && proven(f) {
			return f.Line, false
		}
		return 0, isOther
	}, nil
}

// leaveOthers leaves the items that add facts which their source puts below another heading now, or with other bans:
// only a new draft shows these.
func (p *plan) leaveOthers(fsys workspace.FS, d *Draft, items []Item) ([]Item, error) {
	if d.Tools == nil {
		return items, nil
	}
	line, err := linesOf(context.Background(), fsys, d.Sources)
	if err != nil {
		return nil, err
	}
	facts := map[string]facts.Fact{}
	for _, row := range d.Tools.Rows {
		facts[row.Item] = row.Fact
	}
	for _, l := range d.Tools.LeftOut {
		facts[l.ID] = l.Fact()
	}
	return slices.DeleteFunc(slices.Clone(items), func(item Item) bool {
		isOther := false
		if f, there := facts[item.ID]; there && item.Kind == AddFact {
			_, isOther = line(f)
		}
		if isOther {
			p.left.add([]string{item.ID}, &StaleError{Draft: d.ID, Path: workspace.Path(facts[item.ID].Path), How: fmt.Sprintf(
				"%s of %s has another heading or other conditions there now", facts[item.ID].Value, item.ID)})
		}
		return isOther
	}), nil
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
