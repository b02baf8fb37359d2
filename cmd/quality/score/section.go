package score

import (
	"strings"

	"wisdom/internal/tokens"
	"wisdom/markdown/section"
	"wisdom/pipeline/knapsack"
)

// Section is the section that entries go into.
type Section struct {
	// Used is the part that is there whoever proposes: the heading, the header, the required entry, handwritten text.
	Used tokens.Size
	// Standing are the texts of the entries among that.
	Standing []string
	// Limits are for the whole in tokens, and for what is added in entries.
	Limits  knapsack.Limits
	Newline string
}

// Measure returns the size of an entry.
func (s Section) Measure(e Entry) tokens.Size {
	return tokens.Measure(section.Entry{Name: e.Name, Text: e.Text}.String() + s.Newline)
}

// Fitting are the indices of the entries that fit, taken in order; one that does
// not fit is passed over.
func (s Section) Fitting(entries []Entry) []int {
	var taken []int
	var there []Entry
	for i, e := range entries {
		if s.Takes(there, e) {
			taken, there = append(taken, i), append(there, e)
		}
	}
	return taken
}

// Takes reports whether one more entry fits beside others.
func (s Section) Takes(there []Entry, e Entry) bool {
	return len(there) < s.Limits.Entries && s.Limits.Count.Of(s.size(there).Add(s.Measure(e))) <= s.Limits.Tokens
}

// Fill takes of the entries those that fit.
func (s Section) Fill(entries []Entry) []Entry {
	var taken []Entry
	for _, i := range s.Fitting(entries) {
		taken = append(taken, entries[i])
	}
	return taken
}

// Tokens returns the size of the section with the entries in it.
func (s Section) Tokens(entries []Entry) int { return s.Limits.Count.Of(s.size(entries)) }

func (s Section) size(entries []Entry) tokens.Size {
	size := s.Used
	for _, e := range entries {
		size = size.Add(s.Measure(e))
	}
	return size
}

// Without returns the size of a section without some of its entries.
func Without(text string, entries []Entry) tokens.Size {
	drop := map[string]bool{}
	for _, e := range entries {
		drop[section.Entry{Name: e.Name, Text: e.Text}.String()] = true
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !drop[strings.TrimRight(line, "\r\n")] {
			b.WriteString(line)
		}
	}
	return tokens.Measure(strings.TrimRight(b.String(), "\r\n"))
}
