package score

import (
	"cmp"
	"slices"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/internal/words"
)

// Matching says which collected lesson is which labelled one.
type Matching struct {
	labels  *Labels
	lessons []lesson.Lesson
	index   map[string]int // of collected lessons, by id
	ids     map[string]int // of labelled lessons, by id

	found []int // by labelled lesson: the collected one that it is, or -1
	match []int // by collected lesson: the labelled one that it is, or -1
	of    []int // by collected lesson: the labelled one that it matches, or -1
}

// Match pairs labelled and collected lessons whose places overlap, those that
// overlap most first, each with one at most.
func Match(labels *Labels, lessons []lesson.Lesson) *Matching {
	m := &Matching{
		labels: labels, lessons: lessons, index: map[string]int{}, ids: map[string]int{},
		found: unmatched(len(labels.Lessons)), match: unmatched(len(lessons)), of: unmatched(len(lessons)),
	}
	for i, l := range lessons {
		m.index[l.ID] = i
	}
	for i, l := range labels.Lessons {
		m.ids[l.ID] = i
	}
	for _, p := range m.pairs() {
		if m.of[p.collected] < 0 {
			m.of[p.collected] = p.labelled
		}
		if m.found[p.labelled] < 0 && m.match[p.collected] < 0 {
			m.found[p.labelled], m.match[p.collected], m.of[p.collected] = p.collected, p.labelled, p.labelled
		}
	}
	return m
}

func unmatched(n int) []int { return slices.Repeat([]int{-1}, n) }

// pair is a labelled and a collected lesson that have lines in common.
type pair struct {
	labelled, collected int
	overlap             float64 // of their lines: intersection over union
	words               int     // in both, to distinguish two lessons on one line
}

func (m *Matching) pairs() []pair {
	labelled := make([]lines, len(m.labels.Lessons))
	for i, l := range m.labels.Lessons {
		labelled[i] = linesOf(l.Places)
	}
	var all []pair
	for c, lesson := range m.lessons {
		collected := linesOf(lesson.Places)
		for l := range labelled {
			if overlap := labelled[l].overlap(collected); overlap > 0 {
				all = append(all, pair{l, c, overlap, common(m.labels.Lessons[l].Text, lesson.Text)})
			}
		}
	}
	slices.SortFunc(all, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.overlap, a.overlap), cmp.Compare(b.words, a.words),
			cmp.Compare(a.labelled, b.labelled), cmp.Compare(a.collected, b.collected))
	})
	return all
}

// lines are lines of files.
type lines map[line]bool

type line struct {
	path   string
	number int
}

func linesOf(places []lesson.Place) lines {
	all := lines{}
	for _, p := range places {
		for number := p.StartLine; number <= p.EndLine; number++ {
			all[line{p.Path, number}] = true
		}
	}
	return all
}

// overlap is intersection over union.
func (l lines) overlap(other lines) float64 {
	both := 0
	for at := range l {
		if other[at] {
			both++
		}
	}
	return float64(both) / float64(max(len(l)+len(other)-both, 1))
}

// common returns how many words of a are also in b.
func common(a, b string) (n int) {
	there := split(b)
	for _, word := range split(a) {
		if slices.Contains(there, word) {
			n++
		}
	}
	return n
}

// split cuts a text into its words, in lower case; a character of a script without spaces is a word.
func split(text string) []string {
	var spaced strings.Builder
	for _, r := range strings.ToLower(text) {
		if words.IsCJK(r) {
			spaced.WriteString(" " + string(r) + " ")
		} else {
			spaced.WriteRune(r)
		}
	}
	return slices.Collect(words.Split(spaced.String()))
}
