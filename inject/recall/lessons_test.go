package recall

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
)

// Times of day are said in words and written in digits.
func TestTimesOfDayAreUnderstood(t *testing.T) {
	files := map[workspace.Path]string{
		"MEMORY.md": "- The saw is off from 21:00 on.\n- Trams end at 22:30.\n- Die Halle schließt um 20:30.\n" +
			"- 烤箱19:30关闭。\n" +
			"- El almacén abre a las 7:15.\n- The baker calls at half past four.\n",
	}
	for message, want := range map[string]string{
		"The tram at half past ten, is there one?": "MEMORY.md#L2-L2",
		"It is nine: may I use the saw?":           "MEMORY.md#L1-L1",
		"May I use the saw at 21:40?":              "MEMORY.md#L1-L1",
		"Ist die Halle um halb neun noch offen?":   "MEMORY.md#L3-L3",
		"晚上七点半还能用烤箱吗？":                             "MEMORY.md#L4-L4",
		"¿Hay alguien a las siete y cuarto?":       "",
		"Is the baker there at half past four?":    "MEMORY.md#L6-L6",
	} {
		if got := ask(t, files, message); !strings.HasPrefix(sourcesOf(got), want) {
			t.Errorf("%q: %s, looked for %v", message, sourcesOf(got), got.Keywords)
		}
	}
}

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
		found := slices.ContainsFunc(r.Snippets, func(s Snippet) bool { return s.Path == test.path && s.Score >= Threshold })
		assert.Equalf(t, test.found, found, "%s: %s, looked for %v", name, sourcesOf(r), r.Keywords)
		isLeftOut := func(s Snippet) bool {
			return slices.ContainsFunc(r.LeftOut, func(l LeftOut) bool { return l.Path == s.Path && l.StartLine == s.StartLine })
		}
		assert.Truef(t, !slices.ContainsFunc(r.Snippets, isLeftOut) && r.Stopped == "",
			"%s: %s is in %v too, or stopped by %q", name, sourcesOf(r), r.LeftOut, r.Stopped)
	}
	many := ""
	for _, mill := range strings.Fields("Arno Bela Cleo Dora Egon Fina Gero Hilde") {
		many += "- Never run the press with paper from " + mill + ".\n"
	}
	r := ask(t, map[workspace.Path]string{"MEMORY.md": many, "memory/2026-10-01.md": notes}, message)
	assert.Truef(t, len(r.Snippets) != 0 && len(r.Snippets) <= MostSnippets,
		"%d snippets: %s", len(r.Snippets), sourcesOf(r))
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

// "It rained the whole night and the cellar smells" brought what stands in the cellar: one
// word of those who ask for nothing is no need. Keywords are looked for.
func TestOneWordOfTheirDayIsNoNeed(t *testing.T) {
	files := map[workspace.Path]string{
		"MEMORY.md": "- The archive is on a disk in the cellar.\n- The tap drips.\n- Paint is bought in Lund.\n",
	}
	const archive = "MEMORY.md#L1-L1"
	for message, want := range map[string]string{
		"It rained the whole night and the cellar smells like an old boat.": "",
		"I wonder how the new people in the cellar like the house so far":   "",
		"The disk in the cellar hums louder than it did in the spring time": archive,
		"Wir gehen in den Keller; bitte denk an cellar, Lampen und Licht..": archive,

		"Clean the cellar before the weekend.": archive,
		"Where is the cellar?":                 archive,
		"disk and archive":                     archive,
		"cellar and lamps":                     archive,
	} {
		r := ask(t, files, message)
		assert.Equalf(t, want, sourcesOf(r), "%q: %s, looked for %v", message, sourcesOf(r), r.Keywords)
	}
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
		assert.Equal(t, want, isAsked(message), message)
	}
	files := map[workspace.Path]string{
		"MEMORY.md": "- The ladder is in the shed.\n- Trams end at ten.\n- The tap drips.\n",
	}
	for _, message := range []string{"i need to know where the ladder is", "I still have not got the ladder here"} {
		r := ask(t, files, message)
		assert.Equalf(t, "MEMORY.md#L1-L1", sourcesOf(r), "%q: %s, looked for %v", message, sourcesOf(r), r.Keywords)
	}
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
	r := ask(t, map[workspace.Path]string{"MEMORY.md": many}, task+", please.")
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

// A lesson that is too long to fill up with takes no place from a shorter one, and alone it
// takes none from the notes that were chosen.
func TestLongLessonTakesNoPlace(t *testing.T) {
	passageOf := func(path workspace.Path, tier Tier, tokens int) *candidate {
		p := passage{text: fmt.Sprint("- x", path, tokens), sum: uint64(len(path) + tokens), tokens: tokens}
		return &candidate{passage: p, path: path, tier: tier}
	}
	long, short := passageOf("MEMORY.md", T4, lessonTokens+1), passageOf("MEMORY.md", T4, 5)
	for name, test := range map[string]struct {
		lessons []*candidate
		chosen  int
	}{
		"none":             {nil, 3},
		"only a long one":  {[]*candidate{long}, 3},
		"a short one, too": {[]*candidate{long, short}, mostNotes + 1},
	} {
		c := &choice{}
		for i := range 3 {
			c.take(passageOf("memory/2026-10-01.md", T1, 8+i))
		}
		c.makeRoom(test.lessons)
		c.addLessons(test.lessons)
		if found := slices.Contains(c.chosen, short); len(c.chosen) != test.chosen || found != (len(test.lessons) > 1) {
			t.Errorf("%s: %d chosen, a short one: %v", name, len(c.chosen), found)
		}
	}
}

// With a model, a lesson that was chosen for its words keeps its place only before lessons that are farther; the first
// one stays.
func TestChosenLessonsCompeteWithNearerOnes(t *testing.T) {
	lessonOf := func(line, tokens int) *candidate {
		p := passage{text: fmt.Sprint("- x", line), sum: uint64(line), tokens: tokens, first: line, last: line}
		return &candidate{passage: p, path: "MEMORY.md", tier: T4, lesson: true}
	}
	for _, competes := range []bool{false, true} {
		first, chance, near := lessonOf(3, 70), lessonOf(4, 60), lessonOf(5, 60)
		c := &choice{}
		c.take(first)
		c.take(chance)
		chance.competes = competes
		c.makeRoom([]*candidate{near, chance})
		c.addLessons([]*candidate{near, chance})
		second := map[bool]*candidate{false: chance, true: near}[competes]
		assert.Truef(t, slices.Equal(c.chosen, []*candidate{first, second}) && len(c.left) == 1,
			"competes: %v: chosen %v, left out %v", competes, c.chosen, c.left)
	}
}

// Many notes that share more words with a task must not keep its lessons from being looked at.
func TestManyNotesDoNotCrowdOutLessons(t *testing.T) {
	var notes strings.Builder
	for i := range 3 * mostCandidates {
		fmt.Fprintf(&notes, "- The saddle and the bridle of pony %d were brushed by Mrs. Odur.\n", i)
	}
	r := ask(t, map[workspace.Path]string{
		"memory/2026-11-01.md": notes.String(),
		"MEMORY.md":            "- The saddle room is locked at dusk, and nothing is lent.\n",
	}, "Please let Mrs. Odur have pony 7000, the bridle, the blanket, two brushes and the saddle for the parade in Lund.")
	assert.Containsf(t, sourcesOf(r), "MEMORY.md#L1-L1", "%s, looked for %v", sourcesOf(r), r.Keywords)
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

// A word that stands in many notes finds the lesson that holds it, and nothing but lessons.
func TestCommonWordFindsLesson(t *testing.T) {
	var log strings.Builder
	for i := range mostPostings + 50 {
		fmt.Fprintf(&log, "- The pump and the valve ran at %d.\n", i)
	}
	files := map[workspace.Path]string{
		"memory/2026-01-05.md": log.String(),
		"MEMORY.md":            "- Grease the valve of the pump in autumn.\n- Lock the gate at night.\n",
	}
	r := ask(t, files, "Can Ruth take a pump to Smithfield with its valve?")
	assert.True(t, len(r.Snippets) == 1 && r.Snippets[0].Path == "MEMORY.md" && r.Snippets[0].StartLine == 1, sourcesOf(r))
}

// A receipt said "6 snippets" and "budget" of notes that gave way to lessons, where three
// snippets were chosen in the end.
func TestReasonsHoldOnceLessonsFillUp(t *testing.T) {
	passageOf := func(path workspace.Path, line, tokens int, score float64) *candidate {
		p := passage{text: fmt.Sprint("- x", line), first: line, last: line, sum: uint64(line), tokens: tokens}
		return &candidate{passage: p, path: path, tier: T2, score: score}
	}
	var notes []*candidate
	for i := range 8 {
		notes = append(notes, passageOf("memory/2026-10-01.md", i+1, 20, 0.5))
	}
	lessons := []*candidate{passageOf("MEMORY.md", 90, 5, 0.2), passageOf("MEMORY.md", 91, 199, 0.2)}
	c := choose(notes, nil, func() bool { return true }, false)
	require.Truef(t, c.stopped == "6 snippets" && len(c.left) == 2, "stopped %q: %v", c.stopped, c.left)
	c.makeRoom(lessons)
	c.addLessons(lessons)
	why := map[string]int{}
	for _, l := range c.left {
		why[l.Why]++
	}
	want := map[string]int{gaveWay: 6, "lessons fill up 200 tokens and 6 snippets": 1}
	assert.Truef(t, len(c.chosen) == mostNotes+1 && maps.Equal(why, want), "%d chosen: %v", len(c.chosen), why)
}

// The reason "budget" tells what was needed, and what was left.
func TestBudgetIsTold(t *testing.T) {
	c := &choice{tokens: MostTokens - 50}
	require.False(t, c.take(&candidate{passage: passage{text: "- x", first: 1, last: 1, tokens: 60}, path: "a.md"}),
		"taken")
	assert.Equal(t, "budget: 70 tokens, 50 left", c.left[0].Why)
}

// The nearest lesson keeps its place also where it has no room among those that fill up.
func TestTheNearestLessonGivesNoWay(t *testing.T) {
	lessonOf := func(line, tokens int) *candidate {
		p := passage{text: fmt.Sprint("- x", line), sum: uint64(line), tokens: tokens, first: line, last: line}
		return &candidate{passage: p, path: "MEMORY.md", tier: T4, lesson: true}
	}
	first, nearest, far := lessonOf(3, 120), lessonOf(4, 90), lessonOf(5, 30)
	c := &choice{}
	c.take(first)
	c.take(nearest)
	nearest.competes = true
	c.makeRoom([]*candidate{nearest, far})
	c.addLessons([]*candidate{nearest, far})
	assert.Truef(t, slices.Contains(c.chosen, nearest), "chosen %v, left out %v", c.chosen, c.left)
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
