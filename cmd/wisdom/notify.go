package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/pipeline/schedule"
)

// notifyTime is how long a command that tells people may take.
const notifyTime = time.Minute

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
	case err == nil && record == nil:
		return nil
	case err == nil && (record.Outcome == schedule.Staged || record.Outcome == schedule.Waits):
		still := map[schedule.Outcome]string{schedule.Waits: "still "}[record.Outcome]
		n.Event, n.Next = record.Outcome, a.program+" -C "+quoted(a.dir)+" review"
		n.Message = fmt.Sprintf("wisdom draft %s is %spending review: %s", record.Draft, still, plural(record.Items, "item"))
		return n
	case err == nil, n.ExitCode == exitInterrupted, n.ExitCode == exitLocked, n.ExitCode == exitNothing:
		return nil
	}
	n.Event, n.Message, n.Next = schedule.Failed, "wisdom run failed: "+terminal.Printable(err.Error()), a.hintFor(err)
	return n
}

func notifyCommand(a *deps, opts runOptions) string {
	if opts.isNotify {
		return opts.notify
	}
	return a.settings.Schedule.Notify
}

// notify tells people about a run by a command of theirs. That it fails is a warning: everything else was done.
func notify(ctx context.Context, a *deps, command string, record *schedule.Record, runErr error) {
	n := noticeOf(a, record, runErr)
	if command == "" || n == nil {
		return
	}
	if err := sendNotice(ctx, command, a.dir, n); err != nil {
		a.warn("the notify command, %s: %s", command, err)
	}
}

func sendNotice(ctx context.Context, command, dir string, n *notice) error {
	text, _ := json.Marshal(n) // strings and numbers: it cannot fail
	limited, cancel := context.WithTimeout(ctx, notifyTime)
	defer cancel()
	shell, flag := "sh", "-c"
	if runtime.GOOS == "windows" {
		shell, flag = "cmd", "/C"
	}
	c := exec.CommandContext(limited, shell, flag, command)
	c.Dir, c.Stdin, c.WaitDelay = dir, bytes.NewReader(append(text, '\n')), time.Second
	out, err := c.CombinedOutput()
	switch {
	case err == nil:
		return nil
	case errors.Is(limited.Err(), context.DeadlineExceeded):
		return fmt.Errorf("it took more than %v", notifyTime)
	case len(bytes.TrimSpace(out)) > 0:
		return fmt.Errorf("%w: %s", err, lastLine(string(out)))
	}
	return err
}

// lastLine is the end of what a command said, in short.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	line := []rune(lines[len(lines)-1])
	return string(line[:min(len(line), 200)])
}
