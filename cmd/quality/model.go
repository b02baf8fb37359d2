package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"wisdom/cmd/quality/reader"
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
	dir := opts.dirs[0]
	var learner reader.Learner
	var ask func(answerer) error
	if isToolFile(dir) {
		file, err := readToolFile(ctx, dir)
		if err != nil {
			return err
		}
		dir = filepath.Dir(dir)
		learner = reader.NewTableLearner(opts.by, file.found, file.line)
		ask = func(answer answerer) error {
			_, err := file.readBy(running, answer)
			return err
		}
	} else {
		builtIn, err := dryRun(ctx, dir, opts.now, nil)
		if err != nil {
			return err
		}
		learner = reader.NewLearner(opts.by, builtIn.Lessons)
		ask = func(answer answerer) error {
			_, err := dryRun(running, dir, opts.now, answer)
			return err
		}
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
	path := filepath.Join(dir, recordFile)
	fmt.Fprintf(out, "all is answered, and recorded in %s\n", path)
	return os.WriteFile(path, learner.Bytes(), 0o644)
}
