package collect

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
)

// gatherer brings together what is in several places.
type gatherer struct {
	known     *lesson.Ledger
	places    []occurrence
	retracted []retraction
	sources   []Source
	notes     []string // that this run or one before it read, with a date
	findings  []lint.Finding
	words     map[string]*found // by the id of the lesson that they are
}

// occurrence is a lesson as it is in one place, with the source that it is in.
type occurrence struct {
	*found
	path   string
	source int
	known  bool // counts only if the lesson is known
}

func (g *gatherer) add(f file, p page) {
	s := Source{Path: f.shown, Status: f.status, Note: f.note, Files: f.names, Hash: p.Hash, old: f.known}
	if f.date != "" && f.status == "" && (f.known || p.err == nil) {
		g.notes = append(g.notes, f.shown)
	}
	switch {
	case f.status != "":
	case errors.Is(p.err, fs.ErrNotExist):
		s.Status, s.Note = Missing, Absent
	case p.err != nil:
		s.Status, s.Note = Unreadable, workspace.Cause(p.err)
		var large *workspace.TooLargeError
		if errors.As(p.err, &large) {
			s.Status = Skipped
		}
	default:
		s.Status, s.Note = Read, p.Note
		if f.known {
			s.Note = strings.TrimPrefix(s.Note+"; known lessons only", "; ")
		}
		g.findings = append(g.findings, p.Findings...)
		g.retracted = append(g.retracted, p.Retracted...)
		for i := range p.Found {
			g.places = append(g.places, occurrence{&p.Found[i], f.shown, len(g.sources), f.known})
		}
	}
	g.sources = append(g.sources, s)
}

func (g *gatherer) result(ctx context.Context) (*Result, error) {
	lessons, err := g.lessons(ctx)
	if err != nil {
		return nil, err
	}
	r := &Result{
		Lessons:  lessons,
		Sources:  g.sources,
		Notes:    slices.Sorted(slices.Values(g.notes)),
		Findings: g.findings,
		Gone:     []lesson.Gone{},
		Changed:  []Changed{},
		Hidden:   []string{},
	}
	gone, hidden := g.known.Missed(r.Lessons, g.unread())
	if g.admit(ctx, gone) {
		if r.Lessons, err = g.lessons(ctx); err != nil {
			return nil, err
		}
	}
	r.Gone, r.Hidden = append(r.Gone, gone...), append(r.Hidden, hidden...)
	r.Changed = changed(ctx, r.Gone, r.Lessons)
	return r, ctx.Err()
}

// changed finds for each lesson that is gone the new one in the same file that is
// most like it.
func changed(ctx context.Context, gone []lesson.Gone, lessons []lesson.Lesson) []Changed {
	pairs := []Changed{}
	var fresh []*lesson.Lesson
	for i := range lessons {
		if len(gone) > 0 && lessons[i].New {
			fresh = append(fresh, &lessons[i])
		}
	}
	index := text.NewIndex(ctx, len(fresh), func(i int) string { return fresh[i].Headline })
	reworded(ctx, gone, index, func(i int) string { return fresh[i].Path }, func(old lesson.Gone, i int) {
		pairs = append(pairs, Changed{fresh[i].ID, old.ID})
	})
	return pairs
}

// admit lets the new words of a known lesson count although its note is older than
// the window: they are in the same file and are like the old ones. It says
// whether there were any.
func (g *gatherer) admit(ctx context.Context, gone []lesson.Gone) bool {
	var old []*occurrence
	for i := range g.places {
		if p := &g.places[i]; len(gone) > 0 && p.known && !g.known.Knows(p.ID) {
			old = append(old, p)
		}
	}
	any := false
	index := text.NewIndex(ctx, len(old), func(i int) string { return headline(old[i].Text) })
	reworded(ctx, gone, index, func(i int) string { return old[i].path }, func(_ lesson.Gone, i int) {
		old[i].known, any = false, true
	})
	return any
}

// reworded calls found for each lesson that is gone with the text of an index that is most like it, in a
// file in which it stood; each text is found once.
func reworded(
	ctx context.Context, gone []lesson.Gone, index *text.Index,
	path func(i int) string, found func(old lesson.Gone, i int),
) {
	taken := map[int]bool{}
	for _, old := range gone {
		if ctx.Err() != nil {
			return
		}
		may := func(i int) bool { return !taken[i] && stoodIn(old, path(i)) }
		if best := index.MostAlike(old.Headline, text.Reworded, may); best >= 0 {
			taken[best] = true
			found(old, best)
		}
	}
}

func stoodIn(old lesson.Gone, path string) bool {
	return slices.ContainsFunc(old.Places, func(p lesson.Place) bool { return p.Path == path })
}

// lessons makes one lesson of all places where the same is said; see same.
func (g *gatherer) lessons(ctx context.Context) ([]lesson.Lesson, error) {
	same, err := newSame(ctx, g.places)
	if err != nil {
		return nil, err
	}
	lessons := make([]lesson.Lesson, 0, len(same.texts))
	index, days := make(map[string]int, len(same.texts)), calendar{}
	isTakenBack := takenBack(ctx, g.retracted)
	for i := range g.sources {
		g.sources[i].Lessons = 0
	}
	for i := range g.places {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p := &g.places[i]
		l := same.lesson(p)
		id := l.ID
		if p.known && !g.known.Knows(id) || isTakenBack(p) {
			continue
		}
		i, there := index[id]
		if !there {
			i = len(lessons)
			index[id] = i
			g.words[id] = l.found
			lessons = append(lessons, lesson.Lesson{
				ID:       id,
				Kind:     l.Kind,
				Class:    l.Class,
				Rule:     l.Rule,
				Negative: l.Negative,
				Text:     l.Text,
				Headline: headline(l.Text),
				Place:    l.place(), // where its words are
				Heading:  l.Heading,
				Date:     l.Date,
				New:      !g.known.Knows(id),
			})
		}
		if at := p.place(); at == lessons[i].Place { // first, as what shows a lesson expects
			lessons[i].Places = slices.Insert(lessons[i].Places, 0, at)
		} else {
			lessons[i].Places = append(lessons[i].Places, at)
		}
		lessons[i].Date = max(lessons[i].Date, p.Date)
		days.add(&lessons[i], p)
		g.sources[p.source].Lessons++
	}
	return lessons, nil
}

func (o *occurrence) place() lesson.Place {
	return lesson.Place{Path: o.path, StartLine: o.Start, EndLine: o.End, Date: o.Date}
}

// unread tells whether a place could not be read this time: the file, or the
// folder beside the workspace that it is in.
func (g *gatherer) unread() func(path string) bool {
	files, folders := map[string]bool{}, []string(nil)
	for _, s := range g.sources {
		switch s.Status {
		case Unreadable, Skipped:
			files[s.Path] = true
		case Missing:
			if strings.HasSuffix(s.Path, ":") {
				folders = append(folders, s.Path)
			}
		}
	}
	return func(path string) bool {
		for at, r := range path {
			if r == '/' && files[path[:at]] {
				return true
			}
		}
		return files[path] ||
			slices.ContainsFunc(folders, func(folder string) bool { return strings.HasPrefix(path, folder) })
	}
}

// idOf names a lesson by the normal form of its text: by its words, whatever the
// marks and spaces around them.
func idOf(normal string) string { return workspace.ShortHash(normal, 12) }

// longestHeadline is the most that is shown of a lesson on one line, in
// characters.
const longestHeadline = 100

// headline is what is in bold at the beginning, else the first sentence.
func headline(s string) string {
	rest, bold := strings.CutPrefix(s, "**")
	head, _, closed := strings.Cut(rest, "**")
	if bold && closed && (strings.Contains(head, " ") || strings.ContainsFunc(head, text.IsCJK)) {
		return text.Shorten(head, longestHeadline)
	}
	plain := text.Unbold(s[:min(len(s), 4*utf8.UTFMax*longestHeadline)])
	for _, end := range text.SentenceSpans(plain) {
		return text.Shorten(plain[:end], longestHeadline)
	}
	return text.Shorten(plain, longestHeadline)
}
