// Weights learns what the features of a text are worth (pipeline/collect/weights.tsv)
// from texts that people judged. With -write it puts them into a file; without, it prints how
// well that does on workspaces that it did not learn from, a twelfth of them at a time.
//
//	go run ./cmd/weights [-judged FILE] [-write FILE] [-day DAY] [-without PATTERN] FOLDER...
//
// A FOLDER is labelled as those in testdata/lessonbench: what is no lesson there is none.
// FILE has a line for each judgement, with tabs between: a name for the set, the
// workspace, the path in it, the first line and the last, and what they are: yes, maybe
// (counts half), no, skip, or read, which says that what no one marked there is no lesson.
// A number behind that is the weight of the judgement. -without leaves
// out the features that a regular expression matches: "a number".
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

func main() {
	judged := flag.String("judged", "", "a file of judgements")
	write := flag.String("write", "", "where to write the weights of all")
	day := flag.String("day", "", "the day for the head of that file")
	without := flag.String("without", "^$", "a pattern for features to leave out")
	flag.Parse()
	if err := run(context.Background(), *judged, *write, *day, *without, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "weights:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, judged, write, day, without string, folders []string) error {
	pattern, err := regexp.Compile(without)
	if err != nil {
		return err
	}
	all := judgements{}
	if judged != "" {
		if err := all.readFile(judged); err != nil {
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
		e.features = slices.DeleteFunc(e.features, func(f collect.Feature) bool { return pattern.MatchString(f.String()) })
	}
	if write == "" {
		leaveOut(examples)
		report(os.Stdout, examples)
		return nil
	}
	return os.WriteFile(write, fit(examples).file(examples, day), 0o644)
}
