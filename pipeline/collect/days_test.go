package collect

import (
	"fmt"
	"strings"
	"testing"

	"wisdom/internal/workspace"
)

// A lesson that notes of several days hold word for word was learned on each of them; one in a block that a program
// writes into every note was not.
func TestDaysOfALesson(t *testing.T) {
	t.Parallel()
	const rule = "- Always check the stock (first) before promising a part.\n"
	for _, test := range []struct{ name, before, after, want string }{
		{"own words around it", "- Bike %d was sold today.\n", "- Parcel %d came late.\n", "[2026-11-11 2026-11-12 2026-11-13]"},
		{"below a heading", "## Lessons\n\n", "", "[2026-11-11 2026-11-12 2026-11-13]"},
		{"copied with the line above", "- Session 1042 was saved to the log at 18:00.\n", "- Parcel %d came late.\n", "[2026-11-11]"},
		{"copied with the line below", "- Bike %d was sold today.\n", "- The parcel of Monday was sent by the shop.\n", "[2026-11-11]"},
		{"beside a line too short to tell", "- All done.\n", "- Parcel %d came late.\n", "[2026-11-11 2026-11-12 2026-11-13]"},
	} {
		files := map[workspace.Path]string{}
		for day := 11; day < 14; day++ {
			text := "# Day\n\n" + test.before + rule + test.after
			text = strings.ReplaceAll(text, "%d", fmt.Sprint(day))
			files[workspace.Path(fmt.Sprintf("memory/2026-11-%d.md", day))] = text
		}
		result := collectFrom(t, files, nil, nil)
		if len(result.Lessons) != 1 || fmt.Sprint(result.Lessons[0].Days) != test.want {
			t.Errorf("%s: want the days %s\n%s\n%+v", test.name, test.want, lines(result), result.Lessons)
		}
	}
}

// Found by a user: the place of the longest words was listed twice, and the one in MEMORY.md not at all.
func TestOwnPlaceStandsFirst(t *testing.T) {
	t.Parallel()
	result := collectFrom(t, map[workspace.Path]string{
		"MEMORY.md": "## Lessons\n\n- Settle the record before the recorder runs.\n",
		"memory/2026-11-05.md": "## Lessons\n\n- Settle the record before the recorder runs. Afterwards " +
			"each of them remembers it differently.\n",
		"memory/2026-11-06.md": "## Lessons\n\n- Settle the record before the recorder runs.\n",
	}, nil, nil)
	const want = "[memory/2026-11-05.md:3 MEMORY.md:3 memory/2026-11-06.md:3]"
	if l := result.Lessons[0]; len(result.Lessons) != 1 || l.Place != l.Places[0] || fmt.Sprint(l.Places) != want {
		t.Errorf("%s of %v, want %s", l.Place, l.Places, want)
	}
}
