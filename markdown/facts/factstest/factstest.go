// Package factstest makes tool documents of invented lines, and knows of each line what it is.
package factstest

import (
	_ "embed" // words in several languages
	"fmt"
	"math/rand/v2"
	"strings"
)

// File is a tool document.
type File struct {
	Source string
	// Counted are the lines that an account has to tell of: all but blank lines, headings, fences and what is between
	// the head of a table and its rows.
	Counted map[int]bool
	// Secrets are in the source and must be nowhere else.
	Secrets []string
}

// Make makes a document. Those of one seed are the same.
func Make(seed uint64) File {
	w := writer{rng: rand.New(rand.NewPCG(seed, seed)), counted: map[int]bool{}}
	if w.rng.IntN(8) == 0 {
		w.line("---")
		w.line("title: " + w.words(2))
		w.line("---")
	}
	for range 2 + w.rng.IntN(12) {
		w.blank()
		blocks := []func(){w.heading, w.heading, w.paragraph, w.list, w.list, w.table, w.fence, w.quote, w.comment}
		blocks[w.rng.IntN(len(blocks))]()
	}
	end := []string{"\n", "\r\n"}[w.rng.IntN(2)]
	return File{strings.Join(w.lines, end) + []string{"", end}[w.rng.IntN(2)], w.counted, w.secrets}
}

type writer struct {
	rng     *rand.Rand
	lines   []string
	counted map[int]bool
	secrets []string
}

func (w *writer) mark(text string) { w.lines = append(w.lines, text) }
func (w *writer) blank()           { w.mark("") }

func (w *writer) line(text string) {
	w.mark(text)
	w.counted[len(w.lines)] = true
}

func (w *writer) one(of ...string) string { return of[w.rng.IntN(len(of))] }

//go:embed testdata/words.txt
var words string

// secretLabels are what stands in front of secrets, a line each.
//
//go:embed testdata/secret_labels.txt
var secretLabels string

func (w *writer) words(n int) string {
	var all []string
	for range n {
		all = append(all, w.one(strings.Fields(words)...))
	}
	return strings.Join(all, " ")
}

// value is something to look up.
func (w *writer) value() string {
	n := w.rng.IntN(9000) + 1000
	return w.one(fmt.Sprint(n), fmt.Sprintf("10.4.%d.%d", n%200, n%90), fmt.Sprintf("`barnctl feed --lane %d`", n),
		fmt.Sprintf("https://h%d.barn.example/app", n), fmt.Sprintf("/srv/barn/%d/log", n), fmt.Sprintf("kiosk_%d", n),
		fmt.Sprintf("+49 30 555 %d", n), "Marisol", fmt.Sprintf("-100%d%d", n, n), "`web1`", fmt.Sprintf("~~%d~~ %d", n, n+4))
}

// secret is a line that holds a secret.
func (w *writer) secret() string {
	token := fmt.Sprintf("ghp_%012d%012d%012d", w.rng.Int64N(1e12), w.rng.Int64N(1e12), w.rng.Int64N(1e12))
	chosen := fmt.Sprintf("Xk%dqV%dz", w.rng.IntN(90)+10, w.rng.IntN(9000)+1000)
	value := w.one(token, chosen)
	w.secrets = append(w.secrets, value)
	return w.one(strings.Split(strings.TrimSuffix(secretLabels, "\n"), "\n")...) + value
}

func (w *writer) statement() string {
	switch w.rng.IntN(12) {
	case 0:
		return w.secret()
	case 1, 2:
		return "**" + w.words(2) + "**: " + w.value()
	case 3, 4:
		return w.words(2) + w.one(": ", " → ", " = ", "：", " ") + w.value()
	case 5:
		return w.words(2) + " " + w.value() + " (never " + w.words(3) + ")"
	case 6:
		return w.one("❌ ", "[x] ", "~~") + w.words(2) + ": " + w.value()
	case 7:
		return w.words(5) + " " + w.value() + ". " + w.words(8) + "."
	case 8:
		return w.words(2) + ":"
	case 9:
		return w.words(3) + "?"
	}
	return w.words(9) + "."
}

func (w *writer) heading() {
	text := w.one("Ports", "Hosts", "Passwords", "Lessons learned", "Changelog", "Old hosts", "Setup", w.words(2))
	if w.rng.IntN(6) == 0 {
		w.mark(text)
		w.mark(w.one("====", "----"))
		return
	}
	w.mark(strings.Repeat("#", 1+w.rng.IntN(4)) + " " + text)
}

func (w *writer) paragraph() {
	for range 1 + w.rng.IntN(3) {
		w.line("The " + w.statement())
	}
}

func (w *writer) list() {
	mark := w.one("- ", "* ", "1. ")
	for range 1 + w.rng.IntN(5) {
		w.line(mark + w.statement())
		if w.rng.IntN(4) == 0 {
			w.line("   - " + w.statement())
			w.line("     - " + w.statement())
		}
		if w.rng.IntN(8) == 0 {
			w.mark("   ```" + w.one("", "bash", "python"))
			w.line("   " + w.statement())
			w.mark("   ```")
		}
	}
}

func (w *writer) table() {
	second := w.one("Port", "Password", "Note", "Status", "Root cause")
	w.line("| Name | " + second + " | Remark |")
	w.mark("|---|:--|---|")
	for range 1 + w.rng.IntN(4) {
		cell := w.one(w.value(), w.words(2), "yes", "")
		if second == "Password" && cell != "" && w.rng.IntN(2) == 0 {
			_, cell, _ = strings.Cut(strings.NewReplacer("：", " ", "=", " ").Replace("x "+w.secret()), " ")
			cell = cell[strings.LastIndexByte(cell, ' ')+1:]
		}
		w.line("| " + w.words(1) + " | " + cell + " | " + w.one("", w.words(4), w.value()) + " |")
	}
}

func (w *writer) fence() {
	mark := w.one("```", "~~~")
	w.mark(mark + w.one("", "bash", "yaml", "python", "text"))
	for range 1 + w.rng.IntN(4) {
		w.line(w.one("# "+w.words(3), w.statement(), "barnctl "+w.words(1)+" --all", "port: 4711", "Host barn"))
	}
	w.mark(mark)
}

func (w *writer) quote() { w.line("> " + w.statement()) }

func (w *writer) comment() { w.line("<!-- " + w.statement() + " -->") }
