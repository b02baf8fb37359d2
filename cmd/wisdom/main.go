// Command wisdom keeps an AI agent's Markdown workspace in order: it distills
// the lessons that the agent wrote down into the short section that every
// session loads, behind a review gate, with backups.
package main

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	_ "time/tzdata" // zones also where the machine knows none

	"wisdom/pipeline/llm"
)

// eagerFrom is from how many bytes of memory on garbage is collected more eagerly: a run over ten thousand lessons keeps
// within 150 MB and takes no longer. Below, it is collected when there is four times as much of it as of the rest: a short
// command takes a seventh less time for it.
const (
	eagerFrom = 120 << 20
	lazyBelow = 400 // percent
)

func main() { os.Exit(process(machine{llm.Usual, memoryHere()})) }

// process is the program with the process around it.
func process(here machine) int {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(eagerFrom)
		debug.SetGCPercent(lazyBelow)
	}
	var ctrlC interrupts
	ctx := ctrlC.context(context.Background(), func() {
		fmt.Fprintln(os.Stderr, "wisdom: interrupted")
		os.Exit(exitInterrupted)
	})
	return run(ctx, os.Args, ofProcess(&ctrlC, here))
}
