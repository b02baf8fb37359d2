package trace

import (
	"wisdom/internal/lesson"
	"wisdom/review"
)

// Where says where something was found.
type Where string

// The places in which a subject is looked for, in order.
const (
	InSection   Where = "section"
	InDraft     Where = "draft"
	NotIncluded Where = "not_included"
	LessonOnly  Where = "lesson"
)

// Match is something that a subject may mean.
type Match struct {
	Where  Where           `json:"where"`
	Name   string          `json:"name"`
	Text   string          `json:"text,omitempty"`
	Origin review.Origin   `json:"origin,omitempty"`
	Kind   review.ItemKind `json:"kind,omitempty"` // of an item of a draft
	Item   string          `json:"item,omitempty"`
	Draft  string          `json:"draft,omitempty"`
	// State is that of the draft, Decision what was decided on the item; By, At and
	// Reason tell of the decision.
	State    review.State    `json:"state,omitempty"`
	Decision review.Decision `json:"decision,omitempty"`
	By       string          `json:"by,omitempty"`
	At       string          `json:"at,omitempty"` // RFC 3339
	Reason   string          `json:"reason,omitempty"`
	// NotIncluded says why it is not in the draft.
	NotIncluded *review.Dropped `json:"not_included,omitempty"`
	Lessons     []lesson.Lesson `json:"lessons"`
	Gone        []string        `json:"gone"` // IDs of lessons that are in no source any more

	// Known are the lessons as they were when the draft was made.
	Known map[string]lesson.Lesson `json:"-"`
	// Reworded: whoever approved it wrote its words.
	Reworded bool `json:"-"`
	rank     rank
}
