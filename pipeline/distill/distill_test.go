package distill

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wisdom/internal/lesson"
	"wisdom/internal/words"
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
	"Restore every backup before trusting the report.",
	"The disk was new. Always restore the backup before trusting it!",
	"Read the whole error before restarting. It named the missing file.",
	"Read the error first, then restart.",
	"Before restarting: read the whole error in the log.",
	"Never paste a token into a chat.",
	"Do not paste a token into the chat, ever.",
	"Summary of the week: two calls, one parcel, and never paste a token into a chat again.",
	"Spoons crack when they dry near the stove.",
}

func themesOf(t *testing.T, list []lesson.Lesson, anchors ...Anchor) []Theme {
	t.Helper()
	themes, err := Themes(context.Background(), list, anchors, testOptions())
	if err != nil {
		t.Fatal(err)
	}
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

// Invariants 1 and 2.
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
			if !slices.Contains(theme.Lessons, i) || !strings.Contains(words.Normal(list[i].Text), words.Normal(w.Text)) {
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
		"Error. Read the whole error before restarting. [3 4 5]",
		"Token. Never paste a token into a chat. [6 7 8]",
	}
	if got := entriesOf(themes); !slices.Equal(got, want) {
		t.Errorf("entries %q, want %q", got, want)
	}
	if last := themes[len(themes)-1]; last.Cause != Support || last.Detail != "1 lesson, an entry needs 3" {
		t.Errorf("a lesson alone: %+v", last)
	}
}

// What lessons share is often their subject, and no order: that makes no entry.
func TestOneSubjectIsNoOrder(t *testing.T) {
	for name, texts := range map[string][]string{
		"a subject": {
			"Count the files in a backup and restore a random one.",
			"Restore a backup before trusting it.",
			"Restore a backup into an empty folder, never over what is there.",
		},
		"reports": {
			"Restored a backup on the attic disk.",
			"The backup was restored in ten minutes.",
			"Backup restored, all files there.",
		},
		"two of them": {
			"Never paste a token into a chat.", "Do not paste a token into the chat.", "Cut the hedge in March.",
		},
		"a verb":           {"Check the oil.", "Check the rope.", "Check the gate."},
		"below a bad idea": {"Post every night.", "Post every night again.", "Post every single night."},
		"told, no order": {
			"Mara likes summaries of six lines.", "Mara likes a summary of six lines.", "Summaries of six lines please Mara.",
		},
		"points outside": {
			"Follow it strictly every morning.", "Follow it strictly in the morning.", "Every morning follow it strictly.",
		},
		"a person": {
			"Always ask Mara before ordering wood.",
			"Ask Mara before you order wood.",
			"Ask Mara first, always, before ordering wood.",
		},
		"no name for it": {
			"Always work quickly and carefully.",
			"Work quickly and carefully, always.",
			"Always, always work quickly and carefully.",
		},
		"what the check has": {
			"Keep forbidden tokens out of notes.",
			"Always keep forbidden tokens out of the notes.",
			"Keep the forbidden tokens out of notes!",
		},
	} {
		list := daily(texts...)
		for i := range list {
			list[i].Negative = name == "below a bad idea"
		}
		if got := entriesOf(themesOf(t, list)); len(got) > 0 {
			t.Errorf("%s: entries %q", name, got)
		}
	}
}

// Found on real notes: of nine entries seven were wrong. They came from notes of one day or
// one file, from orders that shared a half of their words, each another one, from orders cut
// off from their label, and from duties of others.
func TestOnlyTheSameOrderOnThreeDaysRecurs(t *testing.T) {
	for name, texts := range map[string][]string{
		"halves": {
			"Wipe the cider press with hot water.", "Wipe the cider press daily.", "Fill the press with hot water.",
		},
		"duty of another": {
			"Owner must renew the harbour permit.",
			"Owner must renew the harbour permit now.",
			"The owner must renew the harbour permit.",
		},
		"no actor": {
			"Must be repaired before the launch.",
			"All must be repaired before the launch.",
			"Must be repaired well before the launch.",
		},
		"a heading": {
			"Mandatory hull inspection and cleaning.",
			"Mandatory hull inspection, mandatory cleaning.",
			"Hull: mandatory inspection and cleaning.",
		},
		"a status": {
			"The sloop only with diesel and a spare sail.",
			"Sloop: only with diesel and a spare sail.",
			"Only with diesel and a spare sail, the sloop.",
		},
		"labels cut off": {"**Crane** → 必须先询问船东。", "**吊车:** 必须先询问船东。", "**Slipway** 必须先询问船东。"},
	} {
		if got := entriesOf(themesOf(t, daily(texts...))); len(got) > 0 {
			t.Errorf("%s: entries %q", name, got)
		}
	}
	order := []string{
		"Never moor at the fuel pier.",
		"Never moor at a fuel pier overnight.",
		"Please never moor at the fuel pier.",
	}
	for name, test := range map[string]struct {
		dates []string
		want  int
	}{
		"three days":          {[]string{"2026-09-01", "2026-09-02", "2026-09-03"}, 1},
		"two and no day":      {[]string{"2026-09-01", "", "2026-09-03"}, 1},
		"a day and no day":    {[]string{"2026-09-01", "", ""}, 0},
		"two days":            {[]string{"2026-09-01", "2026-09-02", "2026-09-02"}, 0},
		"files without a day": {[]string{"", "", ""}, 0},
	} {
		list := lessons(order...)
		for i, date := range test.dates {
			list[i].Date = date
		}
		if got := entriesOf(themesOf(t, list)); len(got) != test.want {
			t.Errorf("%s: entries %q", name, got)
		}
	}
}

// Lessons below "what does not work" neither become advice nor back it.
func TestNegativeLessonsAreNoAdvice(t *testing.T) {
	list := daily(
		"Post the offer every night.",
		"Post the offer every single night.",
		"Post the offer every night, always.",
		"Post an offer every night.",
	)
	list[0].Negative, list[3].Negative = true, true
	if got := entriesOf(themesOf(t, list)); len(got) > 0 {
		t.Errorf("entries %q", got)
	}
	list[3].Negative = false
	if got := entriesOf(themesOf(t, list)); len(got) != 1 || !strings.HasSuffix(got[0], "[1 2 3]") {
		t.Errorf("entries %q", got)
	}
}

// Copies in one file are one lesson; the same words on another day are another time.
func TestCopiesInOneFileCountOnce(t *testing.T) {
	list := lessons(
		"Restore a backup before trusting it.",
		"Restore the backup before trusting it.",
		"Always restore a backup before trusting it.",
	)
	for i := range list {
		list[i].Path = "MEMORY.md"
	}
	if got := entriesOf(themesOf(t, list)); len(got) > 0 {
		t.Errorf("entries %q", got)
	}
	for i := range list {
		list[i].Date = fmt.Sprintf("2026-11-0%d", i+1)
	}
	if got := entriesOf(themesOf(t, list)); len(got) != 1 {
		t.Errorf("entries %q", got)
	}
}

// Invariant 4.
func TestOrderOfLessonsDoesNotShow(t *testing.T) {
	list := daily(threeThemes...)
	want := themesOf(t, list)
	for range 5 {
		if got := themesOf(t, list); !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v, want %+v", got, want)
		}
	}
}

// Invariant 3: the lessons of an approved entry stay together, and what was left over the
// first time is left over again.
func TestAnchors(t *testing.T) {
	list := daily(threeThemes...)
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
	for text, want := range map[string]string{
		"Restore each backup before trusting it.":   "[0 1 2 10]",
		"Always restore what you back up.":          "[0 1 2 10]",
		"Never restore a backup before trusting it": "[0 1 2 10]", // says what to do first
		"Never restore what you back up.":           "[0 1 2]",
		"A backup costs four euros a month.":        "[0 1 2]",
	} {
		late := daily(text)[0]
		late.ID = "99"
		for _, theme := range themesOf(t, append(slices.Clone(list), late), anchor) {
			if theme.Anchor != nil && fmt.Sprint(theme.Lessons) != want {
				t.Errorf("%q: lessons %v, want %s", text, theme.Lessons, want)
			}
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

// Found by review: opposite orders must not back one entry.
func TestContradictionsStayApart(t *testing.T) {
	list := daily(
		"Always restart the gateway after a deploy.",
		"Restart the gateway after every deploy.",
		"Restart the gateway after the deploy.",
		"Never restart the gateway after a deploy.",
		"Don't restart the gateway after a deploy.",
		"Do not restart the gateway after any deploy.",
	)
	for i := range list {
		list[i].Date = list[i%3].Date
	}
	for _, theme := range themesOf(t, list) {
		forbids := map[bool]int{}
		for _, l := range theme.Lessons {
			forbids[l >= 3]++
		}
		if len(forbids) > 1 || len(theme.Wordings) > 0 {
			t.Errorf("theme %+v", theme)
		}
	}
}

// An order that a newer lesson turns is not proposed, and the draft says why; an older
// one that said the opposite does not matter.
func TestANewerLessonTurnsAnOrder(t *testing.T) {
	list := daily(
		"Always restart the gateway after a deploy.",
		"Restart the gateway after every deploy.",
		"Restart the gateway after the deploy.",
		"Never restart the gateway after a deploy.",
	)
	for i := range list {
		list[i].Date = fmt.Sprintf("2026-11-0%d", i+1)
	}
	if first := themesOf(t, list)[0]; first.Cause != Superseded || !strings.Contains(first.Detail, "memory/03.md:3") ||
		len(first.Wordings) > 0 {
		t.Errorf("theme %+v", first)
	}
	list[3].Date = "2026-10-01"
	if got := entriesOf(themesOf(t, list)); len(got) != 1 {
		t.Errorf("entries %q", got)
	}
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

func TestEntryOf(t *testing.T) {
	for sentence, want := range map[string]string{
		"restore a backup before trusting it.":                    "Restore a backup before trusting it.",
		"🔑 Check the port before you quote it: names drift!":      "Check the port before you quote it: names drift.",
		"Send the draft, not the letter, unless the team replied": "Send the draft, not the letter, unless the team replied.",
		"Ask the owner (she decides) before ordering wood.":       "Ask the owner before ordering wood.",
		"Never post (unless asked) to the board.":                 "Never post (unless asked) to the board.",
		"没有恢复过的备份不算备份。":                                           "没有恢复过的备份不算备份。",
		"每次修改后立即推送（已确认）":                                          "每次修改后立即推送。",
		"Restart the worker as well after this.":                  "",
		"See the list before ordering wood.":                      "",
		"That goes for every order.":                              "",
		"Then restart the worker again.":                          "",
		"Always ask what was broken yesterday.":                   "",
		"We never restart before reading.":                        "",
		"Stop now, please.":                                       "",
		"Use `make lint` often and early.":                        "",
		"Is every order signed by hand?":                          "",
		"Keep the list (the long one in the hall.":                "",
		"birthday on the day → no present at all":                 "",
	} {
		if got := entryOf(sentence); got != want {
			t.Errorf("%q became %q, want %q", sentence, got, want)
		}
	}
}

// Names such as "Actually & restored" were function words and forms of verbs.
func TestNamesAreNounPhrases(t *testing.T) {
	for _, tc := range []struct {
		texts []string
		want  string
	}{
		{
			[]string{
				"Back off at the first rate limit.", "Always back off at the rate limit.", "Back off when the rate limit comes.",
			},
			"Rate limit.",
		},
		{
			[]string{
				"Open the log before restarting.",
				"Always open the log before restarting.",
				"Open the log first, before restarting.",
			},
			"Log.",
		},
		{
			[]string{
				"**Mail:** Never send without a yes.", "**Mail:** Never send it without a yes.", "Never send without a clear yes.",
			},
			"Mail.",
		},
		{
			[]string{
				"**Careful:** Never close the gate at noon.",
				"Never close the gate at noon, please.",
				"Never, ever close the gate at noon.",
			},
			"Gate.",
		},
		{
			[]string{
				"Siempre leer la factura antes de firmar.",
				"Hay que leer la factura antes de firmar.",
				"Nunca firmar sin leer antes la factura.",
			},
			"Factura.",
		},
		{
			[]string{
				"Nie eine Sicherung ungeprüft überschreiben.",
				"Eine Sicherung nie ungeprüft überschreiben.",
				"Niemals eine Sicherung ungeprüft überschreiben!",
			},
			"Sicherung.",
		},
		{[]string{"每次修改后必须立即 git push。", "修改后必须立即 git push，不要攒。", "务必：每次修改后立即 git push"}, "Git push."},
	} {
		got := ""
		for _, theme := range themesOf(t, daily(tc.texts...)) {
			if len(theme.Wordings) > 0 {
				got = theme.Name
			}
		}
		if got != tc.want {
			t.Errorf("%q: name %q, want %q", tc.texts[0], got, tc.want)
		}
	}
}

func TestProperNames(t *testing.T) {
	w := writingOf(daily(
		"Ask Mara before ordering wood or paint for the shop.",
		"The mail to Mara's bank went out before anyone had read it.",
		"Use DNS names. Ask again.",
	))
	for sentence, want := range map[string]bool{
		"Ask Mara first": true, "Mara asks first": true,
		"Ask before ordering": false, "Check DNS first": false, "Ask Before Ordering Wood": false,
	} {
		if got := w.hasName(sentence); got != want {
			t.Errorf("%q has a name: %v", sentence, got)
		}
	}
	german := writingOf(
		daily("Erst die Rechnung prüfen, dann das Geld senden.", "Ein Termin ohne Uhrzeit ist kein Termin."),
	)
	if german.hasName("Erst die Rechnung prüfen") {
		t.Error("German nouns are taken for names")
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

func TestContradicted(t *testing.T) {
	list := daily(
		"From now on never restart the worker after a config change; it reloads by itself.",
		"Always restart the worker after a config change.",
		"Do not forget to lock the back door before leaving.",
	)
	for i := range list {
		list[i].Date = "2026-11-10"
	}
	texts := []string{
		"Always restart the worker after a config change.",
		"Be kind to guests.",
		"Always lock the back door before leaving.",
	}
	got := Contradicted(t.Context(), texts, list)
	if got[0] == nil || got[0].ID != list[0].ID || got[1] != nil || got[2] != nil {
		t.Errorf("contradicted by %v", got)
	}
}

func FuzzThemes(f *testing.F) {
	f.Add(threeThemes[0], threeThemes[1], threeThemes[2])
	f.Add("**a** — never b; c: d → e (f) \"g\"。h", "不要b（c）", "x [y](z) never`")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		themes, err := Themes(t.Context(), daily(a, b, c), []Anchor{{Name: "A.", Text: c}}, testOptions())
		if err != nil {
			t.Fatal(err)
		}
		for _, theme := range themes {
			for _, w := range theme.Wordings {
				if len(theme.Lessons) < 3 || w.Name == "" || w.Text == "" || strings.ContainsAny(w.Text, "\n*`") {
					t.Fatalf("%q, %q, %q: %+v", a, b, c, w)
				}
			}
		}
	})
}

// Found by a user: an order that seven notes held word for word was one lesson, and never proposed.
func TestOneLessonOfSeveralDaysRecurs(t *testing.T) {
	t.Parallel()
	list := lessons("Always check the stock before promising a part.", "Oil the chain after every ride in the rain.")
	list[0].Days = []string{"2026-11-03", "2026-11-04", "2026-11-07"}
	list[1].Days = []string{"2026-11-03", "2026-11-04"}
	want := "[Stock. Always check the stock before promising a part. [0]]"
	if got := fmt.Sprint(entriesOf(themesOf(t, list))); got != want {
		t.Errorf("entries %s", got)
	}
}
