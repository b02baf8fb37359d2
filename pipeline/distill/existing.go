package distill

import (
	"slices"

	"wisdom/internal/lesson"
)

// anchored finds the lessons of each approved entry that still stand: it stays while they
// do. A lesson that two of them claim goes to the first.
func anchored(lessons []lesson.Lesson, anchors []Anchor) [][]int {
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
	}
	return members
}

// join gives lessons that echo an approved entry, or the order of one of its lessons, to
// that entry. owner is -1 for a lesson of none, and is changed.
func join(all []recurrence, n int, owner []int) {
	before := slices.Clone(owner)
	against := map[[2]int]bool{} // entries, and lessons that say the opposite of their own words
	for _, r := range all {
		for _, e := range r.echoes {
			if a := r.order.lesson - n; a >= 0 && e.against {
				against[[2]int{a, e.lesson}] = true
			}
		}
	}
	for _, r := range all {
		a := r.order.lesson - n // of the texts of the entries themselves
		if a < 0 {
			a = before[r.order.lesson]
		}
		for _, e := range r.echoes {
			if a >= 0 && !e.against && !against[[2]int{a, e.lesson}] && owner[e.lesson] < 0 {
				owner[e.lesson] = a
			}
		}
	}
}
