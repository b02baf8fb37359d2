package distill

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"wisdom/internal/lesson"
	"wisdom/pipeline/llm/fake"
)

// manyNotes are n lessons, each of one of three practices or of none.
func manyNotes(n int) []lesson.Lesson {
	texts := make([]string, n)
	for i := range texts {
		about := []string{
			"Restore the backup of machine", "Read the error of program",
			"Never paste the token of account", "Spoons crack in drawer",
		}[i%4]
		texts[i] = fmt.Sprintf("%s %d before you go on.", about, i)
	}
	return lessons(texts...)
}

// inTime is a model whose time is over after so many requests.
func inTime(requests int) *scripted {
	m := &scripted{room: 4000}
	m.change = func(_ string, _ int, _ fake.Request, answer string) (string, error) {
		if len(m.asked) > requests {
			return "", ErrOutOfTime
		}
		return answer, nil
	}
	return m
}

// A run whose time is over keeps what was answered, and the next one goes on there, whatever
// the step was; what comes out in the end is the same, and nothing is searched twice.
func TestAnEndedRunGoesOn(t *testing.T) {
	list := manyNotes(130)
	whole := &scripted{room: 4000}
	want := practised(t, whole, list)
	if len(entries(want)) != 3 || len(whole.steps("find")) < 3 {
		t.Fatalf("entries %q, %d requests to find", entries(want), len(whole.steps("find")))
	}
	least := len(whole.steps("find")) // with the merged list
	for requests := least; requests <= len(whole.asked); requests++ {
		var got *Practiced
		total, finds := 0, 0
		for runs := 1; got == nil || got.Notes.Left > 0 || len(entries(got)) < 3; runs++ {
			if runs > 20 {
				t.Fatalf("%d requests a run: no end, %+v", requests, got.Notes)
			}
			m := inTime(requests)
			change := func(*Options) {}
			if got != nil {
				change = kept(got)
			}
			got = practised(t, m, list, change)
			m.asked = m.asked[:min(len(m.asked), requests)] // those that were answered
			total += len(m.asked)
			finds += len(m.steps("find"))
		}
		if !reflect.DeepEqual(got.Themes, want.Themes) {
			t.Errorf("%d requests a run: themes %+v, want %+v", requests, got.Themes, want.Themes)
		}
		if finds != least || total > len(whole.asked)+len(whole.asked)/requests*3 {
			t.Errorf("%d requests a run: %d to find, %d in all, %d in one run", requests, finds, total, len(whole.asked))
		}
		again := &scripted{room: 4000}
		if practised(t, again, list, kept(got)); len(again.asked) > 0 {
			t.Errorf("%d requests a run: %d more once all is known", requests, len(again.asked))
		}
	}
}

// Without time for all batches, what the first ones found is kept; without any, the run ends
// with an error.
func TestAnEndedSearch(t *testing.T) {
	got := practised(t, inTime(1), manyNotes(130))
	if len(got.Kept.Found) == 0 || got.Notes.Left != 130 || got.Notes.Unanswered > 0 || len(got.Kept.Left) > 0 {
		t.Errorf("%+v, kept %+v", got.Notes, got.Kept)
	}
	if _, err := practise(inTime(0), manyNotes(130)); !errors.Is(err, ErrOutOfTime) {
		t.Error("no error")
	}
	if i := slices.IndexFunc(got.Themes, func(theme Theme) bool { return len(theme.Wordings) > 0 }); i >= 0 {
		t.Errorf("an entry without verification: %+v", got.Themes[i])
	}
}
