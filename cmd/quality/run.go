package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"wisdom/cmd/quality/score"
)

const usage = `usage: quality [flags] FOLDER|FILE.md...

Each FOLDER holds a workspace/ and its labels: lessons.jsonl, not.jsonl,
themes.jsonl, never.jsonl, unlike.jsonl. An argument that ends in .md is a tool
file with its labels in it. A FOLDER with a messages.jsonl holds labelled messages;
-trial writes prompts for those that are situations, with what a judge needs.
A FOLDER with a reader.json is also run with the answers recorded in it.

`

type options struct {
	trial string // the folder for prompts
	notes bool
	// record is a folder for requests and answers: the workspace is shown to a reader,
	// and what the reader answers is recorded, with by as who that is.
	record, by string
	now        time.Time
	dirs       []string
	// embed is an embedding model on the Ollama server at host, whose vectors take the place of scripted ones.
	embed, host string
}

// run is the program: 0 if all was measured, however well, 2 for trouble.
func run(ctx context.Context, args []string, out, talk io.Writer) int {
	opts, err := parse(args, talk)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	switch {
	case err != nil:
	case opts.trial != "":
		err = writeTrial(ctx, opts, out)
	case opts.record != "":
		err = record(ctx, opts, out)
	default:
		err = measure(ctx, opts, out)
	}
	if err != nil {
		fmt.Fprintf(talk, "quality: %v\n", err)
		return 2
	}
	return 0
}

func parse(args []string, talk io.Writer) (options, error) {
	var opts options
	flags := flag.NewFlagSet("quality", flag.ContinueOnError)
	flags.SetOutput(talk)
	flags.Usage = func() {
		fmt.Fprint(talk, usage)
		flags.PrintDefaults()
	}
	flags.BoolVar(&opts.notes, "v", false, "tell what was wrong")
	flags.StringVar(&opts.trial, "trial", "", "write the prompts of a trial into this `folder`, and measure nothing")
	flags.StringVar(&opts.record, "record", "",
		"ask a reader: requests and answers are files in this folder; in the end reader.json is written beside the labels")
	flags.StringVar(&opts.by, "by", "", "who answers, for -record")
	flags.StringVar(&opts.embed, "embed", "", "compare meanings with this embedding `model`, not with scripted vectors")
	flags.StringVar(&opts.host, "host", "", "the address of the Ollama server that has it")
	now := flags.String("now", "2026-11-21", "the day of the run")
	if err := flags.Parse(args); err != nil {
		return opts, err
	}
	var err error
	if opts.now, err = time.Parse(time.DateOnly, *now); err != nil {
		return opts, fmt.Errorf("-now %q is no date: write it like 2026-11-21", *now)
	}
	opts.dirs = flags.Args()
	switch {
	case len(opts.dirs) == 0:
		return opts, errors.New("no labelled workspace: name one folder or more")
	case opts.record != "" && (len(opts.dirs) != 1 || opts.by == ""):
		return opts, errors.New("-record takes one workspace, and -by NAME for who answers")
	case opts.trial != "" && len(opts.dirs) != 1:
		return opts, errors.New("-trial takes one folder")
	}
	return opts, nil
}

func measure(ctx context.Context, opts options, out io.Writer) error {
	lessons := group{name: "lessons", columns: score.LessonColumns}
	read := group{name: "with a reader", columns: score.ReaderColumns}
	recalls := group{name: "recall", columns: score.RecallColumns}
	var tools []row
	for _, dir := range opts.dirs {
		var b, byReader bench
		var tool row
		var err error
		switch {
		case isToolFile(dir):
			tool, err = assessTools(ctx, dir)
			tools = append(tools, tool)
		case isRecallBench(dir):
			b, err = assessRecall(ctx, dir, opts)
			recalls.benches = append(recalls.benches, b)
		default:
			b, byReader, err = assess(ctx, dir, opts.now)
			lessons.benches = append(lessons.benches, b)
			if len(byReader.rows) > 0 {
				read.benches = append(read.benches, byReader)
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(dir), err)
		}
	}
	buffered := bufio.NewWriter(out)
	lessons.text(buffered, opts.notes)
	read.text(buffered, false)
	if len(read.benches) > 0 {
		fmt.Fprint(buffered, noiseLegend)
	}
	toolText(buffered, tools, opts.notes)
	recalls.text(buffered, opts.notes)
	return buffered.Flush()
}

// isRecallBench reports whether a workspace has labelled messages, and not labelled lessons.
func isRecallBench(dir string) bool { return isFile(filepath.Join(dir, "messages.jsonl")) }

func isFile(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
