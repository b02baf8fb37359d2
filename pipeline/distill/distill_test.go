package distill

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wisdom/internal/lesson"
	"wisdom/internal/text"

	"github.com/stretchr/testify/require"
)

// daily are lessons that were each written on a day of its own.
func daily(texts ...string) []lesson.Lesson {
	list := lessons(texts...)
	for i := range list {
		list[i].Date = fmt.Sprintf("2026-09-%02d", i+1)
	}
	return list
}

// lessons are one a file, none of a day.
func lessons(texts ...string) []lesson.Lesson {
	list := make([]lesson.Lesson, len(texts))
	for i, text := range texts {
		headline, _, _ := strings.Cut(strings.TrimPrefix(text, "**"), "**")
		list[i] = lesson.Lesson{
			ID: fmt.Sprintf("%02d", i), Kind: lesson.KindLesson, Text: text, Headline: headline,
			Place: lesson.Place{Path: fmt.Sprintf("memory/%02d.md", i), StartLine: 3, EndLine: 3},
		}
	}
	return list
}

func testOptions() Options {
	return Options{
		Support: 3, Words: 15, Distinct: func(lessons []int) int { return len(lessons) },
		Check: func(_, text string, _ []int) (Cause, string) {
			if strings.Contains(text, "forbidden") {
				return Invalid, "forbidden"
			}
			return "", ""
		},
	}
}

var threeThemes = []string{
	"**Restore a backup before trusting it.** The job said fine for weeks.",
	"Restore every backup before trusting it.",
	"Restore a backup before trusting it! The disk was new.",
	"Read the whole error before restarting. It named the missing file.",
	"Read the error before restarting.",
	"Before restarting: read the whole error!",
	"Never paste a token into a chat.",
	"Do not paste a token into the chat.",
	"It went out again. Never paste a token into a chat!",
	"Spoons crack when they dry near the stove.",
}

func themesOf(t *testing.T, list []lesson.Lesson, anchors ...Anchor) []Theme {
	t.Helper()
	opts := testOptions()
	opts.Anchors = anchors
	themes, err := Themes(context.Background(), list, opts)
	require.NoError(t, err)
	return themes
}

// entriesOf are the entries of themes, as "Name. Text. [lessons]".
func entriesOf(themes []Theme) []string {
	var all []string
	for _, theme := range themes {
		for _, w := range theme.Wordings {
			all = append(all, fmt.Sprint(w.Name, " ", w.Text, " ", theme.Lessons))
		}
	}
	slices.Sort(all)
	return all
}

// Invariants 1, 2 and 4.
func TestThemes(t *testing.T) {
	list := daily(threeThemes...)
	themes := themesOf(t, list)
	seen := map[int]int{}
	for _, theme := range themes {
		for _, l := range theme.Lessons {
			seen[l]++
		}
		for _, w := range theme.Wordings {
			i := slices.IndexFunc(list, func(l lesson.Lesson) bool { return l.ID == w.Lesson })
			if !slices.Contains(theme.Lessons, i) || !strings.Contains(text.Normal(list[i].Text), text.Normal(w.Text)) {
				t.Errorf("%q is no sentence of %q", w.Text, list[i].Text)
			}
		}
	}
	for i := range list {
		if seen[i] != 1 {
			t.Errorf("lesson %d is in %d themes", i, seen[i])
		}
	}
	want := []string{
		"Backup. Restore a backup before trusting it. [0 1 2]",
		"Error. Read the error before restarting. [3 4 5]",
		"Token. Never paste a token into a chat. [6 7 8]",
	}
	if got := entriesOf(themes); !slices.Equal(got, want) {
		t.Errorf("entries %q, want %q", got, want)
	}
	if last := themes[len(themes)-1]; last.Cause != Support || last.Detail != "no other lesson is like it" {
		t.Errorf("a lesson alone: %+v", last)
	}
	if again := themesOf(t, list); !reflect.DeepEqual(again, themes) {
		t.Errorf("got %+v, then %+v", themes, again)
	}
}

// What lessons share is often their subject, and no order; and what recurs is often no order that makes sense on its
// own.
func TestWhatMakesNoEntry(t *testing.T) {
	for name, texts := range map[string][]string{
		"a subject": {
			"Count the files in a backup and restore a random one.",
			"Restore a backup before trusting it.",
			"Restore a backup into an empty folder, never over what is there.",
		},
		"other words":        {"Wipe the cider press with hot water.", "Wipe the cider press daily.", "Fill the press with hot water."},
		"two of them":        {"Never paste a token into a chat.", "Do not paste a token into the chat.", "Cut the hedge in March."},
		"reports":            {"The backup was restored in ten minutes."},
		"told, no order":     {"Mara likes summaries of six lines."},
		"points outside":     {"Follow it strictly every morning."},
		"a name":             {"Always ask Mara before ordering wood."},
		"the check":          {"Keep forbidden tokens out of notes."},
		"duty of another":    {"Owner must renew the harbour permit."},
		"no actor":           {"Must be repaired before the launch."},
		"a heading":          {"Mandatory hull inspection and cleaning."},
		"a label cut off":    {"**Crane** → 必须先询问船东。", "**吊车:** 必须先询问船东。", "**Slipway** 必须先询问船东。"},
		"code":               {"Use `make lint` often and early."},
		"a question":         {"Always ask: is every order signed by hand?"},
		"an open bracket":    {"Keep the list (the long one in the hall."},
		"see somewhere else": {"See the list before ordering wood."},
	} {
		if len(texts) == 1 {
			texts = slices.Repeat(texts, 3)
		}
		if got := entriesOf(themesOf(t, daily(texts...))); len(got) > 0 {
			t.Errorf("%s: entries %q", name, got)
		}
	}
}

// Lessons below "what does not work" neither become advice nor back it.
func TestNegativeLessonsAreNoAdvice(t *testing.T) {
	list := daily(slices.Repeat([]string{"Post the offer every night."}, 4)...)
	list[0].Negative, list[3].Negative = true, true
	if got := entriesOf(themesOf(t, list)); len(got) > 0 {
		t.Errorf("entries %q", got)
	}
	list[3].Negative = false
	if got := entriesOf(themesOf(t, list)); len(got) != 1 || !strings.HasSuffix(got[0], "[1 2 3]") {
		t.Errorf("entries %q", got)
	}
}

// An order needs three days; notes without one are of one day together. The order that is a lesson of several days
// was found by a user: it was one lesson, and never proposed.
func TestAnOrderRecursOnThreeDays(t *testing.T) {
	for name, test := range map[string]struct {
		dates []string
		days  []string // of the first lesson
		want  int
	}{
		"three days":             {dates: []string{"2026-09-01", "2026-09-02", "2026-09-03"}, want: 1},
		"two and no day":         {dates: []string{"2026-09-01", "", "2026-09-03"}, want: 1},
		"a day and no day":       {dates: []string{"2026-09-01", "", ""}},
		"two days":               {dates: []string{"2026-09-01", "2026-09-02", "2026-09-02"}},
		"files without a day":    {dates: []string{"", "", ""}},
		"a lesson of three days": {dates: []string{"2026-09-01"}, days: []string{"2026-09-01", "2026-09-04", "2026-09-07"}, want: 1},
		"a lesson of two days":   {dates: []string{"2026-09-01"}, days: []string{"2026-09-01", "2026-09-04"}},
	} {
		list := lessons(slices.Repeat([]string{"Never moor at the fuel pier."}, len(test.dates))...)
		for i, date := range test.dates {
			list[i].Date = date
		}
		list[0].Days = test.days
		if got := entriesOf(themesOf(t, list)); len(got) != test.want {
			t.Errorf("%s: entries %q", name, got)
		}
	}
}

// The newest sentence is the entry; an older one is, where that may not become one.
func TestTheNewestSentenceIsTheEntry(t *testing.T) {
	list := daily(
		"Never moor at the fuel pier overnight.",
		"Never moor at a fuel pier.",
		"**Careful:** Never moor at the fuel pier, please.",
	)
	want := []string{"Fuel pier. Never moor at a fuel pier. [0 1 2]"}
	if got := entriesOf(themesOf(t, list)); !slices.Equal(got, want) {
		t.Errorf("entries %q", got)
	}
}

// Invariant 3: the lessons of an approved entry stay together, even where they are no near copies, and those that give
// its order again join them.
func TestAnchors(t *testing.T) {
	list := daily(threeThemes...)
	anchor := Anchor{
		Name:      "Backups.",
		Text:      "Restore what you back up.",
		LessonIDs: []string{"00", "01", "02", "09", "gone"},
	}
	for text, want := range map[string]string{
		"Restore each backup before trusting it.":   "[0 1 2 9 10]",
		"Always restore what you back up.":          "[0 1 2 9 10]",
		"Never restore a backup before trusting it": "[0 1 2 9 10]", // says what to do first
		"Never restore what you back up.":           "[0 1 2 9]",
		"A backup costs four euros a month.":        "[0 1 2 9]",
	} {
		late := daily(text)[0]
		late.ID = "99"
		anchored := 0
		for _, theme := range themesOf(t, append(slices.Clone(list), late), anchor) {
			if theme.Anchor == nil {
				continue
			}
			if anchored++; fmt.Sprint(theme.Lessons) != want || theme.Name != anchor.Name || len(theme.Wordings) > 0 {
				t.Errorf("%q: %+v, want %s", text, theme, want)
			}
		}
		if anchored != 1 {
			t.Errorf("%q: %d themes of the entry", text, anchored)
		}
	}
}

// A lesson that two approved entries claim goes to the first; a lone lesson of an entry
// still exists behind it.
func TestAnchorsShareNoLesson(t *testing.T) {
	list := daily("Cut the hedge in March.", "Oil the gate.", "Sharpen the knives.")
	var got []string
	for _, theme := range themesOf(
		t,
		list,
		Anchor{Name: "A.", LessonIDs: []string{"00", "01"}},
		Anchor{Name: "B.", LessonIDs: []string{"01", "02"}},
		Anchor{Name: "C.", LessonIDs: []string{"gone"}},
	) {
		got = append(got, fmt.Sprint(theme.Name, theme.Lessons))
	}
	if fmt.Sprint(got) != "[A.[0 1] B.[2]]" {
		t.Errorf("themes %v", got)
	}
}

// Found by review: opposite orders must not back one entry. An order that a newer lesson turns is not proposed, and the
// draft says why; an older one that said the opposite does not matter.
func TestANewerLessonTurnsAnOrder(t *testing.T) {
	list := daily(
		"Always restart the gateway after a deploy.",
		"Restart the gateway after every deploy.",
		"Restart the gateway after the deploy.",
		"Never restart the gateway after a deploy.",
	)
	if first := themesOf(t, list)[0]; first.Cause != Superseded || !strings.Contains(first.Detail, "memory/03.md:3") ||
		len(first.Wordings) > 0 || len(first.Lessons) != 3 {
		t.Errorf("theme %+v", first)
	}
	list[3].Date = "2026-08-01"
	if got := entriesOf(themesOf(t, list)); len(got) != 1 || !strings.HasSuffix(got[0], "[0 1 2]") {
		t.Errorf("entries %q", got)
	}
}

// opposes reports whether an order is the opposite of another one.
func opposes(a, b string) bool {
	gist := func() text.Text { return text.Of(b) }
	return echo{order: &order{gist: gist}, of: text.Of(a)}.isAgainst()
}

// Rules that differ only in a day, a colour, a number, a name or a negation once came into
// one theme.
func TestOtherValuesStandApart(t *testing.T) {
	for _, pair := range [][2]string{
		{
			"Always put the paper bin at the gate on Monday evening.", "Always put the paper bin at the gate on Friday evening.",
		},
		{
			"Die grüne Tonne immer am Abend vorher an die Straße stellen.",
			"Die schwarze Tonne immer am Abend vorher an die Straße stellen.",
		},
		{"Nach drei Tagen immer beim Lieferanten nachfragen.", "Nach zwölf Tagen immer beim Lieferanten nachfragen."},
		{"Никогда не удаляй старые журналы сервера.", "Всегда удаляй старые журналы сервера."},
		{"サーバーの古いログを必ず消すこと。", "サーバーの古いログを消さないこと。"},
		{"Open the log before forming a theory.", "From now on never open the log before forming a theory."},
		{"Do not restore a backup before trusting it.", "Restore a backup before trusting it."},
	} {
		if !opposes(pair[0], pair[1]) {
			t.Errorf("%q and %q agree", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{
		{"Never forget to ask the owner first.", "Ask the owner first."},
		{"Never forget: open the log before forming a theory.", "Open the log before forming a theory."},
		{"Never form a theory before opening the log.", "Open the log before forming a theory."},
		{"Do not delete photos before asking the owner.", "Ask the owner before deleting photos."},
		{"动手之前别忘了备份。", "动手之前先备份。"},
	} {
		if opposes(pair[0], pair[1]) {
			t.Errorf("%q and %q do not agree", pair[0], pair[1])
		}
	}
}

func TestStandalone(t *testing.T) {
	for sentence, want := range map[string]string{
		"restore a backup before trusting it.":                    "Restore a backup before trusting it.",
		"🔑 Check the port before you quote it: names drift!":      "Check the port before you quote it: names drift.",
		"Send the draft, not the letter, unless the team replied": "Send the draft, not the letter, unless the team replied.",
		"Never post (unless asked) to the board.":                 "Never post (unless asked) to the board.",
		"没有恢复过的备份不算备份。":                                           "没有恢复过的备份不算备份。",
		"Restart the worker as well after this.":                  "",
		"That goes for every order.":                              "",
		"Then restart the worker again.":                          "",
		"Always ask what was broken yesterday.":                   "",
		"We never restart before reading.":                        "",
		"birthday on the day → no present at all":                 "",
	} {
		if got := standalone(sentence); got != want {
			t.Errorf("%q became %q, want %q", sentence, got, want)
		}
	}
}

func TestProperNames(t *testing.T) {
	for sentence, want := range map[string]bool{
		"Always ask Mara before ordering": true, "Check the page of Azure first": true,
		"Ask before ordering": false, "Check DNS and the APIs first": false, "Erst die Rechnung prüfen, dann das Geld senden": false,
	} {
		if got := hasName(sentence); got != want {
			t.Errorf("%q has a name: %v", sentence, got)
		}
	}
}

func TestSentences(t *testing.T) {
	for text, want := range map[string]string{
		"- **Restore it first:** The job lied. Twice!":  "Restore it first.|The job lied.|Twice!",
		"Never post to X. Reading is fine.":             "Never post to X.|Reading is fine.",
		"Ask first, e.g. by mail, z. B. today. Then go": "Ask first, e.g. by mail, z. B. today.|Then go",
		"先备份。再动手。":                                      "先备份。|再动手。",
	} {
		if got := strings.Join(Sentences(text), "|"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestAgainst(t *testing.T) {
	list := daily(
		"From now on never restart the worker after a config change; it reloads by itself.",
		"Always restart the worker after a config change.",
		"Do not forget to lock the back door before leaving.",
		"Never restart the worker after a config change.",
	)
	orders := ReadOrders(t.Context(), list)
	for text, want := range map[string]string{
		"Always restart the worker after a config change.": "03",
		"Be kind to guests.":                        "",
		"Always lock the back door before leaving.": "",
	} {
		for _, before := range []string{"9", list[3].Date, list[0].Date} {
			got := orders.Against(text, func(l *lesson.Lesson) bool { return l.Date < before })
			switch {
			case want == "" || before == list[0].Date:
				if got != nil {
					t.Errorf("%q is contradicted by %+v", text, got)
				}
			case before == "9" && (got == nil || got.ID != want), before != "9" && (got == nil || got.ID != "00"):
				t.Errorf("%q is contradicted by %+v before %s", text, got, before)
			}
		}
	}
}

func FuzzThemes(f *testing.F) {
	f.Add(threeThemes[0], threeThemes[1], threeThemes[2])
	f.Add("**a** — never b; c: d → e (f) \"g\"。h", "不要b（c）", "x [y](z) never`")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		for _, theme := range themesOf(t, daily(a, b, c), Anchor{Name: "A.", Text: c}) {
			for _, w := range theme.Wordings {
				if len(theme.Lessons) < 3 || w.Name == "" || w.Text == "" || strings.ContainsAny(w.Text, "\n*`") {
					t.Fatalf("%q, %q, %q: %+v", a, b, c, w)
				}
			}
		}
	})
}
