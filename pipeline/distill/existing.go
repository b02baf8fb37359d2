package distill

import (
	"slices"

	"wisdom/internal/lesson"
)

// anchored tells for each lesson which approved entry was approved for it, the first of several; -1 for none.
func anchored(lessons []lesson.Lesson, anchors []Anchor) []int {
	owner := make([]int, len(lessons))
	for i, l := range lessons {
		owner[i] = slices.IndexFunc(anchors, func(a Anchor) bool { return slices.Contains(a.LessonIDs, l.ID) })
	}
	return owner
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
