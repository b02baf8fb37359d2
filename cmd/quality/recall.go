package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"wisdom/cmd/quality/rival"
	"wisdom/cmd/quality/score"
	"wisdom/inject/recall"
	"wisdom/internal/workspace"
)

// assessRecall asks for every labelled message what it needs, in all ways.
func assessRecall(ctx context.Context, dir string, opts options) (b bench, err error) {
	labels := os.DirFS(dir)
	messages, err := score.LoadMessages(labels)
	if err != nil {
		return b, err
	}
	vectors, err := embedder(opts, messages)
	if err != nil {
		return b, err
	}
	notes, err := rival.NewNotes(os.DirFS(filepath.Join(dir, "workspace")))
	if err != nil {
		return b, err
	}
	b.about = fmt.Sprintf("%s: %d messages", filepath.Base(dir), len(messages))
	add := func(name string, answers [][]score.Recalled) {
		b.rows = append(b.rows, row{name, score.Recalls(labels, messages, answers)})
	}
	for _, way := range waysOf(dir, opts.now, vectors) {
		results, err := way.recall(ctx, dir, textsOf(messages))
		if err != nil {
			return b, err
		}
		var answers [][]score.Recalled
		for _, result := range results {
			answers = append(answers, snippetsOf(result))
		}
		add(way.name, answers)
	}
	n := len(messages)
	bm25, nearest, best := make([][]score.Recalled, n), make([][]score.Recalled, n), make([][]score.Recalled, n)
	for i, m := range messages {
		bm25[i], best[i] = notes.BM25(m.Message), m.Answer()
		if nearest[i], err = notes.Nearest(ctx, vectors, m.Message); err != nil {
			return b, err
		}
	}
	add("bm25, paragraphs", bm25)
	add(vectors.Name()+" vectors alone", nearest)
	add("oracle", best)
	return b, nil
}

func textsOf(messages []score.Message) (texts []string) {
	for _, m := range messages {
		texts = append(texts, m.Message)
	}
	return texts
}

// way is a way to recall.
type way struct {
	name      string
	expecting bool // the messages that a reader expected for the lessons are there
	opts      recall.Options
}

// waysOf are by words alone, with the messages that a reader expected, if there are some, and both with vectors, if
// there are some.
func waysOf(dir string, now time.Time, vectors recall.Embedder) []way {
	words := recall.Options{Now: now}
	expecting := isFile(filepath.Join(dir, "expected.json"))
	ways := []way{{"wisdom", false, words}}
	if expecting {
		ways = append(ways, way{"wisdom, expected messages", true, words})
	}
	if vectors != nil {
		both := recall.Options{Now: now, Embedder: vectors}
		ways = append(ways, way{"wisdom, " + vectors.Name() + " vectors", false, both})
		if expecting {
			ways = append(ways, way{"wisdom, expected, " + vectors.Name(), true, both})
		}
	}
	return ways
}

// recall returns the answers of `wisdom recall` to each message in a workspace.
func (w way) recall(ctx context.Context, dir string, messages []string) (results []*recall.Result, err error) {
	folder, err := workspace.Open(filepath.Join(dir, "workspace"))
	if err != nil {
		return nil, err
	}
	defer folder.Close() //nolint:errcheck // was only read
	fsys := workspace.NewDryRun(folder)
	if w.expecting {
		if err := expect(fsys, filepath.Join(dir, "expected.json")); err != nil {
			return nil, err
		}
	}
	index, err := recall.Open(ctx, fsys, w.opts)
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

func snippetsOf(result *recall.Result) (snippets []score.Recalled) {
	for _, s := range result.Snippets {
		snippets = append(snippets,
			score.Recalled{Path: string(s.Path), First: s.StartLine, Last: s.EndLine, Text: s.Text, Cut: s.Truncated})
	}
	return snippets
}
