package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
)

// ByHand is the engine of a draft that only proposes what a person added.
const ByHand = "hand"

// Added tells where an entry of a person's is.
type Added struct {
	Draft *Draft
	Item  string
	// Already: it was pending before, and nothing was written.
	Already bool
}

// RoomError says that a budget has no room for an entry.
type RoomError struct {
	Finding lint.Finding
	// Missing is how many tokens of the section's budget are missing; 0 if another budget has no room.
	Missing int
	// Weakest are the entries that the fewest lessons back, at most three.
	Weakest []Line
}

// Error implements error.
func (e *RoomError) Error() string {
	text := "there is no room for the entry: " + e.Finding.Message
	if e.Missing > 0 {
		text = fmt.Sprintf("there is no room for the entry: %d tokens are missing", e.Missing)
	}
	var weakest []string
	for _, line := range e.Weakest {
		weakest = append(weakest, fmt.Sprintf("%s (%s)", line.Name, lesson.Support(len(line.Lessons), 0)))
	}
	if weakest != nil {
		text += "; the weakest entries are " + strings.Join(weakest, ", ")
	}
	return text
}

// Add stages an entry in a person's words, backed by lessons, or without any as the person's word. It joins the pending
// draft, whose decisions stay; without one it joins p, a proposal that leaves the section as it is. It is undecided. A
// *WordsError, an *InvalidError or a *RoomError says why it cannot be added, an *ItemError that the draft nearly says
// the same; nothing is done then. The caller holds the lock and has called Recover.
func Add(
	ctx context.Context, fsys workspace.FS, l *Log, p *Proposal, e section.Entry, lessons []lesson.Lesson, opts Options,
) (*Added, error) {
	e = e.WithStops()
	old, err := l.Load(fsys, l.Waiting())
	switch {
	case l.Waiting() == "":
		old = nil
	case err != nil:
		return nil, err
	default:
		if same, err := l.nearly(old, e); same != "" || err != nil {
			return &Added{old, same, true}, err
		}
		if p, err = l.joined(ctx, fsys, old, p); err != nil {
			return nil, err
		}
	}
	ids := make([]string, len(lessons))
	for i, one := range lessons {
		ids[i] = one.ID
	}
	p.Lessons = append(slices.Clone(p.Lessons), missing(lessons, ids, p.Lessons)...)
	origin, why := Reworded, inWordsOf(ids, opts)
	if len(ids) == 0 {
		origin, why = Hand, "written by "+opts.By
	}
	if err := p.add(e, ids, origin, why, opts); err != nil {
		return nil, err
	}
	added := &Added{Item: p.Items[len(p.Items)-1].ID}
	if err := p.checkRoom(added.Item, opts); err != nil {
		return nil, err
	}
	p.why = opts.By + " added an entry"
	added.Draft, err = l.restage(ctx, fsys, old, p, opts)
	return added, err
}

// nearly returns the item of a draft that says the same as an entry, "" if there is none. That one nearly says it is an
// error.
func (l *Log) nearly(d *Draft, e section.Entry) (same string, err error) {
	gist := text.Of(e.Text)
	near, there := find(d.Items, func(i Item) bool {
		return i.Kind == AddEntry && !l.InPlace(d.ID, i.ID) && gist.NearCopy(text.Of(i.Text))
	})
	switch {
	case !there:
		return "", nil
	case l.of(d.ID).decisions[near.ID] == Refused:
		return "", &ItemError{d.ID, near.ID, "it nearly says the same, and is rejected; approve it, or reword it"}
	case near.Entry() != e:
		return "", &ItemError{d.ID, near.ID, fmt.Sprintf("it nearly says the same: %s", near.Entry())}
	}
	return near.ID, nil
}

// joined is what remains to decide of the pending draft; with the section of p, if the draft is not about the section.
func (l *Log) joined(ctx context.Context, fsys workspace.FS, d *Draft, p *Proposal) (*Proposal, error) {
	rest, err := l.editable(ctx, fsys, d)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(rest.Items, Item.InSection) {
		return rest, nil
	}
	rest.Header, rest.Lines, rest.Lessons = p.Header, slices.Clone(p.Lines), p.Lessons
	if base, there := p.Bases[p.SectionFile()]; there && rest.Bases[p.SectionFile()] == nil {
		rest.Bases[p.SectionFile()] = base
	}
	return rest, nil
}

// checkRoom reports a budget that has no room for an entry that was added.
func (p *Proposal) checkRoom(item string, opts Options) error {
	if err := p.aim(); err != nil {
		return err
	}
	invalid, broken := errors.AsType[*InvalidError](p.allValid(opts.Lint))
	if !broken {
		return nil
	}
	finding, found := find(invalid.Findings, func(f lint.Finding) bool { return lint.IsBudget(f.Rule) })
	if !found {
		return invalid
	}
	full := &RoomError{Finding: finding}
	if _, text, err := p.Result(p.All()); err == nil {
		full.Missing = max(0, opts.Lint.Budgets.Tokens(text)-opts.Lint.Budgets.Section)
	}
	full.Weakest = slices.DeleteFunc(slices.Clone(p.Lines), func(l Line) bool {
		is, _ := p.Item(l.Item)
		return l.Origin == Required || l.Item == item || is.Kind == DropEntry
	})
	slices.SortStableFunc(full.Weakest, func(a, b Line) int { return cmp.Compare(len(a.Lessons), len(b.Lessons)) })
	full.Weakest = full.Weakest[:min(3, len(full.Weakest))]
	return full
}
