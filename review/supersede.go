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
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
)

// rest returns what remains to decide of a draft, on its targets as they are now. Promoted items are part of those; one
// that cannot be applied any more is not in it. A file that is gone stays as the draft expects it.
func (l *Log) rest(fsys workspace.FS, d *Draft) (*Proposal, error) {
	p := &Proposal{Draft: Draft{Manifest: d.Manifest, Bases: map[workspace.Path][]byte{}}}
	for _, t := range d.Targets {
		now, hash, err := workspace.ReadState(fsys, t.Path, workspace.MaxTarget)
		if err == nil && hash == workspace.Absent {
			now, err = l.known(fsys, d, t)
		}
		if err != nil {
			return nil, err
		}
		if now != nil || hash != workspace.Absent {
			p.Bases[t.Path] = append([]byte{}, now...)
		}
	}
	on := l.groundOf(fsys, d)
	p.Draft = p.settled(on.promoted)
	var unapplied map[string]string
	if table, there := p.Bases[lookup.File]; there && p.Tools != nil && !bytes.Equal(table, d.Bases[lookup.File]) {
		p.Tools, unapplied = p.Tools.on(&p.Manifest, string(table), on.ours)
	}
	var items []Item
	for _, item := range p.Items {
		item, there := item.on(d.Bases[item.Target], p.Bases[item.Target])
		if there && unapplied[item.ID] == "" {
			items = append(items, item)
		}
	}
	p.Items = items
	return p, nil
}

// editable is what remains to decide of a draft, without the facts that their sources no longer state.
func (l *Log) editable(ctx context.Context, fsys workspace.FS, d *Draft) (*Proposal, error) {
	p, err := l.rest(fsys, d)
	if err != nil {
		return nil, err
	}
	return p, p.followSources(ctx, fsys)
}

// takeOver adds to the proposal of a run what remains of the pending draft: the parts that the run is not about, and of
// the others what is approved or in a person's words, if it has a place. open is what remains of the pending items;
// lost are parts that cannot stay, because a file or a source changed. A run about that part proposes them again.
func (l *Log) takeOver(old *Draft, open, p *Proposal) (lost []Part) {
	if _, err := section.In(open.Bases[open.SectionFile()]); err != nil { // nothing can be put into it
		open.Items = slices.DeleteFunc(open.Items, func(i Item) bool { return i.Target == open.SectionFile() })
	}
	pending, decisions := l.pending(old, l.WouldBe(old)), l.Decisions(old.ID)
	var items []Item
	for _, part := range []Part{PartSection, PartTable, PartLines} {
		items = append(items, itemsOf(p.Items, part)...)
		theirs, was := itemsOf(open.Items, part), itemsOf(pending, part)
		if slices.Contains(p.Parts, part) || len(was) == 0 {
			continue
		}
		if len(theirs) < len(was) {
			lost = append(lost, part)
		}
		switch {
		case len(theirs) == 0, part == PartTable && len(theirs) < len(was):
			continue
		case part == PartSection:
			p.Engine, p.Model, p.ModelDigest, p.ModelOptions = open.Engine, open.Model, open.ModelDigest, open.ModelOptions
			p.SentTo, p.PromptHash, p.Practices = open.SentTo, open.PromptHash, open.Practices
			p.Header, p.Lines, p.Lessons, p.Dropped = open.Header, open.Lines, open.Lessons, open.Dropped
		case part == PartTable:
			p.Tools = open.Tools
		}
		items = append(items, theirs...)
		for _, s := range open.Sources {
			if !slices.Contains(p.Sources, s) {
				p.Sources = append(p.Sources, s)
			}
		}
	}
	p.Items = items
	for _, item := range open.Items {
		isWanted := decisions[item.ID] == Taken || item.isAPersons()
		if isWanted && !slices.ContainsFunc(p.Items, item.same) {
			p.keep(open, item)
		}
	}
	for _, item := range p.Items {
		base, there := open.Bases[item.Target]
		if _, read := p.Bases[item.Target]; there && !read {
			p.Bases[item.Target] = base
		}
	}
	return lost
}

// inherit takes over decisions on the draft that a proposal replaces: every decision on an item that a person left as
// it was, and approvals of items that a run proposes too. What a run must not propose again is remembered anyway; see
// Refusals.
func (l *Log) inherit(old *Draft, p *Proposal) {
	decisions, items := l.Decisions(old.ID), p.described(p.AllIDs())
	for _, item := range old.described(old.AllIDs()) {
		decision := decisions[item.ID]
		now, there := find(items, item.same)
		isInherited := decision == Taken || decision != "" && p.Revises != ""
		if there && isInherited && !l.InPlace(old.ID, item.ID) {
			p.carried = append(p.carried, Carried{now.ID, item.ID, decision})
		}
	}
}

// isAPersons reports whether an item is an entry in a person's words: it stays pending when a run does not propose it.
func (i Item) isAPersons() bool {
	return i.Kind == AddEntry && (i.Origin == Reworded || i.Origin == Hand) || i.Kind == SetTrigger && i.Origin == Hand
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

// restage stages what a person made of a draft in its place, or without a draft what they propose.
func (l *Log) restage(
	ctx context.Context, fsys workspace.FS, d *Draft, p *Proposal, opts Options,
) (next *Draft, err error) {
	if d != nil {
		p.Revises, p.supersedes = d.ID, d.ID
		l.inherit(d, p)
	}
	if err := l.replace(ctx, fsys, p, opts); err != nil {
		return nil, err
	}
	return l.Load(fsys, p.ID)
}

// replace checks a proposal, writes it to disk, logs it and writes its previews. It is the only way in which one
// draft replaces another.
func (l *Log) replace(ctx context.Context, fsys workspace.FS, p *Proposal, opts Options) error {
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
		err := checkView(fsys, l, v.Path)
		if _, now, _ := workspace.ReadState(fsys, v.Path, workspace.MaxState); err != nil &&
			!slices.Contains(p.takenOver, View{v.Path, now}) {
			return err
		}
	}
	if err := l.open(fsys, p, opts); err != nil {
		return err
	}
	for _, v := range p.Views {
		if err := writeView(fsys, p.SectionFile(), v.Path, previews[v.Path.Base()]); err != nil {
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
func (l *Log) open(fsys workspace.FS, p *Proposal, opts Options) error {
	p.Created, p.SchemaVersion = opts.at(), SchemaVersion
	if slices.ContainsFunc(p.Items, func(i Item) bool { return i.Kind == AddEntry && i.Old != "" }) {
		p.SchemaVersion = replacingSchema
	}
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
	e.Supersedes, e.Carried, e.Reason = p.supersedes, p.carried, p.why
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
