package score

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"wisdom/internal/words"
	"wisdom/markdown/lookup"
)

// Entry is a line that an engine proposes for the section.
type Entry struct {
	Name, Text string
	// Lessons are the IDs of the collected lessons that back it.
	Lessons []string
}

// Entries are the figures of the entries of a section.
func (m *Matching) Entries(entries []Entry) []Figure {
	var few, leaks []string
	for _, e := range entries {
		if _, support := m.themeOf(e); support < Support {
			few = append(few, fmt.Sprintf("%s %s: backed by %d lessons", e.Name, e.Text, support))
		}
		for _, literal := range m.labels.Never {
			if holds(e.Name+" "+e.Text, literal.Text) {
				leaks = append(leaks, fmt.Sprintf("%s %s: %s (%s)", e.Name, e.Text, literal.Text, literal.Why))
				break
			}
		}
	}
	return []Figure{
		m.Coverage(Covered, entries), share(Supported, len(entries), few), share(Clean, len(entries), leaks),
	}
}

// holds reports whether a text has a literal as whole words, in any case.
func holds(text, literal string) bool {
	return lookup.Holds(strings.ToLower(words.OneLine(text)), strings.ToLower(words.OneLine(literal)))
}

// themeOf finds the theme of an entry: that of most of its lessons, if it is that
// of three of them and of half. Several copies of one lesson are one.
func (m *Matching) themeOf(e Entry) (theme string, support int) {
	labelled, others := map[int]bool{}, map[int]bool{}
	for _, id := range e.Lessons {
		if c, known := m.index[id]; !known {
			continue
		} else if m.of[c] >= 0 {
			labelled[m.of[c]] = true
		} else {
			others[c] = true
		}
	}
	support = len(labelled) + len(others)
	themes := map[string]int{}
	for l := range labelled {
		themes[m.labels.Lessons[l].Theme]++
	}
	delete(themes, "")
	for _, name := range slices.Sorted(maps.Keys(themes)) {
		if n := themes[name]; n >= Support && 2*n >= support && n > themes[theme] {
			theme = name
		}
	}
	return theme, support
}

// Coverage is the share of the labelled themes that have an entry.
func (m *Matching) Coverage(name string, entries []Entry) Figure {
	covered := map[string]bool{}
	for _, e := range entries {
		theme, _ := m.themeOf(e)
		covered[theme] = true
	}
	sizes := m.labels.Sizes()
	var notes []string
	for _, theme := range m.labels.Themes {
		if n := sizes[theme.ID]; n > 0 && !covered[theme.ID] {
			notes = append(notes, fmt.Sprintf("%s (%d lessons): %s", theme.ID, n, theme.Gist))
		}
	}
	return share(name, len(sizes), notes)
}
