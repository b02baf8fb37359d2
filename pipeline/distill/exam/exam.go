// Package exam holds the notes that a model is examined with, before its answers may become entries. All are invented,
// in several languages, and each comes with the right answer, so that they are also the key.
package exam

import (
	"cmp"
	"embed"
	"encoding/json"
	"sync"

	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
)

//go:embed *.json
var files embed.FS

// The skills, each a step of distilling.
const (
	Find   = "find"
	Assign = "assign"
	Word   = "word"
	Verify = "verify"
)

// Items are the notes by skill, and how well a model must do.
type Items struct {
	Find   Finding
	Assign Assigning
	Word   []Wording
	Verify []Line
	// Marks are by skill.
	Marks map[string]Mark
	// Hash names all of them together.
	Hash workspace.Hash
}

// Mark is what scores of a skill are compared with; all are between 0 and 1.
type Mark struct {
	Chance float64 `json:"chance"` // who guesses
	Reader float64 `json:"reader"` // a careful reader
	Least  float64 `json:"mark"`   // the least with which a model passes
}

// Note is a note of one day: no more than its date, its heading and its text.
type Note = lesson.Lesson

// Finding asks for the practices among many notes, most of which teach none.
type Finding struct {
	Practices []struct{ ID, Gist string }
	Notes     []Sought
}

// Sought is a note that teaches a practice, or none.
type Sought struct {
	Note
	Teaches string // ID of the practice, or empty
	Short   bool   // it is also in the smaller set
}

// Assigning asks which of the lines each note teaches.
type Assigning struct {
	Lines []Practice
	Notes []Assigned
	// Opposites tell the opposite of the line that Teaches names; only margins are asked of them.
	Opposites []Assigned
}

// Practice is the line of one, with its name.
type Practice struct{ Name, Line string }

// Assigned is a note that teaches one of the lines, or none.
type Assigned struct {
	Note
	Teaches int // number of the line, from 1; 0 is none
}

// Wording asks for the line of a practice. A line keeps the polarity of the notes if it holds one of Negations where
// Ban, and none elsewhere; it must hold one of Subject, and one of Exception where there are any.
type Wording struct {
	Name, Line, Language          string
	Notes                         []string
	Ban                           bool
	Negations, Exception, Subject []string
}

// Line is a line to verify, with notes that follow from it and others.
type Line struct {
	Line, Verdict string
	Notes         []Pair
}

// Pair is a note that follows from a line, or does not.
type Pair struct {
	Note
	Yes bool
}

// All are the items.
var All = sync.OnceValue(func() *Items {
	var items Items
	var all []byte
	into := []any{&items.Find, &items.Assign, &items.Word, &items.Verify, &items.Marks}
	for i, name := range []string{Find, Assign, Word, Verify, "marks"} {
		b, err := files.ReadFile(name + ".json")
		if err = cmp.Or(err, json.Unmarshal(b, into[i])); err != nil {
			panic(err) // they are compiled in
		}
		all = append(all, b...)
	}
	items.Hash = workspace.HashOf(all)
	return &items
})
