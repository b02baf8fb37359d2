package collect

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wisdom/internal/lang"
	"wisdom/internal/lesson"
	"wisdom/internal/words"
	"wisdom/internal/workspace"
)

var (
	reMoved = regexp.MustCompile(
		`(move (?:it|lines \d+ to \d+) to|replace (?:it|lines \d+ to \d+) by a bullet, "- (.+?)…?", at) ` +
			`the end of the file, below its own heading "## (\w+)"(?: \((\d+) %\))?`,
	)
	reOrdered = regexp.MustCompile(`word line (\d+) as an order, "(.+?)…?" \((\d+) %\)`)
	reOther   = regexp.MustCompile(`, which makes line (\d+) (?:a |no )(lesson|maybe)`)
)

// What a hint promises comes true when its reader does it: the verdict with its chance, and that other lines stay what
// they are, unless it says what becomes of them.
func TestHintsComeTrue(t *testing.T) {
	files, err := filepath.Glob("testdata/languages/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	tried := map[string]int{}
	for _, file := range files {
		for _, n := range readNotes(t, file) {
			for at := 1; at <= strings.Count(n.text, "\n"); at++ {
				e, err := Explain(
					t.Context(),
					workspace.NewMemory(n.files()),
					&lesson.Ledger{},
					Options{Now: day},
					string(n.path),
					at,
					at,
				)
				if err != nil {
					t.Fatal(err)
				}
				line := e.Lines[at-1]
				if line.Line != line.First || len(line.Steps) == 0 {
					continue
				}
				for _, hint := range line.Hints {
					if done := follow(hint, strings.Split(strings.TrimSuffix(n.text, "\n"), "\n"), line); done.what != "" {
						tried[done.what]++
						done.check(t, e, line, string(n.path), hint)
					}
				}
			}
		}
	}
	for _, what := range []string{"move Lessons", "move Log", "repl Log", "ordered", "hidden", "without a label"} {
		if tried[what] == 0 {
			t.Errorf("no line: %s", what)
		}
	}
	t.Log(tried)
}

// followed is a file after a hint. It is empty where a reader is told less than what was tried.
type followed struct {
	what   string
	lines  []string
	at     int // where the text is, from 0 on
	by     int // the lines behind it moved
	chance string
	want   Verdict
}

// follow does what a hint says.
func follow(hint string, lines []string, line Explained) followed {
	first, last := line.First-1, line.Last
	own := lines[first:last]
	instead := func(what string, by []string, chance string, want Verdict) followed {
		all := slices.Concat(lines[:first], by, lines[last:])
		return followed{what, all, first, len(all) - len(lines), chance, want}
	}
	if m := reMoved.FindStringSubmatch(hint); m != nil {
		there, want := slices.Clone(own), IsLesson
		if there[0] = strings.TrimSpace(there[0]); m[2] != "" {
			there = []string{"- " + cmp.Or(line.Taken, strings.Trim(there[0], "# "))}
		}
		if m[3] != "Lessons" {
			want = NotALesson
		}
		all := slices.Concat(lines[:first], lines[last:], []string{"", "## " + m[3], ""})
		return followed{m[1][:4] + " " + m[3], append(all, there...), len(all), -len(own), m[4], want}
	}
	if m := reOrdered.FindStringSubmatch(hint); m != nil && m[1] == strconv.Itoa(line.First) {
		for _, l := range lang.All() {
			for at := range own[0] {
				for _, word := range []string{l.Norms.Always, l.Norms.Never} {
					order := own[0][:at] + word + " " + own[0][at:]
					if strings.HasPrefix(words.OneLine(order), m[2]) {
						return instead("ordered", append([]string{order}, own[1:]...), m[3], IsLesson)
					}
				}
			}
		}
	}
	if strings.Contains(hint, "a comment: <!-- ... -->") {
		hidden := slices.Clone(own)
		hidden[0] = "<!-- " + hidden[0]
		hidden[len(hidden)-1] += " -->"
		return instead("hidden", hidden, "", NotLookedAt)
	}
	if label := regexp.MustCompile(
		`^(\s*[-*]\s+)\**[^:：]+[:：]\**`,
	); strings.Contains(hint, "take its label away") &&
		label.MatchString(own[0]) {
		return instead("without a label", append([]string{label.ReplaceAllString(own[0], "$1")}, own[1:]...), "", NotALesson)
	}
	return followed{}
}

// check compares a file after a hint with what was promised.
func (f followed) check(t *testing.T, before *Explanation, line Explained, path, hint string) {
	t.Helper()
	after, err := explain(t, map[workspace.Path]string{workspace.Path(path): strings.Join(f.lines, "\n")}, Options{}, path)
	if err != nil {
		t.Fatal(err)
	}
	got := after.Lines[f.at]
	if got.Verdict != f.want || f.chance != "" && !strings.Contains(got.Because, f.chance+" % ") {
		t.Errorf("%s: %q, %s: %s: %s\n%s", path, line.Text, f.what, got.Verdict, got.Because, hint)
	}
	is := func(v Verdict) Verdict {
		if v != IsLesson && v != Maybe {
			return ""
		}
		return v
	}
	for i, other := range before.Lines {
		now := i
		if i >= line.Last {
			now += f.by
		}
		if i+1 >= line.First && i+1 <= line.Last || now >= len(after.Lines) ||
			strings.Contains(hint, ", which changes lines") {
			continue
		}
		want := is(other.Verdict)
		if m := reOther.FindStringSubmatch(hint); m != nil && m[1] == strconv.Itoa(i+1) {
			if want = Verdict(m[2]); strings.Contains(m[0], " no lesson") {
				want = ""
			}
		}
		if became := is(after.Lines[now].Verdict); became != want && !strings.Contains(hint, "the opposite") {
			t.Errorf("%s: %q makes line %d %q instead of %q", path, hint, i+1, became, want)
		}
	}
}

// Orders are proposed in the language of the text, or else of its file.
func TestOrdersAreInTheLanguageOfTheText(t *testing.T) {
	for _, c := range []struct{ text, file, want string }{
		{"wait for the pump before the next run", "", "Always"},
		{"warte auf die Pumpe, bis das Öl warm ist", "wait for the pump before the next run", "Immer"},
		{"pump 12", "warte auf die Pumpe, bis das Öl warm ist", "Immer"},
		{"pump 12", "", "Always"},
		{"펌프가 멈추면 밸브를 닫는다", "", "반드시"},
		{"バルブを閉めてから帰る", "", "必ず"},
		{"最終確認完了", "バルブを閉めてから帰る", "必ず"},
		{"đóng van trước khi rời đi", "", "Luôn"},
		{"dong van truoc khi ve", "đóng van trước khi rời đi", "Luôn"},
		{"先关阀门再离开", "", "必须"},
		{"call 王 before the pump is off", "", "Always"},
	} {
		if always, _ := ordersLike(c.text, languageOf(c.file)); always != c.want {
			t.Errorf("%q in %q: %q instead of %q", c.text, c.file, always, c.want)
		}
	}
}

// What says what not to do is not proposed as an order to do it, nor to be moved to where it would be one.
func TestHintsKeepWhatATextMeans(t *testing.T) {
	const file = workspace.Path("memory/2026-11-01.md")
	for text, word := range map[string]string{
		"## What does not work\n\n- Restarting the pump while the valve is open\n": "Never",
		"## Avoid\n\n- Running the pump dry\n":                                     "Never",
		"## Pumps\n\n- ❌ Pumping at night without the team\n":                      "",
		"## Pumps\n\n- The valve is closed before the pump runs at night\n":        "Always",
	} {
		files := workspace.NewMemory(map[workspace.Path]string{file: text})
		e, err := Explain(t.Context(), files, &lesson.Ledger{}, Options{Now: day}, string(file), 3, 3)
		if err != nil {
			t.Fatal(err)
		}
		hint := e.Lines[2].Hint
		if strings.Count(hint, "as an order") != min(len(word), 1) || word != "" && !strings.Contains(hint, `"- `+word) {
			t.Errorf("%q: %s", text, hint)
		}
		if word == "Never" && strings.Contains(hint, `own heading "## Lessons"`) {
			t.Errorf("%q would be advice there: %s", text, hint)
		}
	}
}

// A return alone ends a line, and hints are tried on the lines that are printed.
func TestExplainCutsLinesAsTheDocumentDoes(t *testing.T) {
	const text = "# P\n\nDownloading 10%\r100% of the file\n\n- The gauge showed a bad value on Monday\n\n- Never open it"
	files := map[workspace.Path]string{"memory/pumps.md": text, "memory/mac.md": strings.ReplaceAll(text, "\n", "\r")}
	for file := range files {
		e, err := Explain(t.Context(), workspace.NewMemory(files), &lesson.Ledger{}, Options{Now: day}, string(file), 1, 8)
		if err != nil {
			t.Fatal(err)
		}
		if len(e.Lines) != 8 || !strings.Contains(e.Lines[5].Hint, "- Always The gauge") {
			t.Errorf("%s: %d lines, %+v", file, len(e.Lines), e.Lines[5:6])
		}
	}
}

// Of many texts, the last ones say how to see what would change their verdicts.
func TestHintsOfManyTextsAreAskedForOneByOne(t *testing.T) {
	const file = "memory/2026-11-01.md"
	files := map[workspace.Path]string{file: strings.Repeat("- The pump ran dry on a Monday\n", mostTried+1)}
	e, err := Explain(t.Context(), workspace.NewMemory(files), &lesson.Ledger{}, Options{Now: day}, file, 1, mostTried+1)
	if err != nil {
		t.Fatal(err)
	}
	if hint := e.Lines[mostTried].Hint; !strings.HasSuffix(hint, "ask for it alone: memory/2026-11-01.md:21") {
		t.Error(hint)
	}
}

// A line that announces lessons and lacks the mark of a heading is told what it would be with one.
func TestHintsProposeHeadings(t *testing.T) {
	const file = "memory/2026-11-01.md"
	const text = "# Notes\n\nLessons learned on the pier\n\nThe rope is too short for the big boat at low tide.\n"
	e, err := Explain(
		t.Context(),
		workspace.NewMemory(map[workspace.Path]string{file: text}),
		&lesson.Ledger{},
		Options{Now: day},
		file,
		3,
		3,
	)
	if err != nil {
		t.Fatal(err)
	}
	const want = `to make a heading of line 3, write "## Lessons learned on the pier", which makes line 5 a `
	if !strings.Contains(e.Lines[2].Hint, want) {
		t.Error(e.Lines[2].Hint)
	}
}
