package collect

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wisdom/internal/workspace"
)

var (
	reMoved   = regexp.MustCompile(`below a heading such as "## (Lessons|Log)" \(there`)
	reOrdered = regexp.MustCompile(`"([^"]+) …" \(\d+ %\)`)
	reMark    = regexp.MustCompile(`^\s*(?:[-*+]\s+|\d+[.)]\s+)?`)
)

// What a hint promises comes true when its reader does it: to lines that are moved, worded as an order, or made a
// comment.
func TestHintsComeTrue(t *testing.T) {
	files, err := filepath.Glob("testdata/languages/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	tried := map[string]int{}
	for _, file := range files {
		for _, n := range readNotes(t, file) {
			e, err := explain(t, n.files(), Options{}, string(n.path))
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range e.Lines {
				lines := strings.Split(n.text, "\n")
				if line.Line != line.First || len(line.Steps) == 0 || strings.HasPrefix(line.Text, "#") {
					continue
				}
				own, others := lines[line.First-1:line.Last], slices.Delete(slices.Clone(lines), line.First-1, line.Last)
				becomes := func(what string, lines []string, at int, want ...Verdict) {
					t.Helper()
					tried[what]++
					after := map[workspace.Path]string{n.path: strings.Join(lines, "\n")}
					if e, err := explain(t, after, Options{}, string(n.path)); err != nil {
						t.Error(err)
					} else if got := e.Lines[at-1]; !slices.Contains(want, got.Verdict) {
						t.Errorf("%s: %q, %s: %s: %s\n%s", n.name, line.Text, what, got.Verdict, got.Because, line.Hint)
					}
				}
				for _, m := range reMoved.FindAllStringSubmatch(line.Hint, -1) {
					moved := append(slices.Clone(others), "", "## "+m[1], "", strings.TrimSpace(own[0]))
					want := []Verdict{IsLesson}
					if m[1] == "Log" {
						want = []Verdict{NotALesson}
					}
					becomes("moved to "+m[1], append(moved, own[1:]...), len(moved), want...)
				}
				for _, m := range reOrdered.FindAllStringSubmatch(line.Hint, -1) {
					if strings.ContainsAny(line.Text, ":：|") { // it may be behind a label
						break
					}
					ordered := slices.Clone(lines)
					at := reMark.FindString(own[0])
					ordered[line.First-1] = at + m[1] + " " + own[0][len(at):]
					becomes("ordered", ordered, line.First, IsLesson)
				}
				if strings.Contains(line.Hint, "a comment:") && len(own) == 1 {
					hidden := slices.Clone(lines)
					hidden[line.First-1] = "<!-- " + own[0] + " -->"
					becomes("hidden", hidden, line.First, NotLookedAt)
				}
			}
		}
	}
	for _, what := range []string{"moved to Lessons", "moved to Log", "ordered", "hidden"} {
		if tried[what] == 0 {
			t.Errorf("no line was %s", what)
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
		{"先关阀门再离开", "", "必须"},
		{"call 王 before the pump is off", "", "Always"},
	} {
		if always, _ := ordersLike(c.text, languageOf(c.file)); always != c.want {
			t.Errorf("%q in %q: %q instead of %q", c.text, c.file, always, c.want)
		}
	}
}
