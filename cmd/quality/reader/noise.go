package reader

import (
	_ "embed"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"

	"wisdom/internal/words"
)

// Noise is a way in which a weaker model fails.
type Noise string

// The ways.
const (
	Swapped  Noise = "swapped"  // a fifth of the lessons are assigned as another one
	Examples Noise = "examples" // the examples of practices are other lessons
	Nameless Noise = "nameless" // a third of the practices and of the wordings have no name
	Foreign  Noise = "foreign"  // a fifth of the wordings are in another language
)

// Noises are all ways.
var Noises = []Noise{Swapped, Examples, Nameless, Foreign}

// With is the record with mistakes, the same each time.
func (r *Record) With(noises ...Noise) *Record {
	noisy := &Record{r.By, slices.Clone(r.Practices), slices.Clone(r.Wordings), slices.Clone(r.Lines), nil}
	for _, l := range r.Lessons {
		lesson := *l
		noisy.Lessons = append(noisy.Lessons, &lesson)
	}
	for _, noise := range noises {
		h := fnv.New64a()
		_, _ = h.Write([]byte(string(noise) + string(r.Bytes())))
		noisy.add(noise, rand.New(rand.NewPCG(h.Sum64(), 1)))
	}
	return noisy
}

func (r *Record) add(noise Noise, random *rand.Rand) {
	switch noise {
	case Swapped:
		some := random.Perm(len(r.Lessons))[:(len(r.Lessons)+4)/5]
		if len(some) == 0 {
			return
		}
		first := r.Lessons[some[0]].Assigned
		for i, at := range some[:len(some)-1] {
			r.Lessons[at].Assigned = r.Lessons[some[i+1]].Assigned
		}
		r.Lessons[some[len(some)-1]].Assigned = first
	case Examples:
		examples := make([][]int, len(r.Lessons))
		for from, to := range random.Perm(len(r.Lessons)) {
			examples[to] = r.Lessons[from].Example
		}
		for i, l := range r.Lessons {
			l.Example = examples[i]
		}
	case Nameless:
		for _, i := range random.Perm(len(r.Practices))[:(len(r.Practices)+2)/3] {
			r.Practices[i].Name = ""
		}
		for _, i := range random.Perm(len(r.Wordings))[:(len(r.Wordings)+2)/3] {
			r.Wordings[i].Name = ""
		}
	case Foreign:
		for _, i := range random.Perm(len(r.Wordings))[:(len(r.Wordings)+4)/5] {
			w := &r.Wordings[i]
			w.Line = foreign(w.Line)
		}
	}
}

// chinese is a line in Chinese.
//
//go:embed chinese.txt
var chinese string

// foreign is a line in another language than a text.
func foreign(text string) string {
	if words.Language(text) == "cjk" {
		return "Look at the whole order once more before you send it to anyone."
	}
	return strings.TrimSpace(chinese)
}
