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

// trial is one workspace on its way through the commands, and what became of it.
type trial struct {
	name     string
	opts     options
	dir      string // the copy
	printed  string // where to keep what the program prints
	found    snapshot
	soul     bool // whether the workspace has a SOUL.md
	steps    []step
	failures []string
	figures  figures
	// rolledBack counts the rollbacks that were tried.
	rolledBack int
	err        error // the first trouble with the trial itself; it ends the walk
}

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
	t := &trial{name: filepath.Base(dir), opts: opts, printed: filepath.Join(home, "printed")}
	for _, copied := range []struct {
		name string
		walk func(context.Context)
	}{{"workspace", t.month}, {"first-day", t.firstDay}} {
		t.dir = filepath.Join(home, copied.name)
		if err := t.copyFrom(dir); err != nil {
			return nil, err
		}
		copied.walk(ctx)
	}
	return t, t.err
}

func (t *trial) copyFrom(dir string) (err error) {
	if err := os.MkdirAll(t.printed, 0o700); err != nil {
		return err
	}
	if err := os.CopyFS(t.dir, os.DirFS(dir)); err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	t.found, err = takeSnapshot(t.dir)
	_, t.soul = t.found["SOUL.md"]
	return err
}

// month is what a person does every month: collect, propose, approve, check, roll back.
func (t *trial) month(ctx context.Context) {
	t.do(ctx, "collect", []int{0, 10}, nil, "collect", "--json")
	t.do(ctx, "dry run", t.proposing(), nil, "run", "--dry-run", "--json", "--engine", t.opts.engine)
	draft := t.read(t.do(ctx, "run", t.proposing(), own, "run", "--json", "--engine", t.opts.engine))
	t.approve(ctx, draft)
	t.do(ctx, "lint", []int{0, 1}, slices.Concat(own, targets), "lint", "--json")
	t.do(ctx, "status", []int{0}, slices.Concat(own, targets), "status", "--json")
	t.rollBack(ctx, draft)
}

// firstDay is what a person does once: init, approve, roll back.
func (t *trial) firstDay(ctx context.Context) {
	t.do(ctx, "init", t.proposing(), own, "init", "--json", "--engine", t.opts.engine)
	listed := t.do(ctx, "list", []int{0, 10}, own, "review", "list", "--json")
	var printed struct {
		Drafts []struct{ ID string }
	}
	if json.Unmarshal(listed.output, &printed) == nil && len(printed.Drafts) > 0 {
		t.approve(ctx, printed.Drafts[0].ID)
		t.rollBack(ctx, printed.Drafts[0].ID)
	}
}

func (t *trial) approve(ctx context.Context, draft string) {
	if draft != "" {
		t.do(ctx, "approve", []int{0}, slices.Concat(own, targets), "review", "approve", draft)
	}
}

// rollBack undoes what was approved: every file that is not the program's own has its bytes again.
func (t *trial) rollBack(ctx context.Context, draft string) {
	if draft != "" {
		t.do(ctx, "rollback", []int{0}, own, "rollback")
		t.rolledBack++
	}
}

// proposing are the exit codes of a command that proposes: without a SOUL.md it refuses.
func (t *trial) proposing() []int {
	if t.soul {
		return []int{0, 10}
	}
	return []int{2}
}

// do runs one command and checks its exit code and that it changed nothing but
// the allowed files since the copy was made.
func (t *trial) do(ctx context.Context, name string, exits []int, allowed []string, args ...string) step {
	if t.err != nil {
		return step{}
	}
	var s step
	var now snapshot
	if s, t.err = t.execute(ctx, name, args); t.err != nil {
		return s
	}
	t.steps = append(t.steps, s)
	if !slices.Contains(exits, s.exit) {
		t.fail("%s: exit %d%s", name, s.exit, placesIn(s.messages))
	}
	if now, t.err = takeSnapshot(t.dir); t.err != nil {
		return s
	}
	if paths := t.found.changed(now, allowed...); len(paths) > 0 {
		t.fail("%s: changed %s", name, strings.Join(paths, ", "))
	}
	return s
}

func (t *trial) fail(format string, args ...any) {
	t.failures = append(t.failures, fmt.Sprintf(format, args...))
}

func (t *trial) execute(ctx context.Context, name string, args []string) (step, error) {
	limited, cancel := context.WithTimeout(ctx, t.opts.limit)
	defer cancel()
	var out, errOut bytes.Buffer
	cmd := exec.CommandContext(limited, t.opts.program, append([]string{"-C", t.dir, "--no-input"}, args...)...)
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
	for end, printed := range map[string][]byte{".out": out.Bytes(), ".err": errOut.Bytes()} {
		if err := os.WriteFile(filepath.Join(t.printed, name+end), printed, 0o600); err != nil {
			return step{}, err
		}
	}
	return step{
		name: name, exit: cmd.ProcessState.ExitCode(), took: took, peak: peakMemory(cmd.ProcessState),
		output: out.Bytes(), messages: errOut.String(),
	}, nil
}

// read takes the figures from what `run --json` printed, and returns the ID of the draft, "" if there is none.
func (t *trial) read(ran step) string {
	if t.err != nil || ran.exit != 0 {
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
		t.fail("run: --json printed no JSON")
		return ""
	}
	t.figures = figures{lessons: len(printed.Lessons), entries: len(printed.Entries), warnings: len(printed.Findings)}
	if printed.Tools != nil {
		t.figures.facts, t.figures.notIncluded = len(printed.Tools.Facts), len(printed.Tools.LeftOut)
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
