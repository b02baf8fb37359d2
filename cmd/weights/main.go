// Weights learns what the features of a text are worth (pipeline/collect/weights.tsv)
// from texts that people judged. With -write it puts them into a file; without, it prints how
// well that does on workspaces that it did not learn from, a twelfth of them at a time.
//
//	go run ./cmd/weights [-judged FILE] [-write FILE] [-day DAY] [-without PATTERN] [-from FILE] FOLDER...
//
// A FOLDER is labelled as those in testdata/lessonbench: what is no lesson there is none.
// FILE has a line for each judgement, with tabs between: a name for the set, the
// workspace, the path in it, the first line and the last, and what they are: yes, maybe
// (counts half), no, skip, or read, which says that what no one marked there is no lesson.
// A number behind that says how many texts the judged one stands for. -without leaves out the features that a
// regular expression matches: "a number". -from begins with the weights of a file, and is drawn to them.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"wisdom/pipeline/collect"
)

type options struct{ judged, write, day, without, from string }

func main() {
	var o options
	flag.StringVar(&o.judged, "judged", "", "a file of judgements")
	flag.StringVar(&o.write, "write", "", "where to write the weights of all")
	flag.StringVar(&o.day, "day", "", "the day for the head of that file")
	flag.StringVar(&o.without, "without", "^$", "a pattern for features to leave out")
	flag.StringVar(&o.from, "from", "", "a file of weights to begin with")
	flag.Parse()
	if err := run(context.Background(), o, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "weights:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options, folders []string) error {
	without, err := regexp.Compile(o.without)
	if err != nil {
		return err
	}
	old, err := readModel(o.from)
	if err != nil {
		return err
	}
	all := judgements{}
	if o.judged != "" {
		if err := all.readFile(o.judged); err != nil {
			return err
		}
	}
	for _, folder := range folders {
		if err := all.readFolder(filepath.Clean(folder)); err != nil {
			return err
		}
	}
	examples, err := all.examples(ctx)
	if err != nil {
		return err
	}
	for _, e := range examples {
		e.features = slices.DeleteFunc(e.features, func(f collect.Feature) bool { return without.MatchString(f.String()) })
	}
	if o.write == "" {
		leaveOut(examples, old)
		report(os.Stdout, examples)
		return nil
	}
	return os.WriteFile(o.write, fit(examples, old).file(examples, o.day), 0o644)
}
