package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"wisdom/cmd/wisdom/web"
	"wisdom/internal/lesson"
	"wisdom/internal/words"
	"wisdom/markdown/facts"
	"wisdom/markdown/lookup"
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
	if before, after, within := strings.Cut(words.Unbold(l.Text), l.Excerpt()); within {
		one.Before, one.Text, one.After = before, l.Excerpt(), after
	}
	return one
}

// lessonCalled is the lesson with an id; one that is not known is gone.
func lessonCalled(id string, known map[string]lesson.Lesson) web.Lesson {
	if l, ok := known[id]; ok {
		return lessonOf(l)
	}
	return web.Lesson{Text: id, Gone: true}
}

// lessonsFor are the lessons behind something: those that are in a source, and those that are gone as they were.
func lessonsFor(m trace.Match) []web.Lesson {
	var all []web.Lesson
	for _, l := range m.Lessons {
		all = append(all, lessonOf(l))
	}
	for _, id := range m.Gone {
		one := lessonCalled(id, m.Known)
		one.Gone = true
		all = append(all, one)
	}
	return all
}

// reportEntries are the entries of the section with the lessons that back them.
func reportEntries(ctx context.Context, a *deps, f *trace.Finder, r *web.Report) error {
	used, err := f.Used(ctx)
	if err != nil {
		return err
	}
	for _, m := range f.InSection() {
		one := web.Entry{Name: m.Name, Text: m.Text, Lessons: lessonsFor(m), Gone: len(m.Gone)}
		one.Total = len(one.Lessons)
		for _, l := range m.Lessons {
			one.Times += l.Times()
		}
		switch {
		case m.Origin == review.Required:
			one.Where = "required in every section; it needs no lessons"
		case m.Origin == review.Hand:
			one.Where = "handwritten"
		case m.By != "":
			one.Where = fmt.Sprintf("draft %s, %s", m.Draft, approvedText(a, m))
		default:
			one.Where = "draft " + m.Draft
		}
		for _, u := range used {
			if u.Name != m.Name || u.Text != m.Text {
				continue
			}
			if len(u.Again) > 0 || u.Against != nil {
				one.Use = followedText(a, u)
			}
			if u.Against != nil {
				one.Against = fmt.Sprintf("the opposite: %s  %s", u.Against.Place, u.Against.Sentence())
			}
		}
		r.Entries = append(r.Entries, one)
	}
	return nil
}

// reportLessons groups all lessons by what became of them: backing an entry, backing one
// that is pending, in a theme that is not included, or in none.
func reportLessons(f *trace.Finder, r *web.Report) {
	r.Months, r.Undated = months(f.Lessons)
	grouped := map[string]bool{}
	add := func(m trace.Match, state string, inPlace bool) {
		if len(m.Lessons) == 0 || m.Name == "" {
			return
		}
		for _, l := range m.Lessons {
			grouped[l.ID] = true
		}
		r.Groups = append(r.Groups, groupOf(web.Group{Name: m.Name, State: state, Backed: inPlace}, m.Lessons))
	}
	backed := func(name string, quiet bool) {
		r.Backed = append(r.Backed, web.Bar{
			Name: name, Amount: len(grouped), Limit: len(f.Lessons), Unit: "lessons",
			Quiet: quiet,
		})
	}
	for _, m := range f.InSection() {
		add(m, "an entry of SOUL.md", true)
	}
	backed("backing an entry of SOUL.md", false)
	before := len(r.Groups)
	for _, m := range f.InDraft() {
		if m.Kind == review.AddEntry && m.State.Waits() && m.Decision != review.Refused {
			add(m, "pending in draft "+m.Draft, false)
		}
	}
	if len(r.Groups) > before {
		backed("with the pending draft", true)
	}
	for _, m := range f.InDraft() {
		if m.Kind == review.AddEntry && (!m.State.Waits() || m.Decision == review.Refused) {
			add(m, fmt.Sprintf("%s in draft %s", cmp.Or(m.Decision.String(), m.State.String()), m.Draft), false)
		}
	}
	for _, m := range f.NotIncluded() {
		if m.NotIncluded.Kind != "theme" {
			continue // those of one lesson make no list by practice
		}
		reason, detailed, _ := m.NotIncluded.WhyNot()
		if m.NotIncluded.Reason != string(distill.Invalid) { // the rule that it breaks is for whoever reviews
			reason = detailed
		}
		add(m, "not included ("+reason+")", false)
	}
	practices(f, r, grouped)
	rest := slices.DeleteFunc(slices.Clone(f.Lessons), func(l lesson.Lesson) bool { return grouped[l.ID] })
	if len(rest) > 0 {
		r.Groups = append(r.Groups, groupOf(web.Group{Name: "Other lessons", State: "in no entry and no practice"}, rest))
	}
}

// practices are those that a model found, for the lessons that are in no entry and no theme.
func practices(f *trace.Finder, r *web.Report, grouped map[string]bool) {
	if f.Known.Practices == nil {
		return
	}
	for _, p := range f.Known.Practices.Found {
		var lessons []lesson.Lesson
		for _, id := range p.LessonIDs() {
			if l, there := f.Current[id]; there && !grouped[id] {
				lessons = append(lessons, l)
				grouped[id] = true
			}
		}
		if len(lessons) > 0 {
			r.Groups = append(r.Groups, groupOf(web.Group{Name: p.Name, State: "a practice, not an entry"}, lessons))
		}
	}
}

// groupOf puts lessons into a group, as many as a reader looks at.
func groupOf(g web.Group, lessons []lesson.Lesson) web.Group {
	g.Total = len(lessons)
	for i, l := range lessons {
		if i == mostLessons {
			g.More = len(lessons) - i
			break
		}
		g.Lessons = append(g.Lessons, lessonOf(l))
	}
	return g
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
