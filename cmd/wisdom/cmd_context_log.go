package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"wisdom/inject/brief"
	"wisdom/internal/workspace"
)

type outcomeOptions struct{ status, changes, duration string }

func newContextOutcome(a *deps) *cobra.Command {
	var opts outcomeOptions
	cmd := &cobra.Command{
		Use:   "outcome INJECTION",
		Short: "Add to the log how a task ended",
		Long: `Add to the log of an injection how its task ended. INJECTION is the injection_id of
the block. context.json is brought up to date where --out wrote it.`,
		Example:     "  wisdom context outcome INJ-20260103-183000-a1b2c3 --status success --changes committed --duration 45",
		Annotations: inWorkspace(exitNothing),
		RunE:        func(_ *cobra.Command, args []string) error { return runContextOutcome(a, opts, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.status, "status", "", "how the task ended: `STATUS` is "+strings.Join(brief.Reportable, " or "))
	flags.StringVar(&opts.changes, "changes", "", "`WHAT` became of its changes, for instance committed")
	flags.StringVar(&opts.duration, "duration", "", "how long it took: `SECONDS`, or 1m30s")
	cmd.MarkFlagsOneRequired("status", "changes", "duration")
	return cmd
}

// longestChanges is the longest text of --changes, in bytes.
const longestChanges = 200

func runContextOutcome(a *deps, opts outcomeOptions, id string) error {
	if err := brief.CheckID(id); err != nil {
		return &hintedError{err, "it is in the first line of the block, and in context.json"}
	}
	if opts.status != "" && !slices.Contains(brief.Reportable, opts.status) {
		return hinted("it says how the task ended; how the block was assembled is in the log already",
			"--status %q is none of %s", opts.status, strings.Join(brief.Reportable, ", "))
	}
	if len(opts.changes) > longestChanges {
		return fmt.Errorf("--changes has %d bytes; %d are kept", len(opts.changes), longestChanges)
	}
	seconds, err := parseSeconds(opts.duration)
	if err != nil {
		return err
	}
	record, err := brief.Complete(a.fsys, id, brief.Outcome{Status: opts.status, Changes: opts.changes, Duration: seconds})
	if err != nil {
		return err
	}
	if err := rewriteLog(record); err != nil {
		a.warn("%s: %v", record.Folder, err)
	}
	a.ctrlC.settle()
	state := record.Outcome.Status
	if !record.Outcome.Reported {
		state = "noted; how the task ended is not reported"
		a.warn("%s: no outcome yet; add --status %s", id, strings.Join(brief.Reportable, " or --status "))
	}
	return a.reply(object{"injection_id": id, "outcome": record.Outcome}, "%s: %s", id, state)
}

// rewriteLog brings context.json up to date where it was written. A folder that is gone needs none.
func rewriteLog(record brief.Record) error {
	if record.Folder == "" {
		return nil
	}
	folder, err := workspace.Open(record.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer folder.Close() //nolint:errcheck // what was written is synced
	return brief.Rewrite(folder, record.Log)
}

// parseSeconds reads a duration: a number of seconds, or a text such as 1m30s.
func parseSeconds(text string) (float64, error) {
	if text == "" {
		return 0, nil
	}
	if seconds, err := strconv.ParseFloat(text, 64); err == nil && seconds >= 0 && seconds < 1e9 {
		return seconds, nil
	}
	if d, err := time.ParseDuration(text); err == nil && d >= 0 {
		return d.Seconds(), nil
	}
	return 0, fmt.Errorf("--duration %q is no duration: write it like 45 or 1m30s", text)
}

func newContextInit(a *deps) *cobra.Command {
	return &cobra.Command{
		Use:         "init",
		Short:       "Write ANCHORS.md as a template, if there is none",
		Example:     "  wisdom context init",
		Annotations: inWorkspace(),
		RunE:        func(*cobra.Command, []string) error { return runContextInit(a) },
	}
}

func runContextInit(a *deps) error {
	fsys := a.fsys
	if a.repo != "" {
		repo, err := openRepo(a)
		if err != nil {
			return err
		}
		fsys = repo
	}
	path, written, err := brief.InitAnchors(fsys, a.settings.Context)
	a.ctrlC.settle()
	if err != nil {
		return err
	}
	text := either(written,
		"wrote %s: add decisions and what is not negotiable", "%s is there already; nothing was written")
	return a.reply(object{"path": path, "written": written}, text, path)
}
