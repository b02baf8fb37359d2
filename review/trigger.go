package review

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"wisdom/internal/secrets"
	"wisdom/internal/workspace"
	"wisdom/markdown/section"
)

// applyTriggers gives entries their triggers.
func (f *File) applyTriggers() {
	for _, item := range f.items {
		content, err := section.SetTrigger(f.Content, item.Name, item.Text)
		if err != nil {
			f.unapplied[item.ID] = err.Error()
			continue
		}
		f.Content = content
	}
}

// Triggers are those of the workspace, by their entries. Those whose entry SOUL.md does not hold are orphans: no one is
// reminded by them.
func Triggers(fsys workspace.FS, soul []byte) (all, orphans []section.Trigger, err error) {
	content, _, err := workspace.ReadIfThere(fsys, section.TriggersFile, workspace.MaxTarget)
	if err == nil {
		all, err = section.ReadTriggers(content)
	}
	held := entriesOf(soul)
	for _, t := range all {
		if !slices.ContainsFunc(held, func(e section.Entry) bool { return e.String() == t.Entry }) {
			orphans = append(orphans, t)
		}
	}
	return all, orphans, err
}

// TriggerItem proposes a trigger for an entry; one without calls is to be removed.
func TriggerItem(e section.Entry, when, why string, origin Origin, lessons []string) Item {
	return Item{
		Kind: SetTrigger, Target: section.TriggersFile, Name: e.String(), Text: when, Lessons: lessons, Origin: origin,
		Why: why,
	}
}

// setTrigger adds a trigger to a proposal, in the place of another one for the same entry.
func (p *Proposal) setTrigger(item Item) {
	at := slices.IndexFunc(p.Items, item.isTriggerOfSame)
	if at < 0 {
		item.ID = p.nextID("r")
		p.Items = append(p.Items, item)
		return
	}
	item.ID = p.Items[at].ID
	p.Items = slices.Clone(p.Items)
	p.Items[at] = item
}

// isTriggerOfSame reports whether another item is a trigger of the same entry.
func (i Item) isTriggerOfSame(other Item) bool {
	return other.Kind == SetTrigger && other.Name == i.Name
}

// AddTriggers adds items for triggers to a proposal, with the file that they change.
func (p *Proposal) AddTriggers(fsys workspace.FS, items ...Item) error {
	content, there, err := workspace.ReadIfThere(fsys, section.TriggersFile, workspace.MaxTarget)
	if there && len(items) > 0 {
		p.Bases[section.TriggersFile] = append([]byte{}, content...)
	}
	for _, item := range items {
		p.setTrigger(item)
	}
	return err
}

// goesWith reports whether an item is the trigger of an entry that is among the items with these IDs.
func (d *Draft) goesWith(item Item, ids []string) bool {
	return item.Kind == SetTrigger && slices.ContainsFunc(d.described(ids), func(i Item) bool {
		return i.Kind == AddEntry && i.Entry().String() == item.Name
	})
}

// SetTriggerOf gives an entry of the section, or of the pending draft, a trigger in a person's words, and approves it; an
// empty one removes the trigger that the entry has. It joins the pending draft, or starts one. The caller holds the lock
// and has called Recover.
func SetTriggerOf(
	ctx context.Context, fsys workspace.FS, l *Log, e section.Entry, when string, opts Options,
) (*Draft, string, error) {
	when, err := section.ParseWhen(when)
	if err != nil {
		return nil, "", wrongText("%v", err)
	}
	if _, found := secrets.Redact(when); len(found) > 0 {
		return nil, "", wrongText("a trigger holds no secret (%s)", found[0].Rule)
	}
	why := "set by " + opts.By
	if when == "" {
		why = opts.By + " wants it out"
	}
	var old *Draft
	p := NewProposal(ByHand, opts, PartSection)
	if id := l.Waiting(); id != "" {
		if old, err = l.Load(fsys, id); err != nil {
			return nil, "", err
		}
		if p, err = l.editable(ctx, fsys, old); err != nil {
			return nil, "", err
		}
		pending, there := find(p.Items, Item{Name: e.String()}.isTriggerOfSame)
		if there && when == "" {
			return old, pending.ID, Decide(fsys, l, old, Refused, []string{pending.ID}, why, opts)
		}
	}
	if err := p.AddTriggers(fsys, TriggerItem(e, when, why, Hand, []string{})); err != nil {
		return nil, "", err
	}
	item, _ := find(p.Items, Item{Name: e.String()}.isTriggerOfSame)
	now, err := p.apply(section.TriggersFile, p.Bases[section.TriggersFile], []Item{item}, ground{})
	if why := now.unapplied[item.ID]; err != nil || why != "" {
		return nil, "", &ItemError{"", "", cmp.Or(why, fmt.Sprint(err))}
	}
	p.why = opts.By + " set a trigger"
	d, err := l.restage(ctx, fsys, old, p, opts)
	if err == nil {
		d, err = l.approve(fsys, d, []string{item.ID}, why, opts)
	}
	return d, item.ID, err
}
