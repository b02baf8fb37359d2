// Package recalltest makes up the notes that benchmarks of recall search. Their words are spread as in real notes: a
// few are everywhere, most are rare, and many are numbers, names and ids that come once (Zipf's law). A note is in one
// of four languages. The same notes are made every time.
package recalltest

import (
	_ "embed"
	"fmt"
	"iter"
	"math/rand"
	"strings"
	"time"
)

const (
	// size is about how many bytes a note has.
	size = 6000
	// vocabulary is how many words a language has.
	vocabulary = 400_000
	// exponent and offset shape how fast words become rare (Zipf and Mandelbrot).
	exponent, offset = 1.2, 5
	// names is how many names of people, places and projects there are.
	names = 30_000
)

var (
	//go:embed messages.txt
	messages string
	//go:embed languages.txt
	languages string
)

// Messages are what a benchmark asks: in each language, for an id, about a day, at length, and one that needs nothing.
var Messages = strings.Split(strings.TrimSpace(messages), "\n")

// language is how words of a language are made.
type language struct {
	common, syllables, endings []string
	share                      int // of the notes, in percent
}

func read() map[string]*language {
	all := map[string]*language{"en": {share: 55}, "de": {share: 20}, "es": {share: 10}, "zh": {share: 15}}
	for line := range strings.Lines(languages) {
		fields := strings.Fields(line)
		if len(fields) < 3 || fields[0] == "#" {
			continue
		}
		switch l := all[fields[0]]; fields[1] {
		case "common":
			l.common = append(l.common, fields[2:]...)
		case "syllables":
			l.syllables = append(l.syllables, fields[2:]...)
		case "endings":
			l.endings = append(l.endings, fields[2:]...)
		}
	}
	return all
}

// Notes are made-up notes, two a day, each with its name below memory/ and its text.
func Notes(n int) iter.Seq2[string, string] {
	return func(yield func(name, text string) bool) { notes(n, newWriter().note)(yield) }
}

// FewWords are notes of the same size with few different words, by which the cost of many is told.
func FewWords(n int) iter.Seq2[string, string] {
	things := strings.Fields(
		"printer oven pump lathe camera switch heater sensor router scale drill kiln mixer press saw fan",
	)
	did := strings.Fields(
		"moved mended bought cleaned tested lent sold painted counted measured sealed oiled opened closed booked cancelled",
	)
	return notes(n, func(_ time.Time, i int) string {
		var t strings.Builder
		fmt.Fprintf(&t, "# Day %d\n", i)
		for j := 0; t.Len() < size; j++ {
			n := i*31 + j*17
			fmt.Fprintf(
				&t,
				"\n## Hall %d\n\n- The %s of hall %d was %s, it uses port %d since then, and lot w%dx came with it.\n",
				n%500, things[n%16], n%500, did[(n/16)%16], 1000+n%9000, n%70_000,
			)
		}
		return t.String()
	})
}

func notes(n int, write func(day time.Time, i int) string) iter.Seq2[string, string] {
	return func(yield func(name, text string) bool) {
		first := time.Date(2010, 1, 1, 0, 0, 0, 0, time.UTC)
		for i := range n {
			day := first.AddDate(0, 0, i/2)
			if !yield(fmt.Sprintf("%s-%d.md", day.Format(time.DateOnly), i%2), write(day, i)) {
				return
			}
		}
	}
}

// writer writes notes.
type writer struct {
	strings.Builder
	random    *rand.Rand
	languages map[string]*language
	ranks     *rand.Zipf // of words
	names     *rand.Zipf
	code      string // of the language of the note
	*language
	day time.Time
	ids []string // that came not long ago
}

func newWriter() *writer {
	r := rand.New(rand.NewSource(1))
	return &writer{
		random: r, languages: read(), ranks: rand.NewZipf(r, exponent, offset, vocabulary-1),
		names: rand.NewZipf(r, exponent, offset, names-1), ids: make([]string, 64),
	}
}

// note is a note of a day.
func (w *writer) note(day time.Time, i int) string {
	w.Reset()
	w.day = day
	w.choose()
	fmt.Fprintf(w, "# %s\n", day.Format(time.DateOnly))
	parts := []func(){w.bullets, w.bullets, w.bullets, w.paragraph, w.paragraph, w.table, w.log}
	if i%400 == 77 {
		fmt.Fprintf(w, "\n- The printer of hall %d uses port %d since it was mended.\n", i/400*11, 9000+i/400)
	}
	for w.Len() < size {
		fmt.Fprintf(w, "\n## %s\n\n", w.words(2+w.random.Intn(4)))
		for range 1 + w.random.Intn(3) {
			parts[w.random.Intn(len(parts))]()
			w.WriteByte('\n')
		}
	}
	return w.String()
}

// choose chooses the language of a note.
func (w *writer) choose() {
	n := w.random.Intn(100)
	for _, code := range []string{"en", "de", "es", "zh"} {
		w.code, w.language = code, w.languages[code]
		if n -= w.share; n < 0 {
			return
		}
	}
}

func (w *writer) bullets() {
	for range 1 + w.random.Intn(5) {
		if w.random.Intn(4) == 0 {
			fmt.Fprintf(w, "- %02d:%02d %s\n", w.random.Intn(24), w.random.Intn(60), w.sentence())
		} else {
			fmt.Fprintf(w, "- %s\n", w.sentence())
		}
	}
}

func (w *writer) paragraph() {
	for range 1 + w.random.Intn(4) {
		fmt.Fprintf(w, "%s ", w.sentence())
	}
	w.WriteByte('\n')
}

func (w *writer) table() {
	fmt.Fprintf(w, "| %s | %s | %s |\n|---|---|---|\n", w.word(), w.word(), w.word())
	for range 2 + w.random.Intn(6) {
		fmt.Fprintf(w, "| %s | %s | %s |\n", w.words(1+w.random.Intn(3)), w.special(), w.special())
	}
}

func (w *writer) log() {
	w.WriteString("```\n")
	for range 2 + w.random.Intn(6) {
		fmt.Fprintf(w, "%s %02d:%02d:%02d %s %s %s\n", w.day.Format(time.DateOnly), w.random.Intn(24), w.random.Intn(60),
			w.random.Intn(60), w.words(1+w.random.Intn(3)), w.special(), w.words(1+w.random.Intn(2)))
	}
	w.WriteString("```\n")
}

// sentence is a sentence; every tenth word of it is a name, a number or an id.
func (w *writer) sentence() string {
	var b strings.Builder
	blank := " "
	if w.code == "zh" {
		blank = ""
	}
	for i := range 6 + w.random.Intn(14) {
		word := w.word()
		switch {
		case w.random.Intn(10) == 0:
			word = " " + w.special() + " "
		case i == 0 && blank != "":
			word = capital(word)
		}
		if i > 0 {
			b.WriteString(blank)
		}
		b.WriteString(strings.TrimSpace(word))
	}
	if w.code == "zh" {
		return b.String() + "。"
	}
	return b.String() + "."
}

func (w *writer) words(n int) string {
	var all []string
	for range n {
		all = append(all, w.word())
	}
	return strings.Join(all, " ")
}
