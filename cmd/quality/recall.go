package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"

	"wisdom/cmd/quality/rival"
	"wisdom/cmd/quality/score"
	"wisdom/inject/recall"
	"wisdom/internal/workspace"
)

// recallBench holds the figures of recall on one workspace.
type recallBench struct {
	Name     string `json:"name"`
	Messages int    `json:"messages"`
	Rows     []row  `json:"rows"`
}

// isRecallBench reports whether a workspace has labelled messages, and not labelled lessons.
func isRecallBench(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "messages.jsonl"))
	return err == nil
}

// assessRecall asks for every labelled message what it needs, in all ways.
func assessRecall(ctx context.Context, dir string, opts options) (recallBench, error) {
	labels := os.DirFS(dir)
	messages, err := score.LoadMessages(labels)
	if err != nil {
		return recallBench{}, err
	}
	ours, err := recalled(ctx, dir, false, recall.Options{Now: opts.now}, messages)
	if err != nil {
		return recallBench{}, err
	}
	expecting, err := recalled(ctx, dir, true, recall.Options{Now: opts.now}, messages)
	if err != nil {
		return recallBench{}, err
	}
	vectors, err := embedder(opts, messages)
	if err != nil {
		return recallBench{}, err
	}
	both := recall.Options{Now: opts.now, Embedder: vectors}
	fused, err := recalled(ctx, dir, false, both, messages)
	if err != nil {
		return recallBench{}, err
	}
	all, err := recalled(ctx, dir, true, both, messages)
	if err != nil {
		return recallBench{}, err
	}
	notes, err := rival.NewNotes(os.DirFS(filepath.Join(dir, "workspace")))
	if err != nil {
		return recallBench{}, err
	}
	ways := []struct {
		name string
		ask  func(m *score.Message) []score.Recalled
	}{
		{"bm25, paragraphs", func(m *score.Message) []score.Recalled { return notes.BM25(m.Message) }},
		{vectors.Name() + " vectors alone", func(m *score.Message) []score.Recalled {
			found, askErr := notes.Nearest(ctx, vectors, m.Message)
			if askErr != nil {
				err = askErr
			}
			return found
		}},
		{"oracle", func(m *score.Message) []score.Recalled { return m.Answer(labels) }},
	}
	b := recallBench{Name: filepath.Base(dir), Messages: len(messages), Rows: []row{
		{Way: "wisdom", Figures: score.Recalls(labels, messages, ours)},
		{Way: "wisdom, expected messages", Figures: score.Recalls(labels, messages, expecting)},
		{Way: "wisdom, " + vectors.Name() + " vectors", Figures: score.Recalls(labels, messages, fused)},
		{Way: "wisdom, expected, " + vectors.Name(), Figures: score.Recalls(labels, messages, all)},
	}}
	for _, way := range ways {
		answers := make([][]score.Recalled, len(messages))
		for i := range messages {
			answers[i] = way.ask(&messages[i])
		}
		b.Rows = append(b.Rows, row{Way: way.name, Figures: score.Recalls(labels, messages, answers)})
	}
	return b, err
}

// recalled are the snippets that `wisdom recall` brings for each message.
func recalled(
	ctx context.Context, dir string, expecting bool, opts recall.Options, messages []score.Message,
) ([][]score.Recalled, error) {
	texts := make([]string, len(messages))
	for i, m := range messages {
		texts[i] = m.Message
	}
	results, err := recallAll(ctx, dir, expecting, opts, texts)
	if err != nil {
		return nil, err
	}
	answers := make([][]score.Recalled, len(messages))
	for i, result := range results {
		for _, s := range result.Snippets {
			answers[i] = append(
				answers[i],
				score.Recalled{Path: string(s.Path), First: s.StartLine, Last: s.EndLine, Text: s.Text, Cut: s.Truncated},
			)
		}
	}
	return answers, nil
}

// recallAll returns the answers of `wisdom recall` to each message in a workspace; if expecting, with the messages that
// a reader expected for its lessons.
func recallAll(
	ctx context.Context, dir string, expecting bool, opts recall.Options, messages []string,
) (results []*recall.Result, err error) {
	folder, err := workspace.Open(filepath.Join(dir, "workspace"))
	if err != nil {
		return nil, err
	}
	defer folder.Close() //nolint:errcheck // was only read
	fsys := workspace.NewDryRun(folder)
	if expecting {
		if err := expect(fsys, filepath.Join(dir, "expected.json")); err != nil {
			return nil, err
		}
	}
	index, err := recall.Open(ctx, fsys, opts)
	if err != nil {
		return nil, err
	}
	defer index.Close() //nolint:errcheck // it is in memory
	for _, message := range messages {
		result, err := index.Recall(ctx, recall.Question{Message: message})
		if err != nil {
			return nil, fmt.Errorf("%q: %w", message, err)
		}
		results = append(results, result)
	}
	return results, nil
}

// expect puts a file of expected messages where recall reads it.
func expect(fsys workspace.FS, file string) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := recall.Prepare(fsys); err != nil {
		return err
	}
	return workspace.Replace(fsys, recall.ExpectedFile, b, 0o600)
}

var recallColumns = []struct {
	head, figure string
	bad          bool
	legend       string
}{
	{"needs", score.Needs, false, "needs of messages that a snippet meets"},
	{"direct", score.EachKind + " direct", false, "the same, for messages in the words of the notes"},
	{"para", score.EachKind + " paraphrase", false, "the same, for messages in other words"},
	{"hard", score.EachKind + " hard", false, "the same, for messages without a word of the notes that they need"},
	{"fact", score.EachKind + " fact", false, "the same, for facts"},
	{"decis", score.EachKind + " decision", false, "the same, for decisions"},
	{"date", score.EachKind + " date", false, "the same, for messages that name a day"},
	{"two", score.EachKind + " two", false, "the same, for messages that need two notes"},
	{"first", score.First, false, "messages whose first snippet meets a need"},
	{"mrr", score.Reciprocal, false, "one by the rank of the first snippet that meets a need, mean"},
	{"tokens", score.Relevant, false, "tokens of snippets that belong to the answer"},
	{"quiet", score.Quiet, false, "messages that need nothing, and got nothing"},
	{"leaks", score.Leaked, true, "snippets with a secret or an order to a model"},
	{"cites", score.Cited, true, "snippets whose lines are not what they cite"},
	{"over", score.InBudget, true, "messages whose snippets break a budget"},
}

func (r report) recallText(w io.Writer, notes bool) {
	for _, b := range r.Recall {
		fmt.Fprintf(w, "\n%s: %d messages\n\n", b.Name, b.Messages)
		recallTable(w, b.Rows)
		if notes {
			tell(w, b.Rows[0])
		}
	}
	var summary []row
	for i := range r.Recall[0].Rows {
		sum := row{Way: r.Recall[0].Rows[i].Way}
		for _, c := range recallColumns {
			var figures []score.Figure
			for _, b := range r.Recall {
				figures = append(figures, find(b.Rows[i].Figures, c.figure))
			}
			sum.Figures = append(sum.Figures, score.Mean(c.figure, figures))
		}
		summary = append(summary, sum)
	}
	fmt.Fprintf(w, "\nrecall, all %d workspaces: means; counts are sums\n\n", len(r.Recall))
	recallTable(w, summary)
	for _, c := range recallColumns {
		fmt.Fprintf(w, "%-7s %s\n", c.head, c.legend)
	}
}

func recallTable(w io.Writer, rows []row) {
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "\t")
	for _, c := range recallColumns {
		fmt.Fprintf(t, "%s\t", c.head)
	}
	fmt.Fprintln(t)
	for _, r := range rows {
		fmt.Fprintf(t, "%-24s\t", r.Way)
		for _, c := range recallColumns {
			fmt.Fprintf(t, "%s\t", cell(find(r.Figures, c.figure), c.bad))
		}
		fmt.Fprintln(t)
	}
	_ = t.Flush() // w keeps its error
}
