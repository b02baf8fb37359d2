package distill

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"wisdom/internal/lesson"
)

// Themes finds the orders that lessons give again and again in nearly the same words, and words what may become an
// entry. Lessons are in the order of their ids. Those of anchors form themes of their own, and so does every lesson that
// is in no other. The strongest themes come first.
func Themes(ctx context.Context, lessons []lesson.Lesson, opts Options) ([]Theme, error) {
	anchors := opts.Anchors
	d := &distiller{lessons: lessons, opts: opts, orders: ReadOrders(ctx, lessons)}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d.owner = d.orders.Owners(anchors)
	for a := range anchors {
		owned := only(upTo(len(lessons)), func(l int) bool { return d.owner[l] == a })
		if len(owned) > 0 {
			d.add(Theme{Name: anchors[a].Name, Anchor: &anchors[a], Lessons: owned, Held: owned})
		}
	}
	d.group(ctx)
	for l, owner := range d.owner {
		if owner < 0 {
			d.add(Theme{
				Name: lessons[l].Sentence(), Lessons: []int{l}, Cause: Support,
				Detail: "no other lesson is like it",
			})
		}
	}
	slices.SortStableFunc(d.themes, func(a, b Theme) int {
		return cmp.Or(cmp.Compare(len(b.Lessons), len(a.Lessons)), cmp.Compare(a.ID, b.ID))
	})
	return d.themes, ctx.Err()
}

type distiller struct {
	lessons []lesson.Lesson
	opts    Options
	orders  *Orders
	themes  []Theme
	owner   []int // of each lesson the theme that it is in, first those of the anchors; -1 for none
}

func (d *distiller) add(theme Theme) {
	theme.ID = themeID(d.lessons, theme.Lessons)
	d.themes = append(d.themes, theme)
}

// recurrence is an order with its near copies in other lessons, in the order of the lessons.
type recurrence struct {
	*order
	copies []*order
}

// group makes themes of orders that recur, the newest first. An order that is said already, or that a newer lesson
// turns, is settled like one with a wording; any other forms a theme only of lessons that no such order needs.
func (d *distiller) group(ctx context.Context) {
	var all []recurrence
	for i := range d.orders.all {
		if r := (recurrence{order: &d.orders.all[i]}); r.leads && ctx.Err() == nil {
			r.copies = d.copies(r.order)
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b recurrence) int {
		return cmp.Compare(d.newest([]int{b.lesson}), d.newest([]int{a.lesson}))
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

// copies are the near copies of an order in other lessons.
func (d *distiller) copies(o *order) []*order {
	copies := only(d.orders.echoes(o.text), func(e echo) bool {
		return e.lesson != o.lesson && o.gist().NearCopy(e.gist())
	})
	return mapped(copies, func(e echo) *order { return e.order })
}

// themeOf is the theme of an order and of its copies in lessons that are in no other theme; found reports that they are
// of enough days.
func (d *distiller) themeOf(r recurrence) (theme Theme, found bool) {
	r.copies = only(r.copies, func(o *order) bool { return d.owner[o.lesson] < 0 })
	theme.Lessons = append(mapped(r.copies, func(o *order) int { return o.lesson }), r.lesson)
	slices.Sort(theme.Lessons)
	if d.owner[r.lesson] >= 0 || len(d.days(theme.Lessons)) < d.opts.Support {
		return theme, false
	}
	theme.Name = d.lessons[r.lesson].Sentence()
	newest := d.newest(theme.Lessons)
	against := d.orders.Against(r.text, func(l *lesson.Lesson) bool { return l.Date >= newest })
	if against != nil {
		theme.Cause, theme.Detail = Superseded,
			fmt.Sprintf("a newer lesson says otherwise, at %s: %s", against.Place, against.Sentence())
		return theme, true
	}
	d.word(&theme, r)
	return theme, true
}

// days are those on which lessons were written down. Notes without a date are of one day together: what was written at
// once in two files is no recurrence.
func (d *distiller) days(lessons []int) []string {
	var days []string
	for _, l := range lessons {
		if days = append(days, d.lessons[l].Days...); len(d.lessons[l].Days) == 0 {
			days = append(days, d.lessons[l].Date)
		}
	}
	slices.Sort(days)
	return slices.Compact(days)
}

// newest is the last day on which one of lessons was written down, or empty.
func (d *distiller) newest(lessons []int) string { return slices.Max(d.days(lessons)) }

// word gives a theme its entry, or says why it has none.
func (d *distiller) word(theme *Theme, r recurrence) {
	text, name := standalone(r.text), nameOf(r)
	switch {
	case text == "":
		theme.Cause, theme.Detail = Invalid, "no sentence of its lessons that gives the order makes sense on its own"
	case name == "":
		theme.Cause, theme.Detail = Invalid, "it is cut off from a label that may be its subject"
	case hasName(r.text):
		theme.Cause, theme.Detail = Specifics, fmt.Sprintf("%q has a proper name", text)
	default:
		theme.Cause, theme.Detail = d.opts.Check(name, text, theme.Lessons)
	}
	if theme.Cause == "" {
		theme.Name = name
		theme.Wordings = []Wording{{Name: name, Text: text, Lesson: d.lessons[r.lesson].ID, Lessons: theme.Lessons}}
	}
}
