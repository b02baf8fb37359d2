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
	// Check says why a wording may not become an entry, or "".
	Check func(name, text string) string
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
	Cause    Cause
	Detail   string
}

// Cause says why a theme has no wording.
type Cause string

// The causes.
const (
	Support   Cause = "support"   // too few lessons
	Specifics Cause = "specifics" // no clause can stand alone without them
	Invalid   Cause = "invalid"   // no clause passes the checks
)

// Wording is a form of an entry.
type Wording struct {
	Name, Text string
	// Lesson is the id of the lesson whose clause it is.
	Lesson string
}

// Themes groups lessons and words what may become an entry. Lessons are in the
// order of their ids; those of anchors form themes of their own.
func Themes(ctx context.Context, lessons []ledger.Lesson, anchors []Anchor, opts Options) ([]Theme, error) {
	d := newDistiller(lessons, opts)
	groups := cluster(spaceOf(lessons, d.names), len(lessons))
	var themes []Theme
	for _, c := range claim(groups, anchored(lessons, anchors)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		theme := Theme{ID: themeID(lessons, c.lessons), Lessons: c.lessons}
		d.word(&theme)
		if c.anchor >= 0 {
			theme.Anchor = &anchors[c.anchor]
			theme.Name = theme.Anchor.Name
		}
		themes = append(themes, theme)
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
	frequency map[string]float64 // share of all lessons that hold a term
	cut       map[int][]clause
}

func newDistiller(lessons []ledger.Lesson, opts Options) *distiller {
	d := &distiller{lessons: lessons, opts: opts, names: findProperNames(lessons), frequency: map[string]float64{}, cut: map[int][]clause{}}
	for _, l := range lessons {
		for _, term := range unique(words.Terms(l.Text)) {
			d.frequency[term] += 1 / float64(len(lessons))
		}
	}
	return d
}

func (d *distiller) clauses(lesson int) []clause {
	if _, ok := d.cut[lesson]; !ok {
		d.cut[lesson] = clauses(d.lessons[lesson].Text)
	}
	return d.cut[lesson]
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
	theme.Name = d.name(theme.Lessons)
	if theme.Name == "" {
		theme.Name = finish(firstWords(d.lessons[theme.Lessons[0]].Headline, longestName))
	}
	voices := d.voices(theme.Lessons)
	if len(voices) == 0 {
		theme.Cause, theme.Detail = Specifics, "no clause of its lessons can stand alone without specifics"
		return
	}
	why := ""
	voices = slices.DeleteFunc(voices, func(c candidate) bool {
		reason := d.opts.Check(theme.Name, sentence(c.text))
		if reason != "" && why == "" {
			why = reason
		}
		return reason != ""
	})
	if len(voices) == 0 {
		theme.Cause, theme.Detail = Invalid, "no clause of its lessons passes the checks: "+why
		return
	}
	theme.Wordings = d.wordings(theme.Name, voices)
}

func firstWords(text string, n int) string {
	fields := strings.Fields(text)
	return strings.Join(fields[:min(n, len(fields))], " ")
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
