package quality

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"wisdom/backups"
	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/pipeline"
	"wisdom/pipeline/collect"
	"wisdom/review"
)

// support is the least number of lessons that back an entry, and that make a theme worth one.
const support = 3

// label is a line of a file of labels; the READMEs in testdata say which file has which fields.
type label struct {
	ID, Theme, Text, Gist, Why, Path, Literal, Replaces, Kind, Message, Right, Partly string
	Line                                                                              int
	Places                                                                            []lesson.Place
	Clauses, Narrow, Never                                                            []string
	Needs                                                                             [][]string
}

// read reads all values of a JSON file.
func read[T any](path ...string) (list []T) {
	f := must(os.Open(filepath.Join(path...)))
	defer f.Close()
	d := json.NewDecoder(f)
	d.DisallowUnknownFields() // a label under a wrong name would go unseen
	for d.More() {
		var v T
		if err := d.Decode(&v); err != nil {
			panic(fmt.Errorf("%s: value %d: %w", f.Name(), len(list)+1, err))
		}
		list = append(list, v)
	}
	return list
}

// assessLessons scores a run without a model.
func assessLessons(t *testing.T, dir string) []figure {
	result := run(t, dir, pipeline.Options{})
	m := match(dir, result.Lessons)
	return slices.Concat(m.collection(), m.grouping(result.Themes), m.entries(entriesOf(result)))
}

// run does what a first `wisdom run --dry-run` does with the default settings, except that it plans for the whole
// budget, without headroom.
func run(t *testing.T, dir string, opts pipeline.Options) *pipeline.Result {
	return must(try(t, dir, opts))
}

// try is run where a model may be given up.
func try(t *testing.T, dir string, opts pipeline.Options) (*pipeline.Result, error) {
	folder := must(workspace.Open(filepath.Join(dir, "workspace")))
	defer folder.Close() //nolint:errcheck // was only read
	const initiative, queue = "initiatives/adaptive-context-injection", "DAILY_EXECUTION_QUEUE.md"
	budgets := tokens.Budget{Section: 150, Soul: 200, Tools: toolBudget, Words: 15, Entries: 15, Count: tokens.Larger}
	opts.Support, opts.Only = support, pipeline.OnlyWisdom
	opts.Collect = collect.Options{
		Now: day, Own: []workspace.Path{lint.SoulFile, lookup.File, initiative, queue, backups.Home},
	}
	opts.Review = review.Options{
		Initiative: initiative, Queue: queue, Version: "quality", Lint: lint.Options{Budgets: budgets},
		Now: func() time.Time { return day },
	}
	fsys := workspace.NewDryRun(folder)
	return pipeline.Run(t.Context(), fsys, must(review.ReadLog(fsys)), opts)
}

// matching says which collected lesson is which labelled one.
type matching struct {
	dir       string
	labels    []label
	collected []lesson.Lesson
	found     []int // by labelled lesson: the collected one that it is, or -1
	of        []int // by collected lesson: the labelled one that it is, or is a part or a copy of, or -1
}

// is reports whether a collected lesson is a labelled one.
func (m *matching) is(collected int) bool {
	return m.of[collected] >= 0 && m.found[m.of[collected]] == collected
}

// match pairs labelled and collected lessons whose lines overlap, those that overlap most first, each with one at most.
func match(dir string, collected []lesson.Lesson) *matching {
	type pair struct {
		labelled, collected int
		lines, words        float64 // the share that both have; words distinguish two lessons on one line
	}
	labels := read[label](dir, "lessons.jsonl")
	var pairs []pair
	for c, lesson := range collected {
		for l, labelled := range labels {
			if lines := overlap(labelled.Places, lesson.Places); lines > 0 {
				pairs = append(pairs, pair{l, c, lines, text.Of(labelled.Text).Within(text.Of(lesson.Text))})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.lines, a.lines), cmp.Compare(b.words, a.words), cmp.Compare(a.labelled, b.labelled))
	})
	none := func(n int) []int { return slices.Repeat([]int{-1}, n) }
	m := &matching{dir, labels, collected, none(len(labels)), none(len(collected))}
	for _, p := range pairs {
		if m.of[p.collected] < 0 {
			m.of[p.collected] = p.labelled
		}
		if m.found[p.labelled] < 0 && !m.is(p.collected) {
			m.found[p.labelled], m.of[p.collected] = p.collected, p.labelled
		}
	}
	return m
}

// overlap is the share of the lines of either that both have.
func overlap(a, b []lesson.Place) float64 {
	both, all := 0, 0
	for _, p := range b {
		all += p.EndLine - p.StartLine + 1
	}
	for _, p := range a {
		for n := p.StartLine; n <= p.EndLine; n++ {
			if all++; has(b, p.Path, n) {
				both++
			}
		}
	}
	return float64(both) / float64(all-both)
}

// has reports whether a line is in one of the places.
func has(places []lesson.Place, path string, n int) bool {
	return slices.ContainsFunc(places, func(p lesson.Place) bool {
		return p.Path == path && p.StartLine <= n && n <= p.EndLine
	})
}

// collection are the figures of the collected lessons. A line that is no lesson counts as collected if a collected
// lesson has it, unless the labelled one has it too.
func (m *matching) collection() []figure {
	return []figure{
		check("recall", "labelled lessons that were collected", share, m.labels, func(i int, l label) string {
			return unless(m.found[i] >= 0, "%s %s: %s", l.ID, l.Places[0], l.Text)
		}),
		check("precis", "collected lessons that are labelled ones", share, m.collected, func(c int, l lesson.Lesson) string {
			return unless(m.is(c), "%s: %s", l.Places[0], l.Headline)
		}),
		check("neg", "lines collected that look like a lesson and are none", wrong, read[label](m.dir, "not.jsonl"),
			func(_ int, n label) string {
				rightly := true
				for c, l := range m.collected {
					isLesson := m.is(c) && has(m.labels[m.of[c]].Places, n.Path, n.Line)
					rightly = rightly && (isLesson || !has(l.Places, n.Path, n.Line))
				}
				return unless(rightly, "%s:%d: %s", n.Path, n.Line, n.Why)
			}),
	}
}

// grouping compares the groups of the lessons that were found with the labelled themes. A lesson without a theme is
// alone.
func (m *matching) grouping(themes []pipeline.Theme) []figure {
	theme := map[string]string{} // by ID of a collected lesson
	for i, t := range themes {
		for _, id := range t.LessonIDs {
			theme[id] = fmt.Sprint("theme ", i)
		}
	}
	var want, got []string
	for i, c := range m.found {
		if c >= 0 {
			want = append(want, cmp.Or(m.labels[i].Theme, m.labels[i].ID))
			got = append(got, cmp.Or(theme[m.collected[c].ID], m.collected[c].ID))
		}
	}
	f, rand := likeness(want, got)
	return []figure{
		{name: "b3", legend: "groups against labelled themes: B-cubed F", value: f, of: len(want)},
		{name: "ari", legend: "the same: adjusted Rand index", value: rand, of: len(want)},
	}
}

// likeness compares two groupings of the same things, by the names of the groups that each thing is in. F is the
// harmonic mean of B-cubed precision and recall (Bagga and Baldwin 1998), rand the Rand index corrected for chance
// (Hubert and Arabie 1985): a random grouping has 0, and less is possible.
func likeness(want, got []string) (f, rand float64) {
	var n, precision, recall, pairsWant, pairsGot, pairsBoth float64
	for i := range want {
		var inWant, inGot, inBoth float64 // things in the same group as this one
		for j := range want {
			if want[j] == want[i] {
				inWant++
			}
			if got[j] == got[i] {
				inGot++
			}
			if want[j] == want[i] && got[j] == got[i] {
				inBoth++
			}
		}
		n, precision, recall = n+1, precision+inBoth/inGot, recall+inBoth/inWant
		pairsWant, pairsGot, pairsBoth = pairsWant+inWant-1, pairsGot+inGot-1, pairsBoth+inBoth-1
	}
	expected := pairsWant * pairsGot / (n * (n - 1))
	return 2 * precision * recall / (precision + recall) / n, (pairsBoth - expected) / ((pairsWant+pairsGot)/2 - expected)
}

// entry is a line that an engine proposes, and the IDs of the collected lessons that back it.
type entry struct {
	text    string
	lessons []string
}

// entriesOf returns the entries that the engine proposed.
func entriesOf(result *pipeline.Result) (entries []entry) {
	for _, e := range result.Entries {
		if e.Origin != review.Required && e.Origin != review.Hand {
			entries = append(entries, entry{e.Name + " " + e.Text, e.LessonIDs})
		}
	}
	return entries
}

// entries are the figures of entries.
func (m *matching) entries(entries []entry) []figure {
	never := read[label](m.dir, "never.jsonl")
	plain := func(s string) string { return strings.ToLower(text.OneLine(s)) }
	return []figure{
		m.coverage("cover", "themes of three lessons and more that an entry covers within the budget", entries),
		check("few", "entries backed by fewer than three lessons", wrong, entries, func(_ int, e entry) string {
			_, lessons := m.themeOf(e)
			return unless(lessons >= support, "%s: backed by %d lessons", e.text, lessons)
		}),
		check("leak", "entries with a literal that must never reach one", wrong, entries, func(_ int, e entry) string {
			leaks := func(n label) bool { return lookup.Holds(plain(e.text), plain(n.Literal)) }
			return unless(!slices.ContainsFunc(never, leaks), "%s", e.text)
		}),
	}
}

// coverage says how many of the labelled themes of three lessons and more have an entry.
func (m *matching) coverage(name, legend string, entries []entry) figure {
	covered, sizes := map[string]bool{}, map[string]int{}
	for _, e := range entries {
		theme, _ := m.themeOf(e)
		covered[theme] = true
	}
	for _, l := range m.labels {
		sizes[l.Theme]++
	}
	themes := only(read[label](m.dir, "themes.jsonl"), func(t label) bool { return sizes[t.Theme] >= support })
	return check(name, legend, right, themes, func(_ int, t label) string {
		return unless(covered[t.Theme], "%s (%d lessons): %s", t.Theme, sizes[t.Theme], t.Gist)
	})
}

// themeOf finds the theme of an entry: that of most of its lessons, if it is that of three of them and of half. Several
// copies of one lesson are one.
func (m *matching) themeOf(e entry) (theme string, lessons int) {
	themes, seen := map[string]int{}, map[int]bool{}
	for c, l := range m.collected {
		if of := m.of[c]; slices.Contains(e.lessons, l.ID) && (of < 0 || !seen[of]) {
			lessons++
			if of >= 0 {
				seen[of] = true
				themes[m.labels[of].Theme]++
			}
		}
	}
	most := support - 1
	for _, l := range m.labels {
		if n := themes[l.Theme]; l.Theme != "" && n > most && 2*n >= lessons {
			theme, most = l.Theme, n
		}
	}
	return theme, lessons
}
