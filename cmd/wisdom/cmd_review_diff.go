package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/review"
)

func newReviewDiff(a *deps) *cobra.Command {
	var lines int
	var word bool
	cmd := &cobra.Command{
		Use:   "diff [ID]",
		Short: "Print the change that a draft would make as a patch",
		Long: `Print the change that a draft would make, as a patch for git apply (with -U 0, for
git apply --unidiff-zero). Rejected items are not in it. --word marks words:
[-removed-] and {+added+}.

On a terminal, $WISDOM_PAGER or $PAGER shows the patch; set it to "" or cat for no
pager. A pager such as delta shows it in its own way.`,
		Example: `  wisdom review diff
  wisdom review diff --word
  wisdom review diff -U 1 | git apply --check
  WISDOM_PAGER=delta wisdom review diff`,
		Annotations: inWorkspace(exitFindings, exitNothing, exitStale),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case lines < 0:
				return fmt.Errorf("--unified %d is less than no line", lines)
			case word && a.flags.json:
				return errors.New("--word is for reading; --json gives the patch")
			}
			return runDiff(a, first(args), lines, word)
		},
	}
	cmd.Flags().IntVarP(&lines, "unified", "U", review.Context, "the number of unchanged `LINES` around each change")
	cmd.Flags().BoolVar(&word, "word", false, "mark changed words within lines; this is not a patch")
	return cmd
}

// runDiff shows what files would become, with so many lines around each change.
func runDiff(a *deps, id string, lines int, word bool) error {
	log, d, err := readDraft(a, id)
	if err != nil {
		return err
	}
	changes, err := review.Changes(a.fsys, log, d, log.WouldBe(d))
	if err != nil {
		return err
	}
	switch {
	case a.flags.json:
		files := []object{}
		for _, c := range changes {
			added, removed := c.Lines()
			files = append(files, object{"path": c.Path, "added": added, "removed": removed})
		}
		err = a.printJSON(object{"draft": d.ID, "patch": review.Patches(changes, lines), "files": files})
	case word:
		var b strings.Builder
		for _, c := range changes {
			b.WriteString(c.Words(lines))
		}
		paint := strings.NewReplacer("[-", "\x1b[31m[-", "-]", "-]\x1b[0m", "{+", "\x1b[32m{+", "+}", "+}\x1b[0m")
		a.paged(func() { a.printPatchAs(b.String(), paint.Replace) })
	default:
		a.paged(func() { a.printPatch(review.Patches(changes, lines)) })
	}
	current := review.CheckCurrent(a.fsys, log, d)
	if stale, ok := errors.AsType[*review.StaleError](current); ok && stale.Changes != nil && log.State(d.ID).Waits() {
		return cmp.Or(err, current)
	}
	return cmp.Or(err, findingsIf(len(changes) > 0))
}
