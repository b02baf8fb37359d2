package distill

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wisdom/pipeline/llm/fake"
	"wisdom/prompts"
)

// A line came back to be worded again, and nothing said which notes did not follow from it. Where
// notes of one date tell one lesson, no wording makes enough of them, and it was asked for.
func TestOnlyWhatHelpsIsWordedAgain(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		answer string // about the lines of the first practice
		words  int    // requests to word
		told   string
	}{
		"one does not follow":   {`"yes":[1,3]`, 2, "an entry needs 3; it does not follow from [2]"},
		"none follows":          {`"yes":[]`, 2, "an entry needs 3; it does not follow from [1], [2], [3]"},
		"one is told already":   {`"yes":[1,3],"same":[2]`, 1, ""},
		"one is yes and told":   {`"yes":[1,2,3],"same":[2]`, 1, ""},
		"of a note not shown":   {`"yes":[1,3],"same":[77]`, 2, "it does not follow from [2]"},
		"it is too vague":       {`"yes":[],"verdict":"too vague"`, 2, `was judged too vague`},
		"too vague, told twice": {`"yes":[1],"same":[2],"verdict":"too vague"`, 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			replaced := `"yes":[1,2,3]`
			if strings.Contains(tc.answer, "verdict") {
				replaced += `,"verdict":"ok"`
			}
			m := altered("verify", 1, replaced, tc.answer)
			practised(t, m, notes())
			asked := m.steps("word")
			if len(asked) != tc.words {
				t.Fatalf("worded %d times, want %d", len(asked), tc.words)
			}
			if !strings.Contains(asked[len(asked)-1].Prompt, tc.told) {
				t.Errorf("no %q in\n%s", tc.told, asked[len(asked)-1].Prompt)
			}
		})
	}
	// Four lessons, two of them the same: three may still follow from another line.
	m := altered("verify", 1, `"yes":[1,2,3,4]`, `"yes":[1,2],"same":[3]`)
	practised(t, m, lessons(append([]string{"Each backup is to be restored."}, threeThemes...)...))
	told := "it does not follow from [4]; told by another note: [3]"
	if asked := m.steps("word"); len(asked) != 2 || !strings.Contains(asked[1].Prompt, told) {
		t.Errorf("worded %d times, the last time without %q:\n%s", len(asked), told, asked[len(asked)-1].Prompt)
	}
}

// A line was proposed although a note on its subject that teaches something else makes an exception to it.
func TestALineIsVerifiedBesideOtherNotesOnItsSubject(t *testing.T) {
	t.Parallel()
	m := &scripted{}
	practised(t, m, lessons(append([]string{"Trust the photo disk once, no one will restore it."}, threeThemes...)...))
	_, near, _ := strings.Cut(m.steps("verify")[0].Prompt, "Other notes on the subject")
	if near, _, _ = strings.Cut(near, "\n\n"); !strings.Contains(near, "- (undated, 00) Trust the photo disk once") ||
		strings.Contains(near, "Restore every backup") {
		t.Errorf("beside the line: %s", near)
	}
}

// A reader was asked for another line where no words could mend the first one, and had no way to
// say so: a second wording and a second verdict were spent on it.
func TestALineThatNoWordsMendIsWithdrawn(t *testing.T) {
	t.Parallel()
	m := &scripted{change: func(step string, n int, _ fake.Request, answer string) (string, error) {
		switch {
		case step == "verify" && n == 1:
			answer = strings.Replace(answer, `"verdict":"ok"`, `"verdict":"too narrow","reason":"one machine"`, 1)
		case step == "word" && n == 2:
			answer = `{"practices":[{"practice":1,"name":"Restored backups","line":""}]}`
		}
		return answer, nil
	}}
	theme := themeOf(t, practised(t, m, notes()), 0)
	if theme.Cause != Invalid || !strings.HasSuffix(theme.Detail, "was judged too narrow: one machine") {
		t.Errorf("theme %+v", theme)
	}
	asked := m.steps("word")
	if len(asked) != 2 || len(m.steps("verify")) != 1 || m.again != 0 {
		t.Errorf("%d wordings, %d verdicts, %d asked again", len(asked), len(m.steps("verify")), m.again)
	}
	const may = "leave line empty"
	if strings.Contains(asked[0].Prompt, may) || !strings.Contains(asked[1].Prompt, may) {
		t.Errorf("told when it is of no use, or not told:\n%s", asked[1].Prompt)
	}
}

// A line was refused because of a sentence that sessions load, and its next wording passed, for the
// sentence was not shown beside it again. All requests of a run show the same ones, of too many the first.
func TestASecondVerdictSeesWhatTheFirstSaw(t *testing.T) {
	t.Parallel()
	m := altered("verify", 1, `"verdict":"ok"`, `"verdict":"too vague","reason":"which"`)
	m.room = 4000
	const first, more = "Chats, notes and logs are archived.", "Spoons and forks are washed."
	practised(t, m, notes(), func(o *Options) {
		o.Loaded = append([]string{first}, slices.Repeat([]string{more}, 150)...)
	})
	asked := append(m.steps("find"), m.steps("verify")...)
	if len(asked) != 3 {
		t.Errorf("asked %d times", len(asked))
	}
	for _, r := range asked {
		if n := strings.Count(r.Prompt, more); n < 50 || n > 140 || !strings.Contains(r.Prompt, "\n- "+first+"\n") {
			t.Errorf("%d others:\n%s", n, r.Prompt)
		}
	}
}

// A misfit that had come as a second practice of its lesson was asked about again, although the
// lesson kept its first one.
func TestAMisfitOfASecondPracticeIsNotAskedAgain(t *testing.T) {
	t.Parallel()
	list := lessons(append(slices.Clone(threeThemes), "Put no token into a backup.")...)
	m := &scripted{change: func(step string, _ int, r fake.Request, answer string) (string, error) {
		for _, n := range r.Notes() {
			switch {
			case !strings.HasPrefix(strings.ToLower(n.Text), "put no token"):
			case step == "assign":
				answer = strings.Replace(answer, fmt.Sprintf("[%d,1,0,", n.Number), fmt.Sprintf("[%d,1,3,", n.Number), 1)
			case step == "word" && n.Number > 5: // as a note of the third practice
				answer = strings.TrimSuffix(answer, "}]}") + fmt.Sprintf(`,"misfits":[%d]}]}`, n.Number)
			}
		}
		return answer, nil
	}}
	got := practised(t, m, list)
	if n := len(m.steps("assign")); n != 1 {
		t.Errorf("assigned %d times", n)
	}
	home, second := themeOf(t, got, 10), themeOf(t, got, 6)
	if home.Name != "Restored backups." || len(second.Wordings) == 0 ||
		slices.Contains(second.Wordings[0].Lessons, 10) {
		t.Errorf("the first practice %+v, the second %+v", home, second)
	}
}

// A line must not say what another one says, and those of other requests were not shown.
func TestWordingsSeeTheOtherLines(t *testing.T) {
	t.Parallel()
	m := &scripted{}
	practised(t, m, notes(), func(o *Options) {
		o.Hand = []Anchor{{Name: "Spoons.", Text: "Keep spoons away from the stove."}}
	})
	asked := m.steps("word")
	if len(asked) != 1 || !strings.Contains(asked[0].Prompt, "\n- Spoons. Keep spoons away from the stove.\n") ||
		strings.Contains(asked[0].Prompt, "\n- Mind every backup.") {
		t.Errorf("worded %d times:\n%s", len(asked), asked[0].Prompt)
	}
	s := &study{opts: testOptions()}
	var list []*practice
	for _, line := range []string{"Worded before.", "Worded here.", "Worded later.", "Without lessons."} {
		list = append(list, s.add("", line))
	}
	list[0].draft = &draft{text: "Worded now."}
	var lines []string
	for _, p := range s.othersThan(list[:3], []int{1}) {
		lines = append(lines, p.Line)
	}
	if got := strings.Join(lines, " "); got != "Worded now. Worded later." {
		t.Errorf("others %q", got)
	}
	p, err := prompts.BuiltIn().Render(prompts.Word, prompts.Data{})
	if err != nil || strings.Contains(p.Text, "get them elsewhere") {
		t.Errorf("%v, other practices without any:\n%s", err, p.Text)
	}
}

// A practice that was withdrawn was shown to the next request among those that get their lines.
func TestAWithdrawnPracticeHasNoLine(t *testing.T) {
	t.Parallel()
	s := &study{opts: testOptions()}
	list := []*practice{s.add("", "Withdrawn."), s.add("", "Worded here."), s.add("", "Worded later.")}
	list[0].drop(Invalid, "too narrow")
	if others := s.othersThan(list, []int{1}); len(others) != 1 || others[0].Line != "Worded later." {
		t.Errorf("others %+v", others)
	}
	// What was dropped because it is loaded vanished from the next request, and could have been written again.
	list[0].drop(Duplicate, "a sentence says it")
	if others := s.othersThan(list[1:], []int{0}); len(others) != 2 || others[0].Line != "Withdrawn." {
		t.Errorf("others %+v", others)
	}
}

// A new lesson against the line of a practice has it worded once more, with the reason.
func TestANewLessonAgainstALineHasItReworded(t *testing.T) {
	t.Parallel()
	first := practised(t, &scripted{}, notes())
	m := altered("verify", 1, `"verdict":"ok"`, `"verdict":"misleading","reason":"not always"`)
	list := lessons(append(slices.Clone(threeThemes), "A backup on the live machine is not to be restored.")...)
	got := practised(t, m, list, kept(first))
	told := `"Restore every backup once before you trust it." is misleading: not always`
	if asked := m.steps("word"); len(asked) != 1 || !strings.Contains(asked[0].Prompt, told) {
		t.Fatalf("worded %d times, want once with %q", len(asked), told)
	}
	if len(entries(got)) != 3 {
		t.Errorf("entries %q", entries(got))
	}
}

// A lesson that came to a practice of an earlier run and was not verified in time is assigned by the next one.
func TestAnUnverifiedLessonIsAssignedByTheNextRun(t *testing.T) {
	t.Parallel()
	first := practised(t, &scripted{}, notes())
	list := lessons(append(slices.Clone(threeThemes), "A backup is worth nothing before it was restored.")...)
	late := failing("verify", ErrOutOfTime)
	second := practised(t, late, list, kept(first))
	if len(late.steps("assign")) != 1 || second.Notes.Left != 1 || len(entries(second)) != 3 {
		t.Fatalf("%d requests to assign, %+v, entries %q", len(late.steps("assign")), second.Notes, entries(second))
	}
	third := practised(t, &scripted{}, list, kept(second))
	if theme := themeOf(t, third, len(list)-1); third.Notes.Left != 0 || len(theme.Lessons) != 4 {
		t.Errorf("%+v, theme %+v", third.Notes, theme)
	}
}
