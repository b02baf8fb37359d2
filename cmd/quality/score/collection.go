package score

import (
	"fmt"
	"slices"

	"wisdom/internal/lesson"
)

// Collection are the figures of the collected lessons.
func (m *Matching) Collection() []Figure {
	return []Figure{
		share(Recall, len(m.found), m.missed()),
		share(Precision, len(m.match), m.strangers()),
		m.negatives(),
		m.places(),
		m.kinds(),
		m.apart(),
	}
}

func (m *Matching) missed() (notes []string) {
	for i, c := range m.found {
		if l := m.labels.Lessons[i]; c < 0 {
			notes = append(notes, fmt.Sprintf("%s %s: %s", l.ID, l.Places[0], l.Text))
		}
	}
	return notes
}

// strangers are collected lessons that are no labelled one, or one once more.
func (m *Matching) strangers() (notes []string) {
	for c, match := range m.match {
		if match >= 0 {
			continue
		}
		again := ""
		if m.of[c] >= 0 {
			again = " (" + m.labels.Lessons[m.of[c]].ID + " again)"
		}
		notes = append(notes, fmt.Sprintf("%s%s: %s", m.lessons[c].Places[0], again, m.lessons[c].Headline))
	}
	return notes
}

// negatives were collected if a collected lesson reaches over their line, and
// not because the labelled one does too: as a lesson, or as a part of one.
func (m *Matching) negatives() Figure {
	collected := map[line]string{}
	for c, lesson := range m.lessons {
		rightly, by := lines{}, ""
		if l := m.match[c]; l >= 0 {
			rightly, by = linesOf(m.labels.Lessons[l].Places), " (as a part of "+m.labels.Lessons[l].ID+")"
		}
		for at := range linesOf(lesson.Places) {
			if !rightly[at] {
				collected[at] = by
			}
		}
	}
	var notes []string
	for _, n := range m.labels.Not {
		if by, taken := collected[line{n.Path, n.Line}]; taken {
			notes = append(notes, fmt.Sprintf("%s:%d%s: %s", n.Path, n.Line, by, n.Why))
		}
	}
	return share(Negatives, len(m.labels.Not), notes)
}

// places says how many places of the lessons that were found were found as well.
func (m *Matching) places() Figure {
	var missed []string
	all := 0
	for i, c := range m.found {
		if c < 0 {
			continue
		}
		collected := linesOf(m.lessons[c].Places)
		for _, p := range m.labels.Lessons[i].Places {
			all++
			if linesOf([]lesson.Place{p}).overlap(collected) == 0 {
				missed = append(missed, fmt.Sprintf("%s %s", m.labels.Lessons[i].ID, p))
			}
		}
	}
	return share(Places, all, missed)
}

func (m *Matching) kinds() Figure {
	var notes []string
	of := 0
	for i, c := range m.found {
		if c < 0 {
			continue
		}
		of++
		if l := m.labels.Lessons[i]; l.Kind != m.lessons[c].Kind {
			notes = append(notes, fmt.Sprintf("%s %s: a %s, taken for a %s", l.ID, l.Places[0], l.Kind, m.lessons[c].Kind))
		}
	}
	return share(Kinds, of, notes)
}

// apart says of which pairs that are no one lesson both were found, or neither swallowed the other.
func (m *Matching) apart() Figure {
	var notes []string
	for _, p := range m.labels.Unlike {
		a, b := m.ids[p.A], m.ids[p.B]
		if m.found[a] >= 0 && m.found[b] >= 0 {
			continue // one-to-one: they are two
		}
		if slices.ContainsFunc(m.lessons, func(l lesson.Lesson) bool {
			collected := linesOf(l.Places)
			return collected.overlap(linesOf(m.labels.Lessons[a].Places)) > 0 &&
				collected.overlap(linesOf(m.labels.Lessons[b].Places)) > 0
		}) {
			notes = append(notes, fmt.Sprintf("%s and %s are one: %s", p.A, p.B, p.Why))
		}
	}
	return share(Apart, len(m.labels.Unlike), notes)
}
