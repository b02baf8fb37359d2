package review

import (
	"cmp"
	"slices"
	"strings"

	"wisdom/internal/lesson"
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
// once, delete one, add another and change their order. The surest sign comes first: the same words, the same name,
// the mark above it, most of its words, its place.
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
		if at := m.free(func(w Wanted) bool { return w.Entry == line.Entry() }); at >= 0 {
			m.pair(i, at)
		}
	}
	return m
}

// free is the index of an entry without a line that is like one, or unknown.
func (m *matcher) free(like func(Wanted) bool) int {
	for at, w := range m.wanted {
		if m.lineOf[at] == unknown && !m.theirs[at] && like(w) {
			return at
		}
	}
	return unknown
}

func (m *matcher) pair(line, entry int) { m.entryOf[line], m.lineOf[entry] = entry, line }

// leave says that entries were in the file before, by a person's hand.
func (m *matcher) leave(entries []section.Entry) {
	for _, e := range entries {
		if at := m.free(func(w Wanted) bool { return w.Entry == e }); at >= 0 {
			m.theirs[at] = true
		}
	}
}

// missing reports whether a line may have become another entry and is not paired yet.
func (m *matcher) missing(line int) bool { return m.open[line] && m.entryOf[line] == unknown }

// match pairs the open lines with what they became.
func (m *matcher) match(lessons []lesson.Lesson) {
	hasName := func(w Wanted, line int) bool { return strings.EqualFold(w.Name, m.lines[line].Name) }
	hasMark := func(w Wanted, line int) bool { return w.Mark == line+1 }
	for _, isSign := range []func(Wanted, int) bool{hasName, hasMark} {
		for _, i := range m.missingIn(0, len(m.lines)) {
			if at := m.free(func(w Wanted) bool { return isSign(w, i) }); at >= 0 {
				m.pair(i, at)
			}
		}
	}
	all := make([]int, len(m.wanted))
	for at := range all {
		all[at] = at
	}
	m.pairAlike(m.missingIn(0, len(m.lines)), all, func(line Line, w Wanted) float64 {
		return similar.Of(w.Text).Share(similar.Of(line.Text))
	})
	m.byPlace(lessons)
}

func (m *matcher) missingIn(from, to int) []int {
	var lines []int
	for i := from; i < to; i++ {
		if m.missing(i) {
			lines = append(lines, i)
		}
	}
	return lines
}

// pairAlike pairs lines with entries, those that are most alike first.
func (m *matcher) pairAlike(lines, entries []int, alike func(Line, Wanted) float64) {
	type candidate struct {
		line, entry int
		alike       float64
	}
	var candidates []candidate
	for _, i := range lines {
		for _, at := range entries {
			if share := alike(m.lines[i], m.wanted[at]); share >= similar.Reworded {
				candidates = append(candidates, candidate{i, at, share})
			}
		}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(b.alike, a.alike) })
	for _, c := range candidates {
		if m.missing(c.line) && m.lineOf[c.entry] == unknown && !m.theirs[c.entry] {
			m.pair(c.line, c.entry)
		}
	}
}

// byPlace pairs lines that are missing between two neighbors with entries that are new between them: first by the
// words of the lessons, then in order if their numbers are equal. Only words count in a text with marks, and in the
// last place, where a person also adds entries.
func (m *matcher) byPlace(lessons []lesson.Lesson) {
	type gap struct{ before, after int } // the paired lines around it
	inGap := map[gap][]int{}
	var gaps []gap
	around := func(at, step int) int {
		for at += step; at >= 0 && at < len(m.wanted); at += step {
			if m.lineOf[at] != unknown {
				return m.lineOf[at]
			}
		}
		return map[int]int{-1: -1, 1: len(m.lines)}[step]
	}
	for at, w := range m.wanted {
		if m.lineOf[at] != unknown || m.theirs[at] || w.Mark == OwnMark {
			continue
		}
		g := gap{around(at, -1), around(at, 1)}
		if inGap[g] == nil {
			gaps = append(gaps, g)
		}
		inGap[g] = append(inGap[g], at)
	}
	marked := slices.ContainsFunc(m.wanted, func(w Wanted) bool { return w.Mark != NoMark })
	for _, g := range gaps {
		isPaired := func(entry int) bool { return entry != unknown }
		if g.after <= g.before || slices.ContainsFunc(m.entryOf[g.before+1:g.after], isPaired) {
			continue // the order is another one
		}
		lines := m.missingIn(g.before+1, g.after)
		m.pairAlike(lines, inGap[g], func(line Line, w Wanted) float64 {
			return similar.Of(w.String()).Within(similar.Of(subject(line, lessons)))
		})
		lines = m.missingIn(g.before+1, g.after)
		entries := slices.DeleteFunc(inGap[g], func(at int) bool { return m.lineOf[at] != unknown })
		if marked || g.after == len(m.lines) || len(lines) != len(entries) {
			continue
		}
		for n, i := range lines {
			m.pair(i, entries[n])
		}
	}
}

// subject returns the words of an entry and of its lessons.
func subject(line Line, lessons []lesson.Lesson) string {
	var b strings.Builder
	b.WriteString(line.Entry().String())
	for _, l := range lessons {
		if slices.Contains(line.Lessons, l.ID) {
			b.WriteString("\n" + l.Text)
		}
	}
	return b.String()
}
