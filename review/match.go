package review

import (
	"cmp"
	"slices"
	"strings"

	"wisdom/internal/similar"
	"wisdom/markdown/section"
)

// Wanted is an entry that a person wants in the section.
type Wanted struct {
	section.Entry
	// Mark says where in the text the entry is: directly below the mark of a line of the draft (counted from 1), below
	// the mark for the reviewer's own entries, or below no mark.
	Mark int
}

// The marks that name no line of the draft.
const (
	NoMark  = 0
	OwnMark = -1
)

// matcher finds what became of the lines of a draft in an edited text. An editor may reword an entry and its name at
// once, delete one, add another and change their order. The surest sign comes first: the same words, the mark above it,
// the same name, most of its words.
type matcher struct {
	lines  []Line
	open   []bool // lines that may have become another entry
	wanted []Wanted
	// lineOf and entryOf are indices of each other, or unknown.
	entryOf, lineOf []int
	// theirs are entries that a person wrote in the file before; no line became one.
	theirs []bool
}

const unknown = -1

// newMatcher pairs what is word for word the same.
func newMatcher(lines []Line, wanted []Wanted) *matcher {
	m := &matcher{
		lines: lines, open: make([]bool, len(lines)), wanted: wanted, theirs: make([]bool, len(wanted)),
		entryOf: slices.Repeat([]int{unknown}, len(lines)), lineOf: slices.Repeat([]int{unknown}, len(wanted)),
	}
	for i, line := range lines {
		if at := m.free(line.Entry()); at >= 0 {
			m.entryOf[i], m.lineOf[at] = at, i
		}
	}
	return m
}

// free is the index of an entry without a line that has these words, or unknown.
func (m *matcher) free(e section.Entry) int {
	for at, w := range m.wanted {
		if m.lineOf[at] == unknown && !m.theirs[at] && w.Entry == e {
			return at
		}
	}
	return unknown
}

// leave says that entries were in the file before, by a person's hand.
func (m *matcher) leave(entries []section.Entry) {
	for _, e := range entries {
		if at := m.free(e); at >= 0 {
			m.theirs[at] = true
		}
	}
}

// match pairs the open lines with what they became.
func (m *matcher) match() {
	is := func(sign bool) float64 {
		if sign {
			return 1
		}
		return 0
	}
	m.pairAlike(func(i int, w Wanted) float64 { return is(w.Mark == i+1) })
	m.pairAlike(func(i int, w Wanted) float64 { return is(strings.EqualFold(w.Name, m.lines[i].Name)) })
	m.pairAlike(func(i int, w Wanted) float64 {
		return similar.Of(w.Text).Share(similar.Of(m.lines[i].Text))
	})
}

// pairAlike pairs open lines with entries, those that are most alike first.
func (m *matcher) pairAlike(alike func(line int, w Wanted) float64) {
	type candidate struct {
		line, entry int
		alike       float64
	}
	var candidates []candidate
	for i := range m.lines {
		for at, w := range m.wanted {
			if !m.open[i] || m.entryOf[i] != unknown || m.lineOf[at] != unknown || m.theirs[at] {
				continue
			}
			if share := alike(i, w); share >= similar.Reworded {
				candidates = append(candidates, candidate{i, at, share})
			}
		}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(b.alike, a.alike) })
	for _, c := range candidates {
		if m.entryOf[c.line] == unknown && m.lineOf[c.entry] == unknown {
			m.entryOf[c.line], m.lineOf[c.entry] = c.entry, c.line
		}
	}
}
