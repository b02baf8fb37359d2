package brief

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
)

// One long line does not end a profile: what fits of it is included up to the end of a
// sentence, or of a word where there is none, with the mark behind it.
func TestProfileWithALongLineFillsItsShare(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ long, end string }{
		"sentences": {
			strings.Repeat("Mara wants the answer first and the reasons after it. ", 30), "the reasons after it.",
		},
		"no sentence": {strings.Repeat("answer first and reasons ", 60), ""},
		"no space":    {strings.Repeat("先说结论再说理由", 60), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := optionsFor(t, "standard", map[workspace.Path]string{
				"SOUL.md": "I am.\n", "USER.md": "# Mara\n\n- Name: Mara\n- " + c.long + "\n- Pier: 4\n",
			})
			made, err := Build(o)
			if err != nil {
				t.Fatal(err)
			}
			profile := strings.TrimSpace(checkBlock(t, made, o)[Profile])
			text, marked := strings.CutSuffix(profile, "\n\n"+cutMark)
			size, share := o.Count.Tokens(profile), o.Level.Shares[Profile]
			if !marked || !strings.HasSuffix(text, c.end) || size > share || size < share*leastFilled/ofFilled {
				t.Errorf("%d of %d tokens: %q", size, share, profile)
			}
		})
	}
}

// A fresh journal that exceeds its share is cut between lines, and a long line at the end
// of a sentence; the mark stands where text is missing.
func TestFreshJournalIsCutAtLinesAndSentences(t *testing.T) {
	t.Parallel()
	for _, level := range []string{"minimal", "600", "standard", "full"} {
		for size := 1; size < 40; size += 3 {
			sentence := "Boat %d left with " + strings.Repeat("one more guest and ", size%7) + "the dog on deck."
			var b strings.Builder
			var ends, starts []string
			for i := range 120 / size {
				for j := range size {
					s := fmt.Sprintf(sentence, 100*i+j)
					ends = append(ends, s)
					if starts = append(starts, s); j == 0 {
						starts[len(starts)-1] = "- " + s
						b.WriteString("- ")
					}
					b.WriteString(s + " ")
				}
				b.WriteString("\n")
			}
			made, err := Build(optionsFor(t, level, map[workspace.Path]string{
				"SOUL.md": "I am.\n", "memory/2026-01-03.md": b.String(),
			}))
			if err != nil {
				t.Fatal(err)
			}
			journal := strings.TrimSpace(sectionOf(made.Block, Journal))
			if !made.Log.JournalSummarized {
				continue
			}
			head, tail, marked := strings.Cut(journal, "\n\n"+cutMark+"\n\n")
			ends = slices.DeleteFunc(ends, func(s string) bool { return !strings.HasSuffix(head, s) })
			starts = slices.DeleteFunc(starts, func(s string) bool { return !strings.HasPrefix(tail, s) })
			if !marked || len(ends) != 1 || len(starts) != 1 {
				t.Errorf("%s, %d sentences a line: it is cut within a sentence:\n%s", level, size, journal)
			}
		}
	}
}

// Whole sentences of the beginning and the end of a line.
func TestWholeSentences(t *testing.T) {
	t.Parallel()
	const text = "The boat came in at nine. It left at ten, e.g. with the dog. 港口关了。No one paid."
	for _, c := range []struct {
		part    string
		fromEnd bool
		want    string
	}{
		{"The boat came in at nine. It left at", false, "The boat came in at nine."},
		{"The boat came in at nine.", false, "The boat came in at nine."},
		{"The boat came in", false, ""},
		{"The boat came in at nine. It left at ten, e.g. with", false, "The boat came in at nine."},
		{"with the dog. 港口关了。No one paid.", true, "港口关了。No one paid."},
		{"No one paid.", true, "No one paid."},
		{"paid.", true, ""},
	} {
		if got := wholeSentences(text, c.part, c.fromEnd); got != c.want {
			t.Errorf("of %q it is %q, want %q", c.part, got, c.want)
		}
	}
}

// An old journal is cut where the count of tokens says, whatever its lines are: its first
// 150 and its last 100.
func TestOldJournalIsCutByTokens(t *testing.T) {
	t.Parallel()
	o := optionsFor(t, "standard", map[workspace.Path]string{
		"SOUL.md":              "I am.\n",
		"memory/2025-12-01.md": strings.Repeat("The boat came in at nine with the dog on deck and left at ten. ", 60),
	})
	made, err := Build(o)
	if err != nil {
		t.Fatal(err)
	}
	head, tail, marked := strings.Cut(strings.TrimSpace(sectionOf(made.Block, Journal)), "\n\n"+cutMark+"\n\n")
	_, head, _ = strings.Cut(head, "\n\n") // behind the date
	first, last := tokens.Larger.Tokens(head), tokens.Larger.Tokens(tail)
	if !marked || first > firstTokens || first < firstTokens-5 || last > lastTokens || last < lastTokens-5 {
		t.Errorf("%d tokens, the mark (%v), %d tokens", first, marked, last)
	}
}

// Found by review: within a fence of four backticks, one of three was closed instead.
func TestOpenFenceIsTheOuterOne(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"````\n```\nx": "````", "```\n~~~\nx": "```", "```\nx\n```\n~~~": "~~~", "```\nx\n```": "", "x": "", "": "",
	} {
		if got := openFence(numbered(text, 1)); got != want {
			t.Errorf("%q leaves %q open, want %q", text, got, want)
		}
	}
}

// A roadmap that marks no phase: the section with the first open task, and what blocks it.
func TestPhaseWithTheFirstOpenTask(t *testing.T) {
	t.Parallel()
	roadmap := func(tasks string) string {
		return "### Pier\n\n- [x] Piles\n\n```\n- [ ] example\n```\n\n### Ferry\n\n" + tasks + "\n\n### Blocked by\n\n- Rain"
	}
	for text, want := range map[string]string{
		roadmap("- [ ] Tickets"):                    "### Ferry\n\n- [ ] Tickets\n\n### Blocked by\n\n- Rain",
		roadmap("- [x] Tickets"):                    "### Blocked by\n\n- Rain",
		"- [ ] Tickets\n\n### Ferry\n\n- [ ] Boats": "- [ ] Tickets\n\n### Ferry\n\n- [ ] Boats",
	} {
		if got := textOf(currentPhase(numbered(text, 1))); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
