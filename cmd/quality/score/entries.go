package score

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Entry is a line that an engine proposes for the section.
type Entry struct {
	Name, Text string
	// Lessons are the IDs of the collected lessons that back it.
	Lessons []string
	// Quotes is the id of the lesson whose clause its text is, if that is known.
	Quotes string
}

// judged is an entry with what the labels say about it.
type judged struct {
	Entry
	theme   string // the labelled theme that it covers, or ""
	support int    // different lessons that back it
	sources []string
	fits    bool // into the budget, with those before it
}

// String returns the entry on one line.
func (e judged) String() string { return e.Name + " " + e.Text }

// Entries are the figures of the entries of a section.
func (m *Matching) Entries(entries []Entry, section Section) []Figure {
	all := make([]judged, len(entries))
	fits := section.Fitting(entries)
	for i, e := range entries {
		all[i] = m.judge(e)
		all[i].fits = slices.Contains(fits, i)
	}
	covered, weighted := m.coverage(all)
	return []Figure{
		covered, weighted,
		each(Wording, all, m.badWording),
		each(Supported, all, func(e judged) string {
			if e.support >= Support {
				return ""
			}
			return fmt.Sprintf("backed by %d lessons", e.support)
		}),
		each(Clean, all, m.leaks),
		each(Faithful, all, func(e judged) string { return strings.Join(invented(e.String(), e.sources), ", ") }),
		distinct(all, section.Standing),
		m.superseded(all),
	}
}

// each judges the entries one by one; wrong says what is wrong with one.
func each(name string, all []judged, wrong func(judged) string) Figure {
	var notes []string
	for _, e := range all {
		if why := wrong(e); why != "" {
			notes = append(notes, fmt.Sprintf("%s: %s", e, why))
		}
	}
	return share(name, len(all), notes)
}

// judge finds the theme of an entry: that of most of its lessons, if it is that
// of three of them and of half. Several copies of one lesson are one.
func (m *Matching) judge(e Entry) judged {
	j := judged{Entry: e}
	labelled, others := map[int]bool{}, map[int]bool{}
	for _, id := range e.Lessons {
		c, known := m.index[id]
		if !known {
			continue
		}
		j.sources = append(j.sources, m.lessons[c].Text, m.lessons[c].Heading)
		if m.of[c] >= 0 {
			labelled[m.of[c]] = true
		} else {
			others[c] = true
		}
	}
	j.support = len(labelled) + len(others)
	themes := map[string]int{}
	for l := range labelled {
		themes[m.labels.Lessons[l].Theme]++
	}
	delete(themes, "")
	for _, theme := range slices.Sorted(maps.Keys(themes)) {
		if n := themes[theme]; n >= Support && 2*n >= j.support && n > themes[j.theme] {
			j.theme = theme
		}
	}
	return j
}

// coverage counts the labelled themes that have an entry, and their lessons.
func (m *Matching) coverage(all []judged) (plain, weighted Figure) {
	sizes := m.labels.Sizes()
	var notes []string
	lessons, missed := 0, 0
	for _, theme := range slices.Sorted(maps.Keys(sizes)) {
		lessons += sizes[theme]
		if slices.ContainsFunc(all, func(e judged) bool { return e.fits && e.theme == theme }) {
			continue
		}
		missed += sizes[theme]
		notes = append(notes, fmt.Sprintf("%s (%d lessons): %s", theme, sizes[theme], m.labels.theme(theme).Gist))
	}
	weighted = Figure{Name: Weighted, Bad: missed, Of: lessons}
	if lessons > 0 {
		weighted.Value = 1 - float64(missed)/float64(lessons)
	}
	return share(Covered, len(sizes), notes), weighted
}

// Worded is the share of the labelled themes that some wording covers, whether it fits into
// the section or not.
func (m *Matching) Worded(wordings []Entry) Figure {
	all := make([]judged, len(wordings))
	for i, e := range wordings {
		all[i] = m.judge(e)
		all[i].fits = true
	}
	f, _ := m.coverage(all)
	f.Name = Worded
	return f
}

func (m *Matching) badWording(e judged) string {
	switch {
	case e.theme == "":
		return "covers no theme"
	case m.labels.theme(e.theme).acceptable(e.Text):
		return ""
	}
	return "no clause of " + e.theme
}

func (m *Matching) leaks(e judged) string {
	var found []string
	for _, literal := range m.labels.Never {
		if holds(e.String(), literal.Text) {
			found = append(found, fmt.Sprintf("%s (%s)", literal.Text, literal.Why))
		}
	}
	return strings.Join(found, ", ")
}

// distinct finds entries that repeat another one before them, or one that existed before.
func distinct(all []judged, standing []string) Figure {
	said := slices.Clone(standing)
	var notes []string
	for _, e := range all {
		if i := slices.IndexFunc(said, func(text string) bool { return alike(e.Text, text) }); i >= 0 {
			notes = append(notes, fmt.Sprintf("%s: said already: %s", e, said[i]))
		}
		said = append(said, e.Text)
	}
	return share(Distinct, len(all), notes)
}

// superseded finds entries whose text is that of a rule that a newer lesson
// replaced, where that one was collected, and does not say so too.
func (m *Matching) superseded(all []judged) Figure {
	var notes []string
	of := 0
	for i, newer := range m.labels.Lessons {
		if newer.Replaces == "" || m.found[i] < 0 {
			continue
		}
		of++
		older, text := m.ids[newer.Replaces], strings.Join(split(m.lessons[m.found[i]].Text), " ")
		at := slices.IndexFunc(all, func(e judged) bool {
			c, known := m.index[e.Quotes]
			return known && m.of[c] == older && !strings.Contains(text, strings.Join(split(e.Text), " "))
		})
		if at >= 0 {
			notes = append(notes, fmt.Sprintf("%s: comes from %s, which %s replaces", all[at], newer.Replaces, newer.ID))
		}
	}
	return share(Superseded, of, notes)
}
