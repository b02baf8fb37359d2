package collect

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wisdom/internal/lang"
	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
)

var (
	reMoved = regexp.MustCompile(`(move (?:it|lines \d+ to \d+) to|replace it by a bullet, "- ([^"…]+)…?", at) ` +
		`the end of the file, below its own heading "## (\w+)" \((\d+) %\)`)
	reOrdered = regexp.MustCompile(`"([^"…]+) …" \((\d+) %\)`)
)

// What a hint promises comes true when its reader does it, with the chance that was promised: to lines that are moved,
// worded as an order, or made a comment.
func TestHintsComeTrue(t *testing.T) {
	files, err := filepath.Glob("testdata/languages/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	tried := map[string]int{}
	for _, file := range files {
		for _, n := range readNotes(t, file) {
			lines := strings.Split(strings.TrimSuffix(n.text, "\n"), "\n")
			for at := range lines {
				e, err := Explain(
					t.Context(), workspace.NewMemory(n.files()), &lesson.Ledger{}, Options{Now: day}, string(n.path), at+1, at+1,
				)
				if err != nil {
					t.Fatal(err)
				}
				line := e.Lines[at]
				if line.Line != line.First || len(line.Steps) == 0 {
					continue
				}
				own, others := lines[line.First-1:line.Last], slices.Delete(slices.Clone(lines), line.First-1, line.Last)
				becomes := func(what string, lines []string, at int, chance string, want ...Verdict) {
					t.Helper()
					tried[what]++
					after := map[workspace.Path]string{n.path: strings.Join(lines, "\n")}
					e, err := explain(t, after, Options{}, string(n.path))
					if err != nil {
						t.Fatal(err)
					}
					got := e.Lines[at]
					if !slices.Contains(want, got.Verdict) || chance != "" && !strings.Contains(got.Because, chance+" % ") {
						t.Errorf("%s: %q, %s: %s: %s\n%s", n.name, line.Text, what, got.Verdict, got.Because, line.Hint)
					}
				}
				for _, m := range reMoved.FindAllStringSubmatch(line.Hint, -1) {
					there, want := slices.Clone(own), IsLesson
					if there[0] = strings.TrimSpace(there[0]); m[2] != "" {
						there = []string{"- " + cmp.Or(line.Taken, strings.Trim(there[0], "# "))}
					}
					if m[3] != "Lessons" {
						want = NotALesson
					}
					moved := append(slices.Clone(others), "", "## "+m[3], "")
					becomes(m[1][:4]+" "+m[3], append(moved, there...), len(moved), m[4], want)
				}
				for _, m := range reOrdered.FindAllStringSubmatch(line.Hint, -1) {
					front := m[1]
					for _, l := range lang.All() {
						front = strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(front, l.Norms.Always), l.Norms.Never))
					}
					if rest, ok := strings.CutPrefix(strings.TrimSpace(own[0]), front); ok {
						ordered := slices.Clone(lines)
						ordered[at] = own[0][:len(own[0])-len(strings.TrimLeft(own[0], " "))] + m[1] + " " + strings.TrimSpace(rest)
						becomes("ordered", ordered, at, m[2], IsLesson)
					}
				}
				if strings.Contains(line.Hint, "make it a comment:") {
					hidden := slices.Clone(lines)
					hidden[at] = "<!-- " + own[0] + " -->"
					becomes("hidden", hidden, at, "", NotLookedAt)
				}
			}
		}
	}
	for _, what := range []string{"move Lessons", "move Log", "repl Log", "ordered", "hidden"} {
		if tried[what] == 0 {
			t.Errorf("no line: %s", what)
		}
	}
	t.Log(tried)
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
	for text, orders := range map[string]int{
		"## What does not work\n\n- Restarting the pump while the valve is open\n": 1,
		"## Avoid\n\n- Running the pump dry\n":                                     1,
		"## Pumps\n\n- ❌ Pumping at night without the team\n":                      0,
		"## Pumps\n\n- The valve is closed before the pump runs at night\n":        2,
	} {
		files := workspace.NewMemory(map[workspace.Path]string{file: text})
		e, err := Explain(t.Context(), files, &lesson.Ledger{}, Options{Now: day}, string(file), 3, 3)
		if err != nil {
			t.Fatal(err)
		}
		hint := e.Lines[2].Hint
		if strings.Count(hint, "word it as an order") != orders || orders == 1 && strings.Contains(hint, "Always") {
			t.Errorf("%q: %s", text, hint)
		}
		if orders == 1 && strings.Contains(hint, `own heading "## Lessons"`) {
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
		if len(e.Lines) != 8 || !strings.Contains(e.Lines[5].Hint, "- Always …") {
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
