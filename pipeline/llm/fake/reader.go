package fake

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Wording is what a Reader writes for a practice.
type Wording struct{ Name, Line string }

// Reader is a model that does what it should, going by words: lessons with the same one of
// its words teach one practice, a line holds for the lessons that share a word with it and
// tell of no exception.
type Reader map[string]Wording

// Answer answers a request.
func (m Reader) Answer(r Request) Reply {
	asked := r.Read()
	switch asked.Step {
	case "find":
		return Answer{Practices: m.find(asked)}.Reply()
	case "assign":
		return Answer{Notes: m.assign(asked)}.Reply()
	case "word":
		return Answer{Practices: m.word(asked)}.Reply()
	case "verify":
		return Answer{Lines: m.verify(asked)}.Reply()
	}
	return Reply{Text: `{"same":[1,2]}`}
}

var rePlace = regexp.MustCompile(`^\([^)]*\) `)

// Notes are the lessons that a prompt shows, in lower case and without their places.
func (r Request) Notes() []Item {
	asked := r.Read()
	return plain(append(asked.Notes(), asked.Listed...))
}

func plain(notes []Item) (all []Item) {
	for _, n := range notes {
		all = append(all, Item{n.Number, strings.ToLower(rePlace.ReplaceAllString(n.Text, ""))})
	}
	return all
}

// Words are the words of m that a text holds.
func (m Reader) Words(text string) []string {
	var found []string
	for _, word := range slices.Sorted(maps.Keys(m)) {
		if strings.Contains(strings.ToLower(text), word) {
			found = append(found, word)
		}
	}
	return found
}

// Share reports whether two texts hold the same word of m.
func (m Reader) Share(a, b string) bool {
	return slices.ContainsFunc(m.Words(a), func(word string) bool { return strings.Contains(strings.ToLower(b), word) })
}

func (m Reader) find(asked Asked) []FoundPractice {
	least := 3
	if asked.Merge {
		least = 1
	}
	known := strings.ToLower(strings.Join(asked.Known, "\n"))
	practices := []FoundPractice{}
	for _, word := range slices.Sorted(maps.Keys(m)) {
		p := FoundPractice{Name: word, Line: "Mind every " + word + "."}
		for _, n := range plain(append(asked.Notes(), asked.Listed...)) {
			if strings.Contains(n.Text, word) && len(p.Notes) < 5 {
				p.Notes = append(p.Notes, n.Number)
			}
		}
		if len(p.Notes) >= least && !strings.Contains(known, word) {
			practices = append(practices, p)
		}
	}
	return practices
}

func (m Reader) assign(asked Asked) (list []AssignedNote) {
	for _, n := range plain(asked.Notes()) {
		choice := AssignedNote{Note: n.Number}
		at := slices.IndexFunc(asked.Options, func(option Item) bool { return m.Share(option.Text, n.Text) })
		if at >= 0 {
			choice.Practice, choice.Weight = asked.Options[at].Number, 2
		}
		list = append(list, choice)
	}
	return list
}

func (m Reader) word(asked Asked) (list []WordedPractice) {
	for _, b := range asked.Blocks {
		if b.Practice.Number == 0 {
			continue
		}
		w := WordedPractice{Practice: b.Practice.Number}
		if mine := m.Words(b.Practice.Text); len(mine) > 0 {
			w.Name, w.Line = m[mine[0]].Name, m[mine[0]].Line
			for _, n := range plain(b.Notes) {
				if !strings.Contains(n.Text, mine[0]) {
					w.Misfits = append(w.Misfits, n.Number)
				}
			}
		}
		list = append(list, w)
	}
	return list
}

func (m Reader) verify(asked Asked) (list []VerifiedLine) {
	for _, b := range asked.Blocks {
		for _, line := range b.Lines {
			v := VerifiedLine{Line: line.Number, Yes: []int{}, Verdict: "ok"}
			for _, n := range plain(b.Notes) {
				if m.Share(line.Text, n.Text) && !strings.Contains(n.Text, "exception") {
					v.Yes = append(v.Yes, n.Number)
				}
			}
			if len(v.Yes) == 0 {
				v.Verdict = "too narrow"
			}
			list = append(list, v)
		}
	}
	return list
}
