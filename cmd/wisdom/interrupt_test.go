package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"wisdom/review"
)

// Ctrl-C ends every command that takes its time with 130, and leaves the agent's
// files and the log as they were. How it ends in the middle of a promotion is
// tested at every call in backups.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../testdata/sample")); err != nil {
		t.Fatal(err)
	}
	command := func(ctx context.Context, args ...string) (code int, out, talk string) {
		var stdout, stderr bytes.Buffer
		code = run(ctx, append([]string{"wisdom", "-C", dir, "--now", "2026-11-21"}, args...), streams{
			in: strings.NewReader(""), out: &stdout, err: &stderr,
			getenv: func(string) string { return "" }, login: func() string { return "mara" },
			now: time.Now, getwd: os.Getwd,
		})
		return code, stdout.String(), stderr.String()
	}
	if code, _, talk := command(context.Background(), "run"); code != exitDone {
		t.Fatalf("run: exit %d: %s", code, talk)
	}
	_, listed, _ := command(context.Background(), "review", "list")
	id, _, _ := strings.Cut(listed, " ")
	read := func(name string) string {
		t.Helper()
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	soul, log := read("SOUL.md"), read(".wisdom/log.jsonl")
	interrupted, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range [][]string{
		{"collect"}, {"run"}, {"run", "--dry-run"}, {"review", "approve", id}, {"review", "reject", id}, {"lint"}, {"uninstall", "--yes"},
	} {
		code, _, talk := command(interrupted, args...)
		if code != exitInterrupted || !strings.Contains(talk, "wisdom: interrupted") {
			t.Errorf("%v: exit %d: %s", args, code, talk)
		}
		if read("SOUL.md") != soul || read(".wisdom/log.jsonl") != log {
			t.Fatalf("%v changed something", args)
		}
	}
	if code, _, talk := command(context.Background(), "review", "approve", id); code != exitDone {
		t.Errorf("going on afterwards: exit %d: %s", code, talk)
	}
}

// Found by the fault tier: trouble with the queue hid that a promotion had failed,
// and the program said that all was in place.
func TestToleratesNothingButTheQueue(t *testing.T) {
	var talk bytes.Buffer
	a := &app{streams: streams{err: &talk}}
	queue := &review.QueueError{Path: "Q.md", Err: errors.New("full")}
	full := errors.New("the disk is full")
	if err := a.tolerate(errors.Join(full, queue)); !errors.Is(err, full) {
		t.Errorf("both: %v", err)
	}
	if err := a.tolerate(queue); err != nil {
		t.Errorf("the queue alone: %v", err)
	}
	if got := strings.Count(talk.String(), "warning: the line in Q.md is not up to date: full"); got != 1 {
		t.Errorf("it was said %d times: %s", got, talk.String())
	}
}
