package collect

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/markdown/mdtest"
)

// What every screen shows of a lesson never loses the sentence that says what to do, and marks what it leaves out.
func TestTheSentenceSaysWhatToDo(t *testing.T) {
	cases := mdtest.Cases(t, "testdata/sentences.txtar")
	const list = "the very long list of the things in the shed "
	cases["too long for a screen"] = mdtest.Case{
		Before: "Check " + strings.Repeat(list, 6) + "too",
		After:  "Check " + strings.Repeat(list, 5) + "the…",
	}
	cases["no text"] = mdtest.Case{}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, want := ruleSentence(strings.TrimSpace(c.Before), false), strings.TrimSpace(c.After)
			assert.Equal(t, want, got)
		})
	}
}

// What a heading, a line or a cross refuses never reads as advice: the text that is shown and sent says so itself, or
// the lesson is marked. In a tracker the field that says what to do is the lesson, and the incident stands beside it.
func TestLessonsAreShownForWhatTheyAre(t *testing.T) {
	checkCases(t, "testdata/shown.txtar", func(t *testing.T, notes []note) string {
		var b strings.Builder
		for _, l := range collectNotes(t, notes).Lessons {
			advice := ""
			if l.Negative {
				advice = ", no advice"
			}
			fmt.Fprintf(&b, "%s\n  %s%s, below: %s\n  shown: %s\n", l.Text, l.Class, advice, l.Heading, l.Sentence())
		}
		return b.String()
	})
}

// A cross counts in front of a text only: letters beyond ASCII once passed for marks.
func TestACrossCountsInFrontOnly(t *testing.T) {
	for text, want := range map[string]bool{
		"❌ Lend it at night": true, "**❌ Lend it**": true,
		"先关门，再开灯 ❌": false, "Сначала копия ❌": false, "Lend it ❌": false,
	} {
		assert.Equal(t, want, isCross(text), text)
	}
}
