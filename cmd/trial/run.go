package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"
)

// run tries every workspace below the named folders and returns the exit code: 0
// if all pass, 1 if one fails, 2 if the trial itself fails.
func run(ctx context.Context, args []string, out, errOut io.Writer) int {
	flags := pflag.NewFlagSet("trial", pflag.ContinueOnError)
	flags.SetOutput(errOut)
	var opts options
	flags.StringVar(&opts.program, "program", "bin/wisdom", "the program to try")
	flags.StringVar(&opts.engine, "engine", "builtin", "the engine of each run")
	flags.StringVar(&opts.keep, "keep", "", "keep the copies and what the program printed in this folder")
	flags.DurationVar(&opts.limit, "limit", 10*time.Minute, "the longest a single command may take")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			return 0
		}
		return 2
	}
	failed, err := tryAll(ctx, out, flags.Args(), opts)
	switch {
	case err != nil:
		_, _ = fmt.Fprintln(errOut, "trial:", err)
		return 2
	case failed > 0:
		return 1
	}
	return 0
}

type options struct {
	program string
	engine  string
	keep    string
	limit   time.Duration
}

func tryAll(ctx context.Context, out io.Writer, dirs []string, opts options) (failed int, err error) {
	if opts.program, err = filepath.Abs(opts.program); err != nil {
		return 0, err
	}
	if _, err := os.Stat(opts.program); err != nil {
		return 0, fmt.Errorf("%w: make build makes it", err)
	}
	var workspaces []string
	for _, dir := range dirs {
		found, err := findWorkspaces(dir)
		if err != nil {
			return 0, err
		}
		workspaces = append(workspaces, found...)
	}
	if len(workspaces) == 0 {
		return 0, errors.New("no workspace found: name a folder below which a SOUL.md, AGENTS.md, MEMORY.md or memory/ lies")
	}
	var all []*trial
	for i, dir := range workspaces {
		t, err := tryWorkspace(ctx, dir, fmt.Sprintf("%03d", i+1), opts)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", dir, err)
		}
		if len(t.failures) > 0 {
			failed++
		}
		t.print(out)
		all = append(all, t)
	}
	printSummary(out, all, failed)
	return failed, nil
}
