// Command wisdom keeps an AI agent's Markdown workspace in order: it distills
// the lessons that the agent wrote down into the short section that every
// session loads, behind a review gate, with backups.
package main

import (
	"context"
	"os"
	_ "time/tzdata" // zones also where the machine knows none
)

func main() {
	var ctrlC interrupts
	os.Exit(run(ctrlC.context(context.Background()), os.Args, ofProcess(&ctrlC)))
}
