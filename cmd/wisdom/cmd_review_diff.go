package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/internal/workspace"
	"wisdom/review"
)

// diffOptions say how a change is shown.
type diffOptions struct {
	context    int
	contextSet bool
	word, stat bool
}

func (o *diffOptions) addFlags(cmd *cobra.Command) {
	cmd.Flags().IntVarP(&o.context, "unified", "U", review.Context, "the number of unchanged `LINES` around each change")
	cmd.Flags().BoolVar(&o.word, "word", false, "mark changed words within lines; this is not a patch")
	cmd.Flags().BoolVar(&o.stat, "stat", false, "only count the lines of each file")
}

func (o *diffOptions) validate(cmd *cobra.Command, json bool) error {
	o.contextSet = cmd.Flags().Changed("unified")
	switch {
	case o.context < 0:
		return fmt.Errorf("--unified %d is less than no line", o.context)
	case o.word && o.stat:
		return errors.New("--word and --stat exclude each other")
	case o.stat && o.contextSet:
		return errors.New("--stat shows no lines, so that --unified has nothing to say")
	case o.word && json:
		return errors.New("--word is for reading; --json gives the patch")
	}
	return nil
}

func newReviewDiff(a *deps) *cobra.Command {
	var opts diffOptions
	cmd := &cobra.Command{
		Use:   "diff [ID]",
		Short: "Print the change that a draft would make as a patch",
		Long: `Print the change that a draft would make, as a patch for git apply (with -U 0, for
git apply --unidiff-zero). Rejected items are not in it. --word marks words:
[-removed-] and {+added+}. --stat counts lines.

On a terminal, $WISDOM_PAGER or $PAGER shows the patch; set it to "" or cat for no
pager. $WISDOM_DIFF names another diff tool. It is called for each changed file
with two files: the current one and the proposed one. It is not used with -U,
--word, --stat and --json.`,
		Example: `  wisdom review diff
  wisdom review diff --word
  wisdom review diff -U 1 | git apply --check
  WISDOM_DIFF="diff -y" wisdom review diff`,
		Annotations: inWorkspace(exitFindings, exitNothing, exitStale),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.validate(cmd, a.flags.json); err != nil {
				return err
			}
			return runDiff(cmd.Context(), a, first(args), opts)
		},
	}
	opts.addFlags(cmd)
	return cmd
}

func runDiff(ctx context.Context, a *deps, id string, opts diffOptions) error {
	log, d, err := readDraft(a, id)
	if err != nil {
		return err
	}
	changes, err := review.Changes(a.fsys, log, d, log.WouldBe(d))
	if err != nil {
		return err
	}
	if a.flags.json {
		err = a.printJSON(diffAnswer{d.ID, review.Patches(changes, opts.context), countsOf(changes)})
	} else {
		err = showChanges(ctx, a, changes, opts)
	}
	current := review.CheckCurrent(a.fsys, log, d)
	if stale, ok := errors.AsType[*review.StaleError](current); ok && stale.Changes != nil && log.State(d.ID).Waits() {
		return cmp.Or(err, current)
	}
	return cmp.Or(err, findingsIf(len(changes) > 0))
}

type diffAnswer struct {
	Draft string      `json:"draft"`
	Patch string      `json:"patch"`
	Files []lineCount `json:"files"`
}

// lineCount is how many lines of a file change.
type lineCount struct {
	Path    workspace.Path `json:"path"`
	Added   int            `json:"added"`
	Removed int            `json:"removed"`
}

func countsOf(changes []review.Change) []lineCount {
	counts := []lineCount{}
	for _, c := range changes {
		added, removed := c.Lines()
		counts = append(counts, lineCount{c.Path, added, removed})
	}
	return counts
}

// showChanges shows what files would become, in the way that is wanted.
func showChanges(ctx context.Context, a *deps, changes []review.Change, opts diffOptions) error {
	switch tool := ofEnv(a, "WISDOM_DIFF"); {
	case opts.stat:
		printStat(a, countsOf(changes))
		return nil
	case opts.word:
		var b strings.Builder
		for _, c := range changes {
			b.WriteString(c.Words(opts.context))
		}
		paint := strings.NewReplacer("[-", "\x1b[31m[-", "-]", "-]\x1b[0m", "{+", "\x1b[32m{+", "+}", "+}\x1b[0m")
		return a.paged(func() { a.printPatchAs(b.String(), paint.Replace) })
	case tool != "" && !opts.contextSet:
		return diffTool(ctx, a, tool, changes)
	}
	return a.paged(func() { a.printPatch(review.Patches(changes, opts.context)) })
}

// printStat prints how many lines change, file by file and in all.
func printStat(a *deps, counts []lineCount) {
	width, added, removed := 0, 0, 0
	for _, c := range counts {
		width = max(width, len(c.Path))
	}
	for _, c := range counts {
		a.say("%-*s  +%d -%d", width, c.Path, c.Added, c.Removed)
		added, removed = added+c.Added, removed+c.Removed
	}
	if len(counts) > 0 {
		a.say("%s changed, %s added, %d removed", plural(len(counts), "file"), plural(added, "line"), removed)
	}
}

// diffTool shows changes by a tool of the person's, which is given two files. They
// are copies, and are removed when it ends.
func diffTool(ctx context.Context, a *deps, tool string, changes []review.Change) (err error) {
	dir, err := os.MkdirTemp("", "wisdom-diff-")
	if err != nil {
		return fmt.Errorf("make a folder for %s: %w", tool, err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	for _, c := range changes {
		if err := ctx.Err(); err != nil {
			return err
		}
		before, err := copyFor(dir, "before", c.Path, c.Before)
		if err != nil {
			return err
		}
		after, err := copyFor(dir, "after", c.Path, c.After)
		if err != nil {
			return err
		}
		err = a.foreground("sh", "-c", tool+` "$@"`, "diff", before, after)
		if ended, ok := errors.AsType[*exec.ExitError](err); err != nil &&
			(!ok || ended.ExitCode() != 1) { // 1 says that they differ
			return fmt.Errorf("$WISDOM_DIFF %s ended with trouble (%w)", tool, err)
		}
	}
	return nil
}

// copyFor writes one side of a change where a tool can read it; a file that is not
// there is the null device, as git has it.
func copyFor(dir, side string, p workspace.Path, content []byte) (string, error) {
	if content == nil {
		return os.DevNull, nil
	}
	file := filepath.Join(dir, side, filepath.FromSlash(string(p)))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return "", fmt.Errorf("copy %s: %w", p, err)
	}
	if err := os.WriteFile(file, content, 0o600); err != nil {
		return "", fmt.Errorf("copy %s: %w", p, err)
	}
	return file, nil
}
