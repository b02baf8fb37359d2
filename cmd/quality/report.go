package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"wisdom/cmd/quality/score"
)

// group is what was measured of workspaces with labels of one kind.
type group struct {
	name    string
	columns []score.Column
	benches []bench
}

// bench holds the figures of one workspace: a row for each method, the same ones in every workspace.
type bench struct {
	about string
	rows  []row
}

// row holds the figures of one method, or of one tool file.
type row struct {
	way     string
	figures []score.Figure
}

// text prints the tables of the workspaces, then their means; with notes, also the mistakes of the first method.
func (g group) text(w io.Writer, notes bool) {
	if len(g.benches) == 0 {
		return
	}
	all := make([][]row, len(g.benches))
	for i, b := range g.benches {
		fmt.Fprintf(w, "%s\n\n", b.about)
		table(w, g.columns, b.rows)
		if notes {
			tell(w, b.rows[0])
		}
		all[i] = b.rows
	}
	fmt.Fprintf(w, "%s, all %d workspaces: means; counts are sums\n\n", g.name, len(g.benches))
	table(w, g.columns, means(g.columns, all))
	legend(w, g.columns)
}

// means takes the mean over workspaces, way by way, and sums what is counted.
func means(columns []score.Column, all [][]row) []row {
	summary := make([]row, len(all[0]))
	for i := range summary {
		summary[i].way = all[0][i].way
		for _, c := range columns {
			var figures []score.Figure
			for _, rows := range all {
				figures = append(figures, score.Find(rows[i].figures, c.Name))
			}
			summary[i].figures = append(summary[i].figures, score.Mean(c.Name, figures))
		}
	}
	return summary
}

// table prints rows; a figure that does not apply is a dash.
func table(w io.Writer, columns []score.Column, rows []row) {
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "\t")
	for _, c := range columns {
		fmt.Fprintf(t, "%s\t", c.Name)
	}
	width := 0
	for _, r := range rows {
		width = max(width, len(r.way))
	}
	for _, r := range rows {
		fmt.Fprintf(t, "\n%-*s\t", width, r.way) // the only column that begins at the left
		for _, c := range columns {
			if f := score.Find(r.figures, c.Name); f.Of == 0 {
				fmt.Fprint(t, "-\t")
			} else {
				fmt.Fprintf(t, "%s\t", c.Show(f))
			}
		}
	}
	fmt.Fprintln(t)
	_ = t.Flush() // w keeps its error
	fmt.Fprintln(w)
}

func legend(w io.Writer, columns []score.Column) {
	for _, c := range columns {
		fmt.Fprintf(w, "%-10s %s\n", c.Name, c.Legend)
	}
	fmt.Fprintln(w)
}

// tell lists the mistakes behind figures.
func tell(w io.Writer, r row) {
	for _, f := range r.figures {
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
