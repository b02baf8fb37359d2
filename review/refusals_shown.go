package review

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
)

// RefusalsShown returns the rejections that hold, for people. The required entry is among them once, as long as it is
// not in the section's file.
func (l *Log) RefusalsShown(fsys workspace.FS, opts lint.Options) []Refusal {
	soul, _ := lint.ReadSoul(fsys, opts.SectionFile()) // lint says what is wrong with it
	listed := false
	return slices.DeleteFunc(l.Refusals(), func(r Refusal) bool {
		if r.Item.Origin != Required {
			return false
		}
		again := listed || bytes.Contains(soul, []byte(r.Item.Text))
		listed = true
		return again
	})
}

// TakenOut returns the items that the newest rollback took out and that are not proposed again, by draft.
func (l *Log) TakenOut() map[string][]string {
	items := map[string][]string{}
	for at, e := range slices.Backward(l.Events) {
		if e.Action == RolledBack {
			for _, r := range l.refusedBy(at) {
				items[r.Draft] = append(items[r.Draft], r.Item.ID)
			}
			break
		}
	}
	for _, ids := range items {
		slices.SortFunc(ids, byNumber)
	}
	return items
}

// byNumber orders ids as people count: t2 before t10.
func byNumber(x, y string) int {
	return cmp.Or(cmp.Compare(x[0], y[0]), len(x)-len(y), strings.Compare(x, y))
}
