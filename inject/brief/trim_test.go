package brief

import (
	"errors"
	"strings"
	"testing"

	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
)

// A block that fitted was refused, near the budget the random characters of the ID decided, and SOUL that exceeded the
// budget of its level was refused far below the hard cap. Now nothing below it is refused: SOUL is whole, and what
// exceeds the budget has no other section but a short journal, a warning and its size in the log.
func TestSoulOverTheBudgetIsPrinted(t *testing.T) {
	t.Parallel()
	journals := []string{"", "- Tide.\n", "# Session\n\n" + strings.Repeat("- The tide came in at nine.\n", 40)}
	over, made := 0, 0
	for words := 480; words < 590; words++ {
		soul := strings.TrimSpace(strings.Repeat("tide ", words))
		files := map[workspace.Path]string{"SOUL.md": soul + "\n"}
		if text := journals[words%len(journals)]; text != "" {
			files["memory/2026-01-03.md"] = text
		}
		o := optionsFor(t, "600", files)
		for i, count := range []tokens.Count{tokens.O200k, tokens.Larger} {
			if o.Count = count; i > 0 && words%10 > 0 {
				continue
			}
			o.ID = NewID(day, [6]byte{byte(words), 1, 2, byte(7 * words), 3, 4})
			block, err := Build(o)
			o.ID = NewID(day, [6]byte{byte(3 * words), 5, 9, byte(words), 11, 2})
			again, _ := Build(o)
			if err != nil || block.Log.OverBudget != again.Log.OverBudget {
				t.Fatalf("%d words: %v, %d, and with another ID %d", words, err, block.Log.OverBudget, again.Log.OverBudget)
			}
			checkBlock(t, block, o)
			has(t, block.Block, soul)
			made++
			if block.Log.OverBudget == 0 {
				continue
			}
			over++
			if all := strings.Join(block.Log.Warnings, "\n"); len(block.Log.Sections) != len(files) ||
				!strings.Contains(all, "tokens, and the budget is 600") || block.Log.Outcome.Status != Trimmed {
				t.Errorf("%d words: %q, %v", words, all, block.Log.Sections)
			}
		}
	}
	if over < 10 || made-over < 10 {
		t.Errorf("%d over the budget of %d", over, made)
	}
	o := optionsFor(t, "minimal", map[workspace.Path]string{"SOUL.md": strings.Repeat("tide ", 2100)})
	if _, err := Build(o); !errors.As(err, new(*TooLargeError)) {
		t.Errorf("over the hard cap: %v", err)
	}
}

// A journal for which little is left was cut to lines that said nothing, and one for which nothing is left was dropped.
// It keeps what was accomplished and what is next, over the budget if it must.
func TestAJournalWithLittleRoomSaysSomething(t *testing.T) {
	t.Parallel()
	journal := "# Session\n\n## Weather\n\n" + manyLines(30) + "\n## Accomplishments\n\n- Printed the tickets\n\n" +
		"## Next Action\n\n- Add group bookings\n\n## Guests\n\n" + manyLines(30)
	over := 0
	for words := 400; words < 600; words += 5 {
		made := build(t, "600", map[workspace.Path]string{
			"SOUL.md": strings.Repeat("tide ", words), "session-journals/2026-01-03.md": journal,
		})
		text, warnings := sectionOf(made.Block, Journal), strings.Join(made.Log.Warnings, "\n")
		if made.Log.OverBudget > 0 {
			over++
			if !strings.Contains(warnings, "the journal has ") {
				t.Errorf("%d words: %q", words, warnings)
			}
		}
		if size := made.Log.TokenCounts[Journal]; !strings.Contains(text, "Add group bookings") || size < 25 {
			t.Errorf("%d words, %d tokens:\n%s", words, size, text)
		}
	}
	if over < 5 {
		t.Errorf("%d over the budget", over)
	}
}

// The journal was dropped from minimal where SOUL left no room. The specification shortens it to 200 tokens and never
// drops it; only the hard cap does.
func TestJournalIsNeverDroppedBelowTheHardCap(t *testing.T) {
	t.Parallel()
	journal := "# Session\n\n" + manyLines(60)
	for words := 500; words < 2000; words += 60 {
		made, err := Build(optionsFor(t, "minimal", map[workspace.Path]string{
			"SOUL.md": strings.Repeat("tide ", words) + "\n", "session-journals/2026-01-03.md": journal,
		}))
		if errors.As(err, new(*TooLargeError)) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		l := made.Log
		room := HardCap - l.TokenCounts[total] // without a journal
		switch size := l.TokenCounts[Journal]; {
		case size == 0 && room > fewestTokens+20:
			t.Errorf("%d words: no journal, and %d tokens are left: %q", words, room, l.Warnings)
		case size == 0 && !strings.Contains(strings.Join(l.Warnings, "\n"), "next to nothing of the hard cap"):
			t.Errorf("%d words: %q", words, l.Warnings)
		case size > leastTokens*3/2 && l.OverBudget > 0, l.TokenCounts[total] > HardCap:
			t.Errorf("%d words: the journal has %d tokens, the block %d", words, size, l.TokenCounts[total])
		}
	}
}

// All IDs cost as many tokens, and none more than the one that budgets count.
func TestIDsCostTheSame(t *testing.T) {
	t.Parallel()
	cost := tokens.O200k.Tokens(testID)
	for i := range 256 {
		b := byte(i)
		for _, random := range [][6]byte{{b, b, b, b, b, b}, {b, 0, b + 1, 3, b + 7, b}, {1, b, 2, b + 9, 3, b + 5}} {
			if id := NewID(day, random); tokens.O200k.Tokens(id) != cost {
				t.Fatalf("%s costs %d tokens, and %s %d", id, tokens.O200k.Tokens(id), testID, cost)
			}
		}
	}
	for _, end := range []string{"zqxjkv", "1q2x3j", "q1x2j3", "111111", "q11x22", "9zz8xq"} {
		if id := testID[:len(testID)-6] + end; tokens.O200k.Tokens(id) > tokens.O200k.Tokens(countedID) {
			t.Errorf("%s costs more than %s", id, countedID)
		}
	}
}
