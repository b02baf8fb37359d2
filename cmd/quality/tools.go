package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"wisdom/cmd/quality/reader"
	"wisdom/cmd/quality/score"
	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/pipeline/compact"
	"wisdom/pipeline/llm"
	"wisdom/pipeline/llm/fake"
	"wisdom/prompts"
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
	// Unseen are the facts that a recorded reader was not asked about.
	Unseen int `json:"unseen,omitempty"`
}

// isToolFile reports whether a path is a labelled tool file, and not a labelled workspace.
func isToolFile(path string) bool { return strings.HasSuffix(path, ".md") }

// toolFile is a labelled tool file as it was read.
type toolFile struct {
	source string
	labels []score.ToolLabel
	found  []facts.Fact
	line   func(facts.Fact) string
}

func readToolFile(ctx context.Context, path string) (toolFile, error) {
	marked, err := os.ReadFile(path)
	if err != nil {
		return toolFile{}, err
	}
	source, labels := score.ToolLabels(string(marked))
	doc := facts.Document{Path: facts.Files[0], Source: []byte(source)}
	found := facts.Find(ctx, doc.Path, doc.Source).Facts
	return toolFile{source, labels, found, compact.Lines([]facts.Document{doc})}, nil
}

// toolOptions are those of the tables that are measured.
func toolOptions() compact.Options { return compact.Options{Limit: toolBudget, Count: tokens.Larger} }

// readBy lets a model choose and name the facts of a file.
func (f toolFile) readBy(ctx context.Context, answer func(fake.Request) fake.Reply) (*compact.Reading, error) {
	server := fake.Start(answer, theReader)
	defer server.Close()
	model, err := llm.Connect(ctx, workspace.NewMemory(nil), modelAt(server))
	if err != nil {
		return nil, err
	}
	return compact.Read(ctx, model, prompts.BuiltIn(), f.found, f.line, toolOptions())
}

// byReader is the share of the facts of priority 1 that are in the table which a recorded reader
// chooses and names; ok is false without a record.
func (f toolFile) byReader(ctx context.Context, path string) (figure score.Figure, unseen int, ok bool, err error) {
	table, err := reader.ReadTable(path)
	if errors.Is(err, fs.ErrNotExist) {
		return figure, 0, false, nil
	}
	if err != nil {
		return figure, 0, false, err
	}
	replay := reader.NewTableReplay(table, f.found, f.line)
	read, err := f.readBy(ctx, replay.Answer)
	if err != nil {
		return figure, 0, false, err
	}
	opts := toolOptions()
	opts.Read = read
	chosen := factsOf(compact.Choose(ctx, read.Facts, opts))
	figure = find(score.Tools(f.source, f.labels, f.found, chosen, nil), score.Top)
	figure.Name = score.TopRead
	return figure, replay.Unseen(), true, nil
}

// factsOf are the facts of a table.
func factsOf(r *compact.Result) []facts.Fact {
	var chosen []facts.Fact
	for _, row := range r.Rows {
		chosen = append(chosen, row.Fact)
	}
	return chosen
}

// assessTools reads a labelled tool file and makes the table.
func assessTools(ctx context.Context, path string) (toolBench, error) {
	file, err := readToolFile(ctx, path)
	if err != nil {
		return toolBench{}, err
	}
	result := compact.Choose(ctx, file.found, toolOptions())
	chosen := factsOf(result)
	var prose []string
	for _, f := range lint.Tools([]byte(result.Text), lint.Options{Budgets: tokens.Budget{
		Tools: toolBudget,
		Count: tokens.Larger,
	}}) {
		if f.Rule == lint.RuleToolsProse {
			prose = append(prose, f.String())
		}
	}
	b := toolBench{
		Name:    filepath.Base(filepath.Dir(path)),
		Source:  tokens.Larger.Tokens(file.source),
		Table:   result.Tokens,
		Facts:   len(chosen),
		Figures: score.Tools(file.source, file.labels, file.found, chosen, prose),
		Fits:    topFits(file.labels, file.found),
	}
	figure, unseen, ok, err := file.byReader(ctx, filepath.Join(filepath.Dir(path), recordFile))
	if ok {
		b.Figures, b.Unseen = append(b.Figures, figure), unseen
	}
	return b, err
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
	{"reader", score.TopRead, false, "the same, in the table whose facts a recorded reader chose and named"},
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
	for _, b := range r.Tools {
		if b.Unseen > 0 {
			fmt.Fprintf(w, "%s: %d facts that the reader was not asked about\n", b.Name, b.Unseen)
		}
	}
	if !notes {
		return
	}
	for _, b := range r.Tools {
		fmt.Fprintf(w, "\n%s\n", b.Name)
		tell(w, row{Figures: b.Figures})
	}
}
