package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"wisdom/cmd/quality/reader"
	"wisdom/cmd/quality/score"
	"wisdom/internal/lesson"
	"wisdom/pipeline"
	"wisdom/pipeline/llm"
	"wisdom/pipeline/llm/fake"
)

// recordFile is where the answers of a reader are, beside the labels.
const recordFile = "reader.json"

// answerer answers the requests of a run.
type answerer = func(fake.Request) fake.Reply

// startReader starts a server whose model gives the answers.
func startReader(answer answerer) (*fake.Server, llm.Options) {
	model := fake.Model{Name: "reader:latest", Digest: "recorded", Trained: 32768}
	server := fake.Start(answer, model)
	return server, llm.Options{
		Name: model.Name, Host: server.URL, Timeout: time.Minute, RunTimeout: time.Hour,
		Now: time.Now, Pause: time.Millisecond,
	}
}

// readerWay is a record, with or without mistakes in it.
type readerWay struct {
	name   string
	record *reader.Record
}

func readerWays(record *reader.Record) []readerWay {
	ways := []readerWay{{"reader", record}}
	for _, noise := range reader.Noises {
		ways = append(ways, readerWay{string(noise), record.With(noise)})
	}
	return append(ways, readerWay{"all four", record.With(reader.Noises...)})
}

// run runs a workspace with the record as the model.
func (w readerWay) run(
	ctx context.Context, dir string, now time.Time, match *score.Matching, lessons []lesson.Lesson,
) (row, error) {
	replay := reader.NewReplay(w.record, lessons)
	result, err := dryRun(ctx, dir, now, replay.Answer)
	if err != nil {
		return row{}, err
	}
	r := resultRow(w.name, match, result)
	worded := slices.Concat(entriesOf(result), withoutRoom(result))
	r.figures = append(r.figures, match.Coverage(score.Worded, worded), score.Count(score.Unseen, replay.Unseen()))
	return r, nil
}

// withoutRoom are the themes with a wording that was verified, and for which there was no room.
func withoutRoom(result *pipeline.Result) (entries []score.Entry) {
	for _, d := range result.Dropped {
		if d.Kind == "theme" && d.Reason == "budget" {
			entries = append(entries, score.Entry{Name: d.Name, Lessons: d.Lessons})
		}
	}
	return entries
}

const noiseLegend = `The same reader with mistakes:
swapped    a fifth of the lessons are assigned as another one
examples   the examples of practices are other lessons
nameless   a third of the practices and of the wordings have no name
foreign    a fifth of the wordings are in another language

`

// record shows the requests about a workspace or a tool file to a reader as files, and writes
// the record once all are answered.
func record(ctx context.Context, opts options, out io.Writer) error {
	running, stop := context.WithCancel(ctx)
	defer stop()
	learner, ask, err := learnerOf(running, opts)
	if err != nil {
		return err
	}
	session, err := reader.NewSession(opts.record, learner, stop)
	if err != nil {
		return err
	}
	err = ask(session.Answer)
	missing := session.Missing()
	switch {
	case session.Err() != nil:
		return session.Err()
	case len(missing) > 0:
		fmt.Fprintf(out, "%d answers are missing. Read each prompt, write its answer, then run this again:\n", len(missing))
		for _, path := range missing {
			fmt.Fprintf(out, "    %s\n", path)
		}
		return nil
	case err != nil:
		return err
	}
	path := filepath.Join(opts.dirs[0], recordFile)
	if isToolFile(opts.dirs[0]) {
		path = filepath.Join(filepath.Dir(opts.dirs[0]), recordFile)
	}
	fmt.Fprintf(out, "all is answered, and recorded in %s\n", path)
	return os.WriteFile(path, learner.Bytes(), 0o644)
}

// learnerOf returns what learns from the requests about a workspace or a tool file, and what asks them.
func learnerOf(ctx context.Context, opts options) (reader.Learner, func(answerer) error, error) {
	dir := opts.dirs[0]
	if isToolFile(dir) {
		file, err := readToolFile(ctx, dir)
		return reader.NewTableLearner(opts.by, file.found, file.line), func(answer answerer) error {
			_, err := file.readBy(ctx, answer)
			return err
		}, err
	}
	builtIn, err := dryRun(ctx, dir, opts.now, nil)
	if err != nil {
		return nil, nil, err
	}
	return reader.NewLearner(opts.by, builtIn.Lessons), func(answer answerer) error {
		_, err := dryRun(ctx, dir, opts.now, answer)
		return err
	}, nil
}
