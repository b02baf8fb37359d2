// Command trial runs the program on real workspaces: a copy of every workspace
// below a folder goes through collect, run, review approve, lint, status and
// rollback, and another copy through init. It reports exit codes, times, peak
// memory, whether only the allowed files changed, and whether the rollback
// restored every byte. It prints figures and places, never text, because the
// notes are other people's. `make trial DIR=path` runs it; it exits 1 if a
// workspace fails.
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
