package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"wisdom/cmd/quality/score"
)

// report is everything that was measured.
type report struct {
	Benches []bench       `json:"workspaces"`
	Summary []row         `json:"summary"`
	Tools   []toolBench   `json:"tools,omitempty"`
	Recall  []recallBench `json:"recall,omitempty"`
}

// column is a figure as a table shows it.
type column struct {
	head, figure string
	bad          bool
	legend       string
}

// columns are the figures as tables show them: as a value, or as the number of
// those that are wrong.
var columns = []column{
	{"recall", score.Recall, false, "labelled lessons that were collected"},
	{"precis", score.Precision, false, "collected lessons that are labelled ones"},
	{"neg", score.Negatives, true, "lines collected that look like a lesson and are none"},
	{"tight", score.Tightness, false, "median overlap of the line ranges, intersection over union"},
	{"places", score.Places, false, "places of the lessons found that were found too"},
	{"kinds", score.Kinds, false, "lessons and decisions told apart"},
	{"merged", score.Apart, true, "near-duplicates made one lesson that are two"},
	{"b3", score.BCubed, false, "themes against labelled themes: B-cubed F"},
	{"ari", score.Rand, false, "the same: adjusted Rand index"},
	{"cover", score.Covered, false, "themes of three lessons and more that an entry covers within the budget"},
	{"weight", score.Weighted, false, "the same, weighted by lessons"},
	{"words", score.Wording, false, "entries whose text is a labelled clause of their theme, or nearly so"},
	{"few", score.Supported, true, "entries backed by fewer than three lessons"},
	{"leak", score.Clean, true, "entries with a literal that must never reach one"},
	{"value", score.Faithful, true, "entries with a value, name or negation that none of their lessons has"},
	{"dup", score.Distinct, true, "entries that another says too"},
	{"old", score.Superseded, true, "rules replaced by a newer one that speak in an entry"},
}

func find(figures []score.Figure, name string) score.Figure {
	if i := slices.IndexFunc(figures, func(f score.Figure) bool { return f.Name == name }); i >= 0 {
		return figures[i]
	}
	return score.Figure{Name: name}
}

// summarize takes the mean over the workspaces, way by way, and sums what is
// counted. Every workspace has the same ways in the same order.
func summarize(all []bench) []row {
	if len(all) == 0 {
		return nil
	}
	rows := make([][]row, len(all))
	for i, b := range all {
		rows[i] = b.Rows
	}
	return means(rows)
}

func means(all [][]row) []row {
	summary := make([]row, len(all[0]))
	names := []string{score.Worded}
	for _, c := range columns {
		names = append(names, c.figure)
	}
	for i := range summary {
		summary[i].Way = all[0][i].Way
		for _, name := range names {
			var figures []score.Figure
			for _, rows := range all {
				figures = append(figures, find(rows[i].Figures, name))
			}
			if mean := score.Mean(name, figures); mean.Of > 0 {
				summary[i].Figures = append(summary[i].Figures, mean)
			}
		}
		for _, rows := range all {
			summary[i].Entries += rows[i].Entries
			summary[i].Tokens += rows[i].Tokens
		}
		summary[i].Tokens /= len(all)
	}
	return summary
}

func (r report) json(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r)
}

func (r report) text(w io.Writer, notes bool) {
	if len(r.Recall) > 0 {
		defer r.recallText(w, notes)
	}
	if len(r.Tools) > 0 {
		defer r.toolText(w, notes)
	}
	if len(r.Benches) == 0 {
		return
	}
	for _, b := range r.Benches {
		fmt.Fprintf(
			w, "%s: %d lessons labelled, %d themes of three and more, %d lines that are no lessons\n\n", b.Name,
			b.Lessons, b.Themes, b.Negatives,
		)
		table(w, b.Rows)
		if notes {
			tell(w, b.Rows[0])
		}
	}
	fmt.Fprintf(w, "all %d workspaces: means; counts and entries are sums\n\n", len(r.Benches))
	table(w, r.Summary)
	r.readText(w)
	for _, c := range columns {
		fmt.Fprintf(w, "%-7s %s\n", c.head, c.legend)
	}
	fmt.Fprintf(w, "%-7s %s\n%-7s %s\n", "entries", "that were added", "tokens", "that the whole section takes")
}

func table(w io.Writer, rows []row) {
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "\t")
	for _, c := range columns {
		fmt.Fprintf(t, "%s\t", c.head)
	}
	fmt.Fprintln(t, "entries\ttokens\t")
	width := 0
	for _, r := range rows {
		width = max(width, len(r.Way))
	}
	for _, r := range rows {
		fmt.Fprintf(t, "%-*s\t", width, r.Way) // the only column that begins at the left
		for _, c := range columns {
			fmt.Fprintf(t, "%s\t", cell(find(r.Figures, c.figure), c.bad))
		}
		fmt.Fprintf(t, "%s\t%s\t\n", number(r.Entries), number(r.Tokens))
	}
	_ = t.Flush() // w keeps its error
	fmt.Fprintln(w)
}

// cell shows a figure, or - where it does not apply.
func cell(f score.Figure, bad bool) string {
	switch {
	case f.Of == 0:
		return "-"
	case bad:
		return strconv.Itoa(f.Bad)
	}
	return strconv.FormatFloat(f.Value, 'f', 3, 64)
}

func number(n int) string {
	if n == 0 {
		return "-"
	}
	return strconv.Itoa(n)
}

// tell lists the mistakes of our own method.
func tell(w io.Writer, ours row) {
	for _, f := range ours.Figures {
		if len(f.Notes) == 0 {
			continue
		}
		fmt.Fprintf(w, "%s\n", f.Name)
		for _, note := range f.Notes {
			fmt.Fprintf(w, "    %s\n", strings.ReplaceAll(note, "\n", " "))
		}
	}
	fmt.Fprintln(w)
}
