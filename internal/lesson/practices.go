package lesson

import (
	"maps"
	"slices"
)

// Practices are those that a model found in the lessons. They are kept so that the next run asks only about new
// lessons.
type Practices struct {
	// Model names the model and the prompts that found them.
	Model string `json:"model"`
	// Heeded names the notes of reviewers that the wordings heed.
	Heeded string     `json:"heeded,omitempty"`
	Found  []Practice `json:"found"`
	// None are the IDs of lessons that teach none of them. Waiting are the IDs of those that also came after the last
	// search for practices.
	None    []string `json:"none"`
	Waiting []string `json:"waiting"`
	// Left are the IDs of lessons that were searched, and that there was no time to assign.
	Left []string `json:"left,omitempty"`
}

// Practice is a rule of conduct that lessons teach.
type Practice struct {
	Name string `json:"name"`
	// Line is the text that lessons are compared with.
	Line string `json:"line"`
	// Lessons are the weights of those that teach it, 1 to 3, by their IDs.
	Lessons map[string]int `json:"lessons"`
	// Also are those of them that teach another practice before this one, sorted.
	Also []string `json:"also,omitempty"`
	// Forms is its verified wording, or empty.
	Forms []Form `json:"forms,omitempty"`
	// Tried is how many lessons it had when it was worded last. Reason and Detail say why
	// no wording came of it.
	Tried  int    `json:"tried,omitempty"`
	Reason string `json:"reason,omitempty"`
	Detail string `json:"detail,omitempty"`
}

// Form is a wording, with the IDs of the lessons that follow from it.
type Form struct {
	Text    string   `json:"text"`
	Lessons []string `json:"lessons"`
}

// LessonIDs are the lessons that teach the practice, sorted.
func (p *Practice) LessonIDs() []string { return slices.Sorted(maps.Keys(p.Lessons)) }
