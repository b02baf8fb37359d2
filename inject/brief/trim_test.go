package brief

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
)

// A block that fitted was refused, and near the budget the random characters of the ID decided. A block is refused only
// if it exceeds the budget: one of as many tokens as the error names holds it.
func TestOnlyABlockThatExceedsTheBudgetIsRefused(t *testing.T) {
	t.Parallel()
	journals := []string{"", "- Tide.\n", "# Session\n\n" + strings.Repeat("- The tide came in at nine.\n", 40)}
	refused, made := 0, 0
	for words := 480; words < 590; words++ {
		files := map[workspace.Path]string{"SOUL.md": strings.TrimSpace(strings.Repeat("tide ", words)) + "\n"}
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
			_, again := Build(o)
			if (err == nil) != (again == nil) {
				t.Errorf("%d words: %v, and with another ID %v", words, err, again)
			}
			tooLarge := new(TooLargeError)
			if err == nil {
				made++
				if got := count.Tokens(block.Block); got > 600 {
					t.Errorf("%d words: the block takes %d tokens", words, got)
				}
				continue
			}
			refused++
			if !errors.As(err, &tooLarge) || tooLarge.Total <= 600 {
				t.Fatalf("%d words: %v", words, err)
			}
			o.Level = levelNamed(t, strconv.Itoa(tooLarge.Total))
			if _, err := Build(o); err != nil {
				t.Errorf("%d words: %d tokens do not hold it: %v", words, tooLarge.Total, err)
			}
			o.Level = levelNamed(t, "600")
		}
	}
	if refused == 0 || made == 0 {
		t.Errorf("%d refused, %d made", refused, made)
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
