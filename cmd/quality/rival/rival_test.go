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

func task() Task {
	t := Task{Groups: 4, Section: score.Section{
		Used: tokens.Size{O200k: 50, Units: 200}, Newline: "\n",
		Limits: knapsack.Limits{Tokens: 150, Count: tokens.Larger, Entries: 14},
	}}
	for i, text := range []string{
		"**Restore a backup before trusting it.** The last backup was empty: nobody had tried a restore.",
		"Try a restore of every backup once a month.",
		"A backup that nobody restored is no backup; restore it somewhere else.",
		"Ask before deleting files that others made.",
		"**Never delete files without asking.** Deleting is quick and files are slow to come back.",
		"Ask who made the files before you clean up and delete.",
		"Write the time zone beside every time in the calendar.",
		"Calendar times need their time zone, always.",
		"Check the time zone of the calendar before you move a date.",
		"这条教训只有一句话。",
	} {
		t.Lessons = append(
			t.Lessons,
			lesson.Lesson{ID: fmt.Sprint(i), Kind: lesson.KindLesson, Text: text, Headline: text[:min(len(text), 30)]},
		)
	}
	return t
}

// Invariants 1 and 2, and what every answer must be.
func TestClusters(t *testing.T) {
	answer := Clusters(task())
	if !reflect.DeepEqual(answer, Clusters(task())) {
		t.Error("another time, another answer")
	}
	section := task().Section
	if n := section.Tokens(answer.Entries); len(answer.Entries) == 0 || n > section.Limits.Tokens {
		t.Errorf("%d entries, %d tokens", len(answer.Entries), n)
	}
	seen := map[string]bool{}
	for _, id := range slices.Concat(answer.Themes...) {
		if seen[id] {
			t.Errorf("lesson %s is in two themes", id)
		}
		seen[id] = true
	}
	for _, e := range answer.Entries {
		if e.Name == "" || e.Text == "" || e.Quotes == "" {
			t.Errorf("%+v", e)
		}
	}
	if none := Clusters(Task{Section: section}); len(none.Entries) > 0 {
		t.Errorf("without a lesson: %+v", none)
	}
}

func TestClustersFindWhatIsPlain(t *testing.T) {
	want := [][]string{{"0", "1", "2"}, {"3", "4", "5"}, {"6", "7", "8"}, {"9"}}
	got := Clusters(task()).Themes
	for _, theme := range got {
		slices.Sort(theme)
	}
	slices.SortFunc(got, slices.Compare)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}

func TestWordings(t *testing.T) {
	got := wordings(lesson.Lesson{
		Headline: "Ask first",
		Text: "**Ask first.** the folder `old` was mine: it had seven years of photographs in it that nobody else " +
			"in the house had ever copied anywhere at all. 先问一句再动手。不行",
	})
	if want := []string{"The folder old was mine.", "先问一句再动手。"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestName(t *testing.T) {
	if got := name([]string{"Restore the backups", "A backup is a hope", "Try the backup"}); got != "Backups." {
		t.Errorf("%q", got)
	}
	if got := name([]string{"the of"}); got != "Rule." {
		t.Errorf("%q", got)
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

// The oracle's choices are the best for their measure: the many lessons of one long theme, or
// the two short ones that fit instead; in full, one of them fits.
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
	section := score.Section{Newline: "\n", Limits: knapsack.Limits{Tokens: 24, Count: tokens.Larger, Entries: 14}}
	_, byLessons, byThemes, inFull := Oracle(labels, section)
	if len(byLessons) != 1 || byLessons[0].Name != "Large." || len(byLessons[0].Lessons) != 9 {
		t.Errorf("by lessons: %+v", byLessons)
	}
	if len(byThemes) != 2 || byThemes[0].Name != "Small." || byThemes[1].Text != "Restore before trusting." {
		t.Errorf("by themes: %+v", byThemes)
	}
	if len(inFull) != 1 || inFull[0].Name != "Small." {
		t.Errorf("in full: %+v", inFull)
	}
}
