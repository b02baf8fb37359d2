package distill

import (
	"slices"
	"strings"

	"wisdom/internal/lesson"
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
	// Model and Prompts are those of Practices, Form is how the model is asked; Embedder, if there is one, helps where
	// that is by margins.
	Model    Model
	Prompts  *prompts.Set
	Form     Form
	Embedder Embedder
	// Estimated is told what the run will about cost, before it asks anything; nil is told nothing.
	Estimated func(Cost)
	// Kept are the practices that an earlier run found, or nil. Unverified reports that it did so with another model, or
	// other prompts: this one verifies their lines.
	Kept       *lesson.Practices
	Unverified bool
	// Anchors are the approved entries, Hand those that a person wrote, Loaded the sentences that every session loads, the
	// most telling first, Room is for how many entries there is room, about.
	Anchors, Hand []Anchor
	Loaded        []string
	Room          int
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
	// Anchor is the entry that speaks for the theme already, or nil; Held are the lessons that back it, ascending.
	Anchor *Anchor
	Held   []int
	// Wordings are the forms in which the theme could become an entry, the strongest first; without any, Cause and Detail
	// say why.
	Wordings []Wording
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
	// Lessons are those that back it, by their indices, ascending: all of the theme's, or those that were verified.
	Lessons []int
}

// themeID names a theme by its lessons.
func themeID(lessons []lesson.Lesson, group []int) string {
	ids := mapped(group, func(l int) string { return lessons[l].ID })
	slices.Sort(ids)
	return workspace.ShortHash(strings.Join(ids, " "), 8)
}
