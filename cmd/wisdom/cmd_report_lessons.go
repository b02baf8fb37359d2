package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"wisdom/cmd/wisdom/web"
	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/markdown/facts"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
	"wisdom/pipeline/distill"
	"wisdom/pipeline/trace"
	"wisdom/review"
)

// lessonOf is a lesson as pages show it.
func lessonOf(l lesson.Lesson) web.Lesson {
	one := web.Lesson{Text: l.Sentence(), Place: l.String(), Date: l.Date}
	for _, p := range l.Places[min(1, len(l.Places)):] {
		one.Also = append(one.Also, p.String())
	}
	if before, after, within := strings.Cut(text.Unbold(l.Text), l.Excerpt()); within {
		one.Before, one.Text, one.After = before, l.Excerpt(), after
	}
	return one
}

// lessonsFor are the lessons behind something: those that are in a source, and those that are gone as they were.
func lessonsFor(m trace.Match) []web.Lesson {
	var all []web.Lesson
	for _, l := range m.Lessons {
		all = append(all, lessonOf(l))
	}
	for _, id := range m.Gone {
		one := web.Lesson{Text: id}
		if l, ok := m.Known[id]; ok {
			one = lessonOf(l)
		}
		one.Gone = true
		all = append(all, one)
	}
	return all
}

// reportEntries are the entries of the section with the lessons that back them, and what came of them over the months.
func reportEntries(a *deps, uses []entryUse, r *web.Report) {
	triggers, _, _ := review.Triggers(a.fsys, nil) // what is wrong with them is a fact of the report
	for _, u := range uses {
		m := u.match
		one := web.Entry{
			Name: m.Name, Text: m.Text, Lessons: lessonsFor(m), Gone: len(m.Gone), Total: len(m.Lessons) + len(m.Gone),
			Months: u.byMonth(),
		}
		for _, l := range m.Lessons {
			one.Times += l.Times()
		}
		switch m.Origin {
		case review.Required:
			one.Where = "required in every section; it needs no lessons"
		case review.Hand:
			one.Where = "handwritten"
		default:
			one.Where = "draft " + m.Draft + textIf(m.By != "", ", "+approvedText(a, m))
		}
		entry := section.Entry{Name: m.Name, Text: m.Text}.String()
		for _, t := range triggers {
			if t.Entry == entry {
				one.Where += fmt.Sprintf(" · reminded %s%s, before %s", plural(u.Reminded, "time"),
					textIf(u.Reminded > 0, ", last "+a.local(u.last)), t.When)
			}
		}
		if u.Repeated > 0 || u.Against != "" {
			one.Use = followedText(a, *u.used)
			if against := u.used.Against; against != nil {
				one.Against = fmt.Sprintf("the opposite: %s  %s", against.Place, against.Sentence())
			} else if by := u.used.Limited; by != nil {
				one.Against = fmt.Sprintf("where it does not hold: %s  %s", by.Place, by.Sentence())
			}
		}
		r.Entries = append(r.Entries, one)
	}
}

// reportLessons groups all lessons by what became of them: backing an entry, backing one
// that is pending, in a practice that is not included, or in none.
func reportLessons(f *trace.Finder, r *web.Report) {
	grouped := map[string]bool{}
	add := func(name, state string, backed bool, lessons []lesson.Lesson) {
		if len(lessons) == 0 || name == "" {
			return
		}
		group := web.Group{Name: name, State: state, Backed: backed, Total: len(lessons)}
		for i, l := range lessons {
			if grouped[l.ID] = true; i < mostLessons {
				group.Lessons = append(group.Lessons, lessonOf(l))
			}
		}
		group.More = len(lessons) - len(group.Lessons)
		r.Groups = append(r.Groups, group)
	}
	backed := func(name string, quiet bool) {
		r.Backed = append(r.Backed, web.Bar{
			Name: name, Amount: len(grouped), Limit: len(f.Lessons), Unit: "lessons", Quiet: quiet,
		})
	}
	for _, m := range f.InSection() {
		add(m.Name, "an entry of the section", true, m.Lessons)
	}
	backed("backing an entry of the section", false)
	before, isPending := len(r.Groups), func(m trace.Match) bool { return m.State.Waits() && m.Decision != review.Refused }
	entries := slices.DeleteFunc(f.InDraft(), func(m trace.Match) bool { return m.Kind != review.AddEntry })
	for _, m := range entries {
		if isPending(m) {
			add(m.Name, "pending in draft "+m.Draft, false, m.Lessons)
		}
	}
	if len(r.Groups) > before {
		backed("with the pending draft", true)
	}
	for _, m := range entries {
		if !isPending(m) {
			add(m.Name, fmt.Sprintf("%s in draft %s", cmp.Or(m.Decision.String(), m.State.String()), m.Draft), false, m.Lessons)
		}
	}
	for _, m := range f.NotIncluded() {
		reason, detailed, _ := m.NotIncluded.WhyNot()
		if m.NotIncluded.Reason != string(distill.Invalid) { // the rule that it breaks is for whoever reviews
			reason = detailed
		}
		if m.NotIncluded.Kind == "theme" { // those of one lesson make no list by practice
			add(m.Name, "not included ("+reason+")", false, m.Lessons)
		}
	}
	free := func(lessons []lesson.Lesson) []lesson.Lesson {
		return slices.DeleteFunc(lessons, func(l lesson.Lesson) bool { return grouped[l.ID] })
	}
	if f.Known.Practices != nil { // that a model found
		for _, p := range f.Known.Practices.Found {
			lessons, _ := f.Existing(p.LessonIDs())
			add(p.Name, "a practice, not an entry", false, free(lessons))
		}
	}
	add("Other lessons", "in no entry and no practice", false, free(slices.Clone(f.Lessons)))
}

func rowOf(f facts.Fact) web.TableRow {
	return web.TableRow{
		Key: f.Label(), Value: f.Value, Note: f.Qualifier, Source: fmt.Sprintf("%s:%d", f.Path, f.Line), Heading: f.Heading,
	}
}

// reportTable is the table that is in place, else the one that the pending draft proposes.
func reportTable(a *deps, f *trace.Finder, r *web.Report) {
	bar := tableBar(a)
	d, inPlace := f.Log.ToolsInPlace(a.fsys)
	t := &web.Table{Tokens: web.Bar{Name: string(lookup.File), Amount: bar.Tokens, Limit: bar.Limit}}
	switch {
	case !bar.Absent && d != nil:
		t.State = fmt.Sprintf("TOOLS_COMPACT.md was promoted from draft %s. "+
			"Each value was copied from the place beside it.", d.ID)
		for _, fact := range inPlace {
			t.Rows = append(t.Rows, rowOf(fact))
		}
	case !bar.Absent:
		t.State = "TOOLS_COMPACT.md is handwritten: no draft brought it."
	default:
		if d = f.Draft(f.Log.Waiting()); d == nil || d.Tools == nil {
			return
		}
		t.State = fmt.Sprintf("There is no TOOLS_COMPACT.md yet. This is what draft %s proposes.", d.ID)
		t.Tokens.Amount, t.Tokens.Limit = d.Tools.Tokens, d.Tools.Limit
		for _, row := range d.Tools.Rows {
			t.Rows = append(t.Rows, rowOf(row.Fact))
		}
	}
	if d != nil && d.Tools != nil {
		t.Hand = linesOf(d.Tools.Hand.Text())
		for _, l := range d.Tools.LeftOut {
			t.Left = append(t.Left, web.TableRow{Key: l.Key, Value: l.Fact().Told(), Source: fmt.Sprintf("%s:%d", l.Path,
				l.Line), Note: l.WhyNot()})
		}
	}
	r.Table = t
}

func reportPending(ctx context.Context, a *deps, r *web.Report, log *review.Log) error {
	d, err := log.Load(a.fsys, log.Waiting())
	if err != nil {
		return nil // none is pending, or it is damaged, which lint says
	}
	session := review.NewSession(a.fsys, log, d, a.reviewOptions(""), nil)
	session.Gone = goneSince(ctx, a, d)
	p := &web.Pending{
		Draft: draftOnPage(ctx, session), Command: "wisdom review", OnPage: "wisdom review --web",
	}
	if err := review.CheckCurrent(a.fsys, log, d); err != nil {
		p.Stale = err.Error()
	}
	unapplied, err := log.Unapplied(a.fsys, d)
	if err != nil {
		return err
	}
	for _, items := range []*[]web.Item{&p.Entries, &p.Lines, &p.Facts} {
		*items = slices.DeleteFunc(*items, func(one web.Item) bool { return unapplied[one.ID] != "" })
	}
	changes, err := review.Changes(a.fsys, log, d, log.WouldBe(d))
	if err != nil {
		return err
	}
	p.Blocks = blocksOf(changes)
	r.Pending = p
	return ctx.Err()
}
