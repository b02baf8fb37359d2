package distill

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/words"
	"wisdom/prompts"
	"wisdom/review/ledger"
)

// Options are the limits that a theme must keep.
type Options struct {
	// Support is the least number of lessons that an entry stands on.
	Support int
	// Words is the most words that an entry has after its name.
	Words int
	// Generic says whether a heading names no topic ("Lessons learned").
	Generic func(heading string) bool
	// Check says why a wording may not become an entry that stands on lessons,
	// given by their indices; cause is empty for one that may.
	Check func(name, text string, lessons []int) (cause Cause, detail string)
	// Model and Prompts are those of Practices.
	Model   Model
	Prompts *prompts.Set
	// Kept are the practices that an earlier run found with the same model, or nil.
	Kept *ledger.Practices
	// Hand are the entries that a person wrote, Loaded the sentences that every session
	// loads, Room is for how many entries there is room, about.
	Hand   []Anchor
	Loaded []string
	Room   int
	// Wanted reports whether a theme of these lessons could become an entry; it spares
	// requests.
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
	// Wordings are the forms in which the theme could become an entry, the
	// fullest first; without any, Cause and Detail say why.
	Wordings []Wording
	// Verified are the lessons that were verified to follow from a wording, by its
	// text, ascending; nil where they are all of the theme's. See Cited.
	Verified map[string][]int
	// Weights are those of its lessons by their indices, 3 for harm done; nil where
	// all weigh the same.
	Weights map[int]int
	Cause   Cause
	Detail  string
}

// Cause says why a theme has no wording.
type Cause string

// The causes.
const (
	Support    Cause = "support"    // too few lessons
	Specifics  Cause = "specifics"  // no clause can stand alone without them
	Invalid    Cause = "invalid"    // no clause passes the checks
	Superseded Cause = "superseded" // a newer lesson says otherwise
	Duplicate  Cause = "duplicate"  // it is said already
	Unfaithful Cause = "unfaithful" // it says more than its lessons
	Refused    Cause = "refused"    // a reviewer did not want nearly these words
	Secret     Cause = "secret"
	Injection  Cause = "injection"
)

// Wording is a form of an entry.
type Wording struct {
	Name, Text string
	// Lesson is the id of the lesson whose clause it is.
	Lesson string
	// Short reports whether it is the short form of a line.
	Short bool
}

// Themes groups lessons and words what may become an entry. Lessons are in the
// order of their ids; those of anchors form themes of their own. The strongest
// themes come first.
func Themes(ctx context.Context, lessons []ledger.Lesson, anchors []Anchor, opts Options) ([]Theme, error) {
	d := newDistiller(ctx, lessons, opts)
	space := d.space(ctx)
	edges := space.Near(ctx, neighbours, leastAlike)
	newer := d.replaced(ctx, edges)
	edges = slices.DeleteFunc(edges, func(e words.Edge) bool { return newer[e.A] >= 0 || newer[e.B] >= 0 })
	groups := cores(ctx, space, cluster(ctx, edges, len(lessons), d.contradict), opts.Support)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	claims := claim(groups, anchored(lessons, anchors))
	themes := make([]Theme, len(claims))
	words.SideBySide(ctx, len(claims), func(i int) {
		themes[i] = Theme{ID: themeID(lessons, claims[i].lessons), Lessons: claims[i].lessons}
		if by := newer[claims[i].lessons[0]]; by >= 0 && len(claims[i].lessons) == 1 {
			themes[i].Name, themes[i].Cause = lessons[claims[i].lessons[0]].Headline, Superseded
			themes[i].Detail = fmt.Sprintf("a newer lesson says otherwise, at %s: %s", lessons[by].Place, lessons[by].Headline)
			return
		}
		d.word(&themes[i])
		if anchor := claims[i].anchor; anchor >= 0 {
			themes[i].Anchor = &anchors[anchor]
			themes[i].Name = anchors[anchor].Name
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(themes, func(a, b Theme) int {
		return cmp.Or(cmp.Compare(len(b.Lessons), len(a.Lessons)), cmp.Compare(a.ID, b.ID))
	})
	return themes, nil
}

type distiller struct {
	lessons   []ledger.Lesson
	opts      Options
	names     properNames
	terms     [][]*words.Term    // of each lesson, without names
	frequency map[string]float64 // share of all lessons that hold a stem
	stances   []*stance          // of each lesson, as far as asked for
	amounts   []*amount          // the same
	script    written            // their characters
}

// newDistiller reads the words of lessons. Once ctx ends it is of no use, as is all that
// is made of it; Themes says so.
func newDistiller(ctx context.Context, lessons []ledger.Lesson, opts Options) *distiller {
	d := &distiller{
		lessons: lessons, opts: opts, names: findProperNames(ctx, lessons),
		terms:   make([][]*words.Term, len(lessons)),
		stances: make([]*stance, len(lessons)),
		amounts: make([]*amount, len(lessons)),
		script:  writtenIn(lessons),
	}
	words.SideBySide(ctx, len(lessons), func(i int) {
		d.terms[i] = words.Terms(d.names.without(lessons[i].Text))
	})
	all := make([]int, len(lessons))
	for i := range all {
		all[i] = i
	}
	d.frequency = d.spread(all)
	return d
}

// space weighs the words of the lessons, those of the headline twice.
func (d *distiller) space(ctx context.Context) *words.Space {
	texts := make([][]string, len(d.lessons))
	words.SideBySide(ctx, len(d.lessons), func(i int) {
		headline := d.names.without(d.lessons[i].Headline)
		texts[i] = append(allStems(d.terms[i]), allStems(words.Terms(headline))...)
	})
	return words.NewSpace(texts)
}

// allStems are the stems of terms, in their order.
func allStems(terms []*words.Term) []string {
	list := make([]string, len(terms))
	for i, term := range terms {
		list[i] = term.Stem
	}
	return list
}

// stems are the different stems among terms, sorted.
func stems(terms []*words.Term) []string {
	list := allStems(terms)
	slices.Sort(list)
	return slices.Compact(list)
}

func (d *distiller) generic(heading string) bool { return d.opts.Generic(heading) }

// word names a theme and finds its wordings.
func (d *distiller) word(theme *Theme) {
	if len(theme.Lessons) < d.opts.Support {
		theme.Name = d.lessons[theme.Lessons[0]].Headline
		theme.Cause = Support
		theme.Detail = fmt.Sprintf("%s, an entry needs %d", lessonCount(len(theme.Lessons)), d.opts.Support)
		return
	}
	if n := d.different(theme.Lessons); n < d.opts.Support {
		theme.Name = d.lessons[theme.Lessons[0]].Headline
		theme.Cause = Support
		theme.Detail = fmt.Sprintf("%s, but only %d that do not repeat another, an entry needs %d", lessonCount(len(theme.Lessons)), n, d.opts.Support)
		return
	}
	spread := d.spread(theme.Lessons)
	names := d.naming(theme.Lessons, spread)
	theme.Name = cmp.Or(names.of(""), nameOf(d.lessons[theme.Lessons[0]].Headline))
	voices := d.voices(theme.Lessons, spread)
	if len(voices) == 0 || theme.Name == "" {
		theme.Cause, theme.Detail = Specifics, "no clause of its lessons can stand alone without specifics"
		return
	}
	d.wordings(theme, voices, names)
	if len(theme.Wordings) > 0 {
		theme.Name = theme.Wordings[0].Name
	}
}

// nameOf is a name for a theme whose lessons share no word: the first words of
// one of them.
func nameOf(headline string) string {
	fields := strings.Fields(headline)
	return finish(strings.Join(fields[:min(longestName, len(fields))], " "))
}

func lessonCount(n int) string {
	if n == 1 {
		return "1 lesson"
	}
	return fmt.Sprintf("%d lessons", n)
}

// themeID names a theme by its lessons.
func themeID(lessons []ledger.Lesson, group []int) string {
	ids := make([]string, len(group))
	for i, l := range group {
		ids[i] = lessons[l].ID
	}
	slices.Sort(ids)
	sum := sha256.Sum256([]byte(strings.Join(ids, " ")))
	return hex.EncodeToString(sum[:4])
}
