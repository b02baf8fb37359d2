package score

import (
	"slices"
	"strings"
	"testing"

	"wisdom/internal/lesson"
)

// Invariant 1, the upper half.
func TestPerfectScoresOne(t *testing.T) {
	figures := perfect(t).figures(t)
	if len(figures) != 11 {
		t.Errorf("%d figures", len(figures))
	}
	for name, f := range figures {
		if f.Value != 1 || f.Bad != 0 || f.Of == 0 || len(f.Notes) > 0 {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// Invariant 1, the lower half: whatever is broken lowers the figures that are
// named beside it, and no other.
func TestBrokenScoresLess(t *testing.T) {
	for _, tc := range []struct {
		broken string
		how    func(*outcome)
		lower  string
	}{
		{
			"a theme dropped",
			func(o *outcome) { o.themes, o.entries = o.themes[1:], o.entries[:1] },
			"b3 ari cover",
		},
		{"an entry dropped", func(o *outcome) { o.entries = o.entries[:2] }, "cover"},
		{"no entry at all", func(o *outcome) { o.entries = nil }, "cover"},
		{"two themes merged", mergeThemes, "b3 ari cover"},
		{
			"a theme parted",
			func(o *outcome) { o.themes = append(o.themes, o.themes[1][2:]); o.themes[1] = o.themes[1][:2] },
			"b3 ari",
		},
		{"a stranger in a theme", func(o *outcome) { o.themes[0] = append(o.themes[0], "cL11") }, "b3 ari"},
		{"a name leaked", says(0, "Ask Petra before anything is deleted."), "leak"},
		{"a host leaked in a name", func(o *outcome) { o.entries[1].Name = "Backups on alder-7." }, "leak"},
		{"a lesson lost", func(o *outcome) { o.lessons = o.lessons[:11] }, "recall"},
		{"a lesson twice", collectedAgain, "precis"},
		{"a lesson that is none", collected("MEMORY.md", 50, 50), "precis"},
		{"a negative collected", collected("AGENTS.md", 9, 9), "neg precis"},
		{"a negative swallowed", func(o *outcome) { o.lessons[11].Places[0].EndLine = 40 }, "neg"},
		{"a place missed", func(o *outcome) { o.lessons[0].Places = o.lessons[0].Places[:1] }, "places"},
		{"a decision taken for a lesson", func(o *outcome) { o.lessons[9].Kind = lesson.KindLesson }, "kinds"},
		{"two lessons made one", func(o *outcome) {
			o.lessons[10].Places = append(o.lessons[10].Places, o.lessons[11].Places...)
			o.lessons = o.lessons[:11]
		}, "merged recall"},
		{
			"two lessons under an entry",
			func(o *outcome) { o.entries[1].Lessons = ids("L1 L2") },
			"few cover",
		},
		{"copies under an entry", func(o *outcome) {
			collectedAgain(o)
			o.entries[1].Lessons = append(ids("L1 L2"), "again")
		}, "few cover precis"},
		{
			"strangers under an entry",
			func(o *outcome) { o.entries[1].Lessons = ids("L1 L2 L4 L5 L11 L12") },
			"cover",
		},
		{
			"lessons that there are not",
			func(o *outcome) { o.entries[1].Lessons = ids("L1 L2 L99") },
			"few cover",
		},
	} {
		t.Run(tc.broken, func(t *testing.T) {
			o := perfect(t)
			tc.how(&o)
			var lower []string
			for name, f := range o.figures(t) {
				if f.Of > 0 && f.Value < 1 {
					lower = append(lower, name)
				}
			}
			want := strings.Fields(tc.lower)
			slices.Sort(lower)
			slices.Sort(want)
			if !slices.Equal(lower, want) {
				t.Errorf("lower: %v, want %v", lower, want)
			}
		})
	}
}

func says(entry int, text string) func(*outcome) {
	return func(o *outcome) { o.entries[entry].Text = text }
}

func mergeThemes(o *outcome) {
	both := slices.Concat(o.themes[0], o.themes[1])
	o.themes = [][]string{both, o.themes[2]}
	o.entries[0].Lessons = both
	o.entries = slices.Delete(o.entries, 1, 2)
}

func collected(path string, start, end int) func(*outcome) {
	return func(o *outcome) {
		place := lesson.Place{Path: path, StartLine: start, EndLine: end}
		o.lessons = append(
			o.lessons,
			lesson.Lesson{ID: "again", Kind: lesson.KindLesson, Text: "Something.", Place: place, Places: []lesson.Place{place}},
		)
	}
}

// collectedAgain collects the second half of a lesson once more.
func collectedAgain(o *outcome) { collected("MEMORY.md", 5, 5)(o) }

// Invariant 2.
func TestNothingToJudge(t *testing.T) {
	m := Match(&Labels{}, nil)
	for _, list := range [][]Figure{m.Collection(), m.Themes(nil), m.Entries(nil)} {
		for _, f := range list {
			if f.Of != 0 {
				t.Errorf("%+v", f)
			}
		}
	}
	if got := Mean(
		Recall, []Figure{{Value: 1, Of: 4}, {}, {Value: 0.5, Of: 10, Bad: 5}},
	); got.Value != 0.75 || got.Of != 14 ||
		got.Bad != 5 {
		t.Errorf("mean: %+v", got)
	}
}

// Lessons on one line are told apart by their words, and one that was cut in two
// is found once.
func TestMatch(t *testing.T) {
	at := func(start, end int) []lesson.Place {
		return []lesson.Place{{Path: "M.md", StartLine: start, EndLine: end}}
	}
	labels := &Labels{Lessons: []Lesson{
		{ID: "A", Text: "Ask before deleting", Places: at(3, 3)},
		{ID: "B", Text: "Restore before trusting", Places: at(3, 3)},
		{ID: "C", Text: "A long one", Places: at(5, 9)},
	}}
	m := Match(labels, []lesson.Lesson{
		{ID: "1", Text: "Restore before trusting it.", Places: at(3, 3)},
		{ID: "2", Text: "Ask before deleting a thing.", Places: at(3, 3)},
		{ID: "3", Text: "A long", Places: at(5, 6)},
		{ID: "4", Text: "one", Places: at(7, 9)},
	})
	if want := []int{1, 0, 3}; !slices.Equal(m.found, want) {
		t.Errorf("found %v, want %v", m.found, want)
	}
	if want := []int{1, 0, -1, 2}; !slices.Equal(m.match, want) {
		t.Errorf("match %v, want %v", m.match, want)
	}
	if want := []int{1, 0, 2, 2}; !slices.Equal(m.of, want) {
		t.Errorf("of %v, want %v", m.of, want)
	}
}

func TestGroupsOfLabels(t *testing.T) {
	o := perfect(t)
	if n := Match(labelsOf(t, world), o.lessons).Groups(); n != 5 {
		t.Errorf("%d groups", n)
	}
}

func TestLabelsAreChecked(t *testing.T) {
	for _, tc := range []struct{ old, with, message string }{
		{`"id":"L2"`, `"id":"L1"`, "L1 is there twice"},
		{`"theme":"list","text":"动手之前"`, `"theme":"lists","text":"动手之前"`, `no theme "lists"`},
		{`"theme":"ask","gist"`, `"theme":"restore","gist"`, `theme "restore" is there twice`},
		{`"replaces":"L5"`, `"replaces":"L77"`, "no L77"},
		{`"kind":"decision"`, `"kind":"idea"`, `"idea" is no kind`},
		{`"start_line":6`, `"start_line":9`, "is no place"},
		{`"b":"L12"`, `"b":"L11"`, "no two lessons"},
		{`"why":"status"`, `"because":"status"`, "not.jsonl: line 2"},
		{`"literal":"Petra"`, `"literal":""`, "empty literal"},
		{"-- never.jsonl --", "-- other.jsonl --", "never.jsonl"},
	} {
		if !strings.Contains(world, tc.old) {
			t.Fatalf("%s is not in the world", tc.old)
		}
		_, err := Load(folder(strings.Replace(world, tc.old, tc.with, 1)))
		if err == nil || !strings.Contains(err.Error(), tc.message) {
			t.Errorf("%s: %v", tc.with, err)
		}
	}
}
