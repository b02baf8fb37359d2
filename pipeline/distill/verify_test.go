package distill

import (
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
		"one does not follow":   {`"yes":[1,3]`, 2, "an entry needs 3; it does not follow from [2]\n"},
		"none follows":          {`"yes":[]`, 2, "an entry needs 3; it does not follow from [1], [2], [3]\n"},
		"one is told already":   {`"yes":[1,3],"same":[2]`, 1, ""},
		"one is yes and told":   {`"yes":[1,2,3],"same":[2]`, 1, ""},
		"of a note not shown":   {`"yes":[1,3],"same":[77]`, 2, "it does not follow from [2]\n"},
		"it is too vague":       {`"yes":[],"verdict":"too vague"`, 2, `was judged too vague` + "\n"},
		"too vague, told twice": {`"yes":[1],"same":[2],"verdict":"too vague"`, 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := &scripted{change: func(step string, n int, _ fake.Request, answer string) (string, error) {
				if step == "verify" && n == 1 {
					if strings.Contains(tc.answer, "verdict") {
						answer = strings.Replace(answer, `"yes":[1,2,3],"verdict":"ok"`, tc.answer, 2)
					}
					answer = strings.Replace(answer, `"yes":[1,2,3]`, tc.answer, 2)
				}
				return answer, nil
			}}
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
	m := &scripted{change: func(step string, n int, _ fake.Request, answer string) (string, error) {
		if step == "verify" && n == 1 {
			answer = strings.Replace(answer, `"yes":[1,2,3,4]`, `"yes":[1,2],"same":[3]`, 2)
		}
		return answer, nil
	}}
	practised(t, m, lessons(append([]string{"Each backup is to be restored."}, threeThemes...)...))
	told := "it does not follow from [4]; told by another note of the same date: [3]\n"
	if asked := m.steps("word"); len(asked) != 2 || !strings.Contains(asked[1].Prompt, told) {
		t.Errorf("worded %d times, the last time without %q:\n%s", len(asked), told, asked[len(asked)-1].Prompt)
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
	list[0].drafts = []draft{{text: "Worded now."}}
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
