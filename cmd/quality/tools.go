package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"wisdom/cmd/quality/score"
	"wisdom/internal/tokens"
	"wisdom/markdown/facts"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/pipeline/compact"
)

// toolBudget is the default of budgets.tools.
const toolBudget = 300

// toolBench holds the figures of one tool file.
type toolBench struct {
	Name string `json:"name"`
	// Source and Table are tokens.
	Source  int            `json:"source_tokens"`
	Table   int            `json:"table_tokens"`
	Facts   int            `json:"facts"`
	Figures []score.Figure `json:"figures"`
	// Fits reports whether all facts of priority 1 fit the budget at all.
	Fits bool `json:"fits"`
}

// isToolFile reports whether a path is a labelled tool file, and not a labelled workspace.
func isToolFile(path string) bool { return strings.HasSuffix(path, ".md") }

// assessTools reads a labelled tool file and makes the table.
func assessTools(ctx context.Context, path string) (toolBench, error) {
	marked, err := os.ReadFile(path)
	if err != nil {
		return toolBench{}, err
	}
	source, labels := score.ToolLabels(string(marked))
	found := facts.Find(ctx, facts.Files[0], []byte(source)).Facts
	result := compact.Choose(ctx, found, compact.Options{Limit: toolBudget, Count: tokens.Larger})
	var chosen []facts.Fact
	for _, row := range result.Rows {
		chosen = append(chosen, row.Fact)
	}
	var prose []string
	for _, f := range lint.Tools([]byte(result.Text), lint.Options{Budgets: tokens.Budget{
		Tools: toolBudget,
		Count: tokens.Larger,
	}}) {
		if f.Rule == lint.RuleToolsProse {
			prose = append(prose, f.String())
		}
	}
	return toolBench{
		Name: filepath.Base(
			filepath.Dir(path),
		),
		Source:  tokens.Larger.Tokens(source),
		Table:   result.Tokens,
		Facts:   len(chosen),
		Figures: score.Tools(source, labels, found, chosen, prose),
		Fits:    topFits(labels, found),
	}, nil
}

// topFits reports whether the facts of priority 1 alone would fit.
func topFits(labels []score.ToolLabel, found []facts.Fact) bool {
	var top []facts.Fact
	for _, f := range found {
		for _, l := range labels {
			if l.Priority == 1 && l.Line == f.Line && strings.Contains(f.Value, l.Value) {
				top = append(top, f)
				break
			}
		}
	}
	return tokens.Larger.Tokens(lookup.Render(top, lookup.Hand{})) <= toolBudget
}

var toolColumns = []struct {
	head, figure string
	bad          bool
	legend       string
}{
	{"recall", score.Recall, false, "labelled facts that were found, as a value or as the name of one"},
	{"precis", score.Precision, false, "facts found that are labelled ones"},
	{"top", score.Top, false, "facts of priority 1 that are in the table"},
	{"altered", score.Altered, true, "values of the table that are not in their source line"},
	{"prose", score.Prose, true, "lines of the table that tell a story"},
}

func (r report) toolText(w io.Writer, notes bool) {
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "tool file\t")
	for _, c := range toolColumns {
		fmt.Fprintf(t, "%s\t", c.head)
	}
	fmt.Fprintln(t, "facts\ttokens\tsource\tall of 1 fit\t")
	for _, b := range r.Tools {
		fmt.Fprintf(t, "%s\t", b.Name)
		for _, c := range toolColumns {
			fmt.Fprintf(t, "%s\t", cell(find(b.Figures, c.figure), c.bad))
		}
		fmt.Fprintf(t, "%d\t%d\t%d\t%v\t\n", b.Facts, b.Table, b.Source, b.Fits)
	}
	fmt.Fprint(t, "mean\t")
	for _, c := range toolColumns {
		var figures []score.Figure
		for _, b := range r.Tools {
			figures = append(figures, find(b.Figures, c.figure))
		}
		fmt.Fprintf(t, "%s\t", cell(score.Mean(c.figure, figures), c.bad))
	}
	fmt.Fprintln(t, "\t\t\t\t")
	_ = t.Flush() // w keeps its error
	fmt.Fprintln(w)
	for _, c := range toolColumns {
		fmt.Fprintf(w, "%-7s %s\n", c.head, c.legend)
	}
	if !notes {
		return
	}
	for _, b := range r.Tools {
		fmt.Fprintf(w, "\n%s\n", b.Name)
		tell(w, row{Figures: b.Figures})
	}
}
