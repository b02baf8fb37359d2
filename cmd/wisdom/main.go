// Command wisdom keeps an AI agent's Markdown workspace in order: it distills
// the lessons that the agent wrote down into the short section that every
// session loads, behind a review gate, with backups.
package main

import (
	"context"
	"fmt"
	"os"
	_ "time/tzdata" // zones also where the machine knows none
)

func main() { os.Exit(process()) }

// process is the program with the process around it.
func process() int {
	var ctrlC interrupts
	ctx := ctrlC.context(context.Background(), func() {
		fmt.Fprintln(os.Stderr, "wisdom: interrupted")
		os.Exit(exitInterrupted)
	})
	return run(ctx, os.Args, ofProcess(&ctrlC))
}
