package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"path/filepath"
	"slices"
	"strconv"
)

// severity orders the exit codes from worst to best: what is said of several workspaces is the worst of them.
var severity = []int{
	exitInterrupted, exitUnfinished, exitDamaged, exitTrouble, exitStale, exitModel, exitExam, exitLocked, exitFindings,
	exitNothing, exitDone,
}

// named are the workspaces that the flags name, each once.
func (a *deps) named() ([]string, error) {
	seen := map[string]bool{}
	dirs := slices.DeleteFunc(slices.Clone(a.flags.workspaces), func(dir string) bool {
		full, err := filepath.Abs(dir)
		again := err == nil && seen[full]
		seen[full] = true
		return again
	})
	if slices.Contains(dirs, "") { // such as an empty variable of a shell: another folder is not meant
		return nil, hinted("name the folder that holds SOUL.md, or leave -C out", "-C names no folder: it is empty")
	}
	return dirs, nil
}

// at is the app for one of several workspaces; it is not open yet.
func (a *deps) at(dir string) *deps {
	child := &deps{streams: a.streams, program: a.program, flags: a.flags, recovers: a.recovers}
	child.flags.workspaces, child.flags.workspace = nil, dir
	return child
}

// mute is the app without a terminal: what a command says there goes to err alone.
func (a *deps) mute(err io.Writer) {
	a.out, a.err = io.Discard, err
	a.walks, a.asks, a.inPlace, a.colours, a.line, a.flags.json = false, false, false, false, false, false
}

// wentHow is how a command went in one of several workspaces.
type wentHow struct {
	Workspace string          `json:"workspace"`
	ExitCode  int             `json:"exit_code"`
	Error     string          `json:"error,omitempty"`
	Answer    json.RawMessage `json:"answer,omitempty"`
}

// each does work in the workspace, or in each of several, one after the other:
// one that fails does not stop the rest. The exit code is the worst.
func (a *deps) each(ctx context.Context, work func(*deps) error) error {
	if len(a.several) == 0 {
		return work(a)
	}
	rows := []wentHow{}
	table := [][]string{{"workspace", "exit", "how it went"}}
	worst := len(severity) - 1
	for _, dir := range a.several {
		row, summary := a.one(ctx, dir, work)
		rows = append(rows, row)
		table = append(table, []string{dir, strconv.Itoa(row.ExitCode), cmp.Or(row.Error, summary, meanings[row.ExitCode])})
		worst = min(worst, slices.Index(severity, row.ExitCode))
	}
	err := a.respond(object{"workspaces": rows}, func() {
		a.say("")
		sayTable(a, table)
	})
	if code := severity[worst]; err == nil && code != exitDone {
		err = statusError(code)
	}
	return err
}

// one does work in one of several workspaces.
func (a *deps) one(ctx context.Context, dir string, work func(*deps) error) (row wentHow, summary string) {
	row.Workspace = dir
	child := a.at(dir)
	defer child.close()
	var answer bytes.Buffer
	if a.flags.json {
		child.out = &answer
	} else {
		a.say("== %s", dir)
	}
	err := ctx.Err()
	if err == nil {
		err = child.open()
	}
	if err == nil {
		err = work(child)
	}
	row.ExitCode = child.report(err)
	if err != nil && !is[statusError](err) {
		row.Error = err.Error()
	}
	if json.Valid(answer.Bytes()) {
		row.Answer = answer.Bytes()
	}
	return row, child.summary
}
