package recall

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
)

// Who tells of the day in many words asks for nothing, even if a word stands in a lesson.
func TestMuchSmallTalkNeedsNothing(t *testing.T) {
	files := map[workspace.Path]string{
		"MEMORY.md": "- Never let the pasta machine run alone.\n- The lake path is closed in winter.\n" +
			strings.Repeat("- Jars of sort number six are sealed twice.\n", 9),
		"memory/2026-10-01.md": "- My sister called.\n- Marta cooked.\n- Jonas played.\n- Cards arrived.\n" +
			"- The team listened.\n",
	}
	message := "I spent the afternoon with my sister by the lake where we cooked pasta and played cards and listened " +
		"to the rain"
	r := ask(t, files, message)
	assert.Truef(t, len(r.Snippets) == 0, "%s, looked for %v", sourcesOf(r), r.Keywords)
}

// A request without a question mark got nothing, however sure the answer was.
func TestRequestsWithoutAQuestionMark(t *testing.T) {
	for message, want := range map[string]bool{
		"i need to know where the ladder is":              true,
		"what was it again with the tap":                  true,
		"Hi Anna, get me the ladder from wherever it is":  true,
		"Wo haben wir noch mal den Drucker stehen":        true,
		"- \"where did we put the ladder in the end\"":    true,
		"Well, what did Jonas say of the tap":             true,
		"Alice told me of the tap, which was no surprise": false,
		"What a day we had in the cellar":                 false,
		"Whatever happens to the tap in the cellar":       false,
		"We sat in the cellar and Jonas mended the tap":   false,
	} {
		assert.Equal(t, want, mannerOf(message).isAsked, message)
	}
	files := map[workspace.Path]string{
		"MEMORY.md": "- The ladder is in the shed.\n- Trams end at ten.\n- The tap drips.\n",
	}
	r := ask(t, files, "i need to know where the ladder is")
	assert.Equalf(t, "MEMORY.md#L1-L1", sourcesOf(r), "looked for %v", r.Keywords)
}

// What was injected into a message asks for nothing: it is not read.
func TestInjectedBlocksAskForNothing(t *testing.T) {
	files := map[workspace.Path]string{"MEMORY.md": "- The archive is on a disk in the cellar.\n- The tap drips.\n"}
	const message = "It rained the whole night long and our old cellar smells like some boat from Lund"
	r := ask(t, files, "<recall>Is it?</recall>\n"+message)
	assert.Truef(t, len(r.Snippets) == 0, "%s, looked for %v", sourcesOf(r), r.Keywords)
	if r := ask(t, files, message+", is it?"); len(r.Snippets) == 0 {
		t.Errorf("nothing, looked for %v", r.Keywords)
	}
}

// Who asks for something to be done after telling the situation gets what shares one word with it, within the budget.
func TestTaskIsFilledUpWithLessons(t *testing.T) {
	const lesson = "- Photos of visitors are shown only with their consent: Lotte left over one of them.\n"
	files := map[workspace.Path]string{
		"MEMORY.md":            "# Memory\n\n- Ochre is mixed twice.\n" + lesson + "- The lift is slow.\n",
		"memory/2026-11-01.md": "- Visitors from Oslo came by bus.\n",
	}
	const task = "Mrs. Odur and her visitors smile so nicely at Saturday's jubilee, and everybody should see it at once"
	for message, found := range map[string]bool{
		task + ". Put it onto our start page.": true,
		task + ". It goes onto our start page": false,
	} {
		r := ask(t, files, message)
		if got := strings.Contains(sourcesOf(r), "MEMORY.md#L4-L4"); got != found || strings.Contains(sourcesOf(r), "L3-L3") {
			t.Errorf("%q: %s, looked for %v", message, sourcesOf(r), r.Keywords)
		}
	}
	many := ""
	for _, rest := range strings.Fields("oil salt iron wool chalk glass clay wood lead") {
		many += "- Visitors see no " + rest + strings.Repeat(" "+rest+"works "+rest+"yard "+rest+"house", 8) + ".\n"
	}
	files["MEMORY.md"] = many
	for day := 10; day < 30; day++ {
		files[workspace.Path(fmt.Sprintf("memory/2026-10-%d.md", day))] = fmt.Sprintf("- Lathe %d.\n- Drill %d.\n", day, day)
	}
	r := ask(t, files, task+", please.")
	total := r.Tokens
	for _, s := range r.Snippets {
		total += citationTokens(&candidate{passage: passage{first: s.StartLine, last: s.EndLine}, path: s.Path})
	}
	assert.Truef(t, len(r.Snippets) >= 2 && len(r.Snippets) <= 6 && total <= MostTokens,
		"%d tokens: %s", total, sourcesOf(r))
}

// "Please write the confirmation" brought every note that says "write": the words for work
// that needs no notes weigh much, so that such work is left alone.
func TestWordsForWorkAreNoAnswer(t *testing.T) {
	files := map[workspace.Path]string{
		"MEMORY.md": "- Write the reason into the log.\n- Groups on the tower have two guides.\n- Paper is in the cellar.\n",
	}
	r := ask(t, files, "Please write the confirmation for the group on the tower")
	assert.Equal(t, "MEMORY.md#L2-L2", sourcesOf(r))
}

// The reason "budget" tells what was needed, and what was left.
func TestBudgetIsTold(t *testing.T) {
	c := &choice{tokens: MostTokens - 50}
	c.take(&candidate{passage: passage{text: "- x", first: 1, last: 1, tokens: 60}, path: "a.md"}, 1, true)
	require.Empty(t, c.chosen)
	assert.Equal(t, "budget: 70 tokens, 50 left", c.left[0].Why)
}

// recall did not search agents/kelp/LEARNINGS.md, which collect read as a file of lessons.
func TestLessonFilesAreSearched(t *testing.T) {
	for p, want := range map[workspace.Path]bool{
		"LESSONS.md":                       true,
		"lessons-learned.md":               true,
		".learnings/ERRORS.md":             true,
		"tasks/lessons.md":                 true,
		"docs/Lektionen.md":                true,
		"notes/教训.md":                      true,
		"agents/kelp/LEARNINGS.md":         true,
		"projects/pier/lessons_learned.md": true,
		"agents/kelp/diary.md":             false,
		"projects/pier/src/LESSONS.md":     false,
		"skills/LESSONS.md":                false,
		"piano-lesson.md":                  false,
	} {
		files := map[workspace.Path]string{p: "- The winch needs grease every spring.\n"}
		r := ask(t, files, "When does the winch need grease?")
		assert.Equalf(t, want, sourcesOf(r) == string(p)+"#L1-L1", "%s: %q", p, sourcesOf(r))
	}
}

// What is to be written in the end took the lessons from a situation that was told before, as if it were about writing.
// Told at length, it also has much that one note meets by chance, which is no reason to show no lesson.
func TestStoriesAreAnsweredWithLessons(t *testing.T) {
	files := map[workspace.Path]string{
		"MEMORY.md": "# Memory\n\n- Letters to members are written on the blue paper.\n- The baker brings rolls at ten.\n",
		"memory/lessons.md": "# Lessons\n\n- Never fell a tree while woodpeckers nest in it: the town fined us in May.\n" +
			"- Sharpen the saw before every job.\n",
		"memory/2026-05-02.md": "- The committee of the orchard met on Saturday, and wants a bench, a table and a lamp.\n",
	}
	const told = "The committee of the orchard met again on Saturday evening. They want a bench and a table under the lamp. " +
		"The old tree beside the wall has to go for it, and I would like to do it tomorrow, although a woodpecker has moved in. " +
		"Karl lends his trailer, Anna cooks soup for eight helpers, and the mayor sends two ladders with the fire engine. "
	for _, wish := range []string{"Please write them a letter.", "Please tell them."} {
		r := ask(t, files, told+wish)
		assert.Contains(t, sourcesOf(r), "memory/lessons.md#L3-L3", wish)
	}
}
