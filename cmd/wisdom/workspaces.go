package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// severity orders the exit codes from worst to best: what is said of several workspaces is the worst of them.
var severity = []int{
	exitInterrupted, exitUnfinished, exitDamaged, exitTrouble, exitStale, exitModel, exitExam, exitLocked, exitFindings,
	exitNothing, exitDone,
}

// worse is the worse of two exit codes; an unknown one, which has the index -1, is the worst.
func worse(a, b int) int {
	if slices.Index(severity, b) < slices.Index(severity, a) {
		return b
	}
	return a
}

// named are the workspaces that the flags name, each once.
func (a *deps) named() ([]string, error) {
	dirs := slices.Clone(a.flags.workspaces)
	if slices.Contains(dirs, "") { // such as an empty variable of a shell: another folder is not meant
		return nil, hinted(
			"name the folder that holds SOUL.md, or leave -C out to use $WISDOM_WORKSPACE or the current folder",
			"-C names no folder: it is empty",
		)
	}
	if a.flags.list != "" {
		listed, err := a.listed(a.flags.list)
		if err != nil {
			return nil, err
		}
		dirs = append(dirs, listed...)
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(dirs, func(dir string) bool {
		full, err := filepath.Abs(dir)
		if err != nil {
			full = dir
		}
		again := seen[full]
		seen[full] = true
		return again
	}), nil
}

// listed reads a list of workspaces: one a line, relative to the list; empty
// lines and those that begin with # are for people.
func (a *deps) listed(file string) ([]string, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("--workspaces: %w", err)
	}
	var dirs []string
	for line := range strings.Lines(strings.TrimPrefix(string(b), "\ufeff")) {
		dir := strings.TrimSpace(line)
		if dir == "" || strings.HasPrefix(dir, "#") {
			continue
		}
		if rest, ok := strings.CutPrefix(dir, "~/"); ok {
			dir = filepath.Join(a.getenv("HOME"), rest)
		}
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(filepath.Dir(file), dir)
		}
		dirs = append(dirs, dir)
	}
	if len(dirs) == 0 {
		return nil, fmt.Errorf("--workspaces: %s names no workspace", file)
	}
	return dirs, nil
}

// at is the app for one of several workspaces; it is not open yet.
func (a *deps) at(dir string) *deps {
	child := &deps{streams: a.streams, program: a.program, flags: a.flags, recovers: a.recovers}
	child.flags.workspaces, child.flags.list, child.flags.workspace = nil, "", dir
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
	summary   string
}

// each does work in the workspace, or in each of several, one after the other:
// one that fails does not stop the rest. The exit code is the worst.
func (a *deps) each(ctx context.Context, work func(*deps) error) error {
	if len(a.several) == 0 {
		return work(a)
	}
	var rows []wentHow
	worst := exitDone
	for _, dir := range a.several {
		row := a.one(ctx, dir, work)
		rows = append(rows, row)
		worst = worse(worst, row.ExitCode)
	}
	err := a.respond(object{"workspaces": rows}, func() { a.printRows(rows) })
	if err == nil && worst != exitDone {
		err = statusError(worst)
	}
	return err
}

// one does work in one of several workspaces.
func (a *deps) one(ctx context.Context, dir string, work func(*deps) error) wentHow {
	row := wentHow{Workspace: dir}
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
	row.ExitCode, row.summary = child.report(err), child.summary
	if err != nil && !is[statusError](err) {
		row.Error = err.Error()
	}
	if json.Valid(answer.Bytes()) {
		row.Answer = answer.Bytes()
	}
	return row
}

func (a *deps) printRows(rows []wentHow) {
	width := len("workspace")
	for _, row := range rows {
		width = max(width, len(row.Workspace))
	}
	a.say("")
	a.say("%-*s  exit  how it went", width, "workspace")
	for _, row := range rows {
		how := row.summary
		switch {
		case row.Error != "":
			how = row.Error
		case how == "":
			how = meanings[row.ExitCode]
		}
		a.say("%-*s  %4d  %s", width, row.Workspace, row.ExitCode, how)
	}
}
