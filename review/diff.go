package review

import (
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/sergi/go-diff/diffmatchpatch"

	"wisdom/internal/workspace"
)

// Patch is the change of a file as a patch that git apply takes; empty where
// there is none. A nil content means that there is no file.
func Patch(p workspace.Path, before, after []byte) string {
	from, to := "a/"+string(p), "b/"+string(p)
	if before == nil {
		from = "/dev/null"
	}
	if after == nil {
		to = "/dev/null"
	}
	return udiff.Unified(from, to, string(before), string(after))
}

// lineChanges counts the lines that were added and removed, and says on which
// line of before the first change is.
func lineChanges(before, after []byte) (added, removed, first int) {
	differ := diffmatchpatch.New()
	differ.DiffTimeout = 0 // the result must not depend on the speed of the machine
	a, b, lines := differ.DiffLinesToRunes(string(before), string(after))
	line := 1
	for _, d := range differ.DiffCharsToLines(differ.DiffMainRunes(a, b, false), lines) {
		n := strings.Count(d.Text, "\n")
		if !strings.HasSuffix(d.Text, "\n") {
			n++
		}
		if d.Type != diffmatchpatch.DiffEqual && first == 0 {
			first = line
		}
		switch d.Type {
		case diffmatchpatch.DiffInsert:
			added += n
		case diffmatchpatch.DiffDelete:
			removed += n
			line += n
		case diffmatchpatch.DiffEqual:
			line += n
		}
	}
	return added, removed, first
}

// describe says in a few words how a text differs from an earlier one.
func describe(before, after []byte) string {
	added, removed, first := lineChanges(before, after)
	return fmt.Sprintf("%d lines added, %d removed, the first change on line %d", added, removed, first)
}
