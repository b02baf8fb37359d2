package rival

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"testing/fstest"

	"wisdom/cmd/quality/score"
	"wisdom/internal/lesson"
	"wisdom/internal/tokens"
	"wisdom/pipeline/knapsack"
)

func lessons() (all []lesson.Lesson) {
	for i, text := range []string{
		"**Restore a backup before trusting it.** The last backup was empty: no one had tried a restore.",
		"Try a restore of every backup once a month.",
		"A backup that no one restored is no backup; restore it somewhere else.",
		"Ask before deleting files that others made.",
		"**Never delete files without asking.** Deleting is quick and files are slow to come back.",
		"Ask who made the files before you clean up and delete.",
		"Write the time zone beside every time in the calendar.",
		"Calendar times need their time zone, always.",
		"Check the time zone of the calendar before you move a date.",
		"这条教训只有一句话。",
	} {
		all = append(all, lesson.Lesson{ID: fmt.Sprint(i), Kind: lesson.KindLesson, Text: text})
	}
	return all
}

// Invariant 1.
func TestClustersFindWhatIsPlain(t *testing.T) {
	want := [][]string{{"0", "1", "2"}, {"3", "4", "5"}, {"6", "7", "8"}, {"9"}}
	got := Clusters(lessons(), 4)
	if !reflect.DeepEqual(got, Clusters(lessons(), 4)) {
		t.Error("another time, another answer")
	}
	for _, theme := range got {
		slices.Sort(theme)
	}
	slices.SortFunc(got, slices.Compare)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
	if none := Clusters(nil, 1); len(none) > 0 {
		t.Errorf("without a lesson: %v", none)
	}
}

func TestBullets(t *testing.T) {
	found, err := Bullets(fstest.MapFS{
		"MEMORY.md": {
			Data: []byte("# Memory\n- no\n## Lessons learned\n- one\n### By topic\n  * two\n## People\n- no\n## 教训\n1. three\n"),
		},
		"notes.txt": {Data: []byte("## Lessons\n- no\n")},
		"m/D.MD":    {Data: []byte("## What I learned\r\n- four\r\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range found {
		got = append(got, fmt.Sprint(l.Place, " ", l.Text))
	}
	if want := []string{
		"MEMORY.md:4 one",
		"MEMORY.md:6 two",
		"MEMORY.md:10 three",
		"m/D.MD:2 four",
	}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// The oracle's choices are the most themes that fit: the two short ones instead of one that is long; in full, one of
// them fits. Entries fit the budget (invariant 2).
func TestOracle(t *testing.T) {
	labels := &score.Labels{Themes: []score.Theme{
		{ID: "large", Clauses: []string{"Look at the state of a thing with your own eyes before you report it done"}},
		{ID: "small", Clauses: []string{"Ask before deleting"}},
		{ID: "smaller", Clauses: []string{"Restore before trusting, wherever the backup may be", "Restore before trusting"}},
		{ID: "two", Clauses: []string{"Rest"}},
		{ID: "wordless"},
	}}
	for theme, n := range map[string]int{"large": 9, "small": 3, "smaller": 3, "two": 2, "wordless": 5} {
		for i := range n {
			labels.Lessons = append(labels.Lessons, score.Lesson{ID: fmt.Sprint(theme, i), Theme: theme})
		}
	}
	section := Section{Newline: "\n", Limits: knapsack.Limits{Tokens: 24, Count: tokens.Larger, Entries: 14}}
	best, inFull := Oracle(labels, section, false), Oracle(labels, section, true)
	if len(best) != 2 || best[0].Name != "Small." || len(best[0].Lessons) != 3 ||
		best[1].Text != "Restore before trusting." {
		t.Errorf("best: %+v", best)
	}
	if len(inFull) != 1 || inFull[0].Name != "Small." {
		t.Errorf("in full: %+v", inFull)
	}
	if n := section.Tokens(best); n > section.Limits.Tokens {
		t.Errorf("%d tokens", n)
	}
}
