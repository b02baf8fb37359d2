// Command wisdom keeps an AI agent's Markdown workspace in order: it distills
// the lessons that the agent wrote down into the short section that every
// session loads, behind a review gate, with backups.
//
// # Where to look
//
//   - wisdom review edit: cmd_review_edit.go; the list of commands: root.go; flags that several have: flags.go
//   - sentences that every command which writes may say: deps.go; the plain forms of output: print.go
//   - an error's exit code and its hint: error_kinds.go; what the codes mean: errors.go; typos: usage.go
//   - the walk through a draft: cmd_review_walk.go; the same in a browser: cmd_review_desk.go, with the pages of web
//   - several workspaces at once: workspaces.go; what can read lessons on this machine: readers.go
//   - Ctrl-C: interrupts.go; units for systemd, cron and launchd: the folder units
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
