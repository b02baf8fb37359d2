package collect

import (
	"strings"
	"testing"

	"wisdom/internal/workspace"
)

// The sentence that every screen shows of a lesson.
func TestRuleSentence(t *testing.T) {
	for text, want := range map[string]string{
		"The pump was loud. Bleed it before each start. It took a day to find out.":           "Bleed it before each start.",
		"We should have asked. Never order wood without the plan.":                            "Never order wood without the plan.",
		"**Wrong price on the shelf for a week**: nobody looked. Read the tag aloud.":         "Read the tag aloud.",
		"**Restore first.** A backup nobody restored is a hope.":                              "Restore first.",
		"**Mail** — never send without a second reader":                                       "Mail: never send without a second reader",
		"**Mail:** it is read by the whole team":                                              "Mail: it is read by the whole team",
		"**Valves.** Old ones leak. Close the main tap before you leave.":                     "Close the main tap before you leave.",
		"The van came late and the key was gone.":                                             "The van came late and the key was gone.",
		"Ask a person, e.g. Mara, etc. before you order. It was dear.":                        "Ask a person, e.g. Mara, etc. before you order.",
		"The lamp flickers at 3. 40 W is enough for it. Replace the bulb once a year.":        "Replace the bulb once a year.",
		"泵很响。启动前必须先放气。花了一天才发现。":                                                               "启动前必须先放气。",
		"Der Schlüssel fehlte. Vor dem Abschließen immer die Schlüssel zählen.":               "Vor dem Abschließen immer die Schlüssel zählen.",
		"Check " + strings.Repeat("the very long list of the things in the shed ", 5) + "too": "Check the very long list of the things in the shed the very long list of the things in the shed the very long list of the things in the shed the very long…",
		"**Write at the end of the section**, and keep the rest as it is. It is read.":        "Write at the end of the section, and keep the rest as it is.",
		"**Before each session** — read this file. Without it you know nothing.":              "Before each session — read this file.",
		"**Close the valve first** — it leaks otherwise. Old ones do.":                        "Close the valve first",
		"**一次只改一个变量**，不要同时改正则":                                                                "一次只改一个变量，不要同时改正则",
		"": "",
	} {
		if got := ruleSentence(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// In a tracker the field that says what to do is the lesson, and the incident stands
// beside it.
func TestTrackerLesson(t *testing.T) {
	result := collectFrom(t, map[workspace.Path]string{
		".learnings/ERRORS.md": "# Errors\n\n## [ERR-20261116-001] The print job stopped at night\n\n**Priority**: high\n\n### Summary\n\nThe queue was full.\n\n### Suggested Action\n\nIt filled up twice. Empty the queue before you leave.\n",
	}, nil, nil)
	if len(result.Lessons) != 1 {
		t.Fatalf("found\n%s", lines(result))
	}
	l := result.Lessons[0]
	if want := "[ERR-20261116-001] The print job stopped at night"; l.Heading != want ||
		l.RuleSentence != "Empty the queue before you leave." ||
		l.Sentence() != l.RuleSentence {
		t.Errorf("heading %q, rule sentence %q", l.Heading, l.RuleSentence)
	}
}

// A cross counts in front of a text only: letters beyond ASCII once passed for marks.
func TestCrossStandsInFront(t *testing.T) {
	for text, want := range map[string]bool{
		"❌ Lend it at night": true, "**❌ Lend it**": true,
		"先关门，再开灯 ❌": false, "Сначала копия ❌": false, "Lend it ❌": false,
	} {
		if got := isCross(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
