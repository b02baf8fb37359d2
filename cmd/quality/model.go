package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"
	"time"

	"wisdom/cmd/quality/reader"
	"wisdom/cmd/quality/rival"
	"wisdom/cmd/quality/score"
	"wisdom/pipeline"
	"wisdom/pipeline/llm"
	"wisdom/pipeline/llm/fake"
)

// recordFile is where the answers of a reader are, beside the labels.
const recordFile = "reader.json"

// theReader is the model whose answers a reader recorded.
var theReader = fake.Model{Name: "reader:latest", Digest: "recorded", Trained: 32768}

func modelAt(server *fake.Server) llm.Options {
	return llm.Options{
		Name: theReader.Name, Host: server.URL, Timeout: time.Minute, RunTimeout: time.Hour,
		Now: time.Now, Pause: time.Millisecond,
	}
}

// readerWay is a record, with or without mistakes in it.
type readerWay struct {
	name   string
	record *reader.Record
}

// assessReader adds what a recorded reader comes to, if there is one.
func (b *bench) assessReader(
	ctx context.Context, dir string, now time.Time, match *score.Matching, builtIn *pipeline.Result,
) error {
	record, err := reader.Read(filepath.Join(dir, recordFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	best := b.Rows[len(b.Rows)-1]
	best.Way = "best possible"
	best.Figures = append(best.Figures, score.Figure{Name: score.BCubed, Value: 1, Of: 1},
		score.Figure{Name: score.Rand, Value: 1, Of: 1})
	ours := b.Rows[0]
	ours.Way = "built-in"
	b.Read = []row{ours}
	ways := []readerWay{{"reader", record}}
	for _, noise := range reader.Noises {
		ways = append(ways, readerWay{string(noise), record.With(noise)})
	}
	ways = append(ways, readerWay{"all four", record.With(reader.Noises...)})
	for _, way := range ways {
		replay := reader.NewReplay(way.record, builtIn.Lessons)
		result, err := answeredBy(ctx, dir, now, replay.Answer)
		if err != nil {
			return fmt.Errorf("%s: %w", way.name, err)
		}
		entries, section := entriesOf(result)
		b.Read = append(b.Read, answered(way.name, match, section, rival.Answer{Themes: themesOf(result), Entries: entries}))
		if way.record == record {
			b.Unseen = replay.Unseen()
		}
	}
	b.Read = append(b.Read, best)
	return nil
}

// answeredBy runs a workspace with a model.
func answeredBy(
	ctx context.Context, dir string, now time.Time, answer func(fake.Request) fake.Reply,
) (*pipeline.Result, error) {
	server := fake.Start(answer, theReader)
	defer server.Close()
	return dryRun(ctx, filepath.Join(dir, "workspace"), now, server)
}

// record shows the requests about a workspace to a reader as files, and writes the record
// once all are answered.
func record(ctx context.Context, opts options, out io.Writer) error {
	dir := opts.dirs[0]
	builtIn, err := dryRun(ctx, filepath.Join(dir, "workspace"), opts.now, nil)
	if err != nil {
		return err
	}
	running, stop := context.WithCancel(ctx)
	defer stop()
	session, err := reader.NewSession(opts.record, opts.by, builtIn.Lessons, stop)
	if err != nil {
		return err
	}
	result, err := answeredBy(running, dir, opts.now, session.Answer)
	learned, wrong := session.Record()
	switch missing := session.Missing(); {
	case wrong != nil:
		return wrong
	case len(missing) > 0:
		fmt.Fprintf(out, "%d answers are missing. Read each prompt, write its answer, then run this again:\n", len(missing))
		for _, path := range missing {
			fmt.Fprintf(out, "    %s\n", path)
		}
		return nil
	case err != nil:
		return err
	}
	path := filepath.Join(dir, recordFile)
	fmt.Fprintf(out, "all is answered: %d practices, %d entries, recorded in %s\n", len(learned.Practices),
		len(result.Entries), path)
	return os.WriteFile(path, learned.Bytes(), 0o644)
}

// readText shows for each workspace with a record what the built-in engine, the reader and
// the best choice come to, and the means.
func (r report) readText(w io.Writer) {
	var read [][]row
	for _, b := range r.Benches {
		if len(b.Read) == 0 {
			continue
		}
		read = append(read, b.Read)
		fmt.Fprintf(w, "%s, with a reader: %d lessons and lines that the reader was not asked about\n\n", b.Name, b.Unseen)
		readTable(w, b.Read)
	}
	if len(read) > 1 {
		fmt.Fprintf(w, "with a reader, all %d workspaces: means; counts are sums\n\n", len(read))
		readTable(w, means(read))
	}
	if len(read) > 0 {
		fmt.Fprint(w, readLegend)
	}
}

// readLegend explains the columns of a noisy reader.
const readLegend = `the same reader with mistakes:
swapped   a fifth of the lessons are assigned as another one
examples  the examples of practices are other lessons
nameless  a third of the practices and of the wordings have no name
foreign   a fifth of the wordings are in another language

`

// readFigures are the figures of the table with a reader.
var readFigures = []string{score.BCubed, score.Rand, score.Covered, score.Supported, score.Clean}

// readTable shows a column for each way.
func readTable(w io.Writer, rows []row) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, r := range rows {
		fmt.Fprintf(t, "\t%s", r.Way)
	}
	fmt.Fprintln(t, "\t")
	best := find(rows[len(rows)-1].Figures, score.Covered)
	for _, name := range readFigures {
		at := slices.IndexFunc(columns, func(c column) bool { return c.figure == name })
		fmt.Fprintf(t, "%-28s", readHeads[name])
		for _, r := range rows {
			f := find(r.Figures, name)
			if name == score.Covered {
				fmt.Fprintf(t, "\t%d of %d", f.Of-f.Bad, best.Of-best.Bad)
				continue
			}
			fmt.Fprintf(t, "\t%s", cell(f, columns[at].bad))
		}
		fmt.Fprintln(t, "\t")
	}
	for _, count := range []struct {
		head string
		of   func(row) int
	}{{"entries", func(r row) int { return r.Entries }}, {"tokens of the section", func(r row) int { return r.Tokens }}} {
		fmt.Fprintf(t, "%-28s", count.head)
		for _, r := range rows {
			fmt.Fprintf(t, "\t%s", number(count.of(r)))
		}
		fmt.Fprintln(t, "\t")
	}
	_ = t.Flush() // w keeps its error
	fmt.Fprintln(w)
}

// readHeads are the names of readFigures in words.
var readHeads = map[string]string{
	score.BCubed: "B-cubed F", score.Rand: "adjusted Rand", score.Covered: "themes covered of reachable",
	score.Supported: "entries on fewer than three", score.Clean: "leaks",
}
