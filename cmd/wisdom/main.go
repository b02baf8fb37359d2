// Command wisdom keeps an AI agent's Markdown workspace in order: it distills
// the lessons that the agent wrote down into the short section that every
// session loads, behind a review gate, with backups.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // zones also where the machine knows none
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	os.Exit(run(ctx, os.Args, ofProcess()))
}
