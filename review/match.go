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

// match pairs the open lines with the entries that they became, those with the surest signs first.
func (m *matcher) match() {
	type candidate struct {
		line, entry int
		sign        float64
	}
	const marked, named = 3, 2 // surer than any share of the words
	var candidates []candidate
	for i, line := range m.lines {
		for at, w := range m.wanted {
			if !m.open[i] || m.entryOf[i] != unknown || m.lineOf[at] != unknown || m.theirs[at] {
				continue
			}
			sign := similar.Of(w.Text).Share(similar.Of(line.Text))
			if w.Mark == i+1 {
				sign = marked
			} else if strings.EqualFold(w.Name, line.Name) {
				sign = named
			}
			if sign >= similar.Reworded {
				candidates = append(candidates, candidate{i, at, sign})
			}
		}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(b.sign, a.sign) })
	for _, c := range candidates {
		if m.entryOf[c.line] == unknown && m.lineOf[c.entry] == unknown {
			m.entryOf[c.line], m.lineOf[c.entry] = c.entry, c.line
		}
	}
}
