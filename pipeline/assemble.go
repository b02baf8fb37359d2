package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
	"wisdom/pipeline/distill"
	"wisdom/review"
)

// placed is a line of the section with what decides its order.
type placed struct {
	line   review.Line
	item   *review.Item
	newest string // date of its newest lesson
	since  string // when the draft was made that brought an existing entry
	theme  int    // whose wording it is, of a new entry
	losing string // the reason why it may be dropped
}

func (r run) assemble(ctx context.Context) (*Result, error) {
	r.themes, r.chosen = slices.Clone(r.themes), slices.Clone(r.chosen)
	r.orders = sync.OnceValue(func() *distill.Orders { return distill.ReadOrders(ctx, r.lessons) })
	lines, losing := r.lines()
	p := &review.Proposal{
		Parts: []review.Part{review.PartSection},
		Draft: review.Draft{Manifest: r.manifest(), Bases: map[workspace.Path][]byte{r.sectionFile(): r.soul}},
	}
	themeOf := map[string]int{} // of new entries, by their items
	for _, l := range lines {
		if l.item != nil {
			l.item.ID = fmt.Sprintf("e%d", len(p.Items)+1)
			if l.item.Kind == review.AddEntry {
				themeOf[l.item.ID] = l.theme
			}
			l.line.Item = l.item.ID
			p.Items = append(p.Items, *l.item)
		}
		p.Lines = append(p.Lines, l.line)
	}
	outdated, contradicted := r.outdated()
	for _, item := range outdated {
		item.ID = fmt.Sprintf("e%d", len(p.Items)+1)
		p.Items = append(p.Items, item)
	}
	p.Findings = slices.Concat(r.collected.Findings, r.findings, r.full(lines), r.uncovered())
	r.requireAlone(p)
	excluded, err := p.Admit(r.fsys, r.opts.Review)
	if err != nil {
		return nil, err
	}
	r.exclude(p, excluded, themeOf)
	p.Lessons = r.cited(p.Lines, p.Items)
	result := &Result{
		Engine: BuiltIn, Why: r.why, Lessons: r.collected.Lessons, Sources: r.collected.Sources, Entries: r.entries(p),
		Proposal: p,
	}
	if r.model != nil {
		result.credit(r.model, r.notes.Refused)
	}
	if result.Section, err = p.Complete(r.opts.Review); err != nil {
		return nil, err
	}
	var unused []review.Dropped
	result.Themes, unused = r.explain(p)
	p.Dropped = append([]review.Dropped{}, slices.Concat(losing, contradicted, unused)...)
	if err := r.proposeTriggers(ctx, p); err != nil {
		return nil, err
	}
	result.Dropped, result.Budget, result.Findings = p.Dropped, p.Budget, lint.Join(p.Findings, p.Lint...)
	return result, nil
}

func (r *run) manifest() review.Manifest {
	m := review.Manifest{
		SchemaVersion: review.SchemaVersion, Version: r.opts.Review.Version, Engine: BuiltIn,
		File: r.opts.Review.Lint.File, SentTo: r.sentTo,
		PromptHash: r.opts.Prompts.Hash(), Header: r.header(), Practices: r.practices, Items: []review.Item{},
		Lines: []review.Line{}, Sources: []review.SourceHash{},
	}
	for _, s := range r.collected.Sources {
		if s.Hash != "" {
			m.Sources = append(m.Sources, review.SourceHash{Path: s.Path, Hash: s.Hash})
		}
	}
	return m
}

// lines are the entries that wisdom answers for: the required one, unless an entry that a person wrote does the same,
// then the strongest first. Losing are those that lost their lessons.
func (r *run) lines() (lines []placed, losing []review.Dropped) {
	for _, s := range r.standing {
		line := r.keep(s)
		lines = append(lines, line)
		if line.item != nil {
			losing = append(losing, review.Dropped{
				Kind: "entry", ID: entryID(line.line), Reason: line.losing, Detail: line.item.Why,
				Name: s.entry.Name, Lessons: line.line.Lessons,
			})
		}
	}
	for i, form := range r.chosen {
		if form >= 0 {
			lines = append(lines, r.add(i, r.themes[i].Wordings[form]))
		}
	}
	lines = r.replace(lines)
	slices.SortStableFunc(lines, func(a, b placed) int {
		return cmp.Or(cmp.Compare(len(b.line.Lessons), len(a.line.Lessons)), strings.Compare(b.newest, a.newest),
			strings.Compare(entryID(a.line), entryID(b.line)))
	})
	e, wanted := r.required.entry()
	if !wanted {
		return lines, losing
	}
	required := placed{line: review.Line{Name: e.Name, Text: e.Text, Lessons: []string{}, Origin: review.Required}}
	return append([]placed{required}, lines...), losing
}

// requireAlone proposes the required entry where nothing else is proposed for the section: with another entry it comes
// by itself. A reviewer who rejected entries does not want a section of nothing but it.
func (r *run) requireAlone(p *review.Proposal) {
	if len(p.Items) > 0 || len(p.Lines) == 0 || p.Lines[0].Origin != review.Required ||
		p.Lines[0].Entry() == r.required.existing || slices.ContainsFunc(r.refusals, func(f review.Refusal) bool {
		return f.Item.Kind == review.AddEntry
	}) {
		return
	}
	item := r.item(p.Lines[0], review.AddEntry, "every section holds it")
	item.ID = "e1"
	p.Items, p.Lines[0].Item = append(p.Items, *item), item.ID
}

// keep is the line for an existing entry. One that has lost its lessons, or that a newer lesson reverses, becomes an item:
// the reviewer decides whether it goes. A lesson that it was approved for is not lost while it is collected, though this run may not distill its
// class, nor while its place cannot be read.
func (r *run) keep(s standing) placed {
	p := placed{line: review.Line{
		Name: s.entry.Name, Text: s.entry.Text, Lessons: []string{}, Origin: review.Kept, Draft: s.record.Draft,
	}}
	for i := range r.themes {
		if anchor := r.themes[i].Anchor; anchor != nil && anchor.Name == s.entry.Name && anchor.Text == s.entry.Text {
			p.line.Lessons, p.newest = r.ids(r.themes[i].Held), r.newest(r.themes[i].Held)
		}
	}
	for _, id := range s.record.Lessons {
		at := slices.IndexFunc(r.collected.Lessons, func(l lesson.Lesson) bool { return l.ID == id })
		switch {
		case slices.Contains(p.line.Lessons, id):
		case at >= 0:
			p.line.Lessons, p.newest = append(p.line.Lessons, id), max(p.newest, r.collected.Lessons[at].Date)
		case slices.Contains(r.collected.Hidden, id):
			p.line.Lessons = append(p.line.Lessons, id)
		default:
			p.line.Gone = append(p.line.Gone, id)
		}
	}
	still, gone := len(p.line.Lessons), len(p.line.Gone)
	p.since = r.broughtAt(s)
	_, why := r.contradicted(s.entry, p.since, s.record.Lessons)
	switch {
	case why != "":
		p.losing = "contradiction"
	case r.times(p.line.Lessons) < r.opts.Support:
		p.losing, why = "support", fmt.Sprintf("it has %d of its %s left; an entry needs %d", still,
			text.Plural(still+gone, "lesson"), r.opts.Support)
	}
	if why == "" || r.isKept(s.entry) {
		return p
	}
	p.item = r.item(p.line, review.DropEntry, why)
	p.item.Lessons = s.record.Lessons
	return p
}

// broughtAt is when the draft that brought an entry was made: who approved it saw no newer lesson.
func (r *run) broughtAt(s standing) string {
	d, err := r.log.Load(r.fsys, s.record.Draft)
	if err != nil {
		return "" // a lesson with a date may be newer
	}
	return d.Created
}

// contradicted finds the newest lesson that says the opposite of an entry, is newer than a moment and does not back it,
// and says so.
func (r *run) contradicted(e section.Entry, since string, backing []string) (by *lesson.Lesson, why string) {
	by = r.orders().Against(e.Text, func(l *lesson.Lesson) bool {
		return !slices.Contains(backing, l.ID) && r.known.IsNewer(l, since)
	})
	if by == nil {
		return nil, ""
	}
	return by, fmt.Sprintf("a newer lesson says otherwise, at %s: %s", by.Place, by.Sentence())
}

// isKept reports whether a reviewer refused to drop an entry.
func (r *run) isKept(e section.Entry) bool {
	return slices.ContainsFunc(r.refusals, func(f review.Refusal) bool {
		return f.Covers(review.DropEntry, e.Name, e.Text, nil)
	})
}

// times is how often lessons were written down; of those that cannot be read this time, the ledger knows it.
func (r *run) times(ids []string) int {
	n := r.known.Times(ids)
	for _, l := range r.collected.Lessons {
		if slices.Contains(ids, l.ID) {
			n += l.Times() - r.known.Times([]string{l.ID})
		}
	}
	return n
}

// outdated offers to drop hand-written entries that a lesson contradicts which is
// newer than the section. The reviewer decides; one that was kept once stays.
func (r *run) outdated() (items []review.Item, contradicted []review.Dropped) {
	for _, e := range r.hand {
		by, why := r.contradicted(e, r.sectionDate(), nil)
		if by == nil || r.isKept(e) {
			continue
		}
		line := review.Line{Name: e.Name, Text: e.Text, Lessons: []string{by.ID}, Origin: review.Hand}
		items = append(items, *r.item(line, review.DropEntry, why))
		contradicted = append(contradicted, review.Dropped{
			Kind: "entry", ID: entryID(line), Reason: "contradiction", Detail: why, Name: e.Name,
		})
	}
	return items, contradicted
}

// sectionDate is the day in the header of the section, or empty.
func (r *run) sectionDate() string {
	for _, line := range r.section.Lines {
		if line.Kind == section.HeaderLine {
			return line.Header.Date
		}
	}
	return ""
}

// add is the line for a new entry, a wording of a theme.
func (r *run) add(at int, w distill.Wording) placed {
	theme := &r.themes[at]
	p := placed{
		line:   review.Line{Name: w.Name, Text: w.Text, Lessons: r.ids(w.Lessons), Origin: review.New},
		newest: r.newest(w.Lessons), theme: at,
	}
	why := r.backing(w.Lessons, theme.Weights)
	if r.unfit != "" {
		why += "; " + r.unfit
	}
	p.item = r.item(p.line, review.AddEntry, why)
	p.item.Quotes = w.Lesson
	for _, l := range theme.Lessons {
		if !slices.Contains(w.Lessons, l) {
			p.item.Misfits = append(p.item.Misfits, r.lessons[l].ID)
		}
	}
	return p
}

// backing says what backs an entry: "5 lessons, 3 incidents, since 2026-03"; "1 lesson, written down 3 times, ...".
func (r *run) backing(cited []int, weights map[int]int) string {
	n, _ := r.incidents.weight(r.lessons, cited, weights)
	times, first := 0, ""
	for _, l := range cited {
		times += r.lessons[l].Times()
		if date := r.lessons[l].Date; date != "" && (first == "" || date < first) {
			first = date
		}
	}
	text := lesson.Support(len(cited), times) + ", " + text.Plural(n, "incident")
	if len(first) >= len("2006-01") {
		text += ", since " + first[:len("2006-01")]
	}
	return text
}

func (r *run) item(line review.Line, kind review.ItemKind, why string) *review.Item {
	return &review.Item{
		Kind: kind, Target: r.sectionFile(), Name: line.Name, Text: line.Text, Lessons: line.Lessons,
		Tokens: r.tokens(line), Origin: line.Origin, Why: why,
	}
}

func (r *run) newest(lessons []int) string {
	newest := ""
	for _, l := range lessons {
		newest = max(newest, r.lessons[l].Date)
	}
	return newest
}

func (r *run) tokens(line review.Line) int {
	return r.budget.Cost(section.Entry{Name: line.Name, Text: line.Text}.String() + "\n")
}

// entries are those of the section as it would be.
func (r *run) entries(p *review.Proposal) []Entry {
	entries := []Entry{}
	for _, line := range p.Lines {
		_, isReplaced := p.Replacing(line)
		if item, _ := p.Item(line.Item); item.Kind != review.DropEntry && !isReplaced {
			entries = append(entries, r.entry(line))
		}
	}
	for _, e := range r.hand {
		line := review.Line{Name: e.Name, Text: e.Text, Lessons: []string{}, Origin: review.Hand}
		entries = append(entries, r.entry(line))
	}
	return entries
}

func (r *run) entry(line review.Line) Entry {
	return Entry{
		ID: entryID(line), Name: line.Name, Text: line.Text, LessonIDs: line.Lessons,
		Tokens: r.tokens(line), Origin: line.Origin,
	}
}

// entryID names an entry by its words.
func entryID(line review.Line) string { return workspace.ShortHash(line.Name+"\n"+line.Text, 8) }

// cited are the lessons that back lines and items: as they are, and those that are gone as they were when their entry
// was approved.
func (r *run) cited(lines []review.Line, items []review.Item) []lesson.Lesson {
	ids := map[string]bool{}
	for _, l := range lines {
		for _, id := range l.Lessons {
			ids[id] = true
		}
	}
	for _, i := range items {
		for _, id := range slices.Concat(i.Lessons, i.Misfits) {
			ids[id] = true
		}
	}
	cited := []lesson.Lesson{}
	cite := func(all []lesson.Lesson) {
		for _, l := range all {
			if ids[l.ID] {
				cited = append(cited, l)
				delete(ids, l.ID)
			}
		}
	}
	cite(r.collected.Lessons)
	for _, s := range r.standing {
		if len(ids) == 0 {
			break
		}
		before, err := r.log.Load(r.fsys, s.record.Draft)
		if err != nil {
			continue // without the draft, its lessons are shown by their IDs
		}
		cite(before.Lessons)
	}
	return cited
}
