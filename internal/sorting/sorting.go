// Package sorting sorts lists. What comes in is a list and a comparison, as for package
// slices, which makes a copy of its algorithm for every type of struct: half a
// megabyte of the program. Here all types share one.
package sorting

import (
	"cmp"
	"slices"
)

// Stable sorts a list. What compares as equal keeps its order.
func Stable[S ~[]E, E any](list S, compare func(a, b E) int) {
	unsorted := slices.Clone(list)
	for i, place := range places(len(list), func(i, j int) int { return compare(unsorted[i], unsorted[j]) }) {
		list[i] = unsorted[place]
	}
}

// places are those of the first of n values, of the second, and so on.
func places(n int, compare func(i, j int) int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	slices.SortFunc(all, func(i, j int) int { return cmp.Or(compare(i, j), i-j) })
	return all
}
