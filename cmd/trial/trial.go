package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// trial is what became of one workspace.
type trial struct {
	name     string
	files    int
	soul     bool // whether the workspace has a SOUL.md
	steps    []step
	failures []string
	figures  figures
	// rolledBack counts the rollbacks that were tried.
	rolledBack int
}

// step is one command of a trial.
type step struct {
	name     string
	exit     int
	took     time.Duration
	peak     int64 // bytes
	output   []byte
	messages string
}

// figures count what a run found and proposed.
type figures struct {
	lessons, entries, facts, notIncluded, warnings int
}

// tryWorkspace runs the commands on copies of a workspace. An error is trouble
// with the trial itself; what the program does wrong is a failure of the trial.
func tryWorkspace(ctx context.Context, dir, number string, opts options) (*trial, error) {
	home := opts.keep
	if home == "" {
		temp, err := os.MkdirTemp("", "trial")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(temp) //nolint:errcheck // a copy
		home = temp
	}
	home = filepath.Join(home, number)
	w := &walk{
		trial:   &trial{name: filepath.Base(dir)},
		opts:    opts,
		dir:     filepath.Join(home, "workspace"),
		printed: filepath.Join(home, "printed"),
	}
	if err := w.copyFrom(dir); err != nil {
		return nil, err
	}
	w.month(ctx)
	w.dir = filepath.Join(home, "first-day")
	if err := w.copyFrom(dir); err != nil {
		return nil, err
	}
	w.firstDay(ctx)
	return w.trial, w.err
}

// walk is one workspace on its way through the commands.
type walk struct {
	*trial
	opts    options
	dir     string // the copy
	printed string // where to keep what the program prints
	found   snapshot
	err     error // the first trouble with the trial itself; it ends the walk
}

func (w *walk) copyFrom(dir string) error {
	if err := os.MkdirAll(filepath.Dir(w.dir), 0o700); err != nil {
		return err
	}
	if err := os.MkdirAll(w.printed, 0o700); err != nil {
		return err
	}
	if err := os.CopyFS(w.dir, os.DirFS(dir)); err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	var err error
	if w.found, err = takeSnapshot(w.dir); err != nil {
		return err
	}
	w.files = len(w.found)
	_, err = os.Stat(filepath.Join(w.dir, "SOUL.md"))
	w.soul = err == nil
	return nil
}

// month is what a person does every month: collect, propose, approve, check, roll
// back.
func (w *walk) month(ctx context.Context) {
	w.do(ctx, "collect", []int{0, 10}, nil, "collect", "--json")
	w.do(ctx, "dry run", w.proposing(), nil, "run", "--dry-run", "--json", "--engine", w.opts.engine)
	draft := w.read(w.do(ctx, "run", w.proposing(), own, "run", "--json", "--engine", w.opts.engine))
	w.approve(ctx, draft)
	w.do(ctx, "lint", []int{0, 1}, slices.Concat(own, targets), "lint", "--json")
	w.do(ctx, "status", []int{0}, slices.Concat(own, targets), "status", "--json")
	w.rollBack(ctx, draft)
}

// firstDay is what a person does once: init, approve, roll back.
func (w *walk) firstDay(ctx context.Context) {
	w.do(ctx, "init", w.proposing(), own, "init", "--json", "--engine", w.opts.engine)
	listed := w.do(ctx, "list", []int{0, 10}, own, "review", "list", "--json")
	var printed struct {
		Drafts []struct{ ID string }
	}
	if json.Unmarshal(listed.output, &printed) == nil && len(printed.Drafts) > 0 {
		w.approve(ctx, printed.Drafts[0].ID)
		w.rollBack(ctx, printed.Drafts[0].ID)
	}
}

func (w *walk) approve(ctx context.Context, draft string) {
	if draft != "" {
		w.do(ctx, "approve", []int{0}, slices.Concat(own, targets), "review", "approve", draft)
	}
}

// rollBack undoes what was approved: every file that is not the program's own has
// its bytes again.
func (w *walk) rollBack(ctx context.Context, draft string) {
	if draft != "" {
		w.do(ctx, "rollback", []int{0}, own, "rollback")
		w.rolledBack++
	}
}

// proposing are the exit codes of a command that proposes: without a SOUL.md it
// refuses.
func (w *walk) proposing() []int {
	if w.soul {
		return []int{0, 10}
	}
	return []int{2}
}

// do runs one command and checks its exit code and that it changed nothing but
// the allowed files since the copy was made.
func (w *walk) do(ctx context.Context, name string, exits []int, allowed []string, args ...string) step {
	if w.err != nil {
		return step{}
	}
	var s step
	var now snapshot
	if s, w.err = w.execute(ctx, name, args); w.err != nil {
		return s
	}
	w.steps = append(w.steps, s)
	if !slices.Contains(exits, s.exit) {
		w.fail("%s: exit %d%s", name, s.exit, placesIn(s.messages))
	}
	if now, w.err = takeSnapshot(w.dir); w.err != nil {
		return s
	}
	if paths := w.found.changed(now, allowed...); len(paths) > 0 {
		w.fail("%s: changed %s", name, strings.Join(paths, ", "))
	}
	return s
}

func (w *walk) fail(format string, args ...any) {
	w.failures = append(w.failures, fmt.Sprintf(format, args...))
}

func (w *walk) execute(ctx context.Context, name string, args []string) (step, error) {
	limited, cancel := context.WithTimeout(ctx, w.opts.limit)
	defer cancel()
	var out, errOut bytes.Buffer
	cmd := exec.CommandContext(limited, w.opts.program, append([]string{"-C", w.dir, "--no-input"}, args...)...)
	cmd.Stdout, cmd.Stderr = &out, &errOut
	began := time.Now()
	err := cmd.Run()
	took := time.Since(began)
	var exited *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return step{}, ctx.Err()
	case err != nil && !errors.As(err, &exited):
		return step{}, err
	}
	if err := os.WriteFile(filepath.Join(w.printed, name+".out"), out.Bytes(), 0o600); err != nil {
		return step{}, err
	}
	if err := os.WriteFile(filepath.Join(w.printed, name+".err"), errOut.Bytes(), 0o600); err != nil {
		return step{}, err
	}
	return step{
		name: name, exit: cmd.ProcessState.ExitCode(), took: took, peak: peakMemory(cmd.ProcessState),
		output: out.Bytes(), messages: errOut.String(),
	}, nil
}

// read takes the figures from what `run --json` printed, and returns the ID of the
// draft, "" if there is none.
func (w *walk) read(ran step) string {
	if w.err != nil || ran.exit != 0 {
		return ""
	}
	var printed struct {
		Draft   string
		Lessons []struct{}
		Entries []struct{}
		Tools   *struct {
			Facts   []struct{}
			LeftOut []struct{} `json:"left_out"`
		} `json:"tools_compact"`
		Findings []struct{}
	}
	if err := json.Unmarshal(ran.output, &printed); err != nil {
		w.fail("run: --json printed no JSON")
		return ""
	}
	w.figures = figures{lessons: len(printed.Lessons), entries: len(printed.Entries), warnings: len(printed.Findings)}
	if printed.Tools != nil {
		w.figures.facts, w.figures.notIncluded = len(printed.Tools.Facts), len(printed.Tools.LeftOut)
	}
	return printed.Draft
}

var place = regexp.MustCompile(`[\w./-]+\.\w+:\d+`)

// placesIn lists the places that messages name, and nothing else of them.
func placesIn(messages string) string {
	const most = 5
	places := place.FindAllString(messages, most)
	if len(places) == 0 {
		return ""
	}
	return " at " + strings.Join(places, ", ")
}
