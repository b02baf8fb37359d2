package score

import "fmt"

// Themes are the figures of a grouping, over the lessons that were found. themes
// holds the ids of the collected lessons of each; a lesson in none is alone.
func (m *Matching) Themes(themes [][]string) []Figure {
	want, got := m.groups(themes)
	f, precision, recall := BCubedF(want, got)
	figure := Figure{Name: BCubed, Value: round(f), Of: len(want)}
	if figure.Value < 1 {
		figure.Notes = []string{fmt.Sprintf("precision %.3f, recall %.3f", precision, recall)}
	}
	return []Figure{figure, {Name: Rand, Value: round(AdjustedRand(want, got)), Of: len(want)}}
}

// groups numbers the group of every lesson that was found: as it is labelled, and as it was made.
func (m *Matching) groups(themes [][]string) (want, got []int) {
	theme := map[int]int{} // by collected lesson
	for t, ids := range themes {
		for _, id := range ids {
			if c, known := m.index[id]; known {
				theme[c] = t
			}
		}
	}
	number := map[string]int{}
	for t, labelled := range m.labels.Themes {
		number[labelled.ID] = t
	}
	for i, c := range m.found {
		if c < 0 {
			continue
		}
		w, inTheme := number[m.labels.Lessons[i].Theme]
		if !inTheme {
			w = len(number) + i
		}
		g, grouped := theme[c]
		if !grouped {
			g = len(themes) + c
		}
		want, got = append(want, w), append(got, g)
	}
	return want, got
}

// Groups is the number of groups that the collected lessons are in if they are
// grouped as they are labelled; what is no labelled lesson is a group of its own.
func (m *Matching) Groups() int {
	themes, n := map[string]bool{}, 0
	for _, l := range m.match {
		if l < 0 || m.labels.Lessons[l].Theme == "" {
			n++
			continue
		}
		themes[m.labels.Lessons[l].Theme] = true
	}
	return n + len(themes)
}
