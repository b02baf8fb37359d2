package distill

import (
	"context"
	"slices"

	"wisdom/internal/words"
)

// belongs is how alike a lesson must be to the rest of its group, on average, to
// stay in it.
const belongs = 0.1

// largestCore is how many lessons a group has at most whose strays are looked for: it
// takes a look at all pairs. Groups that cluster makes are far smaller, as no lesson has
// many more than neighbours edges.
const largestCore = 1000

// cores takes the strays out of groups: lessons that came in through one neighbour
// and have little in common with the rest. Each of them stands alone then. Groups
// that are too small for an entry stay as they are, and those above largestCore. Once ctx ends, some are missing.
func cores(ctx context.Context, space *words.Space, groups [][]int, support int) [][]int {
	var all [][]int
	for _, group := range groups {
		if ctx.Err() != nil {
			break
		}
		if len(group) > largestCore {
			all = append(all, group)
			continue
		}
		kept, strays := core(space, group, support)
		all = append(all, kept)
		for _, stray := range strays {
			all = append(all, []int{stray})
		}
	}
	return all
}

func core(space *words.Space, group []int, least int) (kept, strays []int) {
	kept = slices.Clone(group)
	sums := make([]float64, len(kept)) // to all others
	for i := range kept {
		for j := range i {
			alike := quantum(space.Cosine(kept[j], kept[i]))
			sums[i] += alike
			sums[j] += alike
		}
	}
	for len(kept) > max(least, 1) {
		worst := 0
		for i := range sums {
			if sums[i] < sums[worst] {
				worst = i
			}
		}
		if sums[worst] >= belongs*float64(len(kept)-1) {
			break
		}
		stray := kept[worst]
		kept, sums = slices.Delete(kept, worst, worst+1), slices.Delete(sums, worst, worst+1)
		for i := range kept {
			sums[i] -= quantum(space.Cosine(min(kept[i], stray), max(kept[i], stray)))
		}
		strays = append(strays, stray)
	}
	return kept, strays
}
