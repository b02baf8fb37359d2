package distill

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wisdom/internal/words"
	"wisdom/review/ledger"
)

func lessons(texts ...string) []ledger.Lesson {
	list := make([]ledger.Lesson, len(texts))
	for i, text := range texts {
		list[i] = ledger.Lesson{ID: fmt.Sprintf("%02d", i), Kind: ledger.KindLesson, Text: text, Headline: text}
	}
	return list
}

func testOptions() Options {
	return Options{
		Support: 3, Words: 15,
		Generic: func(heading string) bool { return strings.HasPrefix(heading, "Lessons") },
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
	"Backups count only once somebody restored one; the disk image was empty.",
	"Every backup gets a restore test, on a clean machine.",
	"**Read the error text before restarting.** It named the missing file.",
	"The first error in the log matters, so read the error from the top.",
	"Search the log for the exact error text.",
	"Never paste a token into a chat.",
	"A token in the log is a leaked token: rotate the token at once.",
	"Keep every token out of notes and chat logs.",
	"Spoons crack when they dry near the stove.",
}

func themesOf(t *testing.T, list []ledger.Lesson, anchors ...Anchor) []Theme {
	t.Helper()
	themes, err := Themes(context.Background(), list, anchors, testOptions())
	if err != nil {
		t.Fatal(err)
	}
	return themes
}

// Invariants 1 and 2.
func TestThemes(t *testing.T) {
	list := lessons(threeThemes...)
	themes := themesOf(t, list)
	seen := map[int]int{}
	var groups []string
	for _, theme := range themes {
		groups = append(groups, fmt.Sprint(theme.Lessons))
		for _, l := range theme.Lessons {
			seen[l]++
		}
		for _, w := range theme.Wordings {
			i := slices.IndexFunc(list, func(l ledger.Lesson) bool { return l.ID == w.Lesson })
			if !slices.Contains(theme.Lessons, i) || !saidBy(w.Text, list[i].Text) {
				t.Errorf("%q is no clause of %q", w.Text, list[i].Text)
			}
			if n := words.Count(w.Text); n > 15 {
				t.Errorf("%q has %d words", w.Text, n)
			}
		}
	}
	for i := range list {
		if seen[i] != 1 {
			t.Errorf("lesson %d is in %d themes", i, seen[i])
		}
	}
	slices.Sort(groups)
	if got := strings.Join(groups, " "); got != "[0 1 2] [3 4 5] [6 7 8] [9]" {
		t.Errorf("groups %s", got)
	}
	if last := themes[len(themes)-1]; last.Cause != Support || last.Detail != "1 lesson, an entry needs 3" {
		t.Errorf("a lesson alone: %+v", last)
	}
}

// saidBy says whether the words of a wording stand in a text, in their order.
func saidBy(wording, text string) bool {
	rest := strings.Fields(words.Normal(text))
	for word := range strings.FieldsSeq(words.Normal(wording)) {
		i := slices.IndexFunc(rest, func(w string) bool { return strings.Trim(w, ".,;:!?") == strings.Trim(word, ".,;:!?") })
		if i < 0 {
			return false
		}
		rest = rest[i+1:]
	}
	return true
}

// Invariant 4.
func TestOrderOfLessonsDoesNotShow(t *testing.T) {
	list := lessons(threeThemes...)
	want := themesOf(t, list)
	for range 5 {
		if got := themesOf(t, list); !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v, want %+v", got, want)
		}
	}
}

// Invariant 3: the lessons of a standing entry stay together, and what was left
// over the first time is left over again.
func TestAnchors(t *testing.T) {
	list := lessons(threeThemes...)
	anchor := Anchor{Name: "Backups.", Text: "Restore what you back up.", LessonIDs: []string{"00", "01", "02", "gone"}}
	var kept, others []string
	for _, theme := range themesOf(t, list, anchor) {
		if theme.Anchor != nil {
			kept = append(kept, fmt.Sprint(theme.Name, theme.Lessons))
		} else {
			others = append(others, theme.ID)
		}
	}
	if fmt.Sprint(kept) != "[Backups.[0 1 2]]" {
		t.Errorf("kept %v", kept)
	}
	var before []string
	for _, theme := range themesOf(t, list) {
		if theme.Lessons[0] != 0 {
			before = append(before, theme.ID)
		}
	}
	if !slices.Equal(others, before) {
		t.Errorf("the other themes were %v and are %v", before, others)
	}
	late := lessons("A backup without a restore is a guess.")[0]
	late.ID = "99"
	for _, theme := range themesOf(t, append(list, late), anchor) {
		if theme.Anchor != nil && fmt.Sprint(theme.Lessons) != "[0 1 2 10]" {
			t.Errorf("a new lesson did not join: %v", theme.Lessons)
		}
	}
}

// Found by review: opposite rules must not stand behind one entry.
func TestContradictionsStayApart(t *testing.T) {
	for _, theme := range themesOf(t, lessons(
		"Always restart the gateway after a deploy.", "Restart the gateway after every deploy.", "Restart the gateway once the deploy is through.",
		"Never restart the gateway after a deploy.", "Don't restart the gateway after a deploy.", "No restart of the gateway after a deploy.",
	)) {
		forbids := map[bool]int{}
		for _, l := range theme.Lessons {
			forbids[l >= 3]++
		}
		if len(forbids) > 1 {
			t.Errorf("theme %v", theme.Lessons)
		}
	}
}

func TestClaim(t *testing.T) {
	for _, tc := range []struct {
		groups, anchors [][]int
		want            string
	}{
		{[][]int{{0, 1, 2}, {3}}, [][]int{{0, 1}}, "[{[0 1 2] 0} {[3] -1}]"},
		{[][]int{{0, 1, 2, 3, 4, 5, 6}}, [][]int{{0, 1}}, "[{[0 1] 0} {[2 3 4 5 6] -1}]"},
		{[][]int{{0, 1}, {2, 3}}, [][]int{{0, 2}, {3}}, "[{[0 1 2] 0} {[3] 1}]"},
		{[][]int{{0}}, [][]int{nil}, "[{[0] -1}]"},
	} {
		if got := fmt.Sprint(claim(tc.groups, tc.anchors)); got != tc.want {
			t.Errorf("claim(%v, %v) = %s, want %s", tc.groups, tc.anchors, got, tc.want)
		}
	}
}

func TestClauses(t *testing.T) {
	for text, want := range map[string]string{
		"**Restore a backup before trusting it.** It was empty.":       "Restore a backup before trusting it",
		"Check the port before you quote it: MC is on 3100.":           "Check the port before you quote it",
		"Look things up before quoting them: names drift.":             "Look things up before quoting them: names drift|Look things up before quoting them",
		"Run it on staging first, port 8091, then live.":               "",
		"Keep the list in config.yaml.":                                "",
		"Never restart before reading the log":                         "Never restart before reading the log",
		"Write it down at once because memory does not survive.":       "Write it down at once because memory does not survive|Write it down at once",
		"It broke because nobody looked.":                              "",
		"I lost two hours. So I check twice now.":                      "",
		"the sync retried":                                             "",
		"Never roster a late after which the same person opens.":       "Never roster a late after which the same person opens",
		"Ask Mara (she decides) before ordering wood.":                 "Ask Mara before ordering wood",
		"Measure twice; cut once and be done":                          "Measure twice; cut once and be done|Measure twice|Cut once and be done",
		"Use `make lint` often.":                                       "",
		"Don't trust a green light, e.g. on the router, by itself.":    "Don't trust a green light, e.g. on the router, by itself",
		"Set a timeout of 30 seconds.":                                 "",
		"First evening of a new routine, somebody stays up.":           "",
		"If the sync hangs, kill it, wait, and look at the log.":       "If the sync hangs, kill it, wait, and look at the log",
		"birthday on the day → no present":                             "",
		"Keep the restore steps next to the dump, not in the wiki.":    "Keep the restore steps next to the dump, not in the wiki|Keep the restore steps next to the dump",
		"没有恢复过的备份不算备份。先备份再动手。":                                         "没有恢复过的备份不算备份|先备份再动手",
		"Erst prüfen, dann löschen.":                                   "Erst prüfen, dann löschen",
		"\"Just quickly on live\" does not exist.":                     "",
		"Promise less [REDACTED] than you can hold.":                   "",
		"Silence from a backup job means that nobody would ever know.": "Silence from a backup job means that nobody would ever know",
	} {
		var got []string
		for _, c := range clauses(text) {
			got = append(got, c.text)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q:\n got %q\nwant %q", text, strings.Join(got, "|"), want)
		}
	}
}

func TestNames(t *testing.T) {
	list := lessons(threeThemes...)
	for i := range 3 {
		list[i].Heading = "Backups"
		list[i+3].Heading = "Lessons learned"
	}
	var got []string
	for _, theme := range themesOf(t, list) {
		if len(theme.Lessons) > 1 {
			got = append(got, theme.Name)
		}
	}
	slices.Sort(got)
	if want := "[Backups. Error & text. Token & chat.]"; fmt.Sprint(got) != want {
		t.Errorf("names %v, want %s", got, want)
	}
}

func TestProperNames(t *testing.T) {
	names := findProperNames(t.Context(), lessons(
		"Ask Mara before ordering wood or paint for the shop.",
		"The mail to Mara's bank went out before anybody had read it.",
		"Use DNS names. Ask again.",
	))
	if !names.in("Ask Mara first") || names.in("Ask before ordering") || names.in("Check DNS first") {
		t.Errorf("names %+v", names)
	}
	if got := names.without("Ask Mara before Mara's mail"); got != "Ask before mail" {
		t.Errorf("without names %q", got)
	}
	german := findProperNames(t.Context(), lessons("Erst die Rechnung prüfen, dann das Geld senden.", "Ein Termin ohne Uhrzeit ist kein Termin."))
	if german.in("Erst die Rechnung prüfen") {
		t.Error("German nouns are taken for names")
	}
}

func TestChecksAreAsked(t *testing.T) {
	for _, theme := range themesOf(t, lessons(
		"Keep forbidden tokens secret.", "Hide forbidden tokens well.", "Guard forbidden tokens always.",
	)) {
		if theme.Cause != Invalid || !strings.Contains(theme.Detail, "forbidden") || len(theme.Wordings) > 0 {
			t.Errorf("theme %+v", theme)
		}
	}
}

func FuzzClauses(f *testing.F) {
	for _, text := range threeThemes {
		f.Add(text)
	}
	f.Add("**a** — b; c: d → e (f) \"g\"。h")
	f.Fuzz(func(t *testing.T, text string) {
		for _, c := range clauses(text) {
			if c.text == "" || strings.ContainsAny(c.text, "\n*`") || len(words.Specifics(c.text)) > 0 {
				t.Fatalf("%q: clause %q", text, c.text)
			}
		}
	})
}

// Rules that differ only in a day, a colour, a number, a name or a negation once
// came into one theme.
func TestOtherValuesStandApart(t *testing.T) {
	for _, pair := range [][2]string{
		{"Put the paper bin at the gate on Monday evening.", "Put the paper bin at the gate on Friday evening."},
		{"Die grüne Tonne am Abend vorher an die Straße stellen.", "Die schwarze Tonne am Abend vorher an die Straße stellen."},
		{"Remind Anna of the piano lesson at noon.", "Remind Peter of the piano lesson at noon."},
		{"Nach drei Tagen beim Lieferanten nachfragen.", "Nach zwölf Tagen beim Lieferanten nachfragen."},
		{"Никогда не удаляй старые журналы сервера.", "Удаляй старые журналы сервера."},
		{"サーバーの古いログを消す。", "サーバーの古いログを消さない。"},
		{"배포 전에 서버의 오래된 로그를 모두 지운다.", "배포 전에 서버의 오래된 로그를 모두 지우지 않는다."},
	} {
		for _, theme := range themesOf(t, lessons(pair[0], pair[1], "Spoons crack when they dry near the stove.")) {
			if len(theme.Lessons) > 1 {
				t.Errorf("%q and %q are one theme", pair[0], pair[1])
			}
		}
	}
}

// "If you can't say." and "Im März und April vier." became entries.
func TestHalfSentencesAreNoClauses(t *testing.T) {
	for text, want := range map[string]bool{
		"If you can't say":                     false,
		"If you can't say, ask the owner":      true,
		"Wenn der Strom im Haus ausfällt":      false,
		"Im März und im April vier":            false,
		"如果对方没有回复":                             false,
		"如果对方没有回复，先打电话":                        true,
		"Ask the owner when you cannot decide": true,
	} {
		if got := slices.ContainsFunc(clauses(text+"."), func(c clause) bool { return strings.HasPrefix(text, c.text) }); got != want {
			t.Errorf("%q may speak: %v", text, got)
		}
	}
}

// A lesson that was written twice, once with a word more, counted as two.
func TestARuleWrittenTwiceIsOneLesson(t *testing.T) {
	themes := themesOf(t, lessons("Tell the customer bad news on the same day.", "Tell the customer bad news on the same day, as always.", "Customers get bad news from us first."))
	if theme := themes[0]; len(theme.Lessons) != 3 || theme.Cause != Support || len(theme.Wordings) > 0 {
		t.Errorf("theme %+v", theme)
	}
}
