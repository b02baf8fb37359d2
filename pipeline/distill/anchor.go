package distill

import (
	"cmp"
	"slices"

	"wisdom/review/ledger"
)

// draft of a theme: a group of lessons, and the anchor that speaks for it or -1.
type claimed struct {
	lessons []int
	anchor  int
}

// claim gives the lessons of standing entries back to them, wherever the
// grouping put them, and what was grouped with them too. The grouping itself
// knows nothing of anchors: from the same lessons it makes the same groups, so
// that a second run finds every lesson where the first one left it.
//
// Lessons that merely stand in a group with a few lessons of an anchor, and are
// far more than those, form a theme of their own.
func claim(groups [][]int, anchors [][]int) []claimed {
	owner := map[int]int{}
	themes := make([]claimed, 0, len(groups))
	for a, members := range anchors {
		for _, l := range members {
			owner[l] = a
		}
		themes = append(themes, claimed{slices.Clone(members), a})
	}
	for _, group := range groups {
		var free []int
		owned := make([]int, len(anchors))
		for _, l := range group {
			if a, ok := owner[l]; ok {
				owned[a]++
			} else {
				free = append(free, l)
			}
		}
		strongest := -1
		for a, n := range owned {
			if n > 0 && (strongest < 0 || n > owned[strongest]) {
				strongest = a
			}
		}
		switch {
		case len(free) == 0:
		case strongest < 0 || len(free) > 2*owned[strongest]:
			themes = append(themes, claimed{free, -1})
		default:
			themes[strongest].lessons = append(themes[strongest].lessons, free...)
		}
	}
	themes = slices.DeleteFunc(themes, func(c claimed) bool { return len(c.lessons) == 0 })
	for i := range themes {
		slices.Sort(themes[i].lessons)
	}
	slices.SortFunc(themes, func(a, b claimed) int { return cmp.Compare(a.lessons[0], b.lessons[0]) })
	return themes
}

// anchored finds the lessons of each anchor that still stand: what was approved
// stays while they do. A lesson that two of them claim goes to the first.
func anchored(lessons []ledger.Lesson, anchors []Anchor) [][]int {
	index := map[string]int{}
	for i, l := range lessons {
		index[l.ID] = i
	}
	members := make([][]int, len(anchors))
	for a, anchor := range anchors {
		for _, id := range anchor.LessonIDs {
			if i, ok := index[id]; ok {
				members[a] = append(members[a], i)
				delete(index, id)
			}
		}
		slices.Sort(members[a])
	}
	return members
}
