package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/pipeline/schedule"
)

// notice is what a command that tells people reads from its standard input. It
// holds no text of a lesson: it may go to a chat.
type notice struct {
	SchemaVersion int              `json:"schema_version"`
	Event         schedule.Outcome `json:"event"` // staged, waits or failed
	Workspace     string           `json:"workspace"`
	Message       string           `json:"message"`
	// Next is what to type.
	Next     string           `json:"next"`
	ExitCode int              `json:"exit_code"`
	Run      *schedule.Record `json:"run"` // null where it did not begin
}

// noticeOf is what people are told of a run; nil where there is nothing for them to do.
func noticeOf(a *deps, record *schedule.Record, err error) *notice {
	n := &notice{SchemaVersion: 1, Workspace: a.dir, ExitCode: codeOf(err), Run: record}
	switch {
	case err == nil && record != nil && (record.Outcome == schedule.Staged || record.Outcome == schedule.Waits):
		n.Event, n.Next = record.Outcome, a.program+" -C "+quoted(a.dir)+" review"
		n.Message = fmt.Sprintf("wisdom draft %s is %spending review: %s", record.Draft,
			textIf(n.Event == schedule.Waits, "still "), plural(record.Items, "item"))
	case err == nil, n.ExitCode == exitInterrupted, n.ExitCode == exitLocked, n.ExitCode == exitNothing:
		return nil
	default:
		n.Event, n.Next = schedule.Failed, a.hintFor(err)
		n.Message = "wisdom run failed: " + terminal.Printable(err.Error())
	}
	return n
}

// notify tells people about a run by a command of theirs, which has a minute. That it fails is a warning: everything
// else was done.
func notify(ctx context.Context, a *deps, opts runOptions, record *schedule.Record, runErr error) {
	n := noticeOf(a, record, runErr)
	command := either(opts.isNotify, opts.notify, a.settings.Schedule.Notify)
	if command == "" || n == nil {
		return
	}
	text, _ := json.Marshal(n) // strings and numbers: it cannot fail
	limited, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	shell, flag := "sh", "-c"
	if runtime.GOOS == "windows" {
		shell, flag = "cmd", "/C"
	}
	c := exec.CommandContext(limited, shell, flag, command)
	c.Dir, c.Stdin, c.WaitDelay = a.dir, bytes.NewReader(append(text, '\n')), time.Second
	out, err := c.CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	switch {
	case err == nil:
	case limited.Err() != nil:
		a.warn("the notify command, %s: %v", command, limited.Err())
	default:
		a.warn("the notify command, %s: %v: %.200s", command, err, lines[len(lines)-1])
	}
}
