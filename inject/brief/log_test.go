package brief

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"

	"github.com/stretchr/testify/require"
)

// liesOf are statements that contradict a block and its log.
func liesOf(made *Context) map[string]bool {
	l := made.Log
	has := func(s Section) bool { return slices.Contains(l.Sections, s) }
	steps, grown, sum := map[Section]Step{}, false, 0
	for _, s := range l.Trimming.Steps {
		steps[s.Section], grown = s, grown || s.After >= s.Before
	}
	for _, s := range l.Sections {
		sum += l.TokenCounts[s]
	}
	isDropped := func(s Section) bool { return has(s) || steps[s].Action != "dropped" }
	_, stepped := steps[Journal]
	missing := l.Trimming.JournalTrimmedTokens
	whole := l.JournalStrategy == strategyFull
	marked := strings.Contains(sectionOf(made.Block, Journal), cutMark)
	return map[string]bool{
		"a journal without an age or a way": has(Journal) != (l.JournalAgeDays != nil) ||
			has(Journal) != (l.JournalStrategy != ""),
		"summarized and full": has(Journal) && whole == l.JournalSummarized ||
			!has(Journal) && l.JournalSummarized,
		"tokens of a full journal missing": whole && (missing > 0 || !strings.Contains(made.Block, lastNote) || marked),
		"a step and the missing tokens": stepped != (missing > 0) ||
			stepped && missing != steps[Journal].Before-steps[Journal].After,
		"a summary without a mark":           l.JournalStrategy == strategySummary && !marked && len(l.LeftOut) == 0,
		"a step that makes a section longer": grown,
		"a dropped section is in the block":  slices.ContainsFunc(l.Trimming.SectionsDropped, isDropped),
		"a mark without a step":              strings.Contains(made.Block, cutMark) && len(steps) == 0,
		"success of a trimmed block":         l.Outcome.Status == Success && (len(steps) > 0 || l.OverBudget > 0),
		"the parts have more than all":       sum > l.TokenCounts[total],
		"the sections and files differ":      len(l.Provenance) != len(l.Sections),
	}
}

// sectionOf returns the text of a section of a block.
func sectionOf(block string, s Section) string {
	sections, _ := parseBlock(block)
	return sections[s]
}

// prosePieces is a text of headings, lists and paragraphs of sentences.
func prosePieces(r *rand.Rand, pieces int) string {
	kinds := []string{
		"## Accomplishments\n\n- Counted %d seats.\n\n", "## Next\n\n- Paint boat %d.\n\n", "## Weather\n\nFog until %d.\n\n",
		"- Boat %d came in at nine. It left again at ten, with one seat free and the dog on deck.\n",
		"The desk sold %d tickets. Two were given back. The card reader was late again, so most people paid in cash.\n\n",
		"Next Action: Call boat %d\n\n",
		strings.Repeat("The paint of boat %[1]d was still wet when the guests came. ", 12) + "\n\n",
	}
	var b strings.Builder
	for range pieces {
		fmt.Fprintf(&b, kinds[r.IntN(len(kinds))], r.IntN(90)+1)
	}
	return b.String()
}

// A secret in the name of a file is in no log and in no warning.
func TestNamesOfFilesAreScrubbed(t *testing.T) {
	t.Parallel()
	token := planted["ghp"]
	made := build(t, "full", map[workspace.Path]string{
		"SOUL.md": "I am.\n",
		workspace.Path("session-journals/2026-01-04-" + token + ".md"): "- Text.\n",
		workspace.Path("profiles/" + token + "/PROFILE.md"):            "Style: brief\n",
	})
	log, err := json.Marshal(made.Log)
	assert.Truef(t, err == nil && !strings.Contains(string(log), token) && len(made.Log.Warnings) >= 2, "%v %s", err, log)
}

// The warning for a secret in a task knows all patterns of the block.
func TestSecretsInATask(t *testing.T) {
	t.Parallel()
	for _, text := range append(
		slices.Clone(spliced[:15]), "gh<!-- -->p_x7Q2m", "The door code is 4711.", "<!-- ghp"+"_1 -->",
	) {
		found := SecretsIn("Print\n\n" + text + "\n")
		assert.Truef(t, len(found) == 1 && found[0].Line == 3, "%q: %v", text, found)
	}
	found := SecretsIn("Print <!-- the --> tickets.\n")
	assert.True(t, len(found) == 0, found)
}

// The template of ANCHORS is not included before something is added to it.
func TestAnchorsTemplate(t *testing.T) {
	t.Parallel()
	fsys := workspacetest.NewMemory(map[workspace.Path]string{"SOUL.md": "I am.\n"})
	for _, first := range []bool{true, false} {
		path, written, err := InitAnchors(fsys, nil)
		require.Truef(t, path == "docs/ANCHORS.md" && written == first && err == nil, "%v %v %v", path, written, err)
	}
	o := optionsFor(t, "standard", nil)
	o.Repo = fsys
	made, err := Build(o)
	assert.Truef(t, err == nil && !slices.Contains(made.Log.Sections, Anchors), "%v: %v", err, made.Log.Sections)
	if _, _, err := InitAnchors(workspacetest.NewMemory(nil), Sources{Anchors: {"docs/*.md"}}); err == nil {
		t.Error("patterns alone name no file")
	}
}

// The history: an outcome completes its injection, and a line that is none is skipped.
func TestHistory(t *testing.T) {
	t.Parallel()
	fsys := workspacetest.NewMemory(
		map[workspace.Path]string{
			"SOUL.md":              "I am.\n",
			"memory/2026-01-03.md": strings.Repeat("- The tide came in at nine.\n", 200),
		},
	)
	var ids []string
	for i, level := range []string{"standard", "standard", "minimal", "1400", "700"} {
		o := optionsFor(t, level, nil)
		o.Repo, o.ID = fsys, NewID(day, [6]byte{byte(i)})
		made, err := Build(o)
		require.NoError(t, err)
		if level == "1400" {
			made.Log = FailedLog(o, errors.New("no SOUL"))
		}
		require.NoError(t, Remember(fsys, Record{Log: made.Log}))
		ids = append(ids, o.ID)
	}
	require.NoError(t, workspace.AppendLine(fsys, HistoryFile, []byte(`{"schema_version":1,`), 0o600))
	for i, seconds := range []float64{30, 50} {
		_, err := Complete(fsys, ids[i], Outcome{Status: Success, Changes: "committed", Duration: seconds})
		require.NoError(t, err)
	}
	for _, id := range []string{"INJ-20260103-183000-zzzzzz", ids[3]} { // no such block
		_, err := Complete(fsys, id, Outcome{})
		assert.ErrorAs(t, err, new(*UnknownError), id)
	}
	all, err := History(fsys)
	if err != nil || len(all) != 5 || all[0].Outcome.Changes != "committed" || all[2].Outcome.Reported {
		t.Fatalf("%v, %+v", err, all)
	}
}

// SOUL that exceeds the budget of its level is printed whole up to the hard cap, with a short journal, a warning and
// its size in the log. The journal says something, and the characters of the ID decide nothing.
func TestSoulOverTheBudgetIsPrinted(t *testing.T) {
	t.Parallel()
	journal := "# Session\n\n" + manyLines(60)
	over, refused := 0, 0
	for words := 200; words < 2100; words += 37 {
		soul := strings.TrimSpace(strings.Repeat("tide ", words))
		o := optionsFor(t, "600", map[workspace.Path]string{"SOUL.md": soul + "\n", "memory/2026-01-03.md": journal})
		made, err := Build(o)
		if errors.As(err, new(*TooLargeError)) {
			refused++
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		checkBlock(t, made, o)
		has(t, made.Block, soul)
		o.ID = NewID(day, [6]byte{byte(3 * words), 5, 9, byte(words), 11, 2})
		if again, _ := Build(o); again.Log.OverBudget != made.Log.OverBudget {
			t.Errorf("%d words: with another ID %d tokens over the budget", words, again.Log.OverBudget)
		}
		l := made.Log
		warnings := strings.Join(l.Warnings, "\n")
		size, room := l.TokenCounts[Journal], HardCap-l.TokenCounts[total]
		switch {
		case size == 0 && (room > fewestTokens+20 || !strings.Contains(warnings, "next to nothing of the hard cap")):
			t.Errorf("%d words: no journal, and %d tokens are left: %s", words, room, warnings)
		case size > 0 && !strings.Contains(sectionOf(made.Block, Journal), "Boat"):
			t.Errorf("%d words: the journal says nothing:\n%s", words, made.Block)
		case l.OverBudget > 0:
			over++
			assert.Truef(t, size <= leastTokens && strings.Contains(warnings, "tokens, and the budget is 600"),
				"%d words: a journal of %d tokens, %s", words, size, warnings)
		}
	}
	assert.Truef(t, over >= 10 && refused >= 2, "%d over the budget, %d refused", over, refused)
}

// All IDs cost as many tokens, and none more than the one that budgets count.
func TestIDsCostTheSame(t *testing.T) {
	t.Parallel()
	for i := range 256 {
		b := byte(i)
		id := NewID(day, [6]byte{b, 0, b + 1, 3, b + 7, b})
		require.Equalf(t, tokens.O200k.Tokens(testID), tokens.O200k.Tokens(id),
			"%s costs %d tokens", id, tokens.O200k.Tokens(id))
	}
	for _, end := range []string{"zqxjkv", "1q2x3j", "111111", "9zz8xq"} {
		id := testID[:len(testID)-6] + end
		assert.Truef(t, tokens.O200k.Tokens(id) <= tokens.O200k.Tokens(countedID), "%s costs more than %s", id, countedID)
	}
}

// BenchmarkContext assembles the full block of a repository with 2,000 journals on disk. The aim is 50 ms.
func BenchmarkContext(b *testing.B) {
	root, err := workspace.Open(b.TempDir())
	require.NoError(b, err)
	defer func() { _ = root.Close() }()
	files := map[workspace.Path]string{
		"SOUL.md":                strings.Repeat("- Keep the desk open on the pier.\n", 20),
		"docs/ANCHORS.md":        strings.Repeat("- Never delete a booking.\n", 10),
		"docs/MASTER_ROADMAP.md": "# Roadmap\n\n" + strings.Repeat("- [ ] A task.\n", 200),
	}
	for i := range 2000 {
		files[workspace.Path("session-journals/"+day.AddDate(0, 0, -i).Format(time.DateOnly)+"-session.md")] =
			"# Session\n\n## Accomplishments\n\n" + strings.Repeat("- The tide came in at nine and the desk opened.\n", 100)
	}
	for p, text := range files {
		require.NoError(b, workspace.MkdirAll(root, p.Dir(), 0o755))
		require.NoError(b, workspace.WriteNew(root, p, []byte(text), 0o644))
	}
	o := optionsFor(b, "full", nil)
	o.Repo = root
	for b.Loop() {
		if _, err := Build(o); err != nil {
			b.Fatal(err)
		}
	}
}
