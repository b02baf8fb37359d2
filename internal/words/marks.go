package words

import (
	"slices"
	"strings"
)

// Marks are phrases that are looked for all at once, which is faster than one after
// the other.
type Marks struct {
	Phrases []string
	first   [256]bool  // the bytes that they begin with
	second  [256][]int // the phrases by their second byte
}

// MarksOf are the marks that phrases make. Each is at least two bytes long.
func MarksOf(phrases ...string) *Marks {
	m := &Marks{Phrases: phrases}
	for i, phrase := range phrases {
		m.first[phrase[0]] = true
		m.second[phrase[1]] = append(m.second[phrase[1]], i)
	}
	return m
}

// In is where each of the phrases stands first in text, or -1; it is nil where none
// does.
func (m *Marks) In(text string) []int {
	var found []int
	for at := 0; at+1 < len(text); at++ {
		if !m.first[text[at]] {
			continue
		}
		for _, i := range m.second[text[at+1]] {
			if !strings.HasPrefix(text[at:], m.Phrases[i]) {
				continue
			}
			if found == nil {
				found = slices.Repeat([]int{-1}, len(m.Phrases))
			}
			if found[i] < 0 {
				found[i] = at
			}
		}
	}
	return found
}
