package pipeline

import (
	"cmp"
	"slices"

	"wisdom/internal/tokens"
)

// limits are what the chosen entries may take together.
type limits struct {
	tokens  int
	count   tokens.Count
	entries int
}

// form is what a wording takes, and what it is worth. Of one choice the fullest comes first.
type form struct {
	tokens.Size
	worth int
}

// fill chooses at most one form of each choice, and returns its index, or -1. What is worth most comes first, and of one
// worth the shortest: in the shortest form that is worth as much, so that more choices fit. Then the forms become fuller
// where there is room.
func fill(choices [][]form, used tokens.Size, limits limits) []int {
	order, chosen := make([]int, len(choices)), make([]int, len(choices))
	size := func(f form) int { return limits.count.Of(tokens.Size{O200k: 4 * f.O200k, Units: 4 * f.Units}) }
	forms := make([][]int, len(choices)) // of each choice, those that are worth most first, and of one worth the shortest
	for i, choice := range choices {
		order[i], chosen[i] = i, -1
		for at := range choice {
			forms[i] = append(forms[i], at)
		}
		slices.SortFunc(forms[i], func(a, b int) int {
			return cmp.Or(choice[b].worth-choice[a].worth, size(choice[a])-size(choice[b]), a-b)
		})
	}
	order = slices.DeleteFunc(order, func(i int) bool { return len(forms[i]) == 0 })
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := choices[i][forms[i][0]], choices[j][forms[j][0]]
		return cmp.Or(b.worth-a.worth, size(a)-size(b))
	})
	taken := 0
	for _, i := range order {
		for _, at := range forms[i] {
			if next := used.Add(choices[i][at].Size); chosen[i] < 0 && taken < limits.entries && limits.fits(next) {
				chosen[i], used, taken = at, next, taken+1
			}
		}
	}
	for _, i := range order {
		for at := 0; at < chosen[i]; at++ {
			now := choices[i][chosen[i]]
			rest := tokens.Size{O200k: used.O200k - now.O200k, Units: used.Units - now.Units}
			next := rest.Add(choices[i][at].Size)
			if choices[i][at].worth >= now.worth && limits.fits(next) {
				chosen[i], used = at, next
			}
		}
	}
	return chosen
}

func (l limits) fits(s tokens.Size) bool { return l.count.Of(s) <= l.tokens }
