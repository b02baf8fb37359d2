package review

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
)

// rest returns what remains to decide of a draft, on its targets as they are now. Promoted items are part of those. A
// file that is gone, and an edited table, stay as the draft expects them: see apply.
func (l *Log) rest(fsys workspace.FS, d *Draft) (*Proposal, error) {
	placed := l.drafts[d.ID].placed
	p := &Proposal{Draft: Draft{Manifest: d.Manifest, Bases: map[workspace.Path][]byte{}}}
	for _, t := range d.Targets {
		base, err := l.known(fsys, d, t)
		if err != nil {
			return nil, err
		}
		now, hash, err := workspace.ReadState(fsys, t.Path, workspace.MaxTarget)
		if err != nil {
			return nil, err
		}
		if hash != workspace.Absent && t.Path != lookup.File {
			base = append([]byte{}, now...)
		}
		if base != nil {
			p.Bases[t.Path] = base
		}
	}
	settled := map[string]Decision{}
	for _, id := range d.AllIDs() {
		if placed.holds(id) {
			settled[id] = Taken
		}
	}
	p.settle(settled)
	var items []Item
	for _, item := range p.Items {
		if item, there := item.on(d.Bases[item.Target], p.Bases[item.Target]); there {
			items = append(items, item)
		}
	}
	p.Items = items
	if table, there := p.Bases[lookup.File]; there && p.Tools != nil && !bytes.Equal(table, d.Bases[lookup.File]) {
		_, ours := l.ToolsInPlace(fsys)
		tools := *p.Tools
		tools.Hand = lookup.Read(string(table), ours) // a promotion may have kept what was edited
		p.Tools = &tools
	}
	return p, nil
}

// carry reads the pending draft and takes over the parts that the run is not about, so that they stay pending. Facts
// that their sources no longer state are lost with their draft; a run about that part proposes them again. old is nil
// for a draft that cannot be read; it is superseded like one that differs.
func (p *Proposal) carry(fsys workspace.FS, l *Log, waiting string) (old *Draft, lost []Part, err error) {
	if waiting == "" {
		return nil, nil, nil
	}
	if old, err = l.Load(fsys, waiting); err != nil {
		return nil, nil, nil
	}
	open, err := l.rest(fsys, old)
	if err != nil {
		return nil, nil, err
	}
	open.leaveOut(slices.DeleteFunc(open.IDs(), func(id string) bool { return l.isOpen(old.ID, id) }))
	if _, unusable := section.In(open.Bases[lint.SoulFile]); unusable != nil { // nothing can be put into it
		for _, item := range open.Items {
			if part := item.Part(); item.Target == lint.SoulFile {
				open.leaveOut([]string{item.ID})
				if !slices.Contains(append(lost, p.Parts...), part) {
					lost = append(lost, part)
				}
			}
		}
	}
	var items []Item
	for _, part := range []Part{PartSection, PartTable, PartLines} {
		items = append(items, itemsOf(p.Items, part)...)
		theirs := itemsOf(open.Items, part)
		if slices.Contains(p.Parts, part) || len(theirs) == 0 {
			continue
		}
		switch part {
		case PartSection:
			p.Engine, p.Model, p.ModelDigest, p.ModelOptions = open.Engine, open.Model, open.ModelDigest, open.ModelOptions
			p.SentTo, p.PromptHash, p.Practices = open.SentTo, open.PromptHash, open.Practices
			p.Header, p.Lines, p.Lessons, p.Dropped = open.Header, open.Lines, open.Lessons, open.Dropped
		case PartTable:
			if _, found, err := open.unproven(fsys); err == nil && len(found) > 0 {
				lost = append(lost, part)
				continue
			}
			p.Tools = open.Tools
		}
		items = append(items, theirs...)
		for _, item := range theirs {
			if base, there := open.Bases[item.Target]; there {
				p.Bases[item.Target] = base
			}
		}
		for _, s := range old.Sources {
			if !slices.Contains(p.Sources, s) {
				p.Sources = append(p.Sources, s)
			}
		}
	}
	p.Items = items
	return old, lost, nil
}

// inherit takes over decisions on the draft that a proposal replaces: every decision on an item that a person left as
// it was, and approvals of items that a run proposes too or that their part keeps. What a run must not propose again
// is remembered anyway; see Refusals.
func (l *Log) inherit(fsys workspace.FS, old *Draft, p *Proposal, opts Options) ([]Carried, error) {
	var carried []Carried
	decisions := l.Decisions(old.ID)
	for _, id := range old.AllIDs() {
		item, _ := old.Item(id)
		decision, to := decisions[id], ""
		switch {
		case l.InPlace(old.ID, id):
		case p.Revises != "":
			if now, there := p.Item(id); there && item.same(now) {
				to = id
			}
		case decision == Taken, decision == "" && item.isAPersons():
			var err error
			if to, err = p.keep(fsys, old, item, opts); err != nil {
				return nil, err
			}
		}
		if to != "" && decision != "" {
			carried = append(carried, Carried{to, id, decision})
		}
	}
	return carried, nil
}

// isAPersons reports whether an item is an entry in a person's words: it stays pending when a run does not propose it.
func (i Item) isAPersons() bool {
	return i.Kind == AddEntry && (i.Origin == Reworded || i.Origin == Hand)
}

// same reports whether a decision on one item is one on the other.
func (i Item) same(other Item) bool {
	return i.Kind == other.Kind && i.Target == other.Target && i.Name == other.Name && i.Text == other.Text &&
		i.Old == other.Old
}

// missing are the lessons with the given ids that are not known yet.
func missing(from []lesson.Lesson, ids []string, known []lesson.Lesson) []lesson.Lesson {
	var found []lesson.Lesson
	for _, l := range from {
		if slices.Contains(ids, l.ID) &&
			!slices.ContainsFunc(known, func(k lesson.Lesson) bool { return k.ID == l.ID }) {
			found = append(found, l)
		}
	}
	return found
}

// nextID is an id behind those of all items.
func (m *Manifest) nextID(letter string) string {
	last := 0
	for _, id := range m.IDs() {
		if n, err := strconv.Atoi(strings.TrimPrefix(id, letter)); err == nil {
			last = max(last, n)
		}
	}
	return letter + strconv.Itoa(last+1)
}

// returnedSame finds a draft that was sent back and would be the same in the parts
// that the run looked at, if nothing was staged since.
func (l *Log) returnedSame(fsys workspace.FS, p *Proposal) string {
	id := l.newest()
	isFreed := func(item string) bool { return l.of(id).decisions[item] == Freed }
	if l.State(id) != StateReturned || slices.ContainsFunc(l.of(id).Items, isFreed) {
		return ""
	}
	d, err := l.Load(fsys, id)
	if err != nil {
		return ""
	}
	looked := slices.DeleteFunc(slices.Clone(d.Items), func(i Item) bool { return !slices.Contains(p.Parts, i.Part()) })
	if slices.EqualFunc(looked, p.Items, Item.same) {
		return id
	}
	return ""
}

// placing says whose place a draft takes, what it takes over from it, and why.
type placing struct {
	before  string
	carried []Carried
	why     string
	// takenOver are views as a person left them, who wants what they say.
	takenOver []View
}

// tookOver reports whether a view is as it was when it was taken over.
func (p placing) tookOver(fsys workspace.FS, path workspace.Path) bool {
	_, now, err := workspace.ReadState(fsys, path, workspace.MaxState)
	return err == nil && slices.Contains(p.takenOver, View{path, now})
}

// restage stages what a person made of a draft in its place, or without a draft what they propose.
func (l *Log) restage(
	ctx context.Context, fsys workspace.FS, d *Draft, p *Proposal, place placing, opts Options,
) (next *Draft, err error) {
	if d != nil {
		p.Revises, place.before = d.ID, d.ID
		if place.carried, err = l.inherit(fsys, d, p, opts); err != nil {
			return nil, err
		}
	}
	if err := l.replace(ctx, fsys, p, place, opts); err != nil {
		return nil, err
	}
	return l.Load(fsys, p.ID)
}

// replace checks a proposal, writes it to disk, logs it and writes its previews. It is the only way in which one
// draft replaces another.
func (l *Log) replace(ctx context.Context, fsys workspace.FS, p *Proposal, place placing, opts Options) error {
	if _, err := p.Complete(opts); err != nil {
		return err
	}
	previews, err := p.previews()
	if err != nil {
		return err
	}
	p.Views = nil
	for _, name := range slices.Sorted(maps.Keys(previews)) {
		p.Views = append(p.Views, View{opts.Initiative.Join(name), workspace.HashOf(previews[name])})
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := p.allValid(opts.Lint); err != nil {
		return err
	}
	if err := p.prove(fsys); err != nil {
		return err
	}
	for _, v := range p.Views {
		if err := checkView(fsys, l, v.Path); err != nil && !place.tookOver(fsys, v.Path) {
			return err
		}
	}
	if err := l.open(fsys, p, place, opts); err != nil {
		return err
	}
	for _, v := range p.Views {
		if err := writeView(fsys, v.Path, previews[v.Path.Base()]); err != nil {
			return err
		}
	}
	return nil
}

// close ends the pending draft, if there is one: no run proposes any of it any more.
func (l *Log) close(fsys workspace.FS, waiting string, opts Options) error {
	if waiting == "" {
		return nil
	}
	return l.append(fsys, Event{
		At: opts.at(), Action: Superseded, Draft: waiting, Version: opts.Version,
		Reason: "nothing of it is proposed any more",
	})
}

// open names the draft, puts it on disk and logs it.
func (l *Log) open(fsys workspace.FS, p *Proposal, place placing, opts Options) error {
	p.Created = opts.at()
	if err := p.name(Day(p.Created)); err != nil {
		return err
	}
	if err := workspace.MkdirAll(fsys, opts.Initiative, 0o755); err != nil {
		return err
	}
	if err := p.write(fsys); err != nil {
		return err
	}
	shown := map[workspace.Path]workspace.Hash{}
	for _, v := range p.Views {
		shown[v.Path] = v.Hash
	}
	e := l.event(Staged, &p.Draft, opts)
	e.At, e.Items, e.Files, e.Result, e.Places = p.Created, p.IDs(), p.files(), shown, opts.places()
	e.Supersedes, e.Carried, e.Reason = place.before, place.carried, place.why
	if e.Reason == "" {
		e.By = "" // no person made it out of another draft
	}
	return l.append(fsys, e)
}

// Carried is a decision that went over from a draft into the one that took its place.
type Carried struct {
	Item     string   `json:"item"`
	From     string   `json:"from"` // its id in the draft before
	Decision Decision `json:"decision"`
}

// Successor is the draft that took the place of one, or "".
func (h *history) Successor(draft string) string { return h.of(draft).after }

// isOpen reports whether an item is neither rejected nor promoted.
func (h *history) isOpen(draft, item string) bool {
	decision := h.of(draft).decisions[item]
	return (decision == "" || decision == Taken) && !h.InPlace(draft, item)
}
