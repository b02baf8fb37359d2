// Command quality measures how well lessons are found and distilled: it runs the
// pipeline, without a model, over workspaces that people labelled, compares what
// comes out with the labels, and prints it beside what simple rivals come to and
// what the best choice could. It writes nothing, but for the prompts that -trial asks for. `make quality` runs it over
// testdata/lessonbench.
package main

import (
	"context"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}
