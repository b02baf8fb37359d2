package distill

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"wisdom/internal/lesson"
	"wisdom/internal/sorting"
	"wisdom/internal/workspace"
	"wisdom/prompts"
)

// Options are the limits that a theme must keep.
type Options struct {
	// Support is the least number of lessons that back an entry.
	Support int
	// Words is the most words that an entry has after its name.
	Words int
	// Check says why a wording may not become an entry backed by lessons, given by their indices; cause is empty for one
	// that may.
	Check func(name, text string, lessons []int) (cause Cause, detail string)
	// Distinct is how many lessons, given by their indices, are different ones.
	Distinct func(lessons []int) int
	// Model and Prompts are those of Practices.
	Model   Model
	Prompts *prompts.Set
	// Kept are the practices that an earlier run found with the same model, or nil.
	Kept *lesson.Practices
	// Hand are the entries that a person wrote, Loaded the sentences that every session loads, the most telling first,
	// Room is for how many entries there is room, about.
	Hand   []Anchor
	Loaded []string
	Room   int
	// Wanted reports whether a theme of these lessons could become an entry; it spares requests.
	Wanted func(lessons []int) bool
}

// Anchor is an entry that stands already, with the lessons it was approved for.
type Anchor struct {
	Name, Text string
	LessonIDs  []string
}

// Theme is a group of lessons that teach the same thing.
type Theme struct {
	ID   string
	Name string
	// Lessons are their indices in the input, ascending.
	Lessons []int
	// Anchor is the entry that speaks for the theme already, or nil.
	Anchor *Anchor
	// Wordings are the forms in which the theme could become an entry, the strongest first; without any, Cause and Detail
	// say why.
	Wordings []Wording
	// Verified are the lessons that were verified to follow from a wording, by its text, ascending; nil where they are all
	// of the theme's. See Cited.
	Verified map[string][]int
	// Weights are those of its lessons by their indices, Harm for harm done; nil where all weigh the same.
	Weights map[int]int
	Cause   Cause
	Detail  string
}

// Cause says why a theme has no wording.
type Cause string

// The causes.
const (
	Support    Cause = "support"    // too few lessons
	Specifics  Cause = "specifics"  // no clause makes sense on its own without them
	Invalid    Cause = "invalid"    // no clause passes the checks
	Superseded Cause = "superseded" // a newer lesson says otherwise
	Duplicate  Cause = "duplicate"  // it is said already
	Unfaithful Cause = "unfaithful" // it says more than its lessons
	Refused    Cause = "refused"    // a reviewer rejected nearly these words
	Secret     Cause = "secret"
	Injection  Cause = "injection"
)

// Wording is a form of an entry.
type Wording struct {
	Name, Text string
	// Lesson is the id of the lesson whose clause it is.
	Lesson string
}

// Themes finds what lessons say again and again, and words what may become an entry. Lessons are in the order of their
// ids. Those of anchors form themes of their own, and so does every lesson that is in no other. The strongest themes
// come first.
func Themes(ctx context.Context, lessons []lesson.Lesson, anchors []Anchor, opts Options) ([]Theme, error) {
	texts := make([]string, len(anchors))
	for a := range anchors {
		texts[a] = anchors[a].Text
	}
	d := &distiller{
		lessons:    lessons,
		opts:       opts,
		statements: readStatements(ctx, lessons, texts),
		owner:      anchored(lessons, anchors),
	}
	d.writing = sync.OnceValue(func() *writing { return writingOf(lessons) })
	all := d.statements.recurrences(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	join(all, len(lessons), d.owner)
	for a := range anchors {
		owned := slices.DeleteFunc(upTo(len(lessons)), func(l int) bool { return d.owner[l] != a })
		if len(owned) > 0 {
			d.add(Theme{Name: anchors[a].Name, Anchor: &anchors[a], Lessons: owned})
		}
	}
	d.group(all)
	for l, owner := range d.owner {
		if owner < 0 {
			d.add(Theme{
				Name: lessons[l].Sentence(), Lessons: []int{l}, Cause: Support,
				Detail: fmt.Sprintf("1 lesson, an entry needs %d", opts.Support),
			})
		}
	}
	sorting.Stable(d.themes, func(a, b Theme) int {
		return cmp.Or(cmp.Compare(len(b.Lessons), len(a.Lessons)), cmp.Compare(a.ID, b.ID))
	})
	return d.themes, nil
}

type distiller struct {
	lessons    []lesson.Lesson
	opts       Options
	statements *statements
	writing    func() *writing
	themes     []Theme
	owner      []int // of each lesson the theme that it is in, first those of the anchors; -1 for none
}

func (d *distiller) add(theme Theme) {
	theme.ID = themeID(d.lessons, theme.Lessons)
	d.themes = append(d.themes, theme)
}

// group makes themes of orders that recur, those with most lessons first. An order that is said already, or that a
// newer lesson turns, is settled like one with a wording; any other forms a theme only of lessons that no such order
// needs.
func (d *distiller) group(all []recurrence) {
	all = slices.DeleteFunc(all, func(r recurrence) bool {
		return r.order.lesson >= len(d.lessons) || d.days(r.order, r.echoes) < d.opts.Support
	})
	alike := func(r recurrence) (sum float64) {
		for _, e := range r.echoes {
			sum += e.alike
		}
		return sum
	}
	sorting.Stable(all, func(a, b recurrence) int {
		return cmp.Or(cmp.Compare(len(b.echoes), len(a.echoes)),
			cmp.Compare(min(len(b.order.label), 1), min(len(a.order.label), 1)),
			cmp.Compare(alike(b), alike(a)))
	})
	for _, settled := range []bool{true, false} {
		for _, r := range all {
			theme, found := d.themeOf(r)
			if found && (len(theme.Wordings) > 0 || theme.Cause == Duplicate || theme.Cause == Superseded || !settled) {
				for _, l := range theme.Lessons {
					d.owner[l] = len(d.themes) + len(d.lessons) // of no anchor
				}
				d.add(theme)
			}
		}
	}
}

// themeOf is the theme of an order and of the lessons that echo it, as far as they share its core and are in no other
// theme; found reports that they are of enough days.
func (d *distiller) themeOf(r recurrence) (theme Theme, found bool) {
	if d.owner[r.order.lesson] >= 0 {
		return theme, false
	}
	var with []echo
	newest, against := d.lessons[r.order.lesson].Date, -1
	for _, e := range r.echoes {
		switch date := d.lessons[e.lesson].Date; {
		case e.against && (against < 0 || date > d.lessons[against].Date):
			against = e.lesson
		case !e.against && d.owner[e.lesson] < 0:
			with = append(with, e)
			newest = max(newest, date)
		}
	}
	r.order.language = d.writing().languageOf(r.order.text)
	core, with := coreOf(r.order, with)
	if d.days(r.order, with) < d.opts.Support {
		return theme, false
	}
	theme.Lessons = []int{r.order.lesson}
	for _, e := range with {
		theme.Lessons = append(theme.Lessons, e.lesson)
	}
	slices.Sort(theme.Lessons)
	lesson := d.lessons[r.order.lesson]
	theme.Name = lesson.Sentence()
	if against >= 0 && d.lessons[against].Date >= newest {
		theme.Cause, theme.Detail = Superseded, fmt.Sprintf("a newer lesson says otherwise, at %s: %s",
			d.lessons[against].Place, d.lessons[against].Sentence())
		return theme, true
	}
	d.word(&theme, r.order, core, with)
	return theme, true
}

// subjectOf is the term of the core of an order that most surely names a thing, the first of several.
func subjectOf(order *statement, core []string) (subject int) {
	surest := -1
	for at, p := range order.terms {
		if sure := namesThing(order, at); sure > surest && slices.Contains(core, p.stem) {
			subject, surest = at, sure
		}
	}
	return subject
}

// days counts the days on which an order was given. Notes without a date count as one day together: what was written at
// once in two files is no recurrence.
func (d *distiller) days(order *statement, echoes []echo) int {
	days := map[string]bool{}
	for _, e := range append([]echo{{lesson: order.lesson}}, echoes...) {
		l := d.lessons[e.lesson]
		for _, day := range l.Days {
			days[day] = true
		}
		if len(l.Days) == 0 {
			days[l.Date] = true
		}
	}
	return len(days)
}

// word gives a theme its entry, or says why it has none.
func (d *distiller) word(theme *Theme, order *statement, core []string, with []echo) {
	text, name := entryOf(order.text), nameOf(order, subjectOf(order, core), core, with)
	switch {
	case text == "", !order.isWhole(name):
		theme.Cause, theme.Detail = Invalid, "no sentence of its lessons that gives the order makes sense on its own"
	case name == "":
		theme.Cause, theme.Detail = Invalid, "its lessons share no subject that could name it"
	case d.writing().hasName(order.text):
		theme.Cause, theme.Detail = Specifics, fmt.Sprintf("%q has a proper name", text)
	default:
		theme.Cause, theme.Detail = d.opts.Check(name, text, theme.Lessons)
	}
	if theme.Cause == "" {
		theme.Name, theme.Wordings = name, []Wording{{Name: name, Text: text, Lesson: d.lessons[order.lesson].ID}}
	}
}

// themeID names a theme by its lessons.
func themeID(lessons []lesson.Lesson, group []int) string {
	ids := make([]string, len(group))
	for i, l := range group {
		ids[i] = lessons[l].ID
	}
	slices.Sort(ids)
	return workspace.ShortHash(strings.Join(ids, " "), 8)
}
