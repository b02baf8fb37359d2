package recall

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

// In a described situation most words are not those of the lesson. In a short question they
// are, and nothing is guessed.
func TestSituationBringsLessons(t *testing.T) {
	const lesson = "- Never run the press and the kiln together: the fuse blows.\n"
	message := "Marta wants to glaze forty bowls this afternoon, Jonas needs pages pressed for the museum, " +
		"and our electrician comes on Friday. Anything against it?"
	notes := "- Marta came by bus.\n- Jonas called.\n- Forty chairs are ordered.\n- The museum closed early.\n" +
		"- Pages came back.\n" +
		"- Bowls stand on the shelf.\n- The electrician has a new van.\n- Glaze arrived from the mill.\n"
	for name, test := range map[string]struct {
		path    workspace.Path
		heading string
		found   bool
	}{
		"a curated file":                   {"MEMORY.md", "", true},
		"a dated note":                     {"memory/2026-11-01.md", "", false},
		"a dated note, heading of lessons": {"memory/2026-11-01.md", "## Lessons learned\n\n", true},
	} {
		r := ask(t, map[workspace.Path]string{test.path: test.heading + lesson, "memory/2026-10-01.md": notes}, message)
		found := slices.ContainsFunc(r.Snippets, func(s Snippet) bool { return s.Path == test.path })
		assert.Equalf(t, test.found, found, "%s: %s, looked for %v", name, sourcesOf(r), r.Keywords)
		isLeftOut := func(s Snippet) bool {
			return slices.ContainsFunc(r.LeftOut, func(l LeftOut) bool { return l.Path == s.Path && l.StartLine == s.StartLine })
		}
		assert.Truef(t, !slices.ContainsFunc(r.Snippets, isLeftOut) && r.Stopped == "",
			"%s: %s is in %v too, or stopped by %q", name, sourcesOf(r), r.LeftOut, r.Stopped)
	}
}

// Who tells of the day in many words asks for nothing, even if a word stands in a lesson.
func TestLongSmallTalkNeedsNothing(t *testing.T) {
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

// Who asks for something to be done gets the lessons that share a word with it, however
// little of the message that is, within what lessons may take.
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
	assert.Truef(t, len(r.Snippets) >= 2 && len(r.Snippets) <= 6 && total <= lessonTokens,
		"%d tokens: %s", total, sourcesOf(r))
}

// Where a lesson shares more with a task, one that shares a single word of it fills nothing up.
func TestTaskIsFilledUpWithWhatSharesMost(t *testing.T) {
	const one = "- The barge leaks when it is loaded.\n"
	notes := "- Paint is dear.\n- My brother left.\n- He carves.\n- Spoons are of ash.\n- Whistles are loud.\n" +
		"- The willow is old.\n- Nobody smiled.\n- Linen is white.\n- A kettle boils.\n- Ink is black.\n"
	message := "She paints linen with ink for visitors, her brother carves spoons on the barge, a kettle whistles " +
		"under the " +
		"willow, and everybody smiles. Put it onto our start page."
	for best, found := range map[string]bool{
		"- Ochre is mixed twice.\n":                             true,
		"- Visitors on the barge sit in front, never behind.\n": false,
	} {
		r := ask(t, map[workspace.Path]string{"MEMORY.md": best + one, "memory/2026-10-01.md": notes}, message)
		assert.Truef(t, strings.Contains(sourcesOf(r), "MEMORY.md#L2-L2") == found && len(r.Snippets) != 0,
			"%s with %q, left out: %v", sourcesOf(r), best, r.LeftOut)
	}
}

// Lessons that fill up do not bring one that a newer lesson supersedes.
func TestFillingUpLeavesOutSupersededLessons(t *testing.T) {
	const head = "## Lessons learned\n\n"
	r := ask(t, map[workspace.Path]string{
		"memory/2026-03-01.md": head + "- Visitors on the jubilee barge pay 5 euros each.\n",
		"memory/2026-09-01.md": head + "- Visitors on the jubilee barge pay 7 euros each.\n",
		"memory/2026-10-01.md": "- The willow is old.\n- Spoons are of ash.\n- Oslo is far.\n- My brother left.\n",
	}, "Mrs. Odur from Oslo paints so nicely, her brother carves spoons and whistles under the willow, "+
		"and the visitors smile. Put it onto our start page.")
	if got := sourcesOf(r); !strings.Contains(got, "memory/2026-09-01.md#L3-L3") || strings.Contains(got, "2026-03-01") {
		t.Errorf("%s, left out: %v", sourcesOf(r), r.LeftOut)
	}
}

// Many notes that share more words with a task must not keep its lessons from being looked at.
func TestManyNotesDoNotCrowdOutLessons(t *testing.T) {
	var notes strings.Builder
	for i := range 3 * mostCandidates {
		fmt.Fprintf(&notes, "- The saddle and the bridle of pony %d were brushed by Mrs. Odur.\n", i)
	}
	x, err := Open(t.Context(), workspacetest.NewMemory(map[workspace.Path]string{
		"memory/2026-11-01.md": notes.String(),
		"MEMORY.md":            "- The saddle room is locked at dusk, and nothing is lent.\n",
	}), Options{Now: today})
	require.NoError(t, err)
	defer x.Close() //nolint:errcheck // it was only asked
	require.NoError(t, x.refresh(t.Context()))
	x.lists = map[string][]int64{}
	needs, _, err := x.needs(t.Context(), "", "the bridle, two brushes and the saddle for Mrs. Odur")
	require.NoError(t, err)
	for _, isSituation := range []bool{false, true} {
		looked, err := x.looked(t.Context(), needs, isSituation)
		require.NoError(t, err)
		found := slices.ContainsFunc(looked, func(c *candidate) bool { return c.path == "MEMORY.md" })
		assert.Equalf(t, isSituation, found, "%d candidates", len(looked))
	}
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
	c := &choice{tokens: MostTokens - 50, limit: MostTokens}
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

// Words of a message that stand far apart seldom belong together: a passage that meets a word here and a word there
// comes behind one that meets as many in one place.
func TestWordsFarApartSeldomBelongTogether(t *testing.T) {
	needs := []need{{weight: 1, sentence: 0}, {weight: 1, sentence: 1}, {weight: 1, sentence: 4}, {weight: 1, sentence: 7}}
	near, far := &candidate{met: []float64{1, 1, 0, 0}}, &candidate{met: []float64{1, 0, 0, 1}}
	assert.InDelta(t, 2, near.told(needs), 1e-9)
	assert.InDelta(t, 1+elsewhere, far.told(needs), 1e-9)
}

// A situation asks for a rule: of two passages that share as much with it, the one below a heading of lessons comes first.
func TestLessonsBelowTheirHeadingComeFirst(t *testing.T) {
	x := &Index{}
	lesson := &candidate{passage: passage{text: "- Oil the hinge.", heading: "Lessons"}}
	note := &candidate{passage: passage{text: "- Oil the hinge.", heading: "Cellar"}}
	needs := []need{{word: "hinge", weight: 1, forms: []form{{terms: []string{termOf("hinge", "")}, quality: 1}}}}
	x.rate(lesson, needs)
	x.rate(note, needs)
	assert.Equal(t, note.score, lesson.score)
	assert.Greater(t, lesson.asLesson, note.asLesson)
}

// A story has room for lessons as long as people write them, beside the one note that is sure.
func TestLongLessonsHaveRoomInAStory(t *testing.T) {
	long := strings.Repeat(" and then the grey one behind it once more", 9)
	all := []*candidate{{passage: passage{first: 1, tokens: 150, text: "- sure" + long}, score: 0.9}}
	for i, text := range []string{"- Oil the hinge before frost.", "- Never feed bread to a goose."} {
		all = append(all, &candidate{
			passage: passage{first: 2 + i, tokens: 150, text: text, sum: uint64(i + 1)},
			path:    "MEMORY.md", tier: T4, asLesson: 1,
		})
	}
	for _, c := range all {
		c.met, c.expected = []float64{1}, []bool{false}
	}
	needs := []need{{word: "grey", weight: 1}}
	none := func(*choice, *candidate) []*candidate { return nil }
	assert.Len(t, choose(all, needs, story, 0, true, none).texts, 3)
	assert.Len(t, choose(all, needs, situation, 0, true, none).texts, 1, "a note is sure")
}
