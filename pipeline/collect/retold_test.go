package collect

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"wisdom/internal/workspace"
)

func TestLessonToldAgain(t *testing.T) {
	const lesson = "**When a zone moves, copy every record, not just the web ones.** The mail records are what people forget."
	for _, test := range []struct {
		name, again string
		lessons     int
	}{
		{"in other words", "Copy every record when a zone moves, not just the web ones (again!)", 1},
		{"with a figure", "Copy every record 2 days before a zone moves, not just the web ones", 2},
		{"the opposite", "When a zone moves, never copy the web records", 2},
		{"with a word of its own", "When a shop moves, copy every record, not just the web ones", 2},
	} {
		files := map[workspace.Path]string{
			"MEMORY.md":            "## Lessons learned\n\n- " + lesson + "\n",
			"memory/2026-11-18.md": "## Lessons\n\n- " + test.again + "\n",
		}
		result := collectFrom(t, files, nil, nil)
		if len(result.Lessons) != test.lessons {
			t.Errorf("%s: %d lessons, want %d: %v", test.name, len(result.Lessons), test.lessons, result.Lessons)
		}
		if test.lessons == 1 && fmt.Sprint(result.Lessons[0].Places) != "[MEMORY.md:3 memory/2026-11-18.md:3]" {
			t.Errorf("%s: places %v", test.name, result.Lessons[0].Places)
		}
	}
}

// TestToldAgainInOtherForms: a contraction denies as a word of its own does, and does not
// hide what is another rule.
func TestToldAgainInOtherForms(t *testing.T) {
	for _, test := range []struct {
		lesson, again string
		lessons       int
	}{
		{"One price list for all. The cards and the page are written from it, and nobody types a price twice.", "Nobody types a price twice: the cards and page are written from one list", 1},
		{"A message with two ticks is not a yes from the staff, so ring them.", "two ticks aren't a yes from staff", 1},
		{"No mail from the cron is never good news for us; it may not have run at all.", "no mail from cron ≠ good news", 1},
		{"A green tick is not a printed list, and nobody looks at it.", "a green tick isn't a list on paper", 2},
		{"A green tick is a printed list for the round.", "a green tick ≠ printed list", 2},
		{"The van goes to the mill on Mondays, with the crates.", "the van goes to the market on Mondays", 2},
		{"Pages get printed from the sheet, never by hand.", "pages get printed by hand", 2},
		{"Eine Zusage am Telefon ist keine Buchung, und sie wird nicht bezahlt.", "eine Zusage am Telefon ist eine Buchung", 2},
		{"Una copia sin restaurar no es una copia, y nadie lo mira.", "una copia restaurada es una copia", 2},
	} {
		lessons := collectFrom(t, map[workspace.Path]string{
			"MEMORY.md":            "## Lessons learned\n\n- " + test.lesson + "\n",
			"memory/2026-11-18.md": "## Lessons\n\n- " + test.again + "\n",
		}, nil, nil).Lessons
		if len(lessons) != test.lessons {
			t.Errorf("%q after %q: %d lessons, want %d", test.again, test.lesson, len(lessons), test.lessons)
		}
	}
}

// TestChineseToldAgain: a space before a figure and the width of marks hid
// that a lesson was told again; another figure or a negation still parts two.
func TestChineseToldAgain(t *testing.T) {
	for _, test := range []struct {
		lesson, again string
		lessons       int
	}{
		{"退款时候先问店长,再写清楚数字。写错一次要赔三次。", "退款时候先问店长，再写清楚数字", 1},
		{"提前 3 天提醒家长带水壶和雨衣，当天才说来不及。", "提前3天提醒家长带水壶和雨衣", 1},
		{"提前 3 天提醒家长带水壶和雨衣，当天才说来不及。", "提前5天提醒家长带水壶和雨衣", 2},
		{"样品都要放在柜子的最上层，小孩够不着。", "样品不要放在柜子最上层", 2},
	} {
		lessons := collectFrom(t, map[workspace.Path]string{
			"MEMORY.md":            "## 教训\n\n- " + test.lesson + "\n",
			"memory/2026-11-18.md": "## 教训\n\n- " + test.again + "\n",
		}, nil, nil).Lessons
		if len(lessons) != test.lessons {
			t.Errorf("%q after %q: %d lessons, want %d", test.again, test.lesson, len(lessons), test.lessons)
		}
	}
}

// TestCorrectedLessonIsNotToldAgain: a rule that takes another one's place says all
// its words.
func TestCorrectedLessonIsNotToldAgain(t *testing.T) {
	for _, newer := range []string{
		"From now on lower the TTL of a zone a week before the move.",
		"Lower the TTL of a zone a week before the move, not a day.",
	} {
		result := collectFrom(t, map[workspace.Path]string{
			"MEMORY.md":            "## Lessons learned\n\n- Lower the TTL of a zone a day before the move.\n",
			"memory/2026-11-18.md": "## Lessons\n\n- " + newer + "\n",
		}, nil, nil)
		if len(result.Lessons) != 2 {
			t.Errorf("%q took in the rule that it changes: %v", newer, result.Lessons)
		}
	}
}

// TestIndexTellsWhereLessonsStand: rows and lines of an index end with a place, which
// kept them from being one more place of the lesson.
func TestIndexTellsWhereLessonsStand(t *testing.T) {
	for _, line := range []string{
		"- Sent is not filed yet → `memory/lessons.md`",
		"- Sent is not filed yet (10-19)",
		"| # | lesson | where |\n|---|---|---|\n| 1 | Sent is not filed yet | memory/lessons.md |",
	} {
		lessons := collectFrom(t, map[workspace.Path]string{
			"memory/lessons.md": "# Lessons\n\n- Sent is not filed yet. Wait for the receipt.\n",
			"MEMORY.md":         "## Index of lessons\n\n" + line + "\n",
		}, nil, nil).Lessons
		if len(lessons) != 1 || len(lessons[0].Places) != 2 {
			t.Errorf("%q: %d lessons: %+v", line, len(lessons), lessons)
		}
	}
}

// A context that ends stops the search for what stands in several places.
func TestSameStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := newSame(ctx, []occurrence{{found: &found{normal: "a"}}}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Found by a user: of a lesson that is told twice, the words of one place were shown with
// the place of the other.
func TestTheWordsAreThoseOfTheirPlace(t *testing.T) {
	result := collectFrom(t, map[workspace.Path]string{
		"MEMORY.md":            "## Lessons\n\n- Water the seedlings before noon.\n",
		"memory/2026-11-20.md": "## Lessons\n\n- Water the seedlings before noon, the leaves burn otherwise.\n",
	}, nil, nil)
	if len(result.Lessons) != 1 {
		t.Fatalf("%d lessons", len(result.Lessons))
	}
	l := result.Lessons[0]
	if len(l.Places) != 2 || l.Path != "memory/2026-11-20.md" || !strings.Contains(l.Text, "leaves burn") {
		t.Errorf("%s: %q, %v", l.Place, l.Text, l.Places)
	}
}
