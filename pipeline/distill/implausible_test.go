package distill

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/pipeline/llm/fake"
	"wisdom/prompts"

	"github.com/stretchr/testify/require"
)

// dated are lessons of different days, so that no heading tells them apart.
func dated(texts ...string) []lesson.Lesson {
	list := lessons(texts...)
	for i := range list {
		list[i].Date = fmt.Sprintf("2026-10-%02d", i+1)
	}
	return list
}

// many are lessons of three practices, four of each, in turn, and two of none.
func many() []lesson.Lesson {
	var texts []string
	for i := range 4 {
		for _, about := range []string{"Restore the backup of", "Read the error of", "Never paste the token of"} {
			texts = append(texts, fmt.Sprintf("%s machine %d.", about, i))
		}
	}
	return dated(append(texts, "Spoons crack in the drawer.", "The drawer of the spoons sticks.")...)
}

// impossible is asked for once more with the reason, and never becomes an entry: a second answer that is right makes
// all of them, and one that is as bad is an error.
func impossible(t *testing.T, list []lesson.Lesson, step, answer, reason string) {
	t.Helper()
	once := &scripted{change: func(at string, n int, _ fake.Request, good string) (string, error) {
		if at == step && n == 1 {
			return answer, nil
		}
		return good, nil
	}}
	got := practised(t, once, list)
	if again := once.steps(step)[1].Prompt; len(entries(got)) != 3 || once.again != 1 || !strings.Contains(again, reason) {
		t.Errorf("entries %q, %d asked again without %q:\n%s", entries(got), once.again, reason, again)
	}
	_, err := practise(answering(step, answer), list)
	if unusable, is := errors.AsType[*UnusableError](err); !is || string(unusable.Step) != step || unusable.Answers != 2 {
		t.Errorf("%s: %v", reason, err)
	}
}

// practices are an answer to find with the notes of practices.
func practices(t *testing.T, line string, notes ...[]int) string {
	t.Helper()
	var list []fake.FoundPractice
	for i, n := range notes {
		list = append(list, fake.FoundPractice{
			Name: fmt.Sprint("Practice ", string(rune('A'+i))), Line: fmt.Sprintf(line, string(rune('A'+i))), Notes: n,
		})
	}
	b, err := json.Marshal(fake.Answer{Practices: list})
	require.NoError(t, err)
	return string(b)
}

// Found with a model of 1.5 billion parameters: it copied the notes in their order, three to a practice.
func TestAListThatCannotBeRightIsNone(t *testing.T) {
	t.Parallel()
	var copied []fake.FoundPractice
	for i, l := range many()[:4] {
		copied = append(copied, fake.FoundPractice{Name: fmt.Sprint("N", i), Line: l.Text, Notes: []int{i + 1, i + 4, i + 7}})
	}
	b, err := json.Marshal(fake.Answer{Practices: copied})
	require.NoError(t, err)
	impossible(t, many(), "find", string(b), "4 of 4 lines copy a note")
	ranges := practices(t, "Mind %s first.", []int{1, 2, 3}, []int{4, 5, 6}, []int{7, 8, 9})
	impossible(t, many(), "find", ranges, "only run on")
	all := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}
	impossible(t, many(), "find", practices(t, "Mind %s first.", all, []int{1, 5, 9}), "nearly all of the notes")
}

// What stands below headings of its own, and what is equal in a small workspace, may well be found so.
func TestAListThatMayBeRightIsOne(t *testing.T) {
	t.Parallel()
	headed := many()
	slices.SortStableFunc(headed, func(a, b lesson.Lesson) int { return strings.Compare(a.Text, b.Text) })
	for i := range headed {
		headed[i].ID, headed[i].Date = fmt.Sprintf("%02d", i), ""
		headed[i].Path, headed[i].Heading = "MEMORY.md", strings.Fields(headed[i].Text)[0]
	}
	m := answering("find", practices(t, "Mind %s first.", []int{1, 2, 3, 4}, []int{5, 6, 7, 8}, []int{9, 10, 11, 12}))
	if practised(t, m, headed); m.again != 0 {
		t.Errorf("lessons below headings of their own: %d asked again", m.again)
	}
	// Notes that come one theme after the other, and in rotation, and a rule that stands word for word in each note.
	for name, text := range map[string]func(i int) string{
		"in a row":      func(i int) string { return fmt.Sprintf("%s It was case %d.", threeThemes[i/4], i) },
		"in rotation":   func(i int) string { return fmt.Sprintf("%s It was case %d.", threeThemes[i%3], i) },
		"word for word": func(i int) string { return fmt.Sprintf("Case %d came up. %s", i, threeThemes[i*i%3]) },
	} {
		var texts []string
		for i := range 12 {
			texts = append(texts, text(i))
		}
		m := &scripted{Reader: reader}
		if practised(t, m, dated(texts...)); m.again != 0 {
			t.Errorf("%s: %d asked again", name, m.again)
		}
	}
	for _, n := range []int{3, 10, 15} {
		m := &scripted{}
		got := practised(t, m, dated(slices.Repeat([]string{"Restore every backup once before you trust it, always."}, n)...))
		if len(entries(got)) != 1 || m.again != 0 {
			t.Errorf("%d equal lessons: %d asked again, entries %q", n, m.again, entries(got))
		}
	}
}

// Assignments that only run on, or are all the same whatever the notes say, were not chosen.
func TestAssignmentsThatCannotBeRightAreNone(t *testing.T) {
	t.Parallel()
	var running, same []fake.AssignedNote
	for i := range many() {
		running = append(running, fake.AssignedNote{Note: i + 1, Practice: (i+1)%3 + 1, Weight: 1})
		same = append(same, fake.AssignedNote{Note: i + 1, Practice: 2, Weight: 1})
	}
	impossible(t, many(), "assign", fake.Answer{Notes: running}.Reply().Text, "only run on from note to note")
	impossible(t, many(), "assign", fake.Answer{Notes: same}.Reply().Text, "all 14 notes have practice 2")
}

// A model that says yes to everything lets the control pass, which stands among the lines and is in the language of
// the notes.
func TestAModelThatSaysYesToEverythingVerifiesNothing(t *testing.T) {
	t.Parallel()
	yes := func(always bool) *scripted {
		return &scripted{Reader: reader, change: func(step string, n int, r fake.Request, answer string) (string, error) {
			if step != "verify" || !always && n > 1 {
				return answer, nil
			}
			var lines []fake.VerifiedLine
			for _, b := range r.Read().Blocks {
				for _, line := range b.Lines {
					v := fake.VerifiedLine{Line: line.Number, Verdict: "ok"}
					for _, note := range b.Notes {
						v.Yes = append(v.Yes, note.Number)
					}
					lines = append(lines, v)
				}
			}
			return fake.Answer{Lines: lines}.Reply().Text, nil
		}}
	}
	_, err := practise(yes(true), many())
	if unusable, is := errors.AsType[*UnusableError](err); !is || unusable.Step != prompts.Verify {
		t.Errorf("a model that always says yes: %v", err)
	}
	m := yes(false)
	got := practised(t, m, many())
	if again := m.steps("verify")[1].Prompt; len(entries(got)) != 3 || !strings.Contains(again, "was let pass") {
		t.Errorf("entries %q, asked again:\n%s", entries(got), again)
	}
}

// The control is the line with the number after the others. It moves, so that no model learns its place.
func TestTheControlMovesAndSpeaksTheLanguageOfTheNotes(t *testing.T) {
	t.Parallel()
	places := map[int]bool{}
	for n := range 8 {
		var d prompts.Data
		for i := range 3 {
			p := prompts.Practice{Number: i + 1, Lines: []prompts.Line{{Number: i + 1, Text: "A line."}}}
			for k := range n + 1 {
				note := prompts.Lesson{Number: 100*i + k, Text: "Prüfe die Sicherung, bevor du ihr vertraust."}
				p.Lessons = append(p.Lessons, note)
			}
			d.Practices = append(d.Practices, p)
		}
		c := addControl(&d, 400)
		at := slices.IndexFunc(d.Practices, func(p prompts.Practice) bool { return p.Lines[0].Number == 4 })
		places[at] = true
		if !slices.Contains(controls()["de"], c.line.text) || len(c.lessons) != 3 || c.lessons[0].Number != 401 ||
			d.Practices[at].Lines[0].Text != c.line.text {
			t.Errorf("control %+v at %d", c, at)
		}
	}
	if len(places) != 4 {
		t.Errorf("places %v", places)
	}
	for language, lines := range controls() {
		if len(lines) != 2 || language != "cjk" && text.IsForeign(strings.Join(lines, " "), language) {
			t.Errorf("%s: %q", language, lines)
		}
	}
}
