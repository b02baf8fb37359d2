package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"wisdom/inject/brief"
	"wisdom/internal/workspace"
)

type contextOptions struct{ task, out, id, runID, executor string }

func newContext(a *deps) *cobra.Command {
	var opts contextOptions
	cmd := &cobra.Command{
		Use:   "context [LEVEL]",
		Short: "Print the context block for a task",
		Long: `Print what an agent must know before it is sent a task: who the project is, what was
decided for good, how its operator works, the newest session, the current phase. LEVEL is
minimal (at most 600 tokens), standard (1,200, the default), full (1,800), or a budget
from 600 to 2,000. SOUL and ANCHORS are never cut. Secrets are redacted.

Each block is logged in .wisdom/contexts.jsonl; --out also writes context.md and
context.json. With --repo, identity, journals and anchors are those of another repository,
and the workspace has the operator's profile. docs/context.md has the rules.`,
		Example: `  wisdom context
  wisdom context full --task task.md
  wisdom context 900 --task task.md --out runs/42 --executor my-agent`,
		Annotations: inWorkspace(exitNothing),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, name := range []string{"task", "out", "id", "repo"} {
				if f := cmd.Flags().Lookup(name); f.Changed && f.Value.String() == "" {
					return hinted("give it a value, or leave --"+name+" out", "--%s is empty: a variable may be unset", name)
				}
			}
			return runContext(cmd.Context(), a, opts, cmp.Or(first(args), "standard"))
		},
	}
	cmd.PersistentFlags().StringVar(&a.repo, "repo", "", "the `DIR` of the project's repository (else the workspace)")
	flags := cmd.Flags()
	flags.StringVar(&opts.task, "task", "", "print the task in `FILE` behind the block, - for standard input")
	flags.StringVar(&opts.out, "out", "", "write context.md and context.json to `DIR`")
	flags.StringVar(&opts.id, "id", "", "the injection `ID`, for repeatable runs")
	flags.StringVar(&opts.runID, "run-id", "", "the `ID` of the run, for the log")
	flags.StringVar(&opts.executor, "executor", "", "the `NAME` of the agent that gets the task, for the log")
	cmd.AddCommand(newContextOutcome(a), newContextInit(a))
	return cmd
}

func runContext(ctx context.Context, a *deps, opts contextOptions, name string) error {
	level, capped, err := brief.ParseLevel(name)
	if err != nil {
		return &hintedError{err, "wisdom context --help"}
	}
	if capped {
		a.warn("%s is more than the hard cap: the budget is %d tokens", name, brief.HardCap)
	}
	task, err := awaited(ctx, func() (string, error) { return readTask(a, opts.task) })
	if err != nil {
		return err
	}
	options, err := blockOptions(a, opts, level)
	if err != nil {
		return err
	}
	made, err := brief.Build(options)
	if err != nil {
		keepFailure(a, brief.FailedLog(options, err), opts.out, err)
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, warning := range made.Log.Warnings {
		a.warn("%s", warning)
	}
	folder, err := writeContext(made.Block, made.Log, opts.out)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.ENOTDIR) {
		return hinted(fmt.Sprintf("%s cannot be written: name another folder", quoted(opts.out)), "--out: %w", err)
	}
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	rememberContext(a, brief.Record{Log: made.Log, Folder: folder})
	return printContext(a, made, task)
}

func printContext(a *deps, made *brief.Context, task string) error {
	text := made.Block
	if task != "" {
		text = brief.Prompt(made.Block, task)
	}
	if a.flags.json {
		return a.printJSON(struct {
			brief.Log
			Context string `json:"context"`
			Prompt  string `json:"prompt"`
		}{made.Log, made.Block, text})
	}
	if a.colours || a.walks { // a terminal: nothing in it may act on it
		text = a.shown(text)
	}
	_, err := io.WriteString(a.out, text)
	return err
}

// writeContext writes a block, if there is one, and its log into a folder, which is made if need be, and returns where
// that is.
func writeContext(block string, log brief.Log, out string) (string, error) {
	if out == "" {
		return "", nil
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return "", err
	}
	folder, err := workspace.Open(out)
	if err != nil {
		return "", err
	}
	defer folder.Close() //nolint:errcheck // what was written is synced
	return folder.Dir(), brief.Write(folder, block, log)
}

// keepFailure writes the log of a block that could not be assembled to where the block would be. The history has those
// that are too large, and others in a workspace that the program knows: a folder without SOUL.md may be any folder.
func keepFailure(a *deps, log brief.Log, out string, why error) {
	folder, err := writeContext("", log, out)
	if err != nil {
		a.warn("--out: %v; what is in %s is of an earlier injection", err, out)
		folder = ""
	}
	there, err := workspace.Exists(a.fsys, brief.HistoryFile.Dir())
	if err == nil && (there || is[*brief.TooLargeError](why)) {
		rememberContext(a, brief.Record{Log: log, Folder: folder})
	}
}

func rememberContext(a *deps, record brief.Record) {
	if err := brief.Remember(a.fsys, record); err != nil {
		a.warn("not logged: %v", err)
	}
	a.ctrlC.settle()
}

// longestTask is the most that is read of a task, in bytes.
const longestTask = 4 << 20

// readTask reads the task that a flag names; "" if none is named.
func readTask(a *deps, name string) (string, error) {
	if name == "" {
		return "", nil
	}
	b, err := a.readNamed(name, longestTask)
	if err != nil {
		return "", hinted("name a file with the task, or - to read it from standard input", "--task: %w", err)
	}
	task := string(b)
	if strings.TrimSpace(task) == "" {
		return "", hinted("leave --task out to print the block alone", "--task: %s holds no task", name)
	}
	if found := brief.SecretsIn(task); len(found) > 0 {
		a.warn("the task holds a secret (%s) on line %d; it is passed on as it is", found[0].Rule, found[0].Line)
	}
	return task, nil
}

// blockOptions are what a block is made of.
func blockOptions(a *deps, opts contextOptions, level brief.Level) (brief.Options, error) {
	now := a.clock()
	o := brief.Options{
		Level: level, Repo: a.fsys, RepoName: filepath.Base(a.dir), Sources: a.settings.Context,
		Now: now, ID: opts.id, RunID: opts.runID, Executor: opts.executor, Count: a.settings.Budget().Count,
	}
	if o.ID == "" {
		var random [6]byte
		_, _ = rand.Read(random[:]) // it never fails
		o.ID = brief.NewID(now, random)
	} else if err := brief.CheckID(o.ID); err != nil {
		return o, hinted("leave --id out for a new one", "--id: %w", err)
	}
	if a.repo != "" {
		repo, err := openRepo(a)
		if err != nil {
			return o, err
		}
		o.RepoName = filepath.Base(repo.Dir())
		if repo.Dir() != a.dir {
			o.Repo, o.Workspace = repo, a.fsys
		}
	}
	return o, nil
}

// openRepo opens the repository that a flag names, until the command ends.
func openRepo(a *deps) (*workspace.Real, error) {
	repo, err := workspace.Open(a.repo)
	if err != nil {
		return nil, hinted("name the folder of the project", "--repo: %w", err)
	}
	a.extras = append(a.extras, repo)
	return repo, nil
}
