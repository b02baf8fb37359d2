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

	"wisdom/cmd/quality/reader"
	"wisdom/cmd/quality/score"
	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/pipeline/compact"
	"wisdom/pipeline/llm"
	"wisdom/prompts"
)

// toolBudget is the default of budgets.tools.
const toolBudget = 300

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
func (f toolFile) readBy(ctx context.Context, answer answerer) (*compact.Reading, error) {
	server, opts := startReader(answer)
	defer server.Close()
	model, err := llm.Connect(ctx, workspace.NewMemory(nil), opts)
	if err != nil {
		return nil, err
	}
	return compact.Read(ctx, model, prompts.BuiltIn(), f.found, f.line, toolOptions())
}

// byReader is the share of the facts of priority 1 that are in the table which a recorded reader
// chooses and names, and how many facts that reader was not asked about; nothing without a record.
func (f toolFile) byReader(ctx context.Context, path string) ([]score.Figure, error) {
	table, err := reader.Read[reader.Table](path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	replay := reader.NewTableReplay(table, f.found, f.line)
	read, err := f.readBy(ctx, replay.Answer)
	if err != nil {
		return nil, err
	}
	opts := toolOptions()
	opts.Read = read
	chosen := compact.Choose(ctx, read.Facts, opts).Facts()
	figure := score.Find(score.Tools(f.source, f.labels, f.found, chosen, nil), score.Top)
	figure.Name = score.TopRead
	return []score.Figure{figure, score.Count(score.Unseen, replay.Unseen())}, nil
}

// assessTools reads a labelled tool file and makes the table.
func assessTools(ctx context.Context, path string) (row, error) {
	file, err := readToolFile(ctx, path)
	if err != nil {
		return row{}, err
	}
	result := compact.Choose(ctx, file.found, toolOptions())
	chosen := result.Facts()
	var prose []string
	budgets := tokens.Budget{Tools: toolBudget, Count: tokens.Larger}
	for _, f := range lint.Text(lookup.File, []byte(result.Text), lint.Options{Budgets: budgets}) {
		if f.Rule == lint.RuleToolsProse {
			prose = append(prose, f.String())
		}
	}
	figures := append(score.Tools(file.source, file.labels, file.found, chosen, prose),
		score.Size(score.Facts, len(chosen)), score.Size(score.Tokens, result.Tokens),
		score.Size(score.Source, tokens.Larger.Tokens(file.source)), topFits(file.labels, file.found))
	read, err := file.byReader(ctx, filepath.Join(filepath.Dir(path), recordFile))
	return row{filepath.Base(filepath.Dir(path)), append(figures, read...)}, err
}

// topFits is 1 if the facts of priority 1 alone would fit.
func topFits(labels []score.ToolLabel, found []facts.Fact) score.Figure {
	var top []facts.Fact
	for _, f := range found {
		for _, l := range labels {
			if l.Priority == 1 && l.Line == f.Line && strings.Contains(f.Value, l.Value) {
				top = append(top, f)
				break
			}
		}
	}
	fits := score.Figure{Name: score.Fits, Of: 1}
	if tokens.Larger.Tokens(lookup.Render(top, lookup.Hand{})) <= toolBudget {
		fits.Value = 1
	}
	return fits
}

// toolText prints a row for each tool file, and their means.
func toolText(w io.Writer, rows []row, notes bool) {
	if len(rows) == 0 {
		return
	}
	all := make([][]row, len(rows))
	for i, r := range rows {
		all[i] = []row{{"mean; counts are sums", r.figures}}
	}
	table(w, score.ToolColumns, append(rows, means(score.ToolColumns, all)...))
	legend(w, score.ToolColumns)
	for _, r := range rows {
		if notes {
			fmt.Fprintln(w, r.way)
			tell(w, r)
		}
	}
}
