package distill

import (
	"strings"
	"testing"

	"wisdom/pipeline/llm/fake"
)

// A name that the notes do not hold is replaced by one of the line's words, and what is asked again tells of the line.
func TestAFaultOfTheNameIsMended(t *testing.T) {
	t.Parallel()
	m := &scripted{change: func(step string, n int, _ fake.Request, answer string) (string, error) {
		if step == "word" && n == 1 {
			answer = strings.Replace(answer, "Restored backups", "Ask Gundula", 1)
			answer = strings.Replace(answer, "Restore every backup once", "Restore every backup of Egon once", 1)
		}
		return answer, nil
	}}
	got := practised(t, m, notes(), func(o *Options) {
		o.Check = func(name, text string, _ []int) (Cause, string) {
			for _, who := range []string{"Gundula", "Egon"} {
				if strings.Contains(name+" "+text, who) {
					return Unfaithful, "no note knows " + who
				}
			}
			return "", ""
		}
	})
	again := m.steps("word")[1].Prompt
	if strings.Contains(again, "Gundula") || !strings.Contains(again, "no note knows Egon") || len(entries(got)) != 3 {
		t.Errorf("entries %q, asked again:\n%s", entries(got), again)
	}
}

// A line said nearly what a rules file says. A reader who was asked for other words had no way to say that there are
// none.
func TestALineThatIsSaidAlreadyIsWithdrawn(t *testing.T) {
	t.Parallel()
	const said = "it nearly says what AGENTS.md:18 says"
	m := &scripted{change: func(step string, n int, _ fake.Request, answer string) (string, error) {
		if step == "word" && n == 2 {
			answer = `{"practices":[{"practice":1,"name":"Restored backups","line":""}]}`
		}
		return answer, nil
	}}
	got := practised(t, m, notes(), func(o *Options) {
		o.Check = func(_, text string, _ []int) (Cause, string) {
			if text == reader["backup"].Line {
				return Duplicate, said
			}
			return "", ""
		}
	})
	if theme := themeOf(t, got, 0); theme.Cause != Duplicate || !strings.HasSuffix(theme.Detail, said) {
		t.Errorf("theme %+v", theme)
	}
	if again := m.steps("word"); len(again) != 2 || !strings.Contains(again[1].Prompt, "leave line empty") {
		t.Errorf("worded %d times", len(again))
	}
}
