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
	best := slices.Clone(b.Rows[len(b.Rows)-2:])
	best[0].Way, best[1].Way = bestInFull, bestPossible
	for i := range best {
		best[i].Figures = append(slices.Clone(best[i].Figures), score.Figure{Name: score.BCubed, Value: 1, Of: 1},
			score.Figure{Name: score.Rand, Value: 1, Of: 1})
	}
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
		read := answered(way.name, match, section, rival.Answer{Themes: themesOf(result), Entries: entries})
		read.Figures = append(read.Figures, match.Worded(slices.Concat(entries, withoutRoom(result))))
		b.Read = append(b.Read, read)
		if way.record == record {
			b.Unseen = replay.Unseen()
		}
	}
	b.Read = append(b.Read, best...)
	return nil
}

// withoutRoom are the themes with a wording that was verified, and for which there was no
// room.
func withoutRoom(result *pipeline.Result) (entries []score.Entry) {
	for _, d := range result.Dropped {
		if d.Kind == "theme" && d.Reason == "budget" {
			entries = append(entries, score.Entry{Name: d.Name, Lessons: d.Lessons})
		}
	}
	return entries
}

// answeredBy runs a workspace with a model.
func answeredBy(
	ctx context.Context, dir string, now time.Time, answer func(fake.Request) fake.Reply,
) (*pipeline.Result, error) {
	server := fake.Start(answer, theReader)
	defer server.Close()
	return dryRun(ctx, filepath.Join(dir, "workspace"), now, server)
}

// record shows the requests about a workspace or a tool file to a reader as files, and writes
// the record once all are answered.
func record(ctx context.Context, opts options, out io.Writer) error {
	running, stop := context.WithCancel(ctx)
	defer stop()
	dir := opts.dirs[0]
	if isToolFile(dir) {
		file, err := readToolFile(ctx, dir)
		if err != nil {
			return err
		}
		learner := reader.NewTableLearner(opts.by, file.found, file.line)
		session, err := reader.NewSession(opts.record, learner, stop)
		if err != nil {
			return err
		}
		_, err = file.readBy(running, session.Answer)
		if done, err := isAnswered(session, err, out); !done {
			return err
		}
		path := filepath.Join(filepath.Dir(dir), recordFile)
		fmt.Fprintf(out, "all is answered: %d facts, recorded in %s\n", len(learner.Table().Facts), path)
		return os.WriteFile(path, learner.Table().Bytes(), 0o644)
	}
	builtIn, err := dryRun(ctx, filepath.Join(dir, "workspace"), opts.now, nil)
	if err != nil {
		return err
	}
	learner := reader.NewLearner(opts.by, builtIn.Lessons)
	session, err := reader.NewSession(opts.record, learner, stop)
	if err != nil {
		return err
	}
	result, err := answeredBy(running, dir, opts.now, session.Answer)
	if done, err := isAnswered(session, err, out); !done {
		return err
	}
	path := filepath.Join(dir, recordFile)
	fmt.Fprintf(out, "all is answered: %d practices, %d entries, recorded in %s\n", len(learner.Record().Practices),
		len(result.Entries), path)
	return os.WriteFile(path, learner.Record().Bytes(), 0o644)
}

// isAnswered reports whether a run that ended with err had all its answers, and prints the paths
// of those that are missing.
func isAnswered(session *reader.Session, err error, out io.Writer) (bool, error) {
	missing := session.Missing()
	switch {
	case session.Err() != nil:
		return false, session.Err()
	case len(missing) == 0:
		return err == nil, err
	}
	fmt.Fprintf(out, "%d answers are missing. Read each prompt, write its answer, then run this again:\n", len(missing))
	for _, path := range missing {
		fmt.Fprintf(out, "    %s\n", path)
	}
	return false, nil
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

// readLegend explains the columns of the table with a reader.
const readLegend = `best in full is a choice of the fullest labelled clauses, best possible one of the shortest.
The same reader with mistakes:
swapped   a fifth of the lessons are assigned as another one
examples  the examples of practices are other lessons
nameless  a third of the practices and of the wordings have no name
foreign   a fifth of the wordings are in another language

`

// The names of the last two columns.
const (
	bestInFull   = "best in full"
	bestPossible = "best possible"
)

// readFigures are the figures of the table with a reader.
var readFigures = []string{score.BCubed, score.Rand, score.Worded, score.Covered, score.Supported, score.Clean}

// readTable shows a column for each way; the last two are the best choices.
func readTable(w io.Writer, rows []row) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, r := range rows {
		fmt.Fprintf(t, "\t%s", r.Way)
	}
	fmt.Fprintln(t, "\t")
	for _, name := range readFigures {
		at := slices.IndexFunc(columns, func(c column) bool { return c.figure == name })
		if name == score.Covered {
			for _, best := range []row{rows[len(rows)-1], rows[len(rows)-2]} {
				reached(t, rows, best)
			}
			continue
		}
		fmt.Fprintf(t, "%-28s", readHeads[name])
		for _, r := range rows {
			if f := find(r.Figures, name); name == score.Worded && f.Of > 0 {
				fmt.Fprintf(t, "\t%d of %d", f.Of-f.Bad, f.Of)
			} else {
				fmt.Fprintf(t, "\t%s", cell(f, at >= 0 && columns[at].bad))
			}
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

// reached shows how many labelled themes each way covers, of those that the best one does.
func reached(w io.Writer, rows []row, best row) {
	covered := func(r row) int {
		f := find(r.Figures, score.Covered)
		return f.Of - f.Bad
	}
	fmt.Fprintf(w, "%-28s", "themes covered, of "+best.Way)
	for _, r := range rows {
		share := float64(covered(r)) / float64(max(covered(best), 1))
		fmt.Fprintf(w, "\t%d of %d (%.0f %%)", covered(r), covered(best), 100*share)
	}
	fmt.Fprintln(w, "\t")
}

// readHeads are the names of readFigures in words.
var readHeads = map[string]string{
	score.BCubed: "B-cubed F", score.Rand: "adjusted Rand", score.Worded: "themes with a verified line",
	score.Supported: "entries on fewer than three", score.Clean: "leaks",
}
