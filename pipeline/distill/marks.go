package distill

import (
	"slices"
	"strings"
)

// marks are phrases that are looked for all at once, which is faster than one after
// the other.
type marks struct {
	phrases []string
	first   [256]bool  // the bytes that they begin with
	second  [256][]int // the phrases by their second byte
}

func marksOf(phrases ...string) *marks {
	m := &marks{phrases: phrases}
	for i, phrase := range phrases {
		m.first[phrase[0]] = true
		m.second[phrase[1]] = append(m.second[phrase[1]], i)
	}
	return m
}

// in is where each of the phrases stands first in text, or -1.
func (m *marks) in(text string) []int {
	found := slices.Repeat([]int{-1}, len(m.phrases))
	for at := 0; at+1 < len(text); at++ {
		if !m.first[text[at]] {
			continue
		}
		for _, i := range m.second[text[at+1]] {
			if found[i] < 0 && strings.HasPrefix(text[at:], m.phrases[i]) {
				found[i] = at
			}
		}
	}
	return found
}
